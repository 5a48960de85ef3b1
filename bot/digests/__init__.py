"""Digests: when one falls due, which paper it brings, and the record of every post."""
