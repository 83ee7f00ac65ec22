"""The laws that every game keeps, written once. Each is a function of a game and a seed."""

import os
import random
from collections.abc import Iterator
from functools import lru_cache
from math import ceil
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from teahouse.core.errors import IllegalMove
from teahouse.core.game import Forfeit, result_in, seen_events
from teahouse.core.play import Play
from teahouse.core.record import parse_record, record_lines, verify_record
from teahouse.core.seats import Seat
from teahouse.games.classic import Classic
from teahouse.games.classic.rulesets.options import Ruleset
from tests.laws.classic import check_end
from tests.laws.random_rulesets import rulesets
from tests.laws.specimens import SPECIMENS, Specimen, classic_specimen

DEALS = int(os.environ.get("LAW_DEALS", "4"))
MANY_DEALS = int(os.environ.get("LAW_MANY_DEALS", "1000"))
SLOW_TO_MAKE = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
MANY_RULESETS = int(os.environ.get("LAW_MANY_RULESETS", "200"))


class Ply(NamedTuple):
    """One move of a random game."""

    state: Any
    seat: Seat
    move: Any
    after: Any
    events: Any


@lru_cache(maxsize=16)
def playing(specimen: Specimen, seed: int) -> tuple[Ply, ...]:
    """A random game to its end, the same for every law."""
    return tuple(_played(specimen, seed))


def _played(specimen: Specimen, seed: int) -> Iterator[Ply]:
    """In one game of four a seat may give up before the end."""
    game, rng = specimen.game, random.Random(seed)
    state = game.deal(b"law %d" % seed)
    while waiting := game.to_move(state):
        seat = rng.choice(waiting)
        move = rng.choice(list(game.legal_moves(state, seat)))
        if seed % 4 == 3 and rng.random() < 0.02:
            stayed = [each for each in game.seats if not specimen.has_left(state, each)]
            seat, move = rng.choice(stayed), Forfeit(rng.choice(["resigned", "time", "absent"]))
        after, events = game.apply(state, seat, move)
        yield Ply(state, seat, move, after, events)
        state = after


def eyes(specimen: Specimen) -> tuple[Seat | None, ...]:
    return (*specimen.game.seats, None)


def law_same_seed_same_deal(specimen: Specimen, seed: int) -> None:
    game = specimen.game
    text = b"law %d" % seed
    assert game.deal(text) == game.deal(text)
    assert game.deal(text) != game.deal(text + b"!")


def law_somebody_moves_until_there_is_a_result(specimen: Specimen, seed: int) -> None:
    game = specimen.game
    plies = playing(specimen, seed)
    for ply in plies:
        assert game.result(ply.state) is None
        assert set(game.to_move(ply.state)) <= set(game.seats)
        for seat in game.seats:
            assert bool(game.legal_moves(ply.state, seat)) == (seat in game.to_move(ply.state))
    end = plies[-1].after
    assert game.result(end) is not None
    assert not any(game.legal_moves(end, seat) for seat in game.seats)
    for seat in game.seats:
        with pytest.raises(IllegalMove):
            game.apply(end, seat, Forfeit())


def law_the_move_that_ends_play_tells_the_result(specimen: Specimen, seed: int) -> None:
    for ply in playing(specimen, seed):
        assert result_in(ply.events) == specimen.game.result(ply.after)


def law_moves_are_distinct_and_in_a_fixed_order(specimen: Specimen, seed: int) -> None:
    game = specimen.game
    for ply in playing(specimen, seed):
        moves = list(game.legal_moves(ply.state, ply.seat))
        copy = msgspec.json.decode(msgspec.json.encode(ply.state), type=game.types.state)
        assert moves == list(game.legal_moves(copy, ply.seat))
        assert all(move not in moves[:number] for number, move in enumerate(moves))


