"""Writers: one module a format, each a function from a paper to its text there."""
