"""Advice: moves ranked with their reasons, computed only from a seat's view."""

from random import Random

import pytest

from teahouse.core.errors import InvalidOption
from teahouse.core.seats import Seat
from teahouse.games import make_game
from teahouse.games.classic import Classic, ClassicState
from teahouse.players import Budget, advise
from teahouse.players.advice import AdviceContext
from teahouse.players.classic.advice import advise_classic
from teahouse.players.classic.analysis import judge
from tests.deals.script import Script
from tests.players.classic.test_levels import TABLE


def test_advice_on_a_ready_hand_names_its_waits_and_how_many_are_left() -> None:
    outcome = Script(TABLE.format(hand="123m 789m 456p 33p 67p", draw="9s", first="9m") + "0 9m").play()
    game, state = outcome.game, outcome.state
    advice = advise_classic(game.view(state, Seat(1)), game.legal_moves(state, Seat(1)), game.ruleset)
    best = advice.moves[0]
    assert (best.text, best.distance, best.lost) == ("9s", 1, 0.0)
    assert {str(each.tile): each.unseen for each in best.helps} == {"5p": 3, "8p": 4}
    assert best.reason.startswith("leaves the hand ready, 7 unseen tiles of 2 kinds help")
    assert [each.lost or 0.0 for each in advice.moves] == sorted(each.lost or 0.0 for each in advice.moves)


def test_mahjong_comes_first() -> None:
    outcome = Script(TABLE.format(hand="123m 456m 789m 22p 34p", draw="5p", first="9m") + "0 9m").play()
    moves = outcome.game.legal_moves(outcome.state, Seat(1))
    advice = advise_classic(outcome.game.view(outcome.state, Seat(1)), moves, outcome.game.ruleset)
    assert advice.moves[0].text == "mahjong"
    assert len(advice.moves) == len(moves)


def test_a_deal_is_judged_by_what_each_seat_saw() -> None:
    outcome = Script(TABLE.format(hand="123m 789m 456p 33p 67p", draw="9s", first="9m") + "0 9m").play()
    game, state = outcome.game, outcome.state
    good, bad = (next(judge(game, [state], [(Seat(1), game.parse_move(text))])) for text in ("9s", "3p"))
    assert (good.lost, good.mark) == (0.0, "")
    assert bad.lost > 0
    assert bad.best.text == "9s"
    assert bad.mark


@pytest.mark.parametrize("name", ["battle", "classic", "solitaire"])
def test_every_game_has_advice_that_ranks_all_its_moves(name: str) -> None:
    game = make_game(name, {"layout": "five-spot"} if name == "solitaire" else {})
    state = game.deal(b"advice")
    seat = game.to_move(state)[0]
    moves = game.legal_moves(state, seat)
    context = AdviceContext(game.rules, Budget(seconds=0.2, nodes=2000), Random(1))
    advice = advise(name, game.view(state, seat), moves, context)
    assert (advice.game, advice.seat) == (name, seat)
    assert sorted(each.text for each in advice.moves) == sorted(map(game.move_text, moves))
    assert all(each.reason for each in advice.moves)


def test_a_game_without_advice_is_named() -> None:
    with pytest.raises(InvalidOption, match="expected a game with advice"):
        advise("chess", None, (), AdviceContext(Classic().rules, Budget(), Random(1)))


def test_advice_does_not_depend_on_hidden_tiles() -> None:
    game = Classic()
    state = game.deal(b"hidden")
    other = swapped(state)
    assert game.view(state, state.turn) == game.view(other, state.turn)
    assert advise_of(game, state) == advise_of(game, other)


def swapped(state: ClassicState) -> ClassicState:
    """The same deal with the wall reversed, which nobody can see."""
    from msgspec.structs import replace

    return replace(state, wall=state.wall[::-1])


def advise_of(game: Classic, state: ClassicState) -> object:
    return advise_classic(game.view(state, state.turn), game.legal_moves(state, state.turn), game.ruleset)
