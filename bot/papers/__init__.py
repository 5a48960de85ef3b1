"""Papers: what they are, how their text is read, stored and found."""
