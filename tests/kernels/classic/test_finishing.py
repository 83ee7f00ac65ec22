"""The scores of finished plans, compared with the scorer of the rules."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

from teahouse.core.tiles import BONUS_TILES, TILES, Tile, Wind
from teahouse.games.classic.melds import Meld, chows, run_from
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.rulesets.ruleset import load_ruleset
from teahouse.games.classic.scoring.readings import readings
from teahouse.games.classic.scoring.score import score
from teahouse.games.classic.scoring.wins import Win
from teahouse.kernels.arrays import dtype_of, new_record
from teahouse.kernels.classic import numbers
from teahouse.kernels.classic.plans import reach, suits, worth
from teahouse.kernels.classic.plans.types import Holding
from teahouse.kernels.classic.scoring import ends, finishing
from teahouse.players.classic.engine import Style, new_workspace, pong_worths, suit_table, weighing_context
from teahouse.players.classic.holdings import counts
from teahouse.players.classic.numbers import new_scorer, write_melds
from teahouse.players.compiling import compiled
from tests.games.classic.wins import PLAIN, random_win

RULESETS = {"british": suits.ANY_CHOW, "bmja": suits.ONE_CHOW}
MELDED = (Meld("pong", Tile.P5), Meld("kong", Tile.RED), Meld("chow", Tile.S3), Meld("kong", Tile.M9, concealed=True))


class Held(NamedTuple):
    """An incomplete hand."""

    tiles: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    bonus: tuple[Tile, ...]
    winds: tuple[Wind, Wind]

    def win(self, tiles: tuple[Tile, ...], melds: tuple[Meld, ...], tile: Tile, *, drawn: bool) -> Win:
        """The win that it becomes with a tile."""
        return Win(tiles, (*self.melds, *melds), tile, "wall" if drawn else "discard", *self.winds, bonus=self.bonus)


def test_a_win_is_copied_with_every_field() -> None:
    numbered: Any = np.zeros(2, dtype_of(numbers.WinNumbers))
    numbered.view(np.int64)[: numbered.nbytes // 16] = np.arange(1, numbered.nbytes // 16 + 1)
    finishing.copy_win(numbered[0], numbered[1])
    assert numbered[0] == numbered[1]


class Setup:
    """The kernel set up for a hand."""

    def __init__(self, held: Held, ruleset: Ruleset, chow_limit: int) -> None:
        self.hand, self.chow_limit, self.sets = counts(held.tiles), chow_limit, 4 - len(held.melds)
        self.unseen = 4 - self.hand - counts([tile for meld in held.melds for tile in meld.tiles])
        self.workspace, self.scorer = new_workspace(suit_table()), new_scorer(ruleset)
        write_melds(self.scorer.melded, held.melds, held.bonus, *held.winds)
        pongs = pong_worths(ruleset, *held.winds)
        self.held, self.pong_doublings = new_record(Holding), pongs.doublings
        self.held.tiles[:], self.held.unseen[:], self.held.sets, self.held.chow_limit = (
            self.hand,
            self.unseen,
            self.sets,
            chow_limit,
        )
        self.context = weighing_context(ruleset, Style())
        rows, vectors, _, _ = self.workspace
        self.missing = vectors.missing
        compiled(reach.prepare)(rows, vectors, self.hand, self.pong_doublings, chow_limit)
        compiled(reach.distances)(vectors, self.sets, (1 << 2 * reach.FORMS) - 1)

    @property
    def end(self) -> ends.WinEnding:
        """The finished hand that was built last."""
        return self.scorer.end


def sheltered(held: Held, ruleset: Ruleset) -> bool:
    """Are there enough tiles for it, and no more chows than the ruleset allows?"""
    total = Counter([*held.tiles, *(tile for meld in held.melds for tile in meld.tiles)])
    return max(total.values()) <= 4 and chows(held.melds) <= ruleset.max_chows


def ready_hands(number: int, seed: str, ruleset: Ruleset) -> Iterator[Held]:
    """Hands that lack one tile for sets and a pair."""
    chance, found = Random(seed), 0
    while found < number:
        win = random_win(chance)
        if readings(win.concealed):
            held = Held(win.concealed[1:], win.melds, win.bonus, (win.personal_wind, win.prevailing_wind))
            if sheltered(held, ruleset):
                found += 1
                yield held


def far_hands(number: int, seed: str, ruleset: Ruleset) -> Iterator[Held]:
    """Random hands, every second one of one suit and honours."""
    chance, found = Random(seed), 0
    while found < number:
        melds = tuple(chance.sample(MELDED, chance.choice((0, 0, 1, 2))))
        deck = [tile for tile in PLAIN for _ in range(4) if found % 2 or tile.suit in (None, "m")]
        tiles = tuple(chance.sample(deck, 13 - 3 * len(melds)))
        held = Held(tiles, melds, tuple(chance.sample(BONUS_TILES, 2)), (Wind.EAST, chance.choice(list(Wind))))
        if sheltered(held, ruleset):
            found += 1
            yield held


@pytest.mark.parametrize("name", RULESETS)
def test_the_value_of_a_ready_hand_is_that_of_its_finished_hands(name: str) -> None:
    ruleset = load_ruleset(name)
    compared = 0
    for held in ready_hands(50, name, ruleset):
        chowed = ruleset.max_chows - chows(held.melds)
        chow_limit = suits.ANY_CHOW if chowed > 1 else suits.ONE_CHOW if chowed else suits.NO_CHOW
        setup = Setup(held, ruleset, chow_limit)
        known = list[tuple[int, float]]()
        for tile in PLAIN:
            tiles = (*held.tiles, tile)
            fitting = [one for one in readings(tiles) if chows(one.sets) <= chowed]
            if setup.unseen[tile.code] > 0 and fitting:
                drawn = score(held.win(tiles, (), tile, drawn=True), ruleset).score
                given = score(held.win(tiles, (), tile, drawn=False), ruleset).score
                known.append((int(setup.unseen[tile.code]), (drawn + 3 * given) / 4))
        found = compiled(finishing.ready_score)(setup.scorer, setup.held, setup.pong_doublings, setup.context, 0)
        if known:
            live = sum(count for count, _ in known)
            assert found == pytest.approx(sum(count * value for count, value in known) / live), held
            compared += 1
        else:
            assert found < 0, held
    assert compared > 20


def shares(sets: int) -> Iterator[tuple[int, ...]]:
    """Every way to distribute sets and a pair over three suits and the honours."""
    for a in range(sets + 1):
        for b in range(sets + 1 - a):
            for c in range(sets + 1 - a - b):
                yield from ((a, b, c, sets - a - b - c, pair) for pair in range(4))


def ends_of(setup: Setup, plan: int) -> Iterator[None]:
    """Build every finished hand of a plan that the kernel finds, one after another."""
    one = setup.chow_limit == suits.ONE_CHOW and reach.without_chows_of(plan) == 0
    for chowed in range(3) if one else (-1,):
        for share in shares(setup.sets):
            setup.end.shares[:], setup.end.pair_from = share[:4], share[4]
            lacks = compiled(ends.shared_lack)(setup.end, setup.workspace.vectors, plan, chowed)
            args = setup.workspace, setup.end, setup.held, setup.pong_doublings, plan, chowed
            if lacks == setup.missing[plan] and compiled(ends.make_end)(*args):
                yield


def made_melds(setup: Setup) -> list[tuple[Meld, int]]:
    """The sets of a finished hand, and the number of tiles that each lacks."""
    end, found = setup.end, list[tuple[Meld, int]]()
    for number in range(end.set_count):
        one = int(end.sets[number])
        tile = TILES[one & numbers.CODE]
        meld = Meld("chow", tile) if one & numbers.CHOW else Meld("pong", tile)
        found.append((meld, int(end.lacks[number])))
    return found


def check_end(setup: Setup, held: Held, plan: int) -> tuple[Tile, ...]:
    """Check that a finished hand fits its plan and needs no more tiles than the plan lacks, all of them available."""
    form, without_chows, wanted_doublings = reach.form_of(plan), reach.without_chows_of(plan), reach.doublings_of(plan)
    used = setup.end.used
    tiles = tuple(TILES[code] for code in range(numbers.KINDS) for _ in range(int(used[code])))
    melds = [meld for meld, _ in made_melds(setup)]
    pair = TILES[setup.end.pair]
    assert Counter(tiles) == Counter([pair, pair, *(tile for meld in melds for tile in meld.tiles)])
    assert len(melds) == setup.sets
    lacking = np.maximum(0, used - setup.hand)
    assert lacking.sum() == setup.missing[plan], held
    assert (lacking <= setup.unseen).all(), held
    assert all(worth.may_use(form, tile.code) for tile in tiles), held
    assert not (without_chows and chows(melds)), held
    assert sum(setup.pong_doublings[meld.tile.code] for meld in melds if meld.tile.is_honour) >= wanted_doublings, held
    return tiles


@pytest.mark.parametrize("name", RULESETS)
def test_a_finished_hand_fits_its_plan_and_scores_by_the_rules(name: str) -> None:
    ruleset = load_ruleset(name)
    plans = without = 0
    for held in far_hands(10, name, ruleset):
        chow_limit = RULESETS[name] if chows(held.melds) < ruleset.max_chows else suits.NO_CHOW
        setup = Setup(held, ruleset, chow_limit)
        for plan in np.flatnonzero((setup.missing > 1) & (setup.missing < 7)):
            built = 0
            for _ in ends_of(setup, int(plan)):
                built += 1
                tiles = check_end(setup, held, int(plan))
                last = max(tile for tile in set(tiles) if tiles.count(tile) > held.tiles.count(tile))
                drawn = score(held.win(tiles, (), last, drawn=True), ruleset).score
                assert compiled(finishing.drawn_score)(setup.scorer, setup.hand) == drawn
                assert (
                    compiled(finishing.claimed_score)(setup.scorer) == score(claimed(setup, held, tiles), ruleset).score
                )
            plans, without = plans + 1, without + (built == 0)
    assert plans > 80
    assert without < plans / 50, "ends of nearly every plan are found"


def claimed(setup: Setup, held: Held, tiles: tuple[Tile, ...]) -> Win:
    """The finished hand if every incomplete set is claimed; the pair, or else one of these sets, is completed last."""
    lacking, last = [meld for meld, lacks in made_melds(setup) if lacks], TILES[setup.end.pair]
    if not setup.end.pair_lacks:
        number = max(number for number, (_, lacks) in enumerate(made_melds(setup)) if lacks)
        lacking, last = lacking[:-1], TILES[int(setup.end.lacked[number])]
    left = Counter(tiles)
    for meld in lacking:
        left.subtract(run_from(meld.tile) if meld.kind == "chow" else [meld.tile] * 3)
    return held.win(tuple(left.elements()), tuple(lacking), last, drawn=False)


def test_every_distribution_of_sets_is_listed_once() -> None:
    end = new_record(ends.WinEnding)
    end.shares[3] = 3
    seen = [(*end.shares, end.pair_from)]
    while ends.next_share(end):
        seen.append((*end.shares, end.pair_from))
    assert sorted(seen) == sorted(shares(3))
