"""Weighs every move of a Classic view: the distance to Mahjong after it, and the points it is expected to bring."""

from collections.abc import Sequence
from functools import lru_cache
from threading import get_ident
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np

from teahouse.core.seats import Seat
from teahouse.core.tiles import PLAIN_KINDS, TILES, Tile, Wind
from teahouse.games.classic import (
    ClassicView,
    Move,
)
from teahouse.games.classic.melds import Meld, chows
from teahouse.games.classic.rulesets.faan import faan_score
from teahouse.games.classic.rulesets.fields import MOST_FAAN, MOST_POINTS
from teahouse.games.classic.rulesets.ruleset import Ruleset
from teahouse.games.classic.scoring.cases import bonus_mask, bonus_worth
from teahouse.games.classic.scoring.payments import Parties, payments
from teahouse.games.classic.scoring.readings import CONCEALED, meld_code
from teahouse.games.classic.scoring.sheet import sheet_for
from teahouse.games.classic.scoring.tile_hands import special_points
from teahouse.kernels.arrays import Rows, copy_of, dtype_of, new_record, new_rows
from teahouse.kernels.classic.built_in_hands import SPECIAL_FORMS
from teahouse.kernels.classic.distance import patterns
from teahouse.kernels.classic.numbers import WinNumbers
from teahouse.kernels.classic.plans import reach, special, suits
from teahouse.kernels.classic.plans.types import (
    FINALISTS,
    HandEstimate,
    Holding,
    Plan,
    PongWorths,
    Situation,
    Stages,
    WeighingContext,
    Workspace,
)
from teahouse.kernels.classic.scoring import finishing, patterned
from teahouse.players.classic.hands import Hands, Shapes, look_at, new_looks, pongs_in, shown_in
from teahouse.players.classic.holdings import HeldHand, left_by, unseen_tiles
from teahouse.players.classic.numbers import new_scorer, write_melds
from teahouse.players.classic.patterns import form_worths, pattern_hands, patterns_of
from teahouse.players.classic.rivals import Rivals
from teahouse.players.classic.simple import MANY_CHOWS
from teahouse.players.compiling import compiled

FAR_SPECIAL: Final = 8
"""The distance up to which special hands are considered if chows are limited."""
MOST_ROUNDS: Final = 64
OUT_OF_REACH: Final = 99
"""The distance of a hand that has more chows than its player aims at."""
NO_DOUBLINGS: Final = np.zeros(PLAIN_KINDS, np.int64)


USUAL_RATES: Final = (
    (0.0, 10.0, 16.0, 26.0, 35.0, 40.0, 44.0, 45.0, 45.0, 45.0, 45.0, 45.0),
    (0.0, 10.0, 15.0, 21.0, 27.0, 31.0, 34.0, 36.0, 36.0, 36.0, 36.0, 36.0),
    (0.0, 10.0, 15.0, 20.0, 25.0, 27.0, 29.0, 29.0, 29.0, 29.0, 29.0, 29.0),
    (0.0, 6.5, 9.0, 13.0, 17.0, 21.0, 23.0, 26.0, 26.0, 26.0, 26.0, 26.0),
)
"""The most useful tiles that a hand is assumed to have, by how many it lacks: for hands of all tiles, clean, pure, and
of pongs; tuned on deals, so that distant hands are not overrated."""


class Style(msgspec.Struct, frozen=True):
    """How an engine weighs.

    given: how often a tile that may be claimed comes from each seat, for each time it is drawn. width: how many tiles
    more than the nearest plan another may lack; special_width: how many a special hand may lack; live: the share of its
    tiles that is assumed to come. mix: the share of the second best plan. stages: how much of the rate of useful tiles
    is left a tile later, by what is missing then. stay_concealed: how often a concealed hand is still one when it wins.
    defends: does it avoid discards that others may win with? scored: how many of the best plans are scored as complete
    hands. nearer, late: how hands race if special hands are patterns and chows are limited, as in `WeighingContext`; 0:
    they do not.
    """

    given: float = 1.0
    width: int = 3
    special_width: int = 5
    mix: float = 0.5
    stages: tuple[float, ...] = (0.0, 0.65, 0.57, 0.65, 0.75, 0.9, 0.95, 1.0, 1.0, 1.0, 1.0, 1.0)
    usual: tuple[tuple[float, ...], ...] = USUAL_RATES
    stay_concealed: float = 0.4
    defends: bool = True
    self_drawn: float = 0.22
    fold: float = 1.0
    live: float = 1.0
    grows: float = 0.2
    scored: int = 4
    nearer: float = 5.0
    late: float = 2.0


