"""Classic mahjong for learners: 127 actions and 55 planes of the 42 kinds of tile.

Seats are counted from the viewer: 0 is the viewer, 1 the next in the order of play.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from teahouse.core.errors import IllegalMove
from teahouse.core.game import Forfeit
from teahouse.core.seats import BySeat, Seat
from teahouse.core.tiles import COPIES, TILES, Tile, Wind
from teahouse.games.classic import Classic, ClassicRules, ClassicView
from teahouse.games.classic.melds import can_start_run
from teahouse.games.classic.play.moves import (
    ClaimChow,
    ClaimKong,
    ClaimPong,
    DeclareKong,
    DeclareMahjong,
    Discard,
    Move,
    Pass,
)
from teahouse.lab.envs.classic.pixels import classic_pixels
from teahouse.lab.envs.codec import PLANES, Array, Observation, ObservationField, check_number

PLAIN: Final = tuple(tile for tile in TILES if not tile.is_bonus)
RUNS: Final = tuple(tile for tile in TILES if can_start_run(tile))
MOVES: Final[tuple[Move, ...]] = (
    *(Discard(tile) for tile in PLAIN),
    *(Discard(tile, ready=True) for tile in PLAIN),
    *(DeclareKong(tile) for tile in PLAIN),
    *(ClaimChow(tile) for tile in RUNS),
    ClaimPong(),
    ClaimKong(),
    DeclareMahjong(),
    Pass(),
)
"""Every move except giving up; its index is its action."""
NUMBERS: Final = {move: number for number, move in enumerate(MOVES)}

MOST_SEATS: Final = 4
BLOCKS: Final = {
    "hand": 1,
    "drawn": 1,
    "offer": 1,
    "melded": MOST_SEATS,
    "concealed": MOST_SEATS,
    "bonus": MOST_SEATS,
    "discards": MOST_SEATS,
    "unseen": 1,
    "wind": MOST_SEATS,
    "prevailing": MOST_SEATS,
    "dealer": MOST_SEATS,
    "turn": MOST_SEATS,
    "giver": MOST_SEATS,
    "hand_sizes": MOST_SEATS,
    "ready": MOST_SEATS,
    "gone": MOST_SEATS,
    "wall": 1,
    "box": 1,
    "to_move": 1,
}
"""The blocks of planes in order, with their sizes; from `wind` on, a plane has the same number in every cell."""
PLANE_COUNT: Final = sum(BLOCKS.values())
AT: Final = dict(zip(BLOCKS, np.cumsum([0, *BLOCKS.values()]).tolist(), strict=False))
"""The first plane of each block."""
WINDS: Final = tuple(Wind)
_COPIES: Final[NDArray[np.uint8]] = np.array([1 if tile.is_bonus else COPIES for tile in TILES], np.uint8)


class ClassicCodec:
    """Classic mahjong as numbers.

    >>> codec = ClassicCodec()
    >>> codec.actions, codec.game.move_text(codec.move(None, 4)), codec.game.move_text(codec.move(None, 102))
    (127, '5m', 'chow 123m')
    """

    def __init__(self, rules: ClassicRules | None = None) -> None:
        """Play with these options, or the usual ones."""
        self.game: Final = Classic(rules)
        self.actions: Final = len(MOVES)
        self.fields: Final[Mapping[str, ObservationField]] = {
            PLANES: ObservationField((len(TILES), PLANE_COUNT), np.uint8, 0, 255)
        }
        self.forced: Final = Pass()
        self._copies: Final = _COPIES if self.game.ruleset.bonus_tiles else _COPIES * (_COPIES > 1)

    def number(self, view: ClassicView | None, move: Move) -> int:
        """The action for this move, independent of the view."""
        if isinstance(move, Forfeit):
            raise IllegalMove("expected a move that is an action, got giving up")
        return NUMBERS[move]

    def numbers(self, view: ClassicView | None, moves: Sequence[Move]) -> list[int]:
        """The actions of these moves."""
        return [self.number(view, move) for move in moves]

    def move(self, view: ClassicView | None, number: int) -> Move:
        """The move for an action, independent of the view."""
        check_number(number, len(MOVES))
        return MOVES[number]

    def observation(self, view: ClassicView, seat: Seat) -> Observation:
        """The planes as this seat sees them."""
        count = len(view.hand_sizes)
        planes = np.zeros((len(TILES), PLANE_COUNT), np.uint8)
        _count(planes, AT["hand"], view.hand)
        _count(planes, AT["drawn"], () if view.drawn is None else (view.drawn,))
        _count(planes, AT["offer"], () if view.offer is None else (view.offer.tile,))
        for other in range(count):
            place = (other - seat) % count
            for meld in view.melds[other]:
                _count(planes, AT["concealed" if meld.concealed else "melded"] + place, meld.tiles)
            _count(planes, AT["bonus"] + place, view.bonus[other])
        for laid in view.discards:
            planes[laid.tile.code, AT["discards"] + (laid.seat - seat) % count] += 1
        seen = planes[:, AT["hand"]] + planes[:, AT["melded"] : AT["unseen"]].sum(axis=1, dtype=np.uint8)
        planes[:, AT["unseen"]] = self._copies - seen
        planes[:, AT["wind"] :] = _facts(view, seat, count)
        return {PLANES: planes}

    def points(self, view: ClassicView) -> BySeat[int]:
        """What every seat receives or pays; 0 before the end."""
        return (0,) * len(view.hand_sizes) if view.result is None else view.result.scores

    def pixels(self, view: ClassicView, seat: Seat) -> NDArray[np.uint8]:
        """Everybody's melds and discards, and the seat's own hand."""
        return classic_pixels(view, seat)


def _count(planes: Array, plane: int, tiles: Iterable[Tile]) -> None:
    for tile in tiles:
        planes[tile.code, plane] += 1


def _facts(view: ClassicView, seat: Seat, count: int) -> list[int]:
    """The numbers of the planes that have the same number in every cell, in the order of their blocks."""
    here = [(seat + place) % count if place < count else None for place in range(MOST_SEATS)]
    giver = None if view.offer is None else view.offer.seat
    return [
        *(view.opening.winds[seat] == wind for wind in WINDS),
        *(view.opening.prevailing == wind for wind in WINDS),
        *(other == view.opening.dealer for other in here),
        *(other == view.turn for other in here),
        *(other is not None and other == giver for other in here),
        *(0 if other is None else view.hand_sizes[other] for other in here),
        *(other is not None and view.ready[other] for other in here),
        *(other is not None and view.gone[other] for other in here),
        view.wall,
        view.box,
        seat in view.waiting,
    ]
