"""The few SVG elements that the drawings are made of, written compactly."""

import re
from typing import Final

from teahouse.pictures.palette import SNOW

LIP_OPACITY: Final = 0.9

_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
_UNSPEAKABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def number(value: float) -> str:
    """Write a coordinate with at most two decimals and no needless zero.

    >>> number(0.5), number(-12.0), number(3.14159)
    ('.5', '-12', '3.14')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    text = text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
    return "0" if text in {"", "-", "-0"} else text


def words(text: str) -> str:
    """Escape text for people, so that none of it is read as markup; characters that XML cannot hold are replaced.

    >>> words('<b> & "c"')
    '&lt;b&gt; &amp; &quot;c&quot;'
    """
    return text if text.isalnum() else _UNSPEAKABLE.sub("\ufffd", text).translate(_ESCAPES)


def element(name: str, *inside: str, **attributes: str | float) -> str:
    """Write an element around markup; an attribute's underscores become hyphens. Text goes through `words` first.

    >>> element("circle", r=1.5, stroke_width=0.25)
    '<circle r="1.5" stroke-width=".25"/>'
    """
    text = "".join(
        f' {key.replace("_", "-")}="{words(value) if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{text}>{''.join(inside)}</{name}>" if inside else f"<{name}{text}/>"


def group(*inside: str, **attributes: str | float) -> str:
    """Group elements under shared attributes."""
    return element("g", *inside, **attributes)


def path(d: str, **attributes: str | float) -> str:
    """Draw a path."""
    return element("path", d=d, **attributes)


def disc(x: float, y: float, r: float, **attributes: str | float) -> str:
    """Draw a circle about a point."""
    return element("circle", cx=x, cy=y, r=r, **attributes)


def box(x: float, y: float, width: float, height: float, **attributes: str | float) -> str:
    """Draw a rectangle."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def line(d: str, colour: str, width: float, *, cap: str = "round", **attributes: str | float) -> str:
    """Draw a path as a line, unfilled."""
    return path(d, fill="none", stroke=colour, stroke_width=width, stroke_linecap=cap, **attributes)


def moved(x: float, y: float, *, scale: float = 1, turn: float = 0) -> str:
    """Write a transform: first turned (degrees), then scaled, then moved."""
    parts = [f"translate({number(x)} {number(y)})"]
    parts += [f"scale({number(scale)})"] if scale != 1 else []
    parts += [f"rotate({number(turn)})"] if turn else []
    return "".join(parts)


def engraved(d: str, colour: str, *, unit: float = 1) -> str:
    """Cut a filled outline into the ivory: the far edge of the groove catches the light."""
    lip = path(d, fill=SNOW, transform=moved(0.55 / unit, 0.75 / unit), opacity=LIP_OPACITY)
    inside = lip + path(d, fill=colour)
    return inside if unit == 1 else group(inside, transform=f"scale({number(unit)})")


def around(d: str, count: int, *, first: float = 0, **attributes: str | float) -> str:
    """Repeat a path about the origin at equal turns."""
    turns = (number(first + 360 / count * i) for i in range(count))
    return group(*(path(d, transform=f"rotate({turn})") for turn in turns), **attributes)
