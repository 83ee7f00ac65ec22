"""Whole deals of Classic played in the kernel, thousands a second, for training, tuning and surveys."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Final, NamedTuple

import numpy as np

from teahouse.core.errors import InvalidOption
from teahouse.core.tiles import Wind
from teahouse.games.classic.play.opening import material
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.rulesets.ruleset import load_ruleset, option_text
from teahouse.kernels.arrays import Ints, Reals, dtype_of, new_record, new_rows
from teahouse.kernels.classic.deals import choice, deal_state, learned, reading, simple, weighing, winning
from teahouse.kernels.classic.deals import play as deals
from teahouse.kernels.classic.deals import rivals as kernel_rivals
from teahouse.kernels.classic.distance import layout
from teahouse.kernels.classic.distance.hand import DistanceWorkspace
from teahouse.kernels.classic.numbers import ScoreNumbers, SheetNumbers, WinNumbers
from teahouse.kernels.classic.plans import suits
from teahouse.kernels.classic.plans.types import HandEstimate, Holding, PongWorths, WeighingContext
from teahouse.kernels.lehmer import MODULUS
from teahouse.players.classic import rivals
from teahouse.players.classic.engine import Style, new_workspace, pong_worths, suit_table, weighing_context
from teahouse.players.classic.hand_tables import deal_tables
from teahouse.players.classic.hands import pongs_reach
from teahouse.players.classic.learned.network import shipped_learner
from teahouse.players.classic.learned.supported_rules import (
    is_learned,
    unknown_options,
    unplayed_hands,
    write_rules_of_play,
)
from teahouse.players.classic.levels import hard_style
from teahouse.players.classic.numbers import new_reading, new_scorer, scorer_with, sheets_of
from teahouse.players.classic.patterns import no_patterns, patterns_of
from teahouse.players.classic.simple import GAP, NEIGHBOURS, PAIR, SET
from teahouse.players.compiling import compiled

STYLES: Final = {"hard": hard_style, "expert": Style}
"""The styles of the levels that weigh points."""
POLICIES: Final = {
    "random": choice.RANDOM,
    "easy": choice.NEAREST,
    "simple": choice.SIMPLE,
    "medium": choice.LIVE,
    **{name: choice.POINTS + level for level, name in enumerate(STYLES)},
    "master": choice.LEARNED,
}
LOG: Final = 1 << 11
SUIT_ROWS: Final = 1 << 20
"""The size of a table of suits for many deals."""


class DealSetting(NamedTuple):
    """The start of a deal: wall and Kong Box as codes, next tile first; dealer, East, wind, random state."""

    wall: Sequence[int]
    box: Sequence[int]
    dealer: int
    east: int
    prevailing: Wind = Wind.EAST
    random_state: int = 1


class PlayedDeals(NamedTuple):
    """Played deals: the winner (-1 for none), the score, and what every seat received."""

    winners: Ints
    scores: Ints
    receipts: Ints


def check_known(ruleset: Ruleset) -> None:
    """Refuse a ruleset that the kernel does not play."""
    for name, values in unknown_options(ruleset):
        raise InvalidOption(
            f"expected {name} {' or '.join(values)} to play deals in the kernel, got {option_text(ruleset, name)} "
            f"(ruleset {ruleset.name})"
        )


def check_hands(ruleset: Ruleset) -> None:
    """Refuse a ruleset with a special hand that depends on the winning tile or on winds."""
    for hand in unplayed_hands(ruleset):
        raise InvalidOption(f"expected {hand.key} off to play deals in the kernel (ruleset {ruleset.name})")


def policies(players: Sequence[str], ruleset: Ruleset) -> Ints:
    """The policies of the players by their names."""
    if len(players) != ruleset.players:
        raise InvalidOption(f"expected {ruleset.players} players, got {len(players)}")
    for name in players:
        if name not in POLICIES:
            raise InvalidOption(f"expected a player among {', '.join(POLICIES)}, got {name}")
    return np.array([POLICIES[name] for name in players], np.int64)


class _Seated(NamedTuple):
    """What the kernel needs to play deals: its state, tables and arrays, as `kernels.classic.deals` names them."""

    state: deal_state.DealState
    lookup: reading.HandLookup
    equipment: deals.DealEquipment
    tools: weighing.LevelWorkspace


def _seated(
    ruleset: Ruleset, players: Sequence[str], supply: deal_state.WallSupply, learner: learned.Learner | None
) -> _Seated:
    check_known(ruleset)
    check_hands(ruleset)
    state = new_record(deal_state.DealState)
    deal_state.fill_weights(state)
    write_rules_of_play(state, ruleset)
    state.logged = 0 if len(supply.log) else deal_state.NOTHING
    if learner is None and not is_learned(ruleset):
        players = ["expert" if name == "master" else name for name in players]
    patterns = patterns_of(ruleset)
    scorer = winning.WinScorer(
        sheets_of(ruleset), patterns, new_record(WinNumbers), new_reading(), new_record(ScoreNumbers)
    )
    far, scratch = np.zeros(layout.KINDS, np.int64), new_record(DistanceWorkspace)
    equipment = deals.DealEquipment(
        supply, policies(players, ruleset), scorer, scratch, far, learner or shipped_learner()
    )
    suit_values, weights = (
        _suit_values() if "simple" in players else (np.zeros(1, np.int64), new_record(reading.SuitWeights))
    )
    hands = deal_tables(ruleset.max_chows, without=pongs_reach(ruleset))
    lookup = reading.HandLookup(*hands, suit_values, weights, patterns)
    tools = _tools(ruleset) if set(STYLES) & set(players) else _no_tools()
    return _Seated(state, lookup, equipment, tools)


@lru_cache(maxsize=1)
def _suit_values() -> tuple[Ints, reading.SuitWeights]:
    """What `simple` prefers, by the weights of the player of that name."""
    weights = new_record(reading.SuitWeights)
    weights.pair, weights.whole, weights.neighbours, weights.gap = PAIR, SET, NEIGHBOURS, GAP
    suit_values = np.zeros(layout.ENTRIES, np.int64)
    compiled(simple.fill_suit_values)(
        reading.HandLookup(*deal_tables(layout.SETS), suit_values, weights, no_patterns())
    )
    return suit_values, weights


def _tools(ruleset: Ruleset) -> weighing.LevelWorkspace:
    """What the levels weigh with: the same tables, values and model of rivals as the players' own engine."""
    made = [make() for make in STYLES.values()]
    styles, worths = new_rows(WeighingContext, len(made)), new_rows(PongWorths, len(Wind) ** 2)
    for level, style in enumerate(made):
        styles[level] = weighing_context(ruleset, style)
    for number, winds in enumerate(product(Wind, Wind)):
        worths[number] = pong_worths(ruleset, *winds)
    return _no_tools()._replace(
        workspace=new_workspace(suit_table(SUIT_ROWS)),
        scorer=new_scorer(ruleset),
        pong_worths=worths,
        styles=styles,
        habits=_habits(made[0], ruleset),
        patterns=patterns_of(ruleset),
    )


