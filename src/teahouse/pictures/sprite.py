"""A sprite for each set of faces and the size of tiles, for the app: `python -m teahouse.pictures.sprite FOLDER`."""

import json
import sys
from pathlib import Path
from typing import Final

from teahouse.core.tiles import TILES, Tile
from teahouse.pictures.faces.body import SIDE_HEIGHT, SIDE_WIDTH, TILE_HEIGHT, TILE_WIDTH
from teahouse.pictures.faces.shapes import element
from teahouse.pictures.tiles import Faces, back_symbol, side_symbol, tile_body, tile_face

VIEW: Final = f"0 0 {TILE_WIDTH} {TILE_HEIGHT}"


def tile_sprite(faces: Faces = Faces.TRADITIONAL) -> str:
    """Every face once (`face-5m`), with its learner's sign (`learner-5m`), and body, back and sides to lay beneath."""
    symbols = [element("symbol", tile_body(faces), id="tile-body", viewBox=VIEW), back_symbol(faces)]
    symbols += [side_symbol(), side_symbol(covered=True)]
    for tile in TILES:
        symbols.append(element("symbol", tile_face(tile, faces), id=f"face-{tile}", viewBox=VIEW))
        symbols.append(element("symbol", _learner_face(tile, faces), id=f"learner-{tile}", viewBox=VIEW))
    return element("svg", *symbols, xmlns="http://www.w3.org/2000/svg")


def tile_facts() -> str:
    """The sizes of a tile, as JSON."""
    size = {"width": TILE_WIDTH, "height": TILE_HEIGHT, "sideWidth": SIDE_WIDTH, "sideHeight": SIDE_HEIGHT}
    return json.dumps({"size": size})


def write_sprite(folder: Path) -> None:
    """Write a sprite for each set of faces, and the facts, into a folder, for the app's build."""
    folder.mkdir(parents=True, exist_ok=True)
    for faces in Faces:
        (folder / f"tiles-{faces}.svg").write_text(tile_sprite(faces), encoding="utf-8")
    (folder / "tiles.json").write_text(tile_facts(), encoding="utf-8")


def _learner_face(tile: Tile, faces: Faces) -> str:
    """The learner's face, drawn with the plain one, so that no drawing is sent twice."""
    plain = element("use", href=f"#face-{tile}", width=TILE_WIDTH, height=TILE_HEIGHT)
    return tile_face(tile, faces, learner=True).replace(tile_face(tile, faces), plain)


if __name__ == "__main__":
    write_sprite(Path(sys.argv[1]))
