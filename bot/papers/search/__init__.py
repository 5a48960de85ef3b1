"""Finding papers from half a memory; docs/search.md draws how."""
