"""Paperboy's library and rules; usable without Discord."""