def _habits(style: Style, ruleset: Ruleset) -> kernel_rivals.Habits:
    """The numbers of the model of rivals, with which `rivals` estimates hands, as a record for the kernel."""
    habits = new_record(kernel_rivals.Habits)
    habits.pace, habits.hopes = rivals.PACE[ruleset.players], rivals.pattern_hands_add(ruleset)
    habits.hazard_a_round, habits.melds_a_round = rivals.HAZARD_A_ROUND, rivals.MELDS_A_ROUND
    habits.least_hazard, habits.most_hazard = rivals.LEAST_HAZARD, rivals.MOST_HAZARD
    habits.most_ready, habits.ready_wins = rivals.MOST_READY, rivals.READY_WINS
    habits.own_discard, habits.self_drawn = rivals.OWN_DISCARD, style.self_drawn
    habits.rival_points, habits.rival_doublings = rivals.RIVAL_POINTS, rivals.RIVAL_DOUBLINGS
    habits.hazard_from[:] = rivals.HAZARD_FROM
    habits.waits[:] = [[rivals.waits_for(code, unseen) for unseen in range(4)] for code in range(layout.KINDS)]
    habits.passed[:] = rivals.PASSED
    return habits


def _no_tools() -> weighing.LevelWorkspace:
    """Empty records, for levels that do not weigh points."""
    return weighing.LevelWorkspace(
        workspace=new_workspace(new_rows(suits.SuitRow, 1)),
        scorer=scorer_with(new_rows(SheetNumbers, 1)),
        pong_worths=new_rows(PongWorths, 1),
        styles=new_rows(WeighingContext, 1),
        context=new_rows(WeighingContext, 1),
        habits=new_record(kernel_rivals.Habits),
        risks=new_record(kernel_rivals.Risks),
        hand=new_record(Holding),
        best=new_record(HandEstimate),
        chosen=new_record(weighing.BestMove),
        patterns=no_patterns(),
    )


def play_deal(
    setting: DealSetting, players: Sequence[str], ruleset: Ruleset | None = None
) -> tuple[list[tuple[int, ...]], deal_state.DealState]:
    """Play one deal, and return its log, a row for each event, and the final state."""
    walls, boxes = np.array([(*setting.wall, *setting.box)], np.int64), np.array([setting.box], np.int64)
    log: Any = new_rows(deal_state.LoggedEvent, LOG)
    supply = deal_state.WallSupply(np.zeros_like(walls[0]), np.zeros_like(boxes[0]), log)
    seated = _seated(ruleset or load_ruleset(), players, supply, None)
    opening: Any = np.zeros(1, dtype_of(deals.DealSetup))
    result: Any = np.zeros(1, dtype_of(deals.DealResult))
    opening["dealer"], opening["east"], opening["random_state"] = setting.dealer, setting.east, setting.random_state
    opening["prevailing"], opening["box_size"] = tuple(Wind).index(setting.prevailing), len(setting.box)
    compiled(deals.play_all)(deals.DealsToPlay(walls, boxes, opening), *seated, result)
    state = seated.state
    return log[: state.logged].tolist(), state


