"""Weighs every move of a Classic view: the distance to Mahjong after it, and the points it is expected to bring."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np

from teahouse.core.seats import Seat
from teahouse.core.tiles import TILES, Tile, Wind
from teahouse.games.classic import (
    ClaimChow,
    ClaimKong,
    ClaimPong,
    ClassicView,
    DeclareKong,
    Discard,
    Move,
    Pass,
)
from teahouse.games.classic.melds import Meld, chows, run_from
from teahouse.games.classic.rulesets.options import MOST_POINTS
from teahouse.games.classic.rulesets.ruleset import Ruleset
from teahouse.games.classic.scoring.payments import Parties, payments
from teahouse.games.classic.scoring.readings import CONCEALED, meld_code
from teahouse.games.classic.scoring.sheet import Sheet, sheet_for
from teahouse.players.classic.hands import Hands, look_at, shapes_of
from teahouse.players.classic.kernels import finishing, reach, special, suits, worth
from teahouse.players.classic.numbers import meld_row, scoring_room
from teahouse.players.classic.rivals import Rivals
from teahouse.players.classic.simple import MANY_CHOWS

KINDS: Final = 34
FAR_SPECIAL: Final = 8
"""The distance up to which special hands are considered where chows are limited."""
MOST_ROUNDS: Final = 64
NO_LUCK: Final = np.zeros(KINDS, np.int64)


USUAL_RATES: Final = (
    (0.0, 10.0, 16.0, 26.0, 35.0, 40.0, 44.0, 45.0, 45.0, 45.0, 45.0, 45.0),
    (0.0, 10.0, 15.0, 21.0, 27.0, 31.0, 34.0, 36.0, 36.0, 36.0, 36.0, 36.0),
    (0.0, 10.0, 15.0, 20.0, 25.0, 27.0, 29.0, 29.0, 29.0, 29.0, 29.0, 29.0),
    (0.0, 6.5, 9.0, 13.0, 17.0, 21.0, 23.0, 26.0, 26.0, 26.0, 26.0, 26.0),
)
"""The most useful tiles that a hand is taken to have when it lacks so many: of all tiles, clean, pure, and of pongs;
tuned on deals, so that distant hands are not overrated."""


class Style(msgspec.Struct, frozen=True):
    """How an engine weighs.

    given: how often a tile that may be claimed comes from each seat, for each time it is drawn. width: how many tiles
    more than the nearest plan another may lack; special_width: how many a special hand may lack, live: the share of its
    tiles that is taken to come. mix: the share of the second best plan. stages: how much of the rate of useful tiles is
    left a tile later, by what is missing then. stay_hidden: how often a concealed hand is still one when it wins.
    defends: does it avoid discards that others may win with? scored: how many of the best plans are scored as they end.
    """

    given: float = 1.0
    width: int = 3
    special_width: int = 5
    mix: float = 0.5
    stages: tuple[float, ...] = (0.0, 0.65, 0.57, 0.65, 0.75, 0.9, 0.95, 1.0, 1.0, 1.0, 1.0, 1.0)
    usual: tuple[tuple[float, ...], ...] = USUAL_RATES
    stay_hidden: float = 0.4
    defends: bool = True
    self_drawn: float = 0.22
    fold: float = 1.0
    live: float = 1.0
    grows: float = 0.2
    scored: int = 4


class Weighed(NamedTuple):
    """A move weighed.

    missing: tiles the hand lacks for any Mahjong after it, live: unseen tiles that bring it nearer. expected: points it
    is worth in all, danger taken off. plan, lacks, chance, score: the plan behind it. danger: points it may cost at
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


class Near(NamedTuple):
    """A move by the hand it leaves: tiles missing to any Mahjong, and the unseen tiles that bring it nearer."""

    move: Move
    missing: int
    live: int


class Holding(NamedTuple):
    """A hand that a move leaves: its counts and its melds."""

    hand: np.ndarray[Any, np.dtype[np.int64]]
    melds: tuple[Meld, ...]
    discard: Tile | None


