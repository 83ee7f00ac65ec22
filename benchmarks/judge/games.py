"""Games of the house players' levels, played and judged; the losses of all choices are stored in a file.

Playing and judging hundreds of games takes longer than one sitting; a second start goes on after the last line.
"""

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from teahouse.core.play import Play
from teahouse.core.record import Record
from teahouse.games import make_game
from teahouse.players import PLAYERS, Budget, make_player
from teahouse.players.judgement import read_scale

THINKING = 0.2  # seconds a choice, for the levels that use their whole budget
LEVELS: Mapping[str, tuple[str, ...]] = {
    "battle": ("random", "greedy", "easy", "medium", "hard"),
    "classic": ("random", "easy", "simple", "medium", "hard", "expert"),
    "solitaire": ("random", "hint", "careful", "expert"),
}
"""The levels that are measured; Battle's `perfect` plays what its judge plays."""


class JudgedSeat(msgspec.Struct, frozen=True):
    """How a level played one deal: the counted loss of each choice, its luck, its points, and the seconds of judging.

    luck: as the engine sees it, before the drift of the scale is subtracted.
    """

    number: int
    seat: int
    level: str
    lost: tuple[float, ...]
    exact: int
    luck: float | None
    points: int
    seconds: float


class Seated(NamedTuple):
    """The levels at the seats of one deal, by its number."""

    game: str
    options: dict[str, Any]
    levels: tuple[str, ...]


def seated(game: str, number: int) -> Seated:
    """Different levels meet in turn, and each has every seat: neighbours in Battle, any four in Classic."""
    levels = LEVELS[game]
    seats = len(make_game(game, {}).seats)
    if seats == 1:
        return Seated(game, {}, (levels[number % len(levels)],))
    if seats == 2:
        lower, turned = number // 2 % (len(levels) - 1), number % 2
        return Seated(game, {}, (levels[lower + turned], levels[lower + 1 - turned]))
    return Seated(
        game, {}, tuple(levels[(number + 2 * number // len(levels) + seat) % len(levels)] for seat in range(seats))
    )


def judged(file: Path, game: str, deals: int, minutes: float) -> list[JudgedSeat]:
    """The deals of a game in the file, up to this many, after adding to them for at most this many minutes."""
    until = time.monotonic() + 60 * minutes
    rows = list(read(file))
    done = 1 + max((row.number for row in rows), default=-1)
    with file.open("ab") as written:
        for number in range(done, deals):
            if time.monotonic() > until:
                break
            new = list(judged_deal(game, number))
            written.writelines(msgspec.json.encode(row) + b"\n" for row in new)
            written.flush()
            rows += new
    return [row for row in rows if row.number < deals]


def read(file: Path) -> Iterator[JudgedSeat]:
    """The deals judged before."""
    if file.exists():
        for line in file.read_bytes().splitlines():
            yield msgspec.json.decode(line, type=JudgedSeat)


def judged_deal(game: str, number: int) -> Iterator[JudgedSeat]:
    """Play one deal, judge it, and return how each seat played."""
    sitting = seated(game, number)
    rules = make_game(game, sitting.options)
    record = played(sitting, f"judge/{number}".encode())
    judge = PLAYERS[game].judge
    assert judge is not None, f"somebody judges {game}"
    started = time.process_time()
    made = judge.judge(rules, record, 60.0)
    seconds = (time.process_time() - started) / len(sitting.levels)
    drift = read_scale(f"teahouse.players.{game}").drift
    assert record.ending.result is not None, "it was played to its end"
    for seat, level in enumerate(sitting.levels):
        lost = tuple(round(one.counted, 2) for one in made.choices if one.seat == seat)
        own = made.judgement.seats[seat]
        luck = None if own.luck is None else own.luck + drift * len(lost)
        yield JudgedSeat(number, seat, level, lost, own.exact, luck, record.ending.result.scores[seat], seconds)


def played(sitting: Seated, seed: bytes) -> Record:
    """The record of a deal that these levels play."""
    rules = make_game(sitting.game, sitting.options)
    play: Any = Play(rules, seed)
    players: list[Any] = [make_player(sitting.game, level) for level in sitting.levels]
    chance = Random(seed)
    while play.result is None:
        seat = play.to_move[0]
        moves = tuple(play.legal(seat))
        view = rules.view(play.state, seat)
        move = moves[0] if len(moves) == 1 else players[seat].choose(view, moves, Budget(seconds=THINKING), chance)
        play.apply(seat, move)
    made: Record = play.record()
    return made
