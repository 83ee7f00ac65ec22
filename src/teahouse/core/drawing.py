"""Values that a notebook shows as pictures; `teahouse.pictures` registers how to draw each type.

>>> from teahouse.games.battle import Battle
>>> import teahouse.pictures
>>> str(drawing(Battle().view(Battle().deal(b"tea"), None)))[:4]
'<svg'
"""

from functools import singledispatch


@singledispatch
def drawing(value: object) -> str | None:
    """The value as SVG, or None if no drawing is registered for its type."""
    return None


class Drawn:
    """Something that a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return drawing(self)
