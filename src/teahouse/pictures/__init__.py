"""A view drawn as SVG and as text."""