class EngineMove(NamedTuple):
    """A move and what it is worth.

    missing: tiles the hand lacks for any Mahjong after it, live: unseen tiles that bring it nearer. expected: points it
    is worth in all, minus the danger. plan, lacks, chance, score: the plan behind it. danger: points it may cost at
    once. discard: what is discarded with a claim.
    """

    move: Move
    missing: int
    live: float
    expected: float
    plan: int
    lacks: int
    chance: float
    score: float
    danger: float
    discard: Tile | None


class MoveByDistance(NamedTuple):
    """A move by the hand it leaves: tiles missing to any Mahjong, and the unseen tiles that bring it nearer."""

    move: Move
    missing: int
    live: int


class Engine:
    """Weighs moves under one ruleset. It has tables, but stores nothing about a deal; one thread uses it at a time."""

    def __init__(self, ruleset: Ruleset, style: Style) -> None:
        """Weigh by this ruleset, in this style."""
        self._ruleset, self._style = ruleset, style
        self._workspace, self._scorer = new_workspace(suit_table()), new_scorer(ruleset)
        self._patterns = patterns_of(ruleset)

    def weigh(self, view: ClassicView, moves: Sequence[Move]) -> list[EngineMove]:
        """Every move but Mahjong with what it is worth; claims with their best discard."""
        seat = view.seat
        assert seat is not None
        holdings = [list(left_by(view, move)) for move in moves]
        rivals = Rivals(view, self._ruleset)
        estimates = self._estimates(view, [holding for each in holdings for holding in each], rivals)
        danger = rivals.dangers(unseen_tiles(view)) if self._style.defends else np.zeros(PLAIN_KINDS)
        found, start = list[EngineMove](), 0
        for move, left in zip(moves, holdings, strict=True):
            rows = [
                _weighed(move, each, estimates[start + place], danger[each.discard.code] if each.discard else 0.0)
                for place, each in enumerate(left)
            ]
            start += len(left)
            found.append(max(rows, key=self.key))
        return found

    def key(self, weighed: EngineMove) -> tuple[float, ...]:
        """The order of moves: by expected points; if nothing can be won any more, by distance to Mahjong.

        If chows are limited, every hand is slow, and special hands are no slower than others, so distance comes
        first: the chances behind the points were tuned on faster hands. Hands that race have chances of their own.
        """
        is_slow = self._ruleset.max_chows < MANY_CHOWS and not weighing_context(self._ruleset, self._style).nearer
        hurry = -weighed.missing if is_slow else 0
        return (hurry, round(weighed.expected, 6), -weighed.missing, weighed.live)

    def distance(self, hand: Any, melds: tuple[Meld, ...]) -> int:
        """How many tiles a hand lacks for any Mahjong of the ruleset: sets and a pair, or a special hand it plays."""
        sets = 4 - len(melds)
        rows, vectors = suit_table(), self._workspace.vectors
        compiled(reach.prepare)(rows, vectors, hand, NO_DOUBLINGS, self._chow_limit(melds))
        compiled(reach.distances)(vectors, sets, 1)
        nearest = int(vectors.missing[0])
        if not melds:
            worths = weighing_context(self._ruleset, self._style).worths
            played = [which for which in range(special.ALL_HONOURS) if worths[which]]
            nearest = min(nearest, *(compiled(special.special_missing)(hand, which, sets) for which in played), nearest)
        return nearest if not len(self._patterns.rows) else min(nearest, self._pattern_distance(hand, melds, nearest))

    def _pattern_distance(self, hand: Any, melds: tuple[Meld, ...], most: int) -> int:
        """How many tiles a hand lacks for the nearest pattern of the ruleset, or `most` if that is less."""
        found: Any = new_looks(1)
        found["distance"] = most
        rows = np.array([hand], np.uint8)
        pongs, shown = pongs_in([melds]), shown_in([melds])
        compiled(patterns.look_at_patterns)(self._patterns, rows, pongs, shown, False, found)
        return int(found["distance"][0])

    def _chow_limit(self, melds: tuple[Meld, ...]) -> int:
        """How many chows the hand may still have, as far as the kernels distinguish."""
        may = self._ruleset.max_chows - chows(melds)
        if may >= 4 - len(melds):
            return suits.ANY_CHOW
        return suits.NO_CHOW if may <= 0 else suits.ONE_CHOW if may == 1 else suits.ANY_CHOW

    def _estimates(self, view: ClassicView, holdings: Sequence[HeldHand], rivals: Rivals | None) -> Any:
        """The kernel's figures, one row for each hand."""
        seat = view.seat
        assert seat is not None
        winds = view.opening.winds[seat], view.opening.prevailing
        rows = {melds: self._row(view, melds, winds) for melds in {holding.melds for holding in holdings}}
        hands, melded = new_rows(Holding, len(holdings)), new_rows(WinNumbers, len(holdings))
        for number, holding in enumerate(holdings):
            hands[number], melded[number] = rows[holding.melds]
        held: Any = hands
        held["tiles"] = [holding.hand for holding in holdings]
        held["unseen"] = unseen_tiles(view)
        hazard = np.zeros(MOST_ROUNDS) if rivals is None else rivals.hazards(MOST_ROUNDS)
        estimates: Any = np.zeros(len(holdings), dtype_of(HandEstimate))
        situation = Situation(pong_worths(self._ruleset, *winds), self._context(view, rivals), hazard)
        tools = self._workspace._replace(rows=suit_table()), self._scorer
        if len(self._patterns.rows):
            compiled(patterned.weigh_patterned)(*tools, self._patterns, hands, melded, situation, estimates)
        else:
            compiled(finishing.weigh_all)(*tools, hands, melded, situation, estimates)
        return estimates.tolist()

    def _row(self, view: ClassicView, melds: tuple[Meld, ...], winds: tuple[Wind, Wind]) -> tuple[Holding, WinNumbers]:
        """The numbers of a hand with these melds: to weigh it, and to score it as a win."""
        sheet, bonus = sheet_for(self._ruleset, *winds), view.bonus[view.seat or 0]
        parts = [sheet.sets[meld_code(meld)] for meld in melds]
        flowers = bonus_worth(bonus, bonus_mask(bonus), sheet)
        parts += flowers.parts
        hand, melded = new_record(Holding), new_record(WinNumbers)
        hand.sets, hand.chow_limit, hand.plans = 4 - len(melds), self._chow_limit(melds), open_plans(melds)
        hand.points = sheet.sources["discard"].points + sum(part.points for part in parts)
        hand.doublings = sheet.sources["discard"].doublings + sum(part.doublings for part in parts)
        hand.uncounted = flowers.uncounted
        hand.concealed = all(meld.concealed for meld in melds)
        hand.honours_only = all(meld.tile.is_honour for meld in melds)
        write_melds(melded, melds, bonus, *winds)
        return hand, melded

    def _context(self, view: ClassicView, rivals: Rivals | None) -> WeighingContext:
        """What the hands are weighed by now: the table, its rules and the style."""
        style, rules = self._style, self._ruleset
        context = copy_of(weighing_context(rules, style))
        context.unseen = max(1, view.wall + view.box + sum(view.hand_sizes) - len(view.hand))
        if rivals is not None:
            opening = view.opening
            context.rounds = min(MOST_ROUNDS, -(-view.wall // rules.players))
            context.pays = pays(view.seat or Seat(0), opening.dealer, opening.east, rules, style.self_drawn)
            context.costs = rivals.cost(style.self_drawn)
        return context


def weigh_nearest(view: ClassicView, moves: Sequence[Move], shapes: Shapes) -> list[MoveByDistance]:
    """Every move but Mahjong by how near the hand comes to these shapes; claims with their best discard."""
    holdings = [list(left_by(view, move)) for move in moves]
    every = [holding for each in holdings for holding in each]
    rows = np.array([holding.hand for holding in every], np.uint8)
    melds = np.array([len(holding.melds) for holding in every])
    chowed = np.array([chows(holding.melds) for holding in every])
    each = [holding.melds for holding in every]
    hands = Hands(rows, melds=melds, chows=chowed, melded_pongs=pongs_in(each), shown=shown_in(each))
    looks = look_at(hands, shapes)
    away = np.where(chowed > shapes.max_chows, OUT_OF_REACH, looks.distances)
    counts = np.where(rows >= 2, shapes.pong_factor, 1) * (looks.useful[:, None] >> np.arange(PLAIN_KINDS) & 1)
    live = counts @ unseen_tiles(view)
    found, start = list[MoveByDistance](), 0
    for move, left in zip(moves, holdings, strict=True):
        best = min(range(start, start + len(left)), key=lambda row: (away[row], -live[row]))
        found.append(MoveByDistance(move, int(away[best]), int(live[best])))
        start += len(left)
    return found


@lru_cache(maxsize=64)
def weighing_context(rules: Ruleset, style: Style) -> WeighingContext:
    """What the rules and the style set before a deal."""
    context = new_record(WeighingContext)
    doublings = rules.doublings
    context.given = style.given * (rules.players - 1) / 3  # the kernel counts on three others
    context.limit = rules.limit or MOST_POINTS
    context.no_chows = doublings.no_chows
    context.clean = doublings.one_suit_with_honours
    context.pure = doublings.one_suit_only
    with_chows = rules.one_suit_only_allows_chows
    context.pure_chows = doublings.one_suit_only if with_chows else doublings.one_suit_with_honours
    context.concealed_points = rules.mahjong.concealed_points
    context.concealed_doublings = rules.mahjong.concealed_doublings
    context.stay_concealed = style.stay_concealed
    context.width = style.width
    context.special_width = style.special_width if rules.max_chows >= MANY_CHOWS else FAR_SPECIAL
    context.mix = style.mix
    context.fold = style.fold
    context.live = style.live
    context.grows = style.grows
    context.scored = style.scored
    if pattern_hands(rules) and rules.max_chows < MANY_CHOWS:
        context.nearer, context.late = style.nearer, style.late
    context.least_doublings, context.least_score = rules.least_doublings, rules.least_score
    context.faan, context.most_faan = rules.counts_faan, rules.most_faan
    context.table[:] = [faan_score(faan, rules) for faan in range(MOST_FAAN + 1)]
    context.stages[:], context.usual[:] = style.stages, style.usual
    worths = zip(SPECIAL_FORMS, form_worths(rules), strict=True)
    context.worths[: special.ALL_HONOURS] = [worth for form, worth in worths for _ in range(form.suits)]
    context.worths[special.ALL_HONOURS] = special_points(rules.special_hands.all_honours, rules)
    return context


SPECIAL_KEYS: Final = (*(form.key for form in SPECIAL_FORMS for _ in range(form.suits)), "all_honours")
"""The keys of the special hands that plans aim at, in the order of the plans."""
assert len(SPECIAL_KEYS) == special.SPECIAL_PLANS


def _weighed(move: Move, holding: HeldHand, estimate: tuple[Any, ...], danger: float) -> EngineMove:
    """A move with the estimate of the hand it leaves, in the order of `HandEstimate`."""
    expected, plan, missing, _, chance, score, nearest, rate, _ = estimate
    danger = float(danger)
    return EngineMove(move, nearest, rate, expected - danger, plan, missing, chance, score, danger, holding.discard)


def suit_table(size: int = suits.ROWS) -> Rows[suits.SuitRow]:
    """The table of the suits, one for each thread and size; it fills as it is used."""
    return _suit_table(size, get_ident())


@lru_cache(maxsize=8)
def _suit_table(size: int, _thread: int) -> Rows[suits.SuitRow]:
    return new_rows(suits.SuitRow, size)


def new_workspace(rows: Rows[suits.SuitRow]) -> Workspace:
    """What the kernel weighs hands with, around a table of suits."""
    finals = new_rows(Plan, FINALISTS)
    return Workspace(rows, new_record(reach.Vectors), new_record(Stages), finals)


@lru_cache(maxsize=64)
def pong_worths(ruleset: Ruleset, personal: Wind, prevailing: Wind) -> PongWorths:
    """What a pong of each kind is worth."""
    sets = sheet_for(ruleset, personal, prevailing).sets
    worths = new_record(PongWorths)
    worths.doublings[:] = [sets[code].doublings for code in range(PLAIN_KINDS)]
    worths.concealed[:] = [sets[code | CONCEALED].points for code in range(PLAIN_KINDS)]
    worths.shown[:] = [sets[code].points for code in range(PLAIN_KINDS)]
    return worths


def open_plans(melds: Sequence[Meld]) -> int:
    """A bit for each form and kind of sets that the melds leave open."""
    found = 0
    suits_melded = {meld.tile.suit for meld in melds if meld.tile.suit is not None}
    has_honours = any(meld.tile.is_honour for meld in melds)
    for form in range(reach.FORMS):
        suit = None if form == 0 else SUIT_ORDER[(form - 1) % 3]
        fits = form == 0 or suits_melded <= {suit}
        if fits and not (form > 3 and has_honours):
            found |= 1 << 2 * form
            if not chows(melds):
                found |= 2 << 2 * form
    return found


SUIT_ORDER: Final = tuple(TILES[9 * number].suit for number in range(3))


@lru_cache(maxsize=256)
def pays(seat: Seat, dealer: Seat, east: Seat, ruleset: Ruleset, self_drawn: float) -> float:
    """What a seat is paid for each point of its score, given how often the tile is drawn instead of claimed."""
    parts = ruleset.payment.divisor
    drawn = payments(parts, Parties(seat, dealer, east), ruleset)[seat]
    others = [Seat(other) for other in range(ruleset.players) if other != seat]
    given = [payments(parts, Parties(seat, dealer, east, other), ruleset)[seat] for other in others]
    return (self_drawn * drawn + (1 - self_drawn) * sum(given) / len(given)) / parts
