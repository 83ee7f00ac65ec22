"""Fair play: how many only-moves a person found in finished games, and how likely that is. It proves nothing."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from math import comb
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Connection, select

from teahouse.core.seats import Seat
from teahouse.players import PLAYERS
from teahouse.players.game_players import OnlyMoves
from teahouse.service.errors import Refused
from teahouse.service.store.schema import deal_player, played

GAME: Final = next(game for game, players in PLAYERS.items() if players.only_moves is not None)
"""The game that an exact engine plays."""
MOST_GAMES: Final = 20


class PlayedGame(NamedTuple):
    """A finished game of a person."""

    table: str
    deal: int
    seat: Seat


class FairPlay(msgspec.Struct, frozen=True):
    """A summary of a person's judged games so far.

    games, judged: how many there are, and are judged. positions, found, longest: only-moves, those found, the most in a
    row within a game. guessed: the share that guessing would find. level, baseline, measured: a level of the house that
    does not look ahead, the share that it finds, and in how many positions that was measured. shares: the share that
    every level finds. likelihood: how likely it is to find at least as many with the share of that level.
    """

    games: int
    judged: int
    positions: int
    found: int
    longest: int
    guessed: float
    level: str
    baseline: float
    measured: int
    shares: dict[str, float]
    likelihood: float


def last_games(connection: Connection, person: str, most: int = MOST_GAMES) -> list[PlayedGame]:
    """The last games of a person that an exact engine can judge."""
    mine = (deal_player.c.person == person, played.c.game == GAME)
    join = (played.c.table_id == deal_player.c.table_id) & (played.c.deal == deal_player.c.deal)
    query = select(deal_player.c.table_id, deal_player.c.deal, deal_player.c.seat).join_from(deal_player, played, join)
    rows = connection.execute(query.where(*mine).order_by(played.c.ended.desc()).limit(most))
    return [PlayedGame(row.table_id, row.deal, Seat(row.seat)) for row in rows]


def tail(found: int, positions: int, share: float) -> float:
    """The probability of finding at least this many of the positions, where each one is found with this probability.

    >>> round(tail(22, 22, 0.73), 4), tail(0, 5, 0.5)
    (0.001, 1.0)
    """
    several = range(found, positions + 1)
    return min(1.0, sum(comb(positions, n) * share**n * (1 - share) ** (positions - n) for n in several))


def summary(games: int, counts: list[OnlyMoves | None]) -> FairPlay:
    """A summary of the games judged so far; None stands for a game that could not be judged."""
    counter = PLAYERS[GAME].only_moves
    assert counter is not None, f"{GAME} has an exact engine"
    level = counter.level
    known = [one for one in counts if one is not None]
    positions, found = sum(one.positions for one in known), sum(one.found for one in known)
    guessed = sum(one.chance for one in known) / positions if positions else 0.0
    return FairPlay(
        games,
        len(counts),
        positions,
        found,
        max((one.longest for one in known), default=0),
        guessed,
        level,
        counter.baseline[level],
        counter.measured,
        dict(counter.baseline),
        tail(found, positions, counter.baseline[level]),
    )


async def judged_games(
    games: list[PlayedGame],
    record: Callable[[str, int], Awaitable[bytes]],
    count: Callable[[bytes, Seat], Awaitable[OnlyMoves]],
) -> AsyncGenerator[FairPlay]:
    """Judge games one after the other, and yield the summary after each."""
    counts: list[OnlyMoves | None] = []
    yield summary(len(games), counts)
    for game in games:
        try:
            counts.append(await count(await record(game.table, game.deal), game.seat))
        except Refused:  # withheld, broken, or too hard to judge in time
            counts.append(None)
        yield summary(len(games), counts)
