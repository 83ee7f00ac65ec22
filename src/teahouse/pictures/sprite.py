"""A sprite for each set of faces and the size of tiles, for the app: `python -m teahouse.pictures.sprite FOLDER`."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from teahouse.core.tiles import HONOUR_TILES, TILES, Tile
from teahouse.pictures.faces.body import SIDE_HEIGHT, SIDE_WIDTH, TILE_HEIGHT, TILE_WIDTH
from teahouse.pictures.faces.marks import LANGUAGES, learner_sign
from teahouse.pictures.faces.shapes import element
from teahouse.pictures.tiles import Backs, Faces, back_parts, body_parts, tile_face

VIEW: Final = f"0 0 {TILE_WIDTH} {TILE_HEIGHT}"


def tile_sprite(faces: Faces = Faces.TRADITIONAL) -> str:
    """Every face once (`face-5m`), with its learner's sign (`learner-5m`), and the body to lay beneath.

    A sign with another letter in another language is there again, with the language in its name: `learner-1z-de`.
    """
    symbols = _symbols(body_parts(faces), "tile")
    for tile in TILES:
        usual: set[str] = set()
        for language in LANGUAGES:
            end = f"-{language}" if usual else ""
            drawings = {
                f"face-{tile}{end}": tile_face(tile, faces, language=language),
                f"learner-{tile}{end}": _learner_face(tile, faces, language),
            }
            others = {name: drawing for name, drawing in drawings.items() if drawing not in usual}
            symbols += [element("symbol", drawing, id=name, viewBox=VIEW) for name, drawing in others.items()]
            usual = usual or set(drawings.values())
    return element("svg", *symbols, xmlns="http://www.w3.org/2000/svg")


def back_sprite() -> str:
    """Every back (`jade-back`) and its parts of a side (`jade-side-upper`, `jade-side-lower`)."""
    symbols = [symbol for back in Backs for symbol in _symbols(back_parts(back), back)]
    return element("svg", *symbols, xmlns="http://www.w3.org/2000/svg")


def _symbols(parts: Mapping[str, str], name: str) -> list[str]:
    return [element("symbol", drawing, id=f"{name}-{part}", viewBox=VIEW) for part, drawing in parts.items()]


def tile_facts() -> str:
    """The sizes of a tile and the letters of winds and dragons in every language, as JSON."""
    size = {"width": TILE_WIDTH, "height": TILE_HEIGHT, "sideWidth": SIDE_WIDTH, "sideHeight": SIDE_HEIGHT}
    letters = {language: {tile: learner_sign(tile, language) for tile in HONOUR_TILES} for language in LANGUAGES}
    return json.dumps({"size": size, "letters": letters})


def write_sprite(folder: Path) -> None:
    """Write a sprite for each set of faces, one for the backs, and the facts, into a folder, for the app's build."""
    folder.mkdir(parents=True, exist_ok=True)
    for faces in Faces:
        (folder / f"tiles-{faces}.svg").write_text(tile_sprite(faces), encoding="utf-8")
    (folder / "tiles-backs.svg").write_text(back_sprite(), encoding="utf-8")
    (folder / "tiles.json").write_text(tile_facts(), encoding="utf-8")


def _learner_face(tile: Tile, faces: Faces, language: str) -> str:
    """The learner's face, which reuses the plain one, so that no drawing is in the sprite twice."""
    plain = element("use", href=f"#face-{tile}", width=TILE_WIDTH, height=TILE_HEIGHT)
    return tile_face(tile, faces, learner=True, language=language).replace(
        tile_face(tile, faces, language=language), plain
    )


if __name__ == "__main__":
    write_sprite(Path(sys.argv[1]))
