"""The moves and events of Solitaire, and the text of a move."""

from typing import Final

from teahouse.core.errors import InvalidText, shown
from teahouse.core.game import Ended, Forfeit, Forfeited, Tagged
from teahouse.core.seats import Seat
from teahouse.games.solitaire.board import BoardEnding
from teahouse.games.solitaire.deals.deal import Deal
from teahouse.games.solitaire.layout import Layout, Pair, Slot, addresses, parse_slot
from teahouse.games.solitaire.view import BoardView, Face


class TakePair(Tagged, frozen=True):
    """Take two matching free tiles; the first slot is the one with the lower number."""

    first: Slot
    second: Slot


class Undo(Tagged, frozen=True):
    """Put the last pair back, at a price."""


class Shuffle(Tagged, frozen=True):
    """Mix the tiles left on the places left, at a price; afterwards a pair is free."""


class Redo(Tagged, frozen=True):
    """Make again what was undone last; in a casual game only."""


class Hint(Tagged, frozen=True):
    """Ask for the free pair with the highest value, at a price."""


class EndGame(Tagged, frozen=True):
    """Finish with the score reached; offered when no shuffle is left."""


class StartOver(Tagged, frozen=True):
    """Begin again on the same deal; in practice only."""


Move = TakePair | Undo | Redo | Shuffle | Hint | EndGame | StartOver | Forfeit


class PairTaken(Tagged, frozen=True):
    """A seat took a pair and got its points; its player sees which, and the tiles that came to light."""

    seat: Seat
    points: int
    taken: tuple[Face, ...] = ()
    uncovered: tuple[Face, ...] = ()


class Undone(Tagged, frozen=True):
    """A seat undid its last pair, lost its points and paid the price; its player sees the two tiles.

    cells: what each slot shows now, if a casual game undid a shuffle; None if a pair came back.
    """

    seat: Seat
    points: int
    price: int
    back: tuple[Face, ...] = ()
    cells: tuple[str, ...] | None = None


class Shuffled(Tagged, frozen=True):
    """A seat shuffled its board and paid; its player sees what each slot shows now."""

    seat: Seat
    price: int
    cells: tuple[str, ...] | None


class Hinted(Tagged, frozen=True):
    """A seat asked for a hint and paid; its player sees the pair."""

    seat: Seat
    price: int
    pair: Pair | None


class StartedOver(Tagged, frozen=True):
    """A seat began again on the same deal."""

    seat: Seat
    board: BoardView


class Finished(Tagged, frozen=True):
    """A seat's board came to its end: cleared, stuck, or ended by its player."""

    seat: Seat
    ending: BoardEnding


class DealShown(Tagged, frozen=True):
    """Everybody has finished, and the whole deal is shown."""

    deal: Deal


Event = PairTaken | Undone | Shuffled | Hinted | StartedOver | Finished | Forfeited | Ended | DealShown

WORDS: Final[dict[str, Move]] = {
    "undo": Undo(),
    "redo": Redo(),
    "shuffle": Shuffle(),
    "hint": Hint(),
    "end": EndGame(),
    "restart": StartOver(),
    "resign": Forfeit("resigned"),
    "forfeit:time": Forfeit("time"),
    "forfeit:absent": Forfeit("absent"),
}
HELP_WORDS: Final = ("undo", "shuffle", "hint", "end", "resign")
_TEXTS: Final = {move: word for word, move in WORDS.items()}


def move_text(layout: Layout, move: Move) -> str:
    """Two addresses for a pair, `a1.1-b2.3`; a word for everything else."""
    if isinstance(move, TakePair):
        return f"{addresses(layout)[move.first]}-{addresses(layout)[move.second]}"
    return _TEXTS[move]


def parse_move(layout: Layout, text: str, *, is_practice: bool = True) -> Move:
    """Read what `move_text` writes; the two addresses may come in either order, and a space may part them."""
    if text in WORDS:
        return WORDS[text]
    parts = text.replace("-", " ").split()
    if len(parts) != 2:
        words = ", ".join((*HELP_WORDS, "restart") if is_practice else HELP_WORDS)
        raise InvalidText(f"expected two addresses such as a1.1-b2.3, or {words}, got {shown(text)}")
    first, second = sorted(parse_slot(layout, part) for part in parts)
    return TakePair(first, second)
