"""Bots of every level pass tiles in a goulash, keep their pairs, and never claim a chow."""

from collections import Counter
from random import Random

import pytest

from teahouse.core.play import Play
from teahouse.core.record import replay
from teahouse.core.seats import Seat
from teahouse.games.classic import ClaimChow, Classic, ClassicRules, Discard, Move, load_ruleset
from teahouse.games.classic.position import parse_position, position_text
from teahouse.players import PLAYERS, make_player
from teahouse.players.classic.advice import advise_classic
from teahouse.players.classic.analysis import judge
from teahouse.players.player import Budget

GAME = Classic(ClassicRules(ruleset="bmja", goulash=True))
MATCH = ClassicRules(ruleset="bmja")
"""The rules that bots know: those of the session, of which a goulash is one deal."""


@pytest.mark.parametrize("level", PLAYERS["classic"].levels)
def test_bots_of_every_level_pass_tiles_and_play_the_deal_to_its_end(level: str) -> None:
    bot, rng, state = make_player("classic", level, MATCH), Random(7), GAME.deal(b"tea")
    states, moves = [state], list[tuple[Seat, Move]]()
    while waiting := GAME.to_move(state):
        seat, legal = waiting[0], GAME.legal_moves(state, waiting[0])
        assert not any(isinstance(move, ClaimChow) for move in legal)
        move = bot.choose(GAME.view(state, seat), legal, Budget(), rng)
        if state.exchange is not None and level != "random":
            assert isinstance(move, Discard)
            held = Counter(state.hands[seat])
            assert held[move.tile] == min(held.values())
        state, _ = GAME.apply(state, seat, move)
        states.append(state)
        moves.append((seat, move))
    assert GAME.result(state) is not None
    assert sum(one.exchange is not None for one in states) == 36
    if level == "expert":
        assert all(states[ply.ply].exchange is None or ply.lost == 0 for ply in judge(GAME, states, moves))


def test_advice_passes_the_tile_that_the_hand_needs_least() -> None:
    state = GAME.deal(b"tea")
    view, legal = GAME.view(state, state.turn), GAME.legal_moves(state, state.turn)
    advice = advise_classic(view, legal, load_ruleset("bmja"))
    assert {each.move for each in advice.moves} == set(legal)
    assert Counter(view.hand)[advice.moves[0].move.tile] == 1
    assert [note.code for note in (*advice.moves[0].notes, *advice.moves[-1].notes)] == ["spared", "kept"]
    assert advice.moves[0].reason == "the hand misses it least"


def test_nobody_sees_what_others_pass_or_take_up() -> None:
    play = Play(GAME, b"tea", names=("A", "B", "C", "D"))
    while play.state.exchange is not None:
        for event in play.play(play.moves[0]):
            for viewer in (None, *GAME.seats):
                seen = GAME.seen_by(event, viewer)
                tiles = getattr(seen, "tile", None) or getattr(seen, "tiles", None)
                assert (tiles is not None) == (viewer is not None and viewer == getattr(event, "seat", None))
    assert play.plies == 36
    assert all(len(step.state.hands[0]) >= 10 for step in replay(GAME, play.record()))


def test_a_position_in_an_exchange_is_written_and_read() -> None:
    state = GAME.deal(b"tea")
    for _ in range(14):
        state, _ = GAME.apply(state, state.turn, GAME.legal_moves(state, state.turn)[0])
    text = position_text(GAME, state, Seat(0))
    game, again = parse_position(text)
    assert (again.hands, again.exchange, again.turn) == (state.hands, state.exchange, state.turn)
    assert isinstance(game, Classic)
    assert position_text(game, again, Seat(0)) == text
    assert game.legal_moves(again, again.turn) == GAME.legal_moves(state, state.turn)
