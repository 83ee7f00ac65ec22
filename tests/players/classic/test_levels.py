"""The levels of Classic that analyse their hand."""

from random import Random

import pytest
from msgspec.structs import replace

from teahouse.core.seats import Seat
from teahouse.core.tiles import Tile, Wind
from teahouse.games.classic import Classic, ClassicRules, DeclareMahjong, Discard
from teahouse.games.classic.rulesets.ruleset import RULESETS, load_ruleset
from teahouse.games.classic.scoring.score import score
from teahouse.games.classic.scoring.wins import Win
from teahouse.kernels.arrays import new_record
from teahouse.kernels.classic.plans import worth
from teahouse.kernels.classic.plans.types import Holding
from teahouse.players import PLAYERS, Budget, make_player
from teahouse.players.classic.engine import Engine, EngineMove, Style, pong_worths, weighing_context
from teahouse.players.classic.holdings import unseen_tiles
from teahouse.players.classic.levels import EasyPlayer, MediumPlayer
from teahouse.players.classic.rivals import Rivals
from tests.deals.script import Script

LEVELS = PLAYERS["classic"].searching


def played(game: Classic, seed: bytes, levels: tuple[str, ...]) -> list[str]:
    """The moves of a deal; every choice must be legal, and Mahjong must never be missed."""
    players = [make_player("classic", level, game.rules) for level in levels]
    rng, state, texts = Random(seed), game.deal(seed), list[str]()
    while waiting := game.to_move(state):
        seat = waiting[0]
        moves = game.legal_moves(state, seat)
        move = players[seat].choose(game.view(state, seat), moves, Budget(), rng)
        assert move in moves
        assert isinstance(move, DeclareMahjong) == (DeclareMahjong() in moves)
        texts.append(game.move_text(move))
        state, _ = game.apply(state, seat, move)
    return texts


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_level_plays_every_ruleset_to_its_end(ruleset: str) -> None:
    game = Classic(ClassicRules(ruleset=ruleset))
    assert played(game, b"one", LEVELS[::-1][: len(game.seats)])


def test_the_same_seed_gives_the_same_choices() -> None:
    assert played(Classic(), b"tea", LEVELS) == played(Classic(), b"tea", LEVELS)


@pytest.mark.slow
def test_no_level_ever_chooses_an_illegal_move() -> None:
    for number in range(1000):
        turn = number % 4
        played(Classic(), b"campaign %d" % number, LEVELS[turn:] + LEVELS[:turn])


TABLE = """
hand 0 147m 258s 1234567z {first}
hand 1 {hand}
hand 2 258m 369s 18p 77z 55z 6z
hand 3 369m 147s 258p 1122z
box 1p 2p 3p 6p
wall {draw} 9s 1z 3m 1s 2s 3s 4s 8s 1s 2s 3s 4s 8s 9p 9p 7p 7p 1p 1p 3z 3z
"""


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("hand", "draw", "expected"),
    [
        ("123m 456m 78m 22p 56p 4z", "9s", {"4z", "9s"}),  # no needed tile is discarded
        ("123m 789m 456p 33p 67p", "9s", {"9s"}),  # a ready hand stays ready if no special hand is near
        ("123m 456m 789m 22p 34p", "5p", {"mahjong"}),
    ],
)
def test_every_level_keeps_what_it_needs(level: str, hand: str, draw: str, expected: set[str]) -> None:
    outcome = Script(TABLE.format(hand=hand, draw=draw, first="9m") + "0 9m").play()
    assert choice(outcome.game, outcome.state, level) in expected


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("hand", "discard", "expected"),
    [
        ("123m 456m 789m 22p 34p", "5p", "mahjong"),
        ("123m 456s 78p 22p 44p 9s", "4p", "pong"),
        ("123m 456m 789m 2p 5p 9s 4z", "9p", "pass"),
    ],
)
def test_every_level_claims_only_what_brings_it_nearer(level: str, hand: str, discard: str, expected: str) -> None:
    outcome = Script(TABLE.format(hand=hand, draw="9p", first=discard) + f"0 {discard}; ?").play()
    assert choice(outcome.game, outcome.state, level) == expected


