"""Advice: the moves of a view ranked, each with its reasons in words and numbers."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, Literal, NamedTuple

import msgspec

from teahouse.core.game import Rules
from teahouse.core.seats import Seat
from teahouse.core.tiles import Tile
from teahouse.players.player import Budget

NoteCode = Literal[
    "complete",
    "scores",
    "best_play",
    "looks_best",
    "worth",
    "leads_well",
    "best_left",
    "last_resort",
    "spared",
    "kept",
]
NOTES: Final[Mapping[NoteCode, str]] = {
    "complete": "the hand is complete: take it",
    "scores": "scores {n} now",
    "best_play": "with best play from here on {n:+d}",
    "looks_best": "looks best to the engine",
    "worth": "worth {n} before it is multiplied",
    "leads_well": "most lines that score well begin with it",
    "best_left": "the best that is left to do",
    "last_resort": "only when there is no good pair",
    "spared": "the hand misses it least",
    "kept": "the hand has more use for it",
}
"""The reasons that are words rather than figures, in English; other languages translate them by code."""


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reason by its code, with its figure if it has one."""

    code: NoteCode
    n: int = 0


def noted(notes: Sequence[Note]) -> str:
    """Reasons as one sentence.

    >>> noted([Note("scores", 9), Note("best_play", -4)])
    'scores 9 now; with best play from here on -4'
    """
    return "; ".join(NOTES[note.code].format(n=note.n) for note in notes)


class HelpingTile(msgspec.Struct, frozen=True):
    """A kind of tile that helps, and how many of it this seat does not see."""

    tile: Tile
    unseen: int


class Advised(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One move with its evaluation.

    value: the points it is expected to bring, if the engine computes them. lost: how much less than the best. reason:
    one sentence; notes: reasons as codes, if the figures do not give them. In Classic also: distance, the tiles
    missing after it; helps, the kinds that bring the hand nearer; plan and plan_distance, the hand to aim at and how
    far it is; chance, to complete that hand; score, what it would score; danger, the points that the discard may cost
    at once; discard, the tile to discard after a claim.
    """

    move: Any
    text: str
    reason: str
    notes: tuple[Note, ...] = ()
    value: float | None = None
    lost: float | None = None
    distance: int | None = None
    helps: tuple[HelpingTile, ...] = ()
    plan: str | None = None
    plan_distance: int | None = None
    chance: float | None = None
    score: float | None = None
    danger: float | None = None
    discard: Tile | None = None


class Advice(msgspec.Struct, frozen=True):
    """What the house player would play at a seat: every move, the best first.

    weakened: the level that gave the advice when the strongest one could not.
    """

    game: str
    seat: Seat
    moves: tuple[Advised, ...]
    weakened: str | None = None


class AdviceContext(NamedTuple):
    """What an adviser may use: the options of the game, a budget, and randomness."""

    rules: Rules
    budget: Budget
    rng: Random