class Engine:
    """Weighs moves under one ruleset. It keeps its tables, and nothing about a deal."""

    def __init__(self, ruleset: Ruleset, style: Style) -> None:
        """Weigh by this ruleset, in this style."""
        self._ruleset, self._style = ruleset, style
        self._room, self._scorer = weighing_room(suit_table()), scoring_room(ruleset)

    def weigh(self, view: ClassicView, moves: Sequence[Move]) -> list[Weighed]:
        """Every move but Mahjong with what it is worth; claims with their best discard."""
        seat = view.seat
        assert seat is not None
        holdings = [list(left_by(view, move)) for move in moves]
        rivals = Rivals(view, self._ruleset)
        told = self._told_of(view, [holding for each in holdings for holding in each], rivals)
        danger = rivals.dangers(unseen_tiles(view)) if self._style.defends else np.zeros(KINDS)
        found, start = list[Weighed](), 0
        for move, left in zip(moves, holdings, strict=True):
            rows = [
                _weighed(move, each, told[start + place], danger[each.discard.code] if each.discard else 0.0)
                for place, each in enumerate(left)
            ]
            start += len(left)
            found.append(max(rows, key=self.key))
        return found

    def key(self, weighed: Weighed) -> tuple[float, ...]:
        """The order of moves: by expected points; where nothing can be won any more, by distance to Mahjong.

        Where chows are limited every hand is slow, and special hands are no slower than others, so distance comes
        first: the chances behind the points were tuned on faster hands.
        """
        hurry = 0 if self._ruleset.max_chows >= MANY_CHOWS else -weighed.missing
        return (hurry, round(weighed.expected, 6), -weighed.missing, weighed.live)

    def distance(self, hand: Any, melds: tuple[Meld, ...]) -> int:
        """What a hand lacks for any Mahjong of the ruleset: sets and a pair, or a special hand that is played."""
        sets = 4 - len(melds)
        table, work, vectors, missing, *_ = self._room
        reach.prepare(table, work, vectors, hand, NO_LUCK, self._layer(melds))
        reach.distances(vectors, sets, 1, missing)
        nearest = int(missing[0])
        if not melds:
            worths = known_rules(self._ruleset, self._style)[worth.WORTHS :]
            played = [which for which in range(special.ALL_HONOURS) if worths[which]]
            nearest = min(nearest, *(special.special_missing(hand, which, sets) for which in played), nearest)
        return nearest

    def _layer(self, melds: tuple[Meld, ...]) -> int:
        """How many chows the hand may still have, as the kernels tell apart."""
        may = self._ruleset.max_chows - chows(melds)
        return suits.NO_CHOW if may <= 0 else suits.ONE_CHOW if may == 1 else suits.ANY_CHOW

    def _told_of(self, view: ClassicView, holdings: Sequence[Holding], rivals: Rivals | None) -> Any:
        """The kernel's figures, a row a hand."""
        seat = view.seat
        assert seat is not None
        hands = np.array([holding.hand for holding in holdings], np.int64)
        winds = view.opening.winds[seat], view.opening.prevailing
        sheet = sheet_for(self._ruleset, *winds)
        rows = {melds: self._facts(view, sheet, melds) for melds in {holding.melds for holding in holdings}}
        facts = np.array([rows[holding.melds] for holding in holdings], np.int64)
        pongs = pong_worths(self._ruleset, *winds)
        unseen = np.tile(unseen_tiles(view), (len(holdings), 1))
        hazard = np.zeros(MOST_ROUNDS) if rivals is None else rivals.hazards(MOST_ROUNDS)
        told = np.zeros((len(holdings), worth.TOLD), np.float64)
        melds = {each: meld_row(each, view.bonus[seat], *winds) for each in rows}
        melded = np.array([melds[holding.melds] for holding in holdings], np.int64)
        known = self._known(view, rivals)
        finishing.weigh_all(self._room, self._scorer, melded, (hands, facts, unseen), pongs, known, hazard, told)
        return told

    def _facts(self, view: ClassicView, sheet: Sheet, melds: tuple[Meld, ...]) -> list[int]:
        """What is known of a hand with these melds."""
        parts = [sheet.sets[meld_code(meld)] for meld in melds]
        parts += [sheet.bonus[tile] for tile in view.bonus[view.seat or 0]]
        return [
            4 - len(melds),
            self._layer(melds),
            open_plans(melds),
            sheet.sources["discard"].points + sum(part.points for part in parts),
            sheet.sources["discard"].doublings + sum(part.doublings for part in parts),
            all(meld.concealed for meld in melds),
            all(meld.tile.is_honour for meld in melds),
        ]

    def _known(self, view: ClassicView, rivals: Rivals | None) -> Any:
        """What is known of the table and its rules."""
        style, rules = self._style, self._ruleset
        known = known_rules(rules, style).copy()
        known[worth.UNSEEN] = max(1, view.wall + view.box + sum(view.hand_sizes) - len(view.hand))
        if rivals is not None:
            opening = view.opening
            known[worth.ROUNDS] = min(MOST_ROUNDS, -(-view.wall // rules.players))
            known[worth.PAYS] = pays(view.seat or Seat(0), opening.dealer, opening.east, rules, style.self_drawn)
            known[worth.COSTS] = rivals.cost(style.self_drawn)
        return known


def weigh_nearest(view: ClassicView, moves: Sequence[Move], ruleset: Ruleset) -> list[Near]:
    """Every move but Mahjong by how near the hand comes; claims with the discard that leaves it nearest."""
    holdings = [list(left_by(view, move)) for move in moves]
    every = [holding for each in holdings for holding in each]
    rows = np.array([holding.hand for holding in every], np.uint8)
    melds = np.array([len(holding.melds) for holding in every])
    chowed = np.array([chows(holding.melds) for holding in every])
    looks = look_at(Hands(rows, melds=melds, chows=chowed), shapes_of(ruleset))
    live = (looks.useful[:, None] >> np.arange(KINDS) & 1) @ unseen_tiles(view)
    found, start = list[Near](), 0
    for move, left in zip(moves, holdings, strict=True):
        best = min(range(start, start + len(left)), key=lambda row: (looks.distances[row], -live[row]))
        found.append(Near(move, int(looks.distances[best]), int(live[best])))
        start += len(left)
    return found


@lru_cache(maxsize=64)
def known_rules(rules: Ruleset, style: Style) -> Any:
    """What is known before a deal."""
    known = np.zeros(worth.TABLE_FACTS, np.float64)
    doublings, special_value = rules.doublings, rules.limit or rules.special_hand_value
    known[worth.GIVEN] = style.given * (rules.players - 1) / 3  # the kernel counts on three others
    known[worth.LIMIT] = rules.limit or MOST_POINTS
    known[worth.NO_CHOWS] = doublings.no_chows
    known[worth.CLEAN] = doublings.one_suit_with_honours
    known[worth.PURE] = doublings.one_suit_only
    with_chows = rules.one_suit_only_allows_chows
    known[worth.PURE_CHOWS] = doublings.one_suit_only if with_chows else doublings.one_suit_with_honours
    known[worth.HIDDEN_POINTS] = rules.mahjong.concealed_points
    known[worth.HIDDEN_DOUBLINGS] = rules.mahjong.concealed_doublings
    known[worth.STAY_HIDDEN] = style.stay_hidden
    known[worth.WIDTH] = style.width
    known[worth.SPECIAL_WIDTH] = style.special_width if rules.max_chows >= MANY_CHOWS else FAR_SPECIAL
    known[worth.MIX] = style.mix
    known[worth.FOLD] = style.fold
    known[worth.LIVE] = style.live
    known[worth.GROWS] = style.grows
    known[worth.SCORED] = style.scored
    known[worth.LEAST_DOUBLINGS], known[worth.LEAST_SCORE] = rules.least_doublings, rules.least_score
    known[worth.STAGES : worth.USUAL] = style.stages
    known[worth.USUAL : worth.WORTHS] = [rate for kind in style.usual for rate in kind]
    values = {"limit": special_value, "half_limit": rules.special_half_limit, "off": 0}
    known[worth.WORTHS :] = [values[getattr(rules.special_hands, key)] for key in SPECIAL_KEYS]
    known[worth.WORTHS + (special.ANY_PAIRS if rules.all_pair_honours_all_different else special.PAIRS)] = 0
    return known


SPECIAL_KEYS: Final = (
    "thirteen_wonders",
    *["gates_of_heaven"] * 3,
    *["wriggling_snake"] * 3,
    *["knitting"] * 3,
    "triple_knitting",
    "all_pair_honours",
    "all_pair_honours",
    "all_honours",
)
"""The special hands by the kernel's numbers."""
assert len(SPECIAL_KEYS) == special.SPECIALS


def _weighed(move: Move, holding: Holding, told: Any, danger: float) -> Weighed:
    return Weighed(
        move,
        int(told[worth.NEAREST]),
        float(told[worth.NEAREST_RATE]),
        float(told[worth.EXPECTED]) - float(danger),
        int(told[worth.PLAN]),
        int(told[worth.MISSING]),
        float(told[worth.CHANCE]),
        float(told[worth.SCORE]),
        float(danger),
        holding.discard,
    )


@lru_cache(maxsize=1)
def suit_table() -> Any:
    """The table of the suits, one a process; it fills as it is used."""
    return np.zeros(suits.TABLE, np.int8)


@lru_cache(maxsize=1)
def suit_work() -> Any:
    """The working memory for computing a row of the table."""
    return np.zeros(suits.WORK, np.int8)


def weighing_room(table: Any) -> tuple[Any, ...]:
    """What the kernel needs to weigh hands, around a table of suits."""
    vectors, missing = np.zeros(reach.VECTORS, np.int64), np.zeros(reach.PLANS, np.int64)
    sizes = reach.PLANS, worth.CHANCE_AT + 1, worth.FINALS
    return table, suit_work(), vectors, missing, *(np.zeros(size, np.float64) for size in sizes)


@lru_cache(maxsize=64)
def pong_worths(ruleset: Ruleset, personal: Wind, prevailing: Wind) -> tuple[Any, Any, Any]:
    """For a pong of each kind: its doublings, its points concealed, its points melded."""
    sets = sheet_for(ruleset, personal, prevailing).sets
    codes = range(KINDS)
    return (
        np.array([sets[code].doublings for code in codes], np.int64),
        np.array([sets[code | CONCEALED].points for code in codes], np.int64),
        np.array([sets[code].points for code in codes], np.int64),
    )


CODES: Final = {tile: tile.code for tile in TILES}


def counts(tiles: Iterable[Tile]) -> Any:
    """How many of each kind there are."""
    return np.bincount([CODES[tile] for tile in tiles], minlength=KINDS)


def unseen_tiles(view: ClassicView) -> Any:
    """How many of each kind this seat does not see."""
    seen = [laid.tile for laid in view.discards]
    seen += [tile for melds in view.melds for meld in melds for tile in meld.tiles]
    return np.maximum(4 - counts((*view.hand, *seen)), 0)


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


def left_by(view: ClassicView, move: Move) -> Iterable[Holding]:
    """The hands that a move may leave, before the next tile comes."""
    hand, melds = counts(view.hand), view.melds[view.seat or 0]
    match move:
        case Discard():
            yield discarded(hand, melds, move.tile)
        case Pass():
            yield Holding(hand, melds, None)
        case DeclareKong():
            yield with_kong(hand, melds, move.tile)
        case ClaimKong():
            assert view.offer is not None
            hand[view.offer.tile.code] -= 3
            yield Holding(hand, (*melds, Meld("kong", view.offer.tile)), None)
        case ClaimPong() | ClaimChow():
            assert view.offer is not None
            tile = view.offer.tile
            meld = Meld("pong", tile) if isinstance(move, ClaimPong) else Meld("chow", move.first)
            own = [tile] * 2 if isinstance(move, ClaimPong) else [each for each in run_from(move.first) if each != tile]
            hand -= counts(own)
            for code in range(KINDS):
                if hand[code]:
                    yield discarded(hand, (*melds, meld), TILES[code])
        case _:
            raise AssertionError(move)


def discarded(hand: Any, melds: tuple[Meld, ...], tile: Tile) -> Holding:
    """The hand with one tile removed."""
    left = hand.copy()
    left[tile.code] -= 1
    return Holding(left, melds, tile)


def with_kong(hand: Any, melds: tuple[Meld, ...], tile: Tile) -> Holding:
    """The hand after a kong of its own, concealed or added to a pong."""
    left = hand.copy()
    if any(meld.kind == "pong" and meld.tile == tile for meld in melds):
        left[tile.code] -= 1
        kong = Meld("kong", tile, added=True)
        return Holding(left, tuple(kong if meld == Meld("pong", tile) else meld for meld in melds), None)
    left[tile.code] -= 4
    return Holding(left, (*melds, Meld("kong", tile, concealed=True)), None)


@lru_cache(maxsize=256)
def pays(seat: Seat, dealer: Seat, east: Seat, ruleset: Ruleset, self_drawn: float) -> float:
    """What a point of the own score earns, given how often the tile is drawn rather than discarded by another seat."""
    drawn = payments(1, Parties(seat, dealer, east), ruleset)[seat]
    others = [Seat(other) for other in range(ruleset.players) if other != seat]
    given = [payments(1, Parties(seat, dealer, east, other), ruleset)[seat] for other in others]
    return self_drawn * drawn + (1 - self_drawn) * sum(given) / len(given)
