"""Named measurements, each with its peer beside it in the same run."""
