"""What members do with papers: the shelves on which they put them."""
