"""The standings of an arena: wins and points of each player, with confidence intervals over the deals."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from itertools import combinations, groupby
from statistics import fmean
from typing import Final

import msgspec

from teahouse.lab.arena import Arena, ArenaGame
from teahouse.lab.contestants import ProgramFault
from teahouse.lab.envs import envs_of
from teahouse.lab.statistics import Estimate, Scores, estimate, ratings

IN_JSON: Final = {"games": "playings"}  # the name that readers of `teahouse arena --json` know


class StandingsRow(msgspec.Struct, frozen=True, rename=IN_JSON):
    """One player.

    score: a win is 1, a shared win its part, a draw of two ½. points: for each game. ahead: its points minus those of
    the first player, on the same deals; in a duel, minus the opponent's. elo: only in a duel.
    """

    player: str
    games: int
    won: int
    drawn: int
    lost: int
    score: Estimate
    points: Estimate
    ahead: Estimate
    elo: Estimate | None
    faults: dict[ProgramFault, int]


class Standings(msgspec.Struct, frozen=True, rename=IN_JSON):
    """The table of an arena. A notebook shows it as a picture."""

    arena: Arena
    deals: int
    games: int
    rows: tuple[StandingsRow, ...]

    @property
    def is_duel(self) -> bool:
        """Are games won or lost rather than scored?"""
        return envs_of(self.arena.game).is_duel

    def header(self) -> tuple[str, ...]:
        """The names of the columns."""
        first = self.rows[0].player
        rated, ahead = (("Elo",), "margin") if self.is_duel else ((), f"against {first}")
        faults = ("lost moves",) if self._has_faults else ()
        return ("player", "games", "won", "drawn", "lost", "score %", *rated, "points", ahead, *faults)

    def cells(self) -> Iterator[tuple[str, ...]]:
        """The rows as texts, the best first."""
        for row in sorted(self.rows, key=lambda row: -(row.elo or row.points).mean):
            rated = () if row.elo is None else (row.elo.text(0, sign=True),)
            counts = (str(count) for count in (row.games, row.won, row.drawn, row.lost))
            ahead = "" if not self.is_duel and row is self.rows[0] else row.ahead.text(sign=True)
            faults = (fault_text(row.faults),) if self._has_faults else ()
            yield (row.player, *counts, row.score.text(scale=100), *rated, row.points.text(), ahead, *faults)

    @property
    def _has_faults(self) -> bool:
        return any(row.faults for row in self.rows)

    @property
    def title(self) -> str:
        """The arena in one line."""
        deals = f"{self.deals:,} deal{'s' * (self.deals != 1)}"
        games = f"{self.games:,} game{'s' * (self.games != 1)}"
        return f"{self.arena.game}: {deals}, {games}, seed {self.arena.seed}"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(name)}</th>" for name in self.header())
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>" for cells in self.cells()
        )
        return f"<table><caption>{escape(self.title)}</caption><tr>{head}</tr>{body}</table>"


def fault_text(faults: Mapping[ProgramFault, int]) -> str:
    """How many moves were lost, and why.

    >>> fault_text({"crash": 2, "hang": 1})
    '3 (crash 2, hang 1)'
    """
    if not faults:
        return ""
    return f"{sum(faults.values())} ({', '.join(f'{reason} {count}' for reason, count in faults.items())})"


def standings(arena: Arena, games: Sequence[ArenaGame]) -> Standings:
    """Summarise the games, at least one."""
    deals = [list(group) for _, group in groupby(games, lambda game: game.deal)]
    rated: Sequence[Estimate | None] = [None] * len(arena.players)
    if envs_of(arena.game).is_duel:
        rated = ratings(len(arena.players), [_duels(arena, deal) for deal in deals])
    rows = (_row(arena, deals, name, elo) for name, elo in zip(arena.labels, rated, strict=True))
    return Standings(arena, len(deals), len(games), tuple(rows))


Deals = Sequence[Sequence[ArenaGame]]


def _row(arena: Arena, deals: Deals, name: str, elo: Estimate | None) -> StandingsRow:
    seats = [(game, seat) for deal in deals for game in deal for seat in _seats(game, name)]
    wins, draws = (sum(1 for game, seat in seats if is_so(game, seat)) for is_so in (_has_won, _has_drawn))
    first = arena.labels[0]
    gap = margin if envs_of(arena.game).is_duel else None
    faults: Counter[ProgramFault] = Counter()
    for deal in deals:
        for game in deal:
            faults.update(game.faults.get(name, {}))
    return StandingsRow(
        name,
        len(seats),
        wins,
        draws,
        len(seats) - wins - draws,
        estimate(_by_deal(deals, name, share)),
        estimate(_by_deal(deals, name, points)),
        estimate(_by_deal(deals, name, gap) if gap is not None else _gaps(deals, name, first)),
        elo,
        dict(faults),
    )


def _seats(game: ArenaGame, name: str) -> list[int]:
    return [seat for seat, player in enumerate(game.players) if player == name]


def _has_won(game: ArenaGame, seat: int) -> bool:
    return seat in game.winners and len(game.winners) == 1


def _has_drawn(game: ArenaGame, seat: int) -> bool:
    return not game.winners or (seat in game.winners and len(game.winners) > 1)


def share(game: ArenaGame, seat: int) -> float:
    """A seat's share of the win; equal for all if nobody won."""
    if not game.winners:
        return 1 / len(game.players)
    return 1 / len(game.winners) if seat in game.winners else 0.0


def points(game: ArenaGame, seat: int) -> float:
    """A seat's points."""
    return game.scores[seat]


def margin(game: ArenaGame, seat: int) -> float:
    """A seat's points minus the mean of the others."""
    others = [score for other, score in enumerate(game.scores) if other != seat]
    return game.scores[seat] - fmean(others)


Measure = Callable[[ArenaGame, int], float]


def _by_deal(deals: Deals, name: str, measure: Measure) -> list[float]:
    """The mean of a measure on each deal in which the player took part."""
    found = ([measure(game, seat) for game in deal for seat in _seats(game, name)] for deal in deals)
    return [fmean(values) for values in found if values]


def _gaps(deals: Deals, name: str, first: str) -> list[float]:
    """On each deal, the player's lead over the first player."""
    return [
        own - other for own, other in zip(_by_deal(deals, name, points), _by_deal(deals, first, points), strict=True)
    ]


def _duels(arena: Arena, deal: Sequence[ArenaGame]) -> Scores:
    """For each pair of players who met on a deal: the first one's score, and the number of games."""
    number = {name: place for place, name in enumerate(arena.labels)}
    total: dict[tuple[int, int], tuple[float, float]] = {}
    for game in deal:
        for one, other in combinations(range(len(game.players)), 2):
            pair = (number[game.players[one]], number[game.players[other]])
            score = share(game, one)
            if pair[0] > pair[1]:
                pair, score = (pair[1], pair[0]), share(game, other)
            before = total.get(pair, (0.0, 0.0))
            total[pair] = before[0] + score, before[1] + 1
    return total
