"""Setting up a deal: wall, dice, winds, Kong Box, dealing and the first bonus tiles."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teahouse.core.errors import InvalidOption
from teahouse.core.seats import Seat
from teahouse.core.shuffle import Stream
from teahouse.core.tiles import TILES, Tile
from teahouse.games import make_game
from teahouse.games.classic import BonusShown, Classic, ClassicRules, DiceRolled, load_ruleset
from teahouse.games.classic.play.opening import (
    WHOLE_MATERIAL,
    broken_wall,
    built_wall,
    dealt_hands,
    material,
    roll_for_east,
)
from teahouse.games.classic.rulesets.ruleset import RULESETS, with_options
from tests.deals.script import Script
from tests.laws.classic import tiles_of

BRITISH = load_ruleset("british")
PLAIN = with_options(BRITISH, {"bonus_tiles": False})


def test_there_are_four_of_each_tile_and_one_of_each_bonus_tile() -> None:
    counts = Counter(material(BRITISH))
    assert all(counts[tile] == (1 if tile.is_bonus else 4) for tile in TILES)
    assert (len(material(BRITISH)), len(material(PLAIN))) == (144, 136)


@given(st.integers(0, 3), st.integers(2, 12), st.booleans())
def test_the_wall_breaks_where_the_dice_say(dealer: int, heaps: int, with_bonus: bool) -> None:
    """Count the wall heap by heap: from the dealer's right end leftwards, then along the left neighbour's side."""
    ruleset = BRITISH if with_bonus else PLAIN
    length = 18 if with_bonus else 17
    tiles = built_wall(b"walk", ruleset)
    stand = {
        (side, place): tiles[2 * (length * (-side % 4) + place) :][:2] for side in range(4) for place in range(length)
    }
    walk = [stand[(dealer - number // length) % 4, number % length] for number in range(4 * length)]
    layout = broken_wall(tiles, dealer, heaps, ruleset)
    assert layout.wall == tuple(tile for heap in walk[heaps + 1 :] for tile in heap)
    assert layout.box[:2] == walk[heaps]
    assert layout.box[2:4] == walk[heaps - 1]
    assert Counter(layout.box) == Counter(tile for heap in walk[: heaps + 1] for tile in heap)


@given(st.integers(0, 3), st.integers(2, 12), st.sampled_from([14, 16]))
def test_a_kong_box_of_fixed_size_lies_before_the_break(dealer: int, heaps: int, size: int) -> None:
    ruleset = with_options(BRITISH, {"kong_box_size": size})
    tiles = built_wall(b"walk", ruleset)
    layout = broken_wall(tiles, dealer, heaps, ruleset)
    start = (-dealer % 4) * 36 + 2 * heaps
    around = tiles[start:] + tiles[:start]
    assert layout.wall == around[:-size]
    assert layout.box[:2] == around[-2:]
    assert (*layout.box[-2:],) == around[-size : -size + 2]


@given(st.integers(0, 3))
def test_heaps_are_dealt_in_turn_from_the_dealer(dealer: int) -> None:
    wall = list(range(144))
    hands, rest = dealt_hands(wall, Seat(dealer), 4)
    for number in range(4):
        seat = (dealer + number) % 4
        heaps = [tile for time in range(3) for tile in range(16 * time + 4 * number, 16 * time + 4 * number + 4)]
        assert hands[seat] == heaps + ([48, 49] if number == 0 else [49 + number])
    assert rest == tuple(range(53, 144))


def test_players_who_tie_for_east_roll_again() -> None:
    tied = 0
    for seed in range(300):
        east, rolls = roll_for_east(Stream(b"%d" % seed, "dice"), 4)
        assert [roll.seat for roll in rolls[:4]] == [0, 1, 2, 3]
        best = max(roll.dice for roll in rolls[:4])
        leaders = [roll.seat for roll in rolls[:4] if roll.dice == best]
        assert east in leaders
        if len(leaders) > 1:
            tied += 1
            assert [roll.seat for roll in rolls[4 : 4 + len(leaders)]] == leaders
        else:
            assert len(rolls) == 4
    assert tied > 50


def test_winds_follow_east_anticlockwise_and_every_seat_can_be_east() -> None:
    openings = [Classic().deal(b"%d" % seed).opening for seed in range(40)]
    for opening in openings:
        order = [opening.winds[(opening.east + number) % 4] for number in range(4)]
        assert order == ["East", "South", "West", "North"]
    assert {opening.east for opening in openings} == {0, 1, 2, 3}


@pytest.mark.parametrize("name", RULESETS)
def test_a_deal_gives_fourteen_to_the_dealer_and_shows_all_bonus_tiles(name: str) -> None:
    game, ruleset = Classic(ClassicRules(ruleset=name)), load_ruleset(name)
    for seed in range(30):
        state = game.deal(b"%d" % seed)
        assert sorted(tiles_of(state)) == sorted(WHOLE_MATERIAL)
        for seat in game.seats:
            assert len(state.hands[seat]) == (14 if seat == state.opening.dealer else 13)
            assert not any(tile.is_bonus for tile in state.hands[seat])
        shown = [(event.seat, event.tile) for event in state.opening.shown]
        assert sorted(shown) == sorted((seat, tile) for seat in game.seats for tile in state.bonus[seat])
        turns = [(seat - state.opening.dealer) % len(game.seats) for seat, _ in shown]
        assert turns == sorted(turns)
        replaced = 0 if ruleset.bonus_replacement == "wall" else min(len(shown), state.opening.box)
        assert state.opening.box - len(state.box) == replaced


def test_a_replacement_that_is_a_bonus_tile_is_replaced_again_the_dealer_first() -> None:
    script = """
    hand 0 147m 258s 1234567z 1f
    hand 1 369m 147s 258p 112z 2f
    hand 2 258m 369s 18p 77z 55z 6z
    hand 3 123m 456m 789s 23p 99p
    box 5f 6f 9m 8m 7m 6m
    wall 8p 9s
    0 holds 1479m 258s 1234567z
    1 holds 3689m 258p 147s 112z
    """
    state = Script(script).play().state
    assert [(event.seat, str(event.tile)) for event in state.opening.shown] == [
        (0, "1f"),
        (0, "5f"),
        (0, "6f"),
        (1, "2f"),
    ]
    assert state.bonus == ((Tile.PLUM, Tile.SPRING, Tile.SUMMER), (Tile.ORCHID,), (), ())


def test_the_opening_consists_of_events_that_everybody_sees() -> None:
    game = Classic()
    state = game.deal(b"tea")
    events = game.opening_events(state)
    assert [game.seen_by(event, None) for event in events] == list(events)
    rolls = [event for event in events if isinstance(event, DiceRolled)]
    assert [roll.purpose for roll in rolls][-2:] == ["dealer", "kong_box"]
    assert sum(rolls[-1].dice) == state.opening.heaps
    assert [event for event in events if isinstance(event, BonusShown)] == list(state.opening.shown)


def test_impossible_options_are_refused() -> None:
    for options, complaint in (
        ({"ruleset": "chess"}, "expected a ruleset among"),
        ({"east": 4}, "expected east from 0 to 3, got 4"),
        ({"ruleset": "two-players", "dealer": 2}, "expected dealer from 0 to 1, got 2"),
        ({"tallies": [1, 2]}, "expected tallies of 4 seats, got 2"),
        ({"tallies": [0, 0, 0, -(10**16)]}, "expected tallies up to 1000000000000000, got -10000000000000000"),
        ({"prevailing": "Up"}, "expected East, South, West or North, got 'Up'"),
        ({"ruleset": {"format": 1}}, "missing required field"),
        ({"ruleset": "two-players", "prevailing": "North"}, "expected a prevailing wind among East, West, got North"),
    ):
        with pytest.raises(InvalidOption, match=complaint):
            make_game("classic", options)