def play_deals(
    count: int,
    players: Sequence[str],
    seed: int,
    ruleset: Ruleset | None = None,
    learner: learned.Learner | None = None,
) -> PlayedDeals:
    """Play this many deals with random walls, dice, dealers and winds, all from the seed.

    A learner plays as `master` in place of the one that is shipped, and keeps samples if it has room. The shipped
    one plays as `expert` under rules that it did not learn.

    >>> played = play_deals(50, ["easy", "random", "random", "random"], 1)
    >>> bool(played.receipts[:, 0].sum() > 0), int(played.receipts.sum())
    (True, 0)
    """
    if count < 1:
        raise InvalidOption(f"expected at least 1 deal, got {count}")
    ruleset = ruleset or load_ruleset()
    rng = np.random.default_rng(seed)
    walls, boxes, sizes = _walls(count, rng, ruleset)
    states = rng.integers(1, MODULUS, count)
    openings: Any = np.zeros(count, dtype_of(deals.DealSetup))
    seats, winds = ruleset.players, [tuple(Wind).index(wind) for wind in ruleset.winds]
    openings["dealer"], openings["east"], blown = rng.integers(0, seats, (3, count))
    openings["prevailing"] = np.array(winds)[blown]
    openings["random_state"], openings["box_size"] = states, sizes
    results: Any = np.zeros(count, dtype_of(deals.DealResult))
    supply = deal_state.WallSupply(
        np.zeros_like(walls[0]), np.zeros_like(boxes[0]), new_rows(deal_state.LoggedEvent, 0)
    )
    seated = _seated(ruleset, players, supply, learner)
    compiled(deals.play_all)(deals.DealsToPlay(walls, boxes, openings), *seated, results)
    winners = np.where(results["ending"] == deal_state.MAHJONG, results["winner"], deal_state.NOTHING)
    return PlayedDeals(winners, results["score"], results["paid"][:, : ruleset.players])


class LevelComparison(NamedTuple):
    """One player against others at all other seats.

    Points a deal, half the width of the 95 % interval, and the share of deals won.
    """

    points: float
    interval: float
    won: float


def compare(player: str, others: str, count: int, seed: int, ruleset: Ruleset | None = None) -> LevelComparison:
    """Play this many walls, each with the player in every seat.

    >>> compare("easy", "random", 50, 1).points > 0
    True
    """
    points, _, won = rotated(player, others, Walls(count, seed, ruleset))
    return LevelComparison(float(points.mean()), float(1.96 * points.std(ddof=1) / count**0.5), float(won.mean()))


CAP: Final = 300
"""The most points of a deal that count, so that rare and valuable hands do not hide all other differences."""


class Walls(NamedTuple):
    """How many walls, from which seed, under which ruleset."""

    many: int
    seed: int
    ruleset: Ruleset | None = None


class RotatedDeals(NamedTuple):
    """The results of a player on each wall, over all seats.

    points: what it received. ahead: how much more than the others on average, with points capped. won: the share of
    deals that it won.
    """

    points: Reals
    ahead: Reals
    won: Reals


def rotated(player: str, others: str, walls: Walls, learner: learned.Learner | None = None) -> RotatedDeals:
    """Play these walls once for each seat: the player in that seat, the others in all other seats.

    A learner plays as `master` in place of the one that is shipped.
    """
    count, seed, ruleset = walls.many, walls.seed, walls.ruleset or load_ruleset()
    found, seats = RotatedDeals(np.zeros(count), np.zeros(count), np.zeros(count)), range(ruleset.players)
    for seat in seats:
        played = play_deals(count, [player if at == seat else others for at in seats], seed, ruleset, learner)
        capped = np.clip(played.receipts, -CAP, CAP)
        found.points[:] += played.receipts[:, seat] / len(seats)
        found.ahead[:] += (capped[:, seat] - np.delete(capped, seat, 1).mean(1)) / len(seats)
        found.won[:] += (played.winners == seat) / len(seats)
    return found


def _walls(count: int, rng: np.random.Generator, ruleset: Ruleset) -> tuple[Ints, Ints, Ints]:
    """Shuffled walls with Kong Boxes of the ruleset's size; the box's tiles are the last of each wall."""
    tiles = np.array([tile.code for tile in material(ruleset)], np.int64)
    walls = rng.permuted(np.tile(tiles, (count, 1)), axis=1)
    sizes = _box_sizes(count, rng, ruleset)
    boxes = np.ascontiguousarray(walls[:, ::-1][:, : max(1, sizes.max())])
    return walls, boxes, sizes


def _box_sizes(count: int, rng: np.random.Generator, ruleset: Ruleset) -> Ints:
    """How many tiles the Kong Boxes have: by two dice, or all the same."""
    if ruleset.kong_box and ruleset.kong_box_size == "dice":
        return np.asarray(2 * (rng.integers(1, 7, (2, count)).sum(axis=0) + 1), np.int64)
    return np.full(count, int(ruleset.kong_box_size) if ruleset.kong_box else 0, np.int64)
