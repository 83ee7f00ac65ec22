"""Messages between the server and an engine process: JSON with a length and a number in front.

An engine answers with the number of the request, so that nothing a bot wrote to the socket passes for an answer.
"""

import struct
from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec

from teahouse.players.advice import Advice
from teahouse.players.player import Budget

HEAD: Final = struct.Struct(">II")
MOST_BYTES: Final = 1 << 20

FailureReason = Literal[
    "full", "busy", "compiling", "hang", "crash", "illegal", "rubbish", "memory", "unknown", "closed"
]


class EngineMessage(msgspec.Struct, frozen=True, tag_field="t", tag=str.lower):
    """A message between server and engine; the field `t` names its kind."""


class Warm(EngineMessage, frozen=True):
    """Make a choice that is thrown away, so that everything a bot needs is loaded and compiled."""

    game: str
    options: dict[str, Any]
    level: str
    limit: float


class Compile(EngineMessage, frozen=True):
    """Compile everything that a game needs, so that the next process finds it on disk."""

    game: str
    limit: float


class Think(EngineMessage, frozen=True):
    """Choose one of the moves. It holds a view, never a state; limit: the process ends after this many seconds."""

    game: str
    options: dict[str, Any]
    level: str
    view: Any
    moves: Sequence[Any]
    budget: Budget
    seed: str
    limit: float


class Advise(Think, frozen=True):
    """Rank the moves of a view. level: the adviser's, or a weaker one in its place."""


class Hello(EngineMessage, frozen=True):
    """An engine has started; the bots it knows, by game."""

    bots: dict[str, tuple[str, ...]]


class Warmed(EngineMessage, frozen=True):
    """The bot is warm, or the game is compiled."""


class Chosen(EngineMessage, frozen=True):
    """The number of the chosen move among those offered, and how long choosing took."""

    index: int
    seconds: float


class Ranked(EngineMessage, frozen=True):
    """The moves ranked, the best first."""

    advice: Advice


class Failed(EngineMessage, frozen=True):
    """There is no choice. text: for the log, so it reveals no hand."""

    reason: FailureReason
    text: str = ""


EngineRequest = Warm | Compile | Think | Advise
EngineReply = Hello | Warmed | Chosen | Ranked | Failed


class UnreadTask(EngineMessage, frozen=True, tag="think"):
    """`Think` as it arrives: the options, the view and the moves are read when their game's types are known."""

    game: str
    options: msgspec.Raw
    level: str
    view: msgspec.Raw
    moves: msgspec.Raw
    budget: Budget
    seed: str
    limit: float


class UnreadAdvise(UnreadTask, frozen=True, tag="advise"):
    """`Advise` as it arrives."""


def packed(message: EngineMessage, number: int) -> bytes:
    """A message as bytes, with its length and number in front."""
    body = msgspec.json.encode(message)
    return HEAD.pack(len(body), number) + body
