"""Readers: one module a file format, one contract (see `contract.py`)."""
