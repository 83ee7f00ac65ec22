"""The moves of Classic mahjong, and their text."""

from typing import Final, assert_never

from teahouse.core.errors import InvalidText, shown
from teahouse.core.game import Forfeit, Tagged
from teahouse.core.tiles import Tile, parse_tile, parse_tiles, tiles_text
from teahouse.games.classic.melds import can_start_run, run_from


class Discard(Tagged, frozen=True):
    """Discard a tile; `ready` announces a ready hand (only if the ruleset asks for that)."""

    tile: Tile
    ready: bool = False


class DeclareKong(Tagged, frozen=True):
    """Declare a kong from the hand, or add the fourth tile to a melded pong, and take a replacement tile."""

    tile: Tile


class DeclareMahjong(Tagged, frozen=True):
    """Show a complete hand: after drawing, with the tile on offer, or by robbing a kong."""


class ClaimChow(Tagged, frozen=True):
    """Take the discard for the run that begins with this tile."""

    first: Tile


class ClaimPong(Tagged, frozen=True):
    """Take the discard for three alike."""


class ClaimKong(Tagged, frozen=True):
    """Take the discard for four alike; the other three tiles are in the hand."""


class Pass(Tagged, frozen=True):
    """Claim nothing."""


Claim = DeclareMahjong | ClaimKong | ClaimPong | ClaimChow | Pass
Move = Discard | DeclareKong | DeclareMahjong | ClaimChow | ClaimPong | ClaimKong | Pass | Forfeit

WORDS: Final[dict[str, Move]] = {
    "pass": Pass(),
    "pong": ClaimPong(),
    "kong": ClaimKong(),
    "mahjong": DeclareMahjong(),
    "resign": Forfeit("resigned"),
    "forfeit:time": Forfeit("time"),
    "forfeit:absent": Forfeit("absent"),
}
TEXTS: Final = {move: text for text, move in WORDS.items()}


def move_text(move: Move) -> str:
    """Write a move: `5m`, `ready 5m`, `kong 5m`, `chow 345m`, `pong`, `kong`, `mahjong`, `pass`, `resign`.

    >>> move_text(ClaimChow(Tile.M3)), move_text(Discard(Tile.RED)), move_text(ClaimPong())
    ('chow 345m', '7z', 'pong')
    """
    match move:
        case Discard():
            return f"ready {move.tile}" if move.ready else str(move.tile)
        case DeclareKong():
            return f"kong {move.tile}"
        case ClaimChow():
            return f"chow {run_text(move.first)}"
        case DeclareMahjong() | ClaimPong() | ClaimKong() | Pass() | Forfeit():
            return TEXTS[move]
        case _:
            assert_never(move)


def run_text(first: Tile) -> str:
    """The run that begins with a tile; the tile alone if no run can, as in a claim that must be refused.

    >>> run_text(Tile.S7), run_text(Tile.RED)
    ('789s', '7z')
    """
    return tiles_text(run_from(first)) if can_start_run(first) else str(first)


def parse_move(text: str) -> Move:
    """Read what `move_text` writes.

    >>> parse_move("kong 5z"), parse_move("chow 123s")
    (DeclareKong(tile=<Tile.WHITE: '5z'>), ClaimChow(first=<Tile.S1: '1s'>))
    """
    if text in WORDS:
        return WORDS[text]
    word, _, rest = text.partition(" ")
    match word:
        case "ready":
            return Discard(parse_tile(rest), ready=True)
        case "kong":
            return DeclareKong(parse_tile(rest))
        case "chow":
            return ClaimChow(parse_run(rest))
        case _:
            return Discard(parse_discard(text))


def parse_run(text: str) -> Tile:
    """The first tile of a run written in full."""
    tiles = parse_tiles(text)
    if not tiles or not can_start_run(tiles[0]) or tiles != run_from(tiles[0]):
        raise InvalidText(f"expected a run such as 345m, got {shown(text)}")
    return tiles[0]


def parse_discard(text: str) -> Tile:
    """A tile alone, or `InvalidText` that names all the forms a move may have."""
    try:
        return parse_tile(text)
    except InvalidText:
        forms = "a tile such as 5m, or kong 5m, chow 345m, pong, kong, mahjong, pass, resign"
        raise InvalidText(f"expected {forms}, got {shown(text)}") from None


SHORTHANDS: Final[dict[Move, tuple[str, ...]]] = {
    Pass(): ("-", "no", "no claim"),
    DeclareMahjong(): ("mj", "win"),
}


def shorthands(move: Move) -> tuple[str, ...]:
    """Shorter texts: `mj`, `-` to pass, a kong or a chow without its tiles, a run alone.

    >>> shorthands(ClaimChow(Tile.M3)), shorthands(DeclareKong(Tile.RED))
    (('chow', 'chow 3m', '345m'), ('kong',))
    """
    match move:
        case ClaimChow():
            return ("chow", f"chow {move.first}", run_text(move.first))
        case DeclareKong():
            return ("kong",)
        case Discard():
            return () if move.ready else (f"discard {move.tile}",)
        case DeclareMahjong() | ClaimPong() | ClaimKong() | Pass() | Forfeit():
            return SHORTHANDS.get(move, ())
        case _:
            assert_never(move)
