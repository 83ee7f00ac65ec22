"""A view drawn as SVG and as text. `PICTURES` is the only list of them."""

from collections.abc import Mapping
from typing import Final

from teahouse.pictures.battle_svg import battle_svg
from teahouse.pictures.battle_text import battle_event, battle_move, battle_text
from teahouse.pictures.picture import Picture

PICTURES: Final[Mapping[str, Picture]] = {
    "battle": Picture(svg=battle_svg, text=battle_text, move=battle_move, event=battle_event),
}

__all__ = ["PICTURES", "Picture"]
