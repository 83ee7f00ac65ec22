"""The drawings of the tiles, a module for each family of faces."""
