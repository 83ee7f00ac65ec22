"""What every table's picture shares: the document, the cloth, and words."""

from typing import Final

from teahouse.pictures.faces.shapes import element, words

NAMESPACE: Final = "http://www.w3.org/2000/svg"
CLOTH: Final = "#2f6b52"
EDGE: Final = "#24543f"
WOOD: Final = "#5b3a24"
CHALK: Final = "#dfe9dc"
GOLD: Final = "#f7c948"
FONTS: Final = "Georgia, 'Times New Roman', serif"


def document(title: str, size: tuple[float, float], *drawings: str) -> str:
    """A standalone SVG document with a title."""
    width, height = size
    return element(
        "svg",
        element("title", words(title)),
        *drawings,
        xmlns=NAMESPACE,
        viewBox=f"0 0 {width:g} {height:g}",
        width=f"{width:g}",
        height=f"{height:g}",
        role="img",
    )


def cloth(width: float, height: float) -> str:
    """A green cloth in a wooden frame."""
    frame = element("rect", width=width, height=height, rx=14, fill=WOOD)
    field = element(
        "rect", x=8, y=8, width=width - 16, height=height - 16, rx=9, fill=CLOTH, stroke=EDGE, stroke_width=3
    )
    return frame + field


def label(text: str, x: float, y: float, *, size: float, is_strong: bool = False) -> str:
    """Words in chalk, centred on a point of their base line; gold when strong."""
    return element(
        "text",
        words(text),
        x=f"{x:g}",
        y=f"{y:g}",
        font_size=size,
        font_family=FONTS,
        font_weight="bold" if is_strong else "normal",
        fill=GOLD if is_strong else CHALK,
        text_anchor="middle",
        dominant_baseline="auto",
    )
