"""The hot loops of the package, on plain numbers, so that they can be compiled."""
