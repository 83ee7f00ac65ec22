"""An arena: players meet on the same deals in every seat, and every game becomes one line of results."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Final

import msgspec

from teahouse.core.errors import InvalidOption
from teahouse.core.game import AnyGame, Result
from teahouse.core.seats import BySeat, Seat
from teahouse.core.shuffle import derived_seed, parse_seed
from teahouse.games import GAMES, make_game
from teahouse.lab.contestants import (
    Allowance,
    Contestant,
    DealStart,
    HousePlayer,
    ProgramFault,
    house_budget,
    labels,
    outside_budget,
)
from teahouse.lab.envs import envs_of
from teahouse.lab.outside import is_outside, outside_player
from teahouse.players import Budget, fallback_move

MOST_TOGETHER: Final = 12
"""The most players at one table by default, in a game for any number of players."""

SeatOrder = BySeat[int]
"""Which player sits where, each by its number in the arena."""


class Arena(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An arena to run: a game with its options, the players, the seed, and their budget.

    round_robin: with more players than seats, every group that fills a table plays.
    """

    game: str
    players: tuple[str, ...]
    seed: str = "arena"
    options: dict[str, Any] = {}
    allowance: Allowance = Allowance()
    round_robin: bool = False

    @property
    def labels(self) -> tuple[str, ...]:
        """The players' names, numbered if one occurs twice."""
        return labels(self.players)


class ArenaGame(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One game: the number of its deal, the seating, and the result.

    faults: how often a player lost a move, by the reason.
    """

    deal: int
    players: tuple[str, ...]
    scores: BySeat[int]
    winners: tuple[Seat, ...]
    ending: str
    plies: int
    faults: dict[str, dict[ProgramFault, int]] = {}


def make_arena(arena: Arena) -> Arena:
    """The arena, checked before anything is played, with its options as the game understands them."""
    if arena.game not in GAMES:
        make_game(arena.game)
    parse_seed(arena.seed)
    options = dict(arena.options)
    if "players" in GAMES[arena.game].types.rules.__struct_fields__:
        options.setdefault("players", min(len(arena.players), MOST_TOGETHER))
    game = make_game(arena.game, options)
    made = msgspec.structs.replace(arena, options=msgspec.to_builtins(game.rules))
    check_players(made, game)
    for player in made.players:
        make_contestant(made, player)
    return made


def check_players(arena: Arena, game: AnyGame) -> None:
    """Refuse more players than seats unless `round_robin` is set, and a single player if others are needed."""
    seats, count = len(game.seats), len(arena.players)
    if seats > 1 and count < 2:
        raise InvalidOption(f"expected at least 2 players, got {count}")
    if count > seats and not arena.round_robin:
        many = f"expected at most {seats} players at {arena.game} with its {seats} seats, got {count}"
        raise InvalidOption(f"{many} (--round-robin lets every {seats} of them meet)")


def make_contestant(arena: Arena, player: str) -> tuple[Contestant, Budget]:
    """The contestant that a text names, and its budget for a move."""
    if is_outside(player):
        budget = outside_budget(arena.allowance)
        return outside_player(make_game(arena.game, arena.options), player, budget), budget
    return HousePlayer(arena.game, player), house_budget(arena.allowance)


def seatings(players: int, seats: int, *, own_boards: bool = False) -> Iterator[SeatOrder]:
    """The seatings of each deal: every group of players, each player once in every seat.

    >>> list(seatings(2, 2)), list(seatings(2, 4))
    ([(0, 1), (1, 0)], [(0, 1, 0, 1), (1, 0, 1, 0)])
    >>> len(list(seatings(3, 2)))
    6
    """
    for group in combinations(range(players), min(players, seats)):
        for turn in range(1 if own_boards else len(group)):
            yield tuple(group[(seat + turn) % len(group)] for seat in range(seats))


def games_a_deal(arena: Arena) -> int:
    """How many games one deal has."""
    return len(deal_seatings(arena))


def deal_seatings(arena: Arena) -> list[SeatOrder]:
    """The seatings of one deal."""
    seats = len(make_game(arena.game, arena.options).seats)
    return list(seatings(len(arena.players), seats, own_boards=envs_of(arena.game).has_own_boards))


class ArenaTable:
    """The contestants of an arena; a player in two seats has two."""

    def __init__(self, arena: Arena) -> None:
        """Start without contestants."""
        self.arena = arena
        self.game = make_game(arena.game, arena.options)
        self._contestants: dict[tuple[int, int], tuple[Contestant, Budget]] = {}

    def __call__(self, number: int) -> list[ArenaGame]:
        """Play a deal in every seating."""
        return [self._play(number, seating) for seating in deal_seatings(self.arena)]

    def _play(self, number: int, seating: SeatOrder) -> ArenaGame:
        game, names = self.game, tuple(self.arena.labels[player] for player in seating)
        seed = derived_seed(parse_seed(self.arena.seed), f"arena/{game.name}", number)
        seated = [self._contestant(player, seating[:seat].count(player)) for seat, player in enumerate(seating)]
        for (contestant, _), seat, player in zip(seated, game.seats, seating, strict=True):
            contestant.begin(DealStart(game, seat, names, _rng_seed(seed, player, seat)))
        faults: list[Counter[ProgramFault]] = [Counter() for _ in game.seats]
        result, plies = play_out(game, seed, seated, faults)
        for contestant, _ in seated:
            contestant.end(result)
        return ArenaGame(
            deal=number,
            players=names,
            scores=result.scores,
            winners=result.winners,
            ending=result.ending,
            plies=plies,
            faults=_by_name(names, faults),
        )

    def close(self) -> None:
        """Close every contestant."""
        for contestant, _ in self._contestants.values():
            contestant.close()
        self._contestants.clear()

    def _contestant(self, player: int, twin: int) -> tuple[Contestant, Budget]:
        found = self._contestants.get((player, twin))
        if found is None:
            found = self._contestants[player, twin] = make_contestant(self.arena, self.arena.players[player])
        return found


def _rng_seed(seed: bytes, player: int, seat: Seat) -> str:
    """The seed of a contestant's own random generator on this deal, which does not reveal the deal."""
    return derived_seed(seed, f"luck/{player}", seat).hex()


def play_out(
    game: AnyGame, seed: bytes, seated: Sequence[tuple[Contestant, Budget]], faults: Sequence[Counter[ProgramFault]]
) -> tuple[Result, int]:
    """Play a deal to its end and return the result and the plies; a contestant's missing moves are counted."""
    state, made = game.deal(seed), [0] * len(game.seats)
    while (result := game.result(state)) is None:
        seat = min(game.to_move(state), key=lambda each: (made[each], each))
        view, moves = game.view(state, seat), game.legal_moves(state, seat)
        contestant, budget = seated[seat]
        move, fault = contestant.choose(view, moves, budget)
        if fault is not None:
            faults[seat][fault] += 1
            move = fallback_move(game.name, view, moves, f"{seed.hex()}/{seat}/{made[seat]}")
        made[seat] += 1
        state, _ = game.apply(state, seat, move)
    return result, sum(made)


def _by_name(names: Sequence[str], faults: Sequence[Counter[ProgramFault]]) -> dict[str, dict[ProgramFault, int]]:
    """The faults of each player, summed over their seats."""
    total: dict[str, Counter[ProgramFault]] = {}
    for name, counted in zip(names, faults, strict=True):
        if counted:
            total.setdefault(name, Counter()).update(counted)
    return {name: dict(sorted(counted.items())) for name, counted in total.items()}
