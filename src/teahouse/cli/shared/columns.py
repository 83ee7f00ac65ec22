"""Plain tables as text, as wide as needed."""

from collections.abc import Iterator, Sequence


def columns(rows: Sequence[Sequence[str]], left: Sequence[str] = ()) -> Iterator[str]:
    """The rows in columns, with the names in the first row; numbers are right-aligned, columns in `left` are not.

    >>> print("\\n".join(columns([("tile", "points"), ("9m", "9")], left=("tile",))))
    tile  points
    9m         9
    """
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            f"{cell:<{width}}" if name in left else f"{cell:>{width}}"
            for cell, width, name in zip(row, widths, rows[0], strict=True)
        )
        yield "  ".join(cells).rstrip()
