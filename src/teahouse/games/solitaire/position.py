"""Any position of Solitaire as text, both ways: a layout, and the tile in every slot, `..` for one that is gone.

`layout: turtle` names a layout of the house; another one stands there in its own notation, a line a layer. The tiles
follow in the order of slots, or row by row after the address of the row: `a1: 5m 1z ..`. Before them may stand
`score: 120`, `help: 2 0 5` (undos, shuffles and hints that are left; none by default), `casual: yes`, and
`key: …`, from which shuffles are drawn. What `teahouse deal solitaire` prints is such a position too.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from msgspec.structs import replace

from teahouse.core.errors import InvalidText, shown
from teahouse.core.seats import Seat
from teahouse.core.tiles import Tile, parse_tile
from teahouse.games.positions import PlayedMove, Position, read_lines, whole_numbers
from teahouse.games.solitaire.board import Board, Help, with_ending
from teahouse.games.solitaire.deals.deal import GENERATOR, Deal
from teahouse.games.solitaire.game import CASUAL_USES, MOST_USES, Solitaire, SolitaireRules, SolitaireState
from teahouse.games.solitaire.layout import LAYOUT_NAMES, Layout, addresses, find_layout, layout_key, parse_layout
from teahouse.games.solitaire.moves import StartOver
from teahouse.games.solitaire.sets import BONUS_GROUP, GROUPS, TEXTS, faces_of, faces_text
from teahouse.games.solitaire.shape import bits, mask_of
from teahouse.games.solitaire.view import GONE

LAYOUT: Final = "layout"
NAMES: Final = (LAYOUT, "score", "help", "casual", "key")
LONGEST_KEY: Final = 128
OWN: Final = Seat(0)
SCORE: Final = re.compile(r"-?[0-9]{1,7}")
LAYER: Final = re.compile(r"z[0-9]+\s")
ROW: Final = re.compile(r"([a-z][0-9]+):(.*)")
DEALT: Final = re.compile(r"#\s*([a-z-]+), level ")
FILLER: Final = Tile.M1
"""The face of a slot whose tile is gone; nobody sees it."""
EXAMPLE: Final = b"teahouse/analysis/"


def parse_position(text: str) -> Position:
    """Read a position, or `InvalidText`."""
    facts, rest = read_lines(text, NAMES)
    layers = "\n".join(line for _, line in rest if LAYER.match(line))
    layout = _layout(facts.get(LAYOUT) or _dealt_layout(text), layers)
    tiles = _tiles(layout, [(number, line) for number, line in rest if not LAYER.match(line)])
    is_casual = _yes("casual", facts.get("casual", "no"))
    most = CASUAL_USES if is_casual else MOST_USES
    left = Help(*whole_numbers("help", facts.get("help", "0 0 0"), 3, most))
    uses = 0 if is_casual else max(left.undos, left.shuffles, left.hints)
    rules = SolitaireRules(layout=layout_key(layout), level="wild", uses=uses, start_overs=0, casual=is_casual)
    game = Solitaire(rules)
    board = _board(game, tiles, _score(facts.get("score", "0")), left)
    faces = faces_text(board.faces)
    deal = Deal(game.rules.layout, "wild", "given", GENERATOR, faces, None)
    finished = game.seats if board.ending is not None else ()
    return Position(game, SolitaireState(deal, _key(facts.get("key", "")), (board,), finished))


def _dealt_layout(text: str) -> str:
    """The layout that the first line of a dealt board names."""
    named = DEALT.match(text.lstrip())
    return named[1] if named else ""


def _layout(name: str, layers: str) -> Layout:
    if bool(name) == bool(layers):
        both = (
            f"expected {LAYOUT}: with a name ({', '.join(LAYOUT_NAMES)}) or the layers of a layout such as z0 y0: 0-6"
        )
        raise InvalidText(f"{both}, got {'both' if name else 'neither'}")
    if layers:
        return parse_layout(layers)
    if name not in LAYOUT_NAMES:
        raise InvalidText(f"{LAYOUT}: expected one of {', '.join(LAYOUT_NAMES)}, got {shown(name)}")
    return find_layout(name)


def _tiles(layout: Layout, lines: Sequence[tuple[int, str]]) -> list[Tile | None]:
    """The tile of every slot, None if it is gone."""
    rows = [address.partition(".")[0] for address in addresses(layout)]
    tiles: list[Tile | None] = []
    for number, line in lines:
        row = ROW.fullmatch(line)
        cells = [_cell(number, cell) for cell in (row[2] if row else line).split()]
        due = rows[len(tiles)] if len(tiles) < len(rows) else "no more tiles"
        if row is not None and (row[1] != due or len(cells) != rows.count(due)):
            expected = f"line {number}: expected row {due} with {rows.count(due)} tiles or {GONE}"
            raise InvalidText(f"{expected}, got row {row[1]} with {len(cells)}")
        tiles += cells
    if len(tiles) != len(rows):
        raise InvalidText(f"expected {len(rows)} tiles or {GONE} for this layout, got {len(tiles)}")
    return tiles


def _cell(number: int, text: str) -> Tile | None:
    if text == GONE:
        return None
    try:
        return parse_tile(text)
    except InvalidText as error:
        raise InvalidText(f"line {number}: {error}") from None


def _yes(name: str, text: str) -> bool:
    if text not in ("yes", "no"):
        raise InvalidText(f"{name}: expected yes or no, got {shown(text)}")
    return text == "yes"


def _score(text: str) -> int:
    """Points, which may be below zero if help was bought."""
    if not SCORE.fullmatch(text):
        raise InvalidText(f"score: expected a whole number of at most 7 digits, got {shown(text)}")
    return int(text)


def _key(text: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b"\0" * (LONGEST_KEY + 1)
    if len(key) > LONGEST_KEY:
        raise InvalidText(f"key: expected at most {LONGEST_KEY} bytes in hexadecimal digits, got {shown(text)}")
    return key


def _board(game: Solitaire, tiles: Sequence[Tile | None], score: int, left: Help) -> Board:
    mask = mask_of(*(slot for slot in bits(game.shape.full) if tiles[slot] is not None))
    faces = faces_of(tile or FILLER for tile in tiles)
    _check_groups(GROUPS[faces[slot]] for slot in bits(mask))
    free = mask_of(*(slot for slot in bits(mask) if game.shape.is_free(slot, mask)))
    return with_ending(Board(faces, mask, free, score, left, casual=game.rules.casual))


def _check_groups(groups: Iterable[int]) -> None:
    for group, alike in groupby(sorted(groups)):
        if (count := len(list(alike))) % 2:
            what = "bonus tiles" if group == BONUS_GROUP else f"tiles {TEXTS[group]}"
            raise InvalidText(f"expected an even number of {what}, got {count}")


def position_text(game: Solitaire, state: SolitaireState, seat: Seat) -> str:
    """Write a seat's board as practice."""
    board = state.boards[seat]
    undos, shuffles, hints = board.help.undos, board.help.shuffles, board.help.hints
    layout = game.rules.layout
    facts = [f"{LAYOUT}: {layout}" if layout in LAYOUT_NAMES else layout, f"score: {board.score}"]
    facts += [f"help: {undos} {shuffles} {hints}", f"key: {state.key.hex()}"]
    cells = [TEXTS[board.faces[slot]] if board.left >> slot & 1 else GONE for slot in range(len(board.faces))]
    rows = groupby(zip(addresses(game.layout), cells, strict=True), key=lambda cell: cell[0].partition(".")[0])
    tiles = [f"{row}: {' '.join(tile for _, tile in row_cells)}" for row, row_cells in rows]
    return "\n".join([*facts, *["casual: yes"] * board.casual, *tiles])


def own_line(moves: Sequence[PlayedMove], seat: Seat) -> list[PlayedMove]:
    """The moves of one player since the board was last started over."""
    own = [played for played in moves if played.seat == seat]
    starts = [number for number, played in enumerate(own, 1) if isinstance(played.move, StartOver)]
    return [played._replace(seat=OWN) for played in own[max(starts, default=0) :]]


def example_position() -> str:
    """A whole board, without its help."""
    game = Solitaire(SolitaireRules(level="wild", uses=0))
    state = game.deal(EXAMPLE)
    return position_text(game, replace(state, key=b""), OWN)
