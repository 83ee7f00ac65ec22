"""A view drawn as SVG and as text. `PICTURES` has a `Picture` for each game."""

from collections.abc import Mapping
from typing import Final

from teahouse.core.drawing import drawing
from teahouse.games import GAMES
from teahouse.pictures.battle import BATTLE
from teahouse.pictures.classic import CLASSIC
from teahouse.pictures.picture import Picture
from teahouse.pictures.solitaire import SOLITAIRE
from teahouse.pictures.tiles import Faces

PICTURES: Final[Mapping[str, Picture]] = {"battle": BATTLE, "classic": CLASSIC, "solitaire": SOLITAIRE}

for _name, _picture in PICTURES.items():
    drawing.register(GAMES[_name].types.view, _picture.svg)

__all__ = ["PICTURES", "Faces", "Picture"]
