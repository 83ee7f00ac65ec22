"""Values that draw themselves in a notebook; the room that can draw them registers how.

>>> from teahouse.games.battle import Battle
>>> import teahouse.pictures
>>> str(drawing(Battle().view(Battle().deal(b"tea"), None)))[:4]
'<svg'
"""

from functools import singledispatch


@singledispatch
def drawing(value: object) -> str | None:
    """The value as SVG, or None where nobody has registered how to draw it."""
    return None


class Drawn:
    """Something that a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return drawing(self)