def choice(game: Classic, state: object, level: str) -> str:
    player, seat = make_player("classic", level, game.rules), Seat(1)
    moves = game.legal_moves(state, seat)  # type: ignore[arg-type]  # whatever a script came to
    return game.move_text(player.choose(game.view(state, seat), moves, Budget(), Random(1)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("hand", "draw", "ordinary"),
    [
        pytest.param("258m 258p 258s 37m 37p", "9s", "2m 2p 2s 3m 3p 5m 5p 5s 7m 7p 8m 8p 8s 9s", id="triple knitting"),
        pytest.param("23569m 23569p 78m 7p", "9s", "2m 2p 3m 3p 5m 6m 8m 9m 9p 9s", id="knitting"),
    ],
)
def test_easy_aims_at_ordinary_hands_and_medium_at_special_ones_too(hand: str, draw: str, ordinary: str) -> None:
    outcome = Script(TABLE.format(hand=hand, draw=draw, first="9m") + "0 9m").play()
    game, seat = outcome.game, Seat(1)
    view, moves = game.view(outcome.state, seat), game.legal_moves(outcome.state, seat)
    assert " ".join(sorted(map(game.move_text, EasyPlayer().equals(view, moves)))) == ordinary
    assert [game.move_text(move) for move in MediumPlayer().equals(view, moves)] == [draw]


@pytest.mark.parametrize(("ruleset", "expected"), [("british", {"3z"}), ("western", {"kong 4p"})])
def test_medium_declares_kongs_where_losers_settle(ruleset: str, expected: set[str]) -> None:
    outcome = Script(TABLE.format(hand="123m 789m 4444p 22p 3z", draw="9s", first="9m") + "0 9m").play()
    assert equals(outcome.game, outcome.state, ruleset) == expected


@pytest.mark.parametrize(("ruleset", "expected"), [("british", "pass"), ("bmja", "pass"), ("western", "kong")])
def test_medium_claims_kongs_where_losers_settle_and_chows_are_many(ruleset: str, expected: str) -> None:
    outcome = Script(TABLE.format(hand="123m 789m 444p 22p 35s", draw="9s", first="4p") + "0 4p; ?").play()
    assert equals(outcome.game, outcome.state, ruleset) == {expected}


@pytest.mark.parametrize(("ruleset", "expected"), [("british", {"4m"}), ("western", {"5m"})])
def test_medium_keeps_pairs_where_losers_settle_and_chows_are_many(ruleset: str, expected: set[str]) -> None:
    outcome = Script(TABLE.format(hand="456p 567s 456p 44m 77m", draw="5m", first="9m") + "0 9m").play()
    assert equals(outcome.game, outcome.state, ruleset) == expected


@pytest.mark.parametrize(("ruleset", "expected"), [("british", "chow 678p"), ("hongkong", "pass")])
def test_medium_makes_no_chows_if_only_pongs_reach_the_minimum(ruleset: str, expected: str) -> None:
    outcome = Script(TABLE.format(hand="123m 456s 78p 22p 44p 9s", draw="9p", first="6p") + "0 6p; ?").play()
    assert equals(outcome.game, outcome.state, ruleset) == {expected}


def test_medium_continues_the_chows_of_a_seat_it_takes_over() -> None:
    outcome = Script(TABLE.format(hand="123m 456s 78p 22p 44p 9s", draw="9p", first="6p") + "0 6p; 1 chow 678p").play()
    assert equals(outcome.game, outcome.state, "hongkong") == equals(outcome.game, outcome.state, "british") == {"9s"}


def equals(game: Classic, state: object, ruleset: str) -> set[str]:
    """The moves that medium finds equally good under a ruleset."""
    medium, seat = MediumPlayer(), Seat(1)
    medium.set_rules(ClassicRules(ruleset=ruleset))
    found = medium.equals(game.view(state, seat), game.legal_moves(state, seat))  # type: ignore[arg-type]  # as above
    return {game.move_text(move) for move in found}


@pytest.mark.parametrize("level", ["medium", "expert"])
def test_the_better_levels_count_the_tiles_that_are_left(level: str) -> None:
    outcome = Script(TABLE.format(hand="123m 789m 444p 59p 57s", draw="6s", first="9m") + "0 9m").play()
    assert choice(outcome.game, outcome.state, level) == "9p"  # 4445p waits for more than 9p


def test_expert_asks_the_scorer_what_a_ready_hand_is_worth() -> None:
    outcome = Script(TABLE.format(hand="123m 789m 456p 66z 77p", draw="9s", first="9m") + "0 9m").play()
    game, state = outcome.game, outcome.state
    view = game.view(state, Seat(1))
    moves = [move for move in game.legal_moves(state, Seat(1)) if game.move_text(move) == "9s"]
    ends = {Tile.P7: 2, Tile.GREEN: 2}  # the tiles that it waits for, with those that it cannot see
    total = 0.0
    for tile, unseen in ends.items():
        hand = (*(held for held in view.hand if held != Tile.S9), tile)
        winds = view.opening.winds[1], view.opening.prevailing
        drawn, given = (
            score(Win(hand, (), tile, source, *winds), game.ruleset).score for source in ("wall", "discard")
        )
        total += unseen * (drawn + 3 * given) / 4
    for scored, exact in ((4, True), (0, False)):
        found = Engine(game.ruleset, Style(scored=scored)).weigh(view, moves)[0]
        assert found.lacks == 1
        assert (found.score == pytest.approx(total / sum(ends.values()))) is exact


def test_distance_counts_first_if_chows_are_few_and_special_hands_are_no_patterns() -> None:
    def weighed(missing: int, expected: float) -> EngineMove:
        return EngineMove(Discard(Tile.M1), missing, 4.0, expected, 0, missing, 0.1, 50.0, 0.0, Tile.M1)

    near, dear = weighed(2, 10.0), weighed(3, 20.0)
    for name, better in (("british", dear), ("bmja", near), ("two-players", near), ("club", dear)):
        assert max(near, dear, key=Engine(load_ruleset(name), Style()).key) is better


def test_hands_race_for_patterns_where_chows_are_few() -> None:
    def weighed(ruleset: str, held: str) -> EngineMove:
        outcome = Script(TABLE.format(hand=held, draw="9s", first="9m") + "0 9m").play()
        game, state = outcome.game, outcome.state
        moves = [move for move in game.legal_moves(state, Seat(1)) if game.move_text(move) == "9s"]
        return Engine(load_ruleset(ruleset), Style(nearer=6.0, late=0.0)).weigh(game.view(state, Seat(1)), moves)[0]

    six, five, four = (weighed("club", f"1133m 2244{pairs}") for pairs in ("77p 66s 8p", "77p 6s 58p", "p 6s 69m 58p"))
    assert [(each.lacks, each.score) for each in (six, five, four)] == [(1, 500), (2, 500), (3, 500)]
    assert six.chance == pytest.approx(6 * five.chance) == pytest.approx(36 * four.chance)
    assert six.expected > five.expected > four.expected
    assert weighed("bmja", "1133m 224477p 66s 8p").score < 500


def test_a_discard_is_dangerous_only_if_it_costs_more_than_anothers_discard() -> None:
    for name, dangerous in (("british", True), ("bmja", False)):
        game = Classic(ClassicRules(ruleset=name))
        view = game.view(game.deal(b"danger"), Seat(0))
        assert bool(Rivals(view, game.ruleset).dangers(unseen_tiles(view)).any()) is dangerous


def test_only_hands_that_reach_the_minimum_have_a_value() -> None:
    outcome = Script(TABLE.format(hand="1122m 3344p 567s 99p", draw="9s", first="9m") + "0 9m").play()
    game, state = outcome.game, outcome.state
    moves = [move for move in game.legal_moves(state, Seat(1)) if game.move_text(move) == "9s"]
    for least, lacks in ((0, 3), (3, 4), (40, None)):  # with chows, of pongs, and none
        ruleset = replace(load_ruleset("hongkong"), least_doublings=least, unit=4)
        for scored in (0, 4):
            found = Engine(ruleset, Style(scored=scored, width=0)).weigh(game.view(state, Seat(1)), moves)[0]
            assert (found.lacks if found.score > 0 else None) == lacks


def test_doublings_that_do_not_count_for_the_minimum_reach_no_minimum() -> None:
    ruleset, hand = load_ruleset("hongkong"), new_record(Holding)
    pong, context = pong_worths(ruleset, Wind.EAST, Wind.EAST), weighing_context(ruleset, Style())
    hand.sets, hand.doublings = 4, 3
    assert worth.score_of(hand, pong, context, 0) > 0
    hand.uncounted = 2  # of bonus tiles
    assert worth.score_of(hand, pong, context, 0) == 0
