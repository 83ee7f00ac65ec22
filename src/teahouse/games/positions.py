"""Positions as text: what each game has to define, and the lines `name: value` that all games share."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from teahouse.core.errors import InvalidText, shown
from teahouse.core.game import AnyGame
from teahouse.core.seats import Seat

LONGEST_POSITION: Final = 40_000
"""The most characters that a position may have: enough for a Solitaire layout of a thousand tiles, with its tiles."""
REMARK: Final = "#"


class Position(NamedTuple):
    """A game with its options, and a state of it that need not come from a deal."""

    game: AnyGame
    state: Any


class PlayedMove(NamedTuple):
    """A move of a deal, and its number in the deal, counted from 1."""

    ply: int
    seat: Seat
    move: Any


class PositionText(msgspec.Struct, frozen=True):
    """Positions of one game as text.

    parse: reads a position, or `InvalidText`. write: writes a state; if everybody has a board of their own, that of
    a seat. line: the moves of a deal that continue from a seat's first position. example: a position to start with.
    """

    parse: Callable[[str], Position]
    write: Callable[[Any, Any, Seat], str]
    example: Callable[[], str]
    line: Callable[[Sequence[PlayedMove], Seat], list[PlayedMove]] = lambda moves, _seat: list(moves)


class PositionLines(NamedTuple):
    """A text read line by line: its facts by name, and all other lines, each with its number."""

    facts: Mapping[str, str]
    rest: tuple[tuple[int, str], ...]


def read_lines(text: str, names: Sequence[str]) -> PositionLines:
    """Split a position into the facts of these names and all other lines; remarks and empty lines are left out.

    >>> read_lines("to move: 1\\n5m 5m", ["to move"]).facts
    {'to move': '1'}
    """
    if len(text) > LONGEST_POSITION:
        raise InvalidText(f"expected a position of at most {LONGEST_POSITION} characters, got {len(text)}")
    facts: dict[str, str] = {}
    rest: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        name, colon, value = (part.strip() for part in line.partition(":"))
        if not line.strip() or line.lstrip().startswith(REMARK):
            continue
        if not colon or name.lower() not in names:
            rest.append((number, line.strip()))
        elif name.lower() in facts:
            raise InvalidText(f"line {number}: expected {name.lower()} once, got it again")
        else:
            facts[name.lower()] = value
    return PositionLines(facts, tuple(rest))


def whole_numbers(name: str, text: str, count: int, most: int) -> tuple[int, ...]:
    """Whole numbers from 0, separated by spaces, as many as are expected.

    >>> whole_numbers("scores", "12 7", 2, 100)
    (12, 7)
    """
    words = text.split()
    if len(words) != count or not all(word.isascii() and word.isdigit() for word in words):
        raise InvalidText(f"{name}: expected {count} whole number{'s' * (count > 1)} from 0, got {shown(text)}")
    if any(len(word) > len(str(most)) or int(word) > most for word in words):
        raise InvalidText(f"{name}: expected at most {most}, got {shown(text)}")
    return tuple(map(int, words))