def law_apply_changes_nothing_and_repeats_itself(specimen: Specimen, seed: int) -> None:
    game = specimen.game
    for ply in playing(specimen, seed):
        before = msgspec.json.encode(ply.state)
        assert game.apply(ply.state, ply.seat, ply.move) == (ply.after, ply.events)
        assert msgspec.json.encode(ply.state) == before


def law_every_move_not_offered_is_refused(specimen: Specimen, seed: int) -> None:
    game, rng = specimen.game, random.Random(seed)
    plies = playing(specimen, seed)
    tried = [ply.move for ply in plies if not isinstance(ply.move, Forfeit)]
    refused = 0
    for ply in plies:
        for seat in game.seats:
            offered = list(game.legal_moves(ply.state, seat))
            for move in rng.sample(tried, min(8, len(tried))):
                if move not in offered:
                    refused += 1
                    with pytest.raises(IllegalMove):
                        game.apply(ply.state, seat, move)
    assert refused or not tried


def law_who_does_not_sit_at_the_table_sees_and_does_nothing(specimen: Specimen, seed: int) -> None:
    game = specimen.game
    for ply in playing(specimen, seed):
        for stranger in (Seat(-1), Seat(len(game.seats))):
            assert not game.legal_moves(ply.state, stranger)
            with pytest.raises(IllegalMove, match="expected a seat from 0 to"):
                game.view(ply.state, stranger)
            for move in (ply.move, Forfeit()):
                with pytest.raises(IllegalMove):
                    game.apply(ply.state, stranger, move)


def law_every_move_offered_is_accepted(specimen: Specimen, seed: int) -> None:
    game = specimen.game
    for ply in playing(specimen, seed):
        for seat in game.to_move(ply.state):
            for move in game.legal_moves(ply.state, seat):
                after, events = game.apply(ply.state, seat, move)
                assert events
                assert after != ply.state


def law_any_seat_may_give_up_at_any_moment_but_only_once(specimen: Specimen, seed: int) -> None:
    game = specimen.game
    for ply in playing(specimen, seed):
        for seat in game.seats:
            left = ply.state
            if not specimen.has_left(left, seat):
                left, events = game.apply(left, seat, Forfeit("absent"))
                assert events
                assert seat not in game.to_move(left)
            with pytest.raises(IllegalMove):
                game.apply(left, seat, Forfeit("absent"))


def law_everything_survives_json(specimen: Specimen, seed: int) -> None:
    game = specimen.game

    def survives(value: Any, kind: Any) -> None:
        assert msgspec.json.decode(msgspec.json.encode(value), type=kind) == value

    for ply in playing(specimen, seed):
        survives(ply.after, game.types.state)
        survives(ply.move, game.types.move)
        for eye in eyes(specimen):
            survives(game.view(ply.after, eye), game.types.view)
            for event in ply.events:
                if (seen := game.seen_by(event, eye)) is not None:
                    survives(seen, game.types.event)


def law_moves_survive_their_text(specimen: Specimen, seed: int) -> None:
    game = specimen.game
    for ply in playing(specimen, seed):
        for move in (*game.legal_moves(ply.state, ply.seat), ply.move):
            assert game.parse_move(game.move_text(move)) == move


def law_deal_the_unseen_anew_and_no_view_changes(specimen: Specimen, seed: int) -> None:
    game, rng = specimen.game, random.Random(seed)
    for ply in playing(specimen, seed):
        for eye in eyes(specimen):
            other = specimen.redeal(ply.state, eye, rng)
            assert game.view(other, eye) == game.view(ply.state, eye)
            if eye is not None:
                assert list(game.legal_moves(other, eye)) == list(game.legal_moves(ply.state, eye))


def law_covered_events_show_nothing(specimen: Specimen, seed: int) -> None:
    """If two worlds look the same to a viewer before and after a move, the viewer gets the same events."""
    game, rng, compared = specimen.game, random.Random(seed), 0
    for ply in playing(specimen, seed):
        for eye in eyes(specimen):
            other = specimen.redeal(ply.state, eye, rng)
            try:
                after, events = game.apply(other, ply.seat, ply.move)
            except IllegalMove:
                continue
            if game.view(after, eye) == game.view(ply.after, eye):
                compared += 1
                assert seen_events(game, events, eye) == seen_events(game, ply.events, eye)
    assert compared


