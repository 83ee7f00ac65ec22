"""The brush that writes Chinese characters: its strokes, and the characters on the tiles."""
