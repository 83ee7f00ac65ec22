"""Solitaire for learners: an action for every two slots and for every kind of help, and planes by slot.

With n slots the first n(n - 1)/2 actions take a pair, in the order of `pairs(n)`; then come undo, shuffle, hint, end of
the game, and starting over.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from teahouse.core.errors import IllegalMove, InvalidOption
from teahouse.core.game import Forfeit
from teahouse.core.seats import BySeat, Seat
from teahouse.core.tiles import TILES
from teahouse.games.solitaire import Solitaire, SolitaireRules, SolitaireView, TakePair
from teahouse.games.solitaire.layout import Slot
from teahouse.games.solitaire.moves import EndGame, Hint, Move, Shuffle, StartOver, Undo
from teahouse.games.solitaire.sets import CODES
from teahouse.games.solitaire.view import COVERED, GONE
from teahouse.lab.envs.codec import PLANES, Observation, ObservationField, check_number
from teahouse.lab.envs.pairs import pair_starts, pairs
from teahouse.lab.envs.solitaire.pixels import solitaire_pixels

WORDS: Final[tuple[Move, ...]] = (Undo(), Shuffle(), Hint(), EndGame(), StartOver())
FACES: Final = len(TILES)

HIDDEN: Final = FACES
"""The planes after the planes of the 42 faces: wholly covered tiles, gone tiles, free tiles, the pair of a hint."""
TAKEN: Final = FACES + 1
FREE: Final = FACES + 2
HINTED: Final = FACES + 3
PLANE_COUNT: Final = FACES + 4

UNSEEN: Final = "unseen"
HELP: Final = "help"
STANDINGS: Final = "standings"
MOST: Final = 2**31 - 1

_SHOWN: Final[NDArray[np.uint8]] = np.eye(FACES + 2, PLANE_COUNT, dtype=np.uint8)
_ROWS: Final = CODES | {COVERED: HIDDEN, GONE: TAKEN}


class SolitaireCodec:
    """Solitaire as numbers. `fields` are the planes by slot, the number of covered tiles of each face, the undos,
    shuffles and hints left, and every player's score, tiles left, and whether they have finished.

    >>> codec = SolitaireCodec(SolitaireRules(layout="z0 y0: 0-6", level="wild"))
    >>> codec.actions, codec.move(None, 5), codec.move(None, 7)
    (11, TakePair(first=2, second=3), Shuffle())
    """

    def __init__(self, rules: SolitaireRules | None = None) -> None:
        """Play with these options, or the usual ones; a casual game is refused because it has no points."""
        if rules is not None and rules.casual:
            raise InvalidOption("expected a game with points, got casual")
        self.game: Final = Solitaire(rules)
        self.slots: Final = len(self.game.layout.places)
        self.pairs: Final = self.slots * (self.slots - 1) // 2
        self.actions: Final = self.pairs + len(WORDS)
        self.forced: Final = None
        self.fields: Final[Mapping[str, ObservationField]] = {
            PLANES: ObservationField((self.slots, PLANE_COUNT), np.uint8, 0, 1),
            UNSEEN: ObservationField((FACES,), np.uint8, 0, 255),
            HELP: ObservationField((3,), np.uint8, 0, 5),
            STANDINGS: ObservationField((len(self.game.seats), 3), np.int32, -MOST, MOST),
        }

    def number(self, view: SolitaireView | None, move: Move) -> int:
        """The action for this move, independent of the view."""
        if isinstance(move, TakePair):
            return pair_starts(self.slots)[move.first] + move.second
        if isinstance(move, Forfeit):
            raise IllegalMove("expected a move that is an action, got giving up")
        return self.pairs + WORDS.index(move)

    def numbers(self, view: SolitaireView | None, moves: Sequence[Move]) -> list[int]:
        """The actions of these moves."""
        return [self.number(view, move) for move in moves]

    def move(self, view: SolitaireView | None, number: int) -> Move:
        """The move for an action, independent of the view."""
        check_number(number, self.actions)
        if number >= self.pairs:
            return WORDS[number - self.pairs]
        first, second = pairs(self.slots)[number]
        return TakePair(Slot(first), Slot(second))

    def observation(self, view: SolitaireView, seat: Seat) -> Observation:
        """The seat's own board, and what everybody knows of the others, the seat itself first."""
        board = view.board
        assert board is not None
        planes = _SHOWN[[_ROWS[cell] for cell in board.cells]]
        planes[list(board.free), FREE] = 1
        if board.hint is not None:
            planes[list(board.hint), HINTED] = 1
        unseen = np.bincount([tile.code for tile in board.unseen], minlength=FACES).astype(np.uint8)
        others = view.standings[seat:] + view.standings[:seat]
        standings = np.array([(other.score, other.tiles, other.ending is not None) for other in others], np.int32)
        uses = np.array([board.help.undos, board.help.shuffles, board.help.hints], np.uint8)
        return {PLANES: planes, UNSEEN: unseen, HELP: uses, STANDINGS: standings}

    def points(self, view: SolitaireView) -> BySeat[int]:
        """Every seat's score."""
        return tuple(standing.score for standing in view.standings)

    def pixels(self, view: SolitaireView, seat: Seat) -> NDArray[np.uint8]:
        """The seat's board and everybody's score."""
        return solitaire_pixels(self.game.layout, view)