def law_who_sees_nothing_new_of_another_is_told_nothing(specimen: Specimen, seed: int) -> None:
    """An empty event would reveal that something happened, which the view does not show."""
    game = specimen.game
    for ply in playing(specimen, seed):
        others = [eye for eye in eyes(specimen) if eye != ply.seat and len(game.seats) > 1]
        for eye in others if not isinstance(ply.move, Forfeit) else ():
            is_news = game.view(ply.after, eye) != game.view(ply.state, eye)
            assert is_news or not seen_events(game, ply.events, eye)


def law_following_seen_events_gives_the_next_view(specimen: Specimen, seed: int) -> None:
    game = specimen.game
    for ply in playing(specimen, seed):
        for eye in eyes(specimen):
            view = game.view(ply.state, eye)
            for event in seen_events(game, ply.events, eye):
                view = game.follow(view, event)
            assert view == game.view(ply.after, eye)


def law_nothing_is_made_or_lost(specimen: Specimen, seed: int) -> None:
    for ply in playing(specimen, seed):
        assert specimen.material(ply.after) == specimen.material(ply.state)


def law_replay_gives_the_same_end(specimen: Specimen, seed: int) -> None:
    game = specimen.game
    play: Play[Any, Any, Any, Any] = Play(game, b"law %d" % seed)
    for ply in playing(specimen, seed):
        play.apply(ply.seat, ply.move)
    record = parse_record(record_lines(play.record()))
    assert record == play.record()
    assert verify_record(game, record) == play.state


def law_every_deal_ends_within_its_bound(specimen: Specimen, seed: int) -> None:
    assert len(playing(specimen, seed)) <= specimen.bound


LAWS = [law for name, law in list(globals().items()) if name.startswith("law_")]


def law_id(law: Any) -> str:
    return str(law.__name__).removeprefix("law_")


@pytest.mark.parametrize("law", LAWS, ids=law_id)
@pytest.mark.parametrize("specimen", SPECIMENS, ids=[specimen.id for specimen in SPECIMENS])
def test_law_holds(law: Any, specimen: Specimen) -> None:
    for seed in range(ceil(DEALS * specimen.share)):
        law(specimen, seed)


@pytest.mark.slow
@pytest.mark.parametrize("law", LAWS, ids=law_id)
@pytest.mark.parametrize("specimen", SPECIMENS, ids=[specimen.id for specimen in SPECIMENS])
def test_law_holds_over_many_deals(law: Any, specimen: Specimen) -> None:
    for seed in range(ceil(MANY_DEALS * specimen.share)):
        law(specimen, seed)


@given(ruleset=rulesets(), seed=st.integers(0, 3), goulash=st.booleans())
@settings(max_examples=4, suppress_health_check=SLOW_TO_MAKE)
def test_every_law_holds_under_a_ruleset_made_at_random(ruleset: Ruleset, seed: int, goulash: bool) -> None:
    every_law_holds(ruleset, seed, goulash=goulash)


@pytest.mark.slow
@given(ruleset=rulesets(), seed=st.integers(0, 1000), goulash=st.booleans())
@settings(max_examples=MANY_RULESETS, suppress_health_check=SLOW_TO_MAKE)
def test_every_law_holds_under_many_rulesets_made_at_random(ruleset: Ruleset, seed: int, goulash: bool) -> None:
    every_law_holds(ruleset, seed, goulash=goulash)


def every_law_holds(ruleset: Ruleset, seed: int, *, goulash: bool) -> None:
    specimen = classic_specimen("random", ruleset, goulash=goulash)
    for law in LAWS:
        law(specimen, seed)
    assert isinstance(specimen.game, Classic)
    check_end(specimen.game, playing(specimen, seed)[-1].after)
