"""Play of Classic mahjong: claims, secrets, giving up, and many random deals."""

import random
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teahouse.core.errors import IllegalMove
from teahouse.core.game import Forfeit, seen_events
from teahouse.core.seats import Seat
from teahouse.core.tiles import Suit, Tile
from teahouse.games.classic import (
    Answered,
    ClaimChow,
    ClaimKong,
    ClaimPong,
    Classic,
    ClassicRules,
    ClassicState,
    DeclareKong,
    DeclareMahjong,
    Discard,
    Drew,
    Move,
    Pass,
    load_ruleset,
)
from teahouse.games.classic.play.mahjong import afforded, claimed_win, drawn_win
from teahouse.games.classic.rulesets.ruleset import RULESETS, with_options
from teahouse.games.classic.scoring.readings import readings
from teahouse.games.classic.scoring.score import score
from teahouse.games.classic.scoring.wins import Win, check_win
from teahouse.players import Budget
from teahouse.players.classic.simple import SimplePlayer
from tests.deals.script import Script
from tests.laws.classic import Redeal, check_end, classic_material
from tests.shares import shared


def random_states(game: Classic, seed: int, chance: float = 0.2) -> list[ClassicState]:
    """Some states of a random deal in which claims are preferred, so that there are many melds."""
    rng, state = random.Random(seed), game.deal(b"play %d" % seed)
    found: list[ClassicState] = []
    while waiting := game.to_move(state):
        if rng.random() < chance:
            found.append(state)
        seat = rng.choice(waiting)
        moves = list(game.legal_moves(state, seat))
        claims = [move for move in moves if not isinstance(move, Pass | Discard)]
        state, _ = game.apply(state, seat, rng.choice(claims if claims and rng.random() < 0.8 else moves))
    return found


def slow_claims(game: Classic, state: ClassicState, seat: Seat) -> set[Move]:
    """The claims of a seat, found directly from the rules without lookup tables."""
    assert state.window is not None
    offer, hand = state.window.offer, list(state.hands[seat])
    held = Counter(hand)
    found: set[Move] = {Pass()}
    if offer.kind == "discard":
        if held[offer.tile] >= 2:
            found.add(ClaimPong())
        if held[offer.tile] == 3 and (state.box or state.wall):
            found.add(ClaimKong())
        if seat == (offer.seat + 1) % len(game.seats):
            found |= slow_chows(offer.tile, held)
    if is_plainly_complete(state, seat, [*hand, offer.tile]):
        found.add(DeclareMahjong())
    return found


def slow_chows(tile: Tile, held: Counter[Tile]) -> set[Move]:
    found: set[Move] = set()
    for first in Tile:
        if first.suit is not None and first.suit == tile.suit and first.rank <= tile.rank <= first.rank + 2 <= 9:
            run = [Tile(f"{first.rank + step}{Suit(first.suit)}") for step in range(3)]
            if all(held[other] for other in run if other != tile):
                found.add(ClaimChow(first))
    return found


def is_plainly_complete(state: ClassicState, seat: Seat, hand: list[Tile]) -> bool:
    assert (len(hand) + 3 * len(state.melds[seat])) == 14
    return bool(readings(hand))


def slow_kongs(state: ClassicState) -> set[Move]:
    held = Counter(state.hands[state.turn])
    if state.came == "claim":
        return set()
    pongs = {meld.tile for meld in state.melds[state.turn] if meld.kind == "pong"}
    return {DeclareKong(tile) for tile in held if held[tile] == 4 or (held[tile] and tile in pongs)}


def test_moves_on_offer_are_exactly_those_of_the_rules() -> None:
    special = {f"special_hands.{name}": "off" for name in load_ruleset().special_hands.__struct_fields__}
    game = Classic(ClassicRules(ruleset=with_options(load_ruleset(), special)))
    kinds: Counter[type] = Counter()
    for seed in range(30):
        for state in random_states(game, seed):
            for seat in game.to_move(state):
                moves = game.legal_moves(state, seat)
                kinds.update(map(type, moves))
                if state.window is not None:
                    assert set(moves) == slow_claims(game, state, seat)
                else:
                    expected: set[Move] = {Discard(tile) for tile in state.hands[seat]}
                    if state.box or state.wall:
                        expected |= slow_kongs(state)
                    if state.came != "claim" and is_plainly_complete(state, seat, list(state.hands[seat])):
                        expected.add(DeclareMahjong())
                    assert set(moves) == expected
    assert kinds.keys() == {Discard, DeclareKong, DeclareMahjong, ClaimChow, ClaimPong, ClaimKong, Pass}


def test_the_order_of_answers_does_not_matter() -> None:
    game, rng, tried = Classic(), random.Random(1), 0
    for seed in range(20):
        for state in random_states(game, seed, chance=0.1):
            if state.window is None or len(game.to_move(state)) < 3:
                continue
            chosen = {seat: rng.choice(list(game.legal_moves(state, seat))) for seat in game.to_move(state)}
            ends: list[ClassicState] = []
            for order in permutations(chosen):
                after = state
                for seat in order:
                    after, _ = game.apply(after, seat, chosen[seat])
                ends.append(after)
            assert all(end == ends[0] for end in ends)
            tried += any(not isinstance(move, Pass) for move in chosen.values())
    assert tried >= 10


def test_everybody_else_is_asked_after_a_discard_and_answers_stay_secret() -> None:
    game = Classic()
    state = game.deal(b"tea")
    turn = state.turn
    state, _ = game.apply(state, turn, game.legal_moves(state, turn)[-1])
    others = tuple(seat for seat in game.seats if seat != turn)
    assert game.to_move(state) == others
    first = others[0]
    state, events = game.apply(state, first, Pass())
    assert events == (Answered(first, Pass()),)
    assert game.to_move(state) == others[1:]
    for eye in (*game.seats, None):
        view = game.view(state, eye)
        assert game.seen_by(events[0], eye) == (events[0] if eye == first else None)
        assert view.answer == (Pass() if eye == first else None)
        assert view.waiting == (others[1:] if eye == first else others)


def test_an_answer_is_given_once_and_a_claim_that_is_not_offered_changes_nothing() -> None:
    game = Classic()
    state = game.deal(b"tea")
    state, _ = game.apply(state, state.turn, game.legal_moves(state, state.turn)[-1])
    seat = game.to_move(state)[0]
    for claim in (DeclareMahjong(), ClaimKong(), ClaimChow(Tile.M1), ClaimChow(Tile.RED), Discard(Tile.M1)):
        with pytest.raises(IllegalMove, match=f"expected a legal move of seat {seat}, got "):
            game.apply(state, seat, claim)
    answered, _ = game.apply(state, seat, Pass())
    with pytest.raises(IllegalMove, match=f"^expected no answer of seat {seat}, got pass$"):
        game.apply(answered, seat, Pass())
    with pytest.raises(IllegalMove, match=f"^expected no answer of seat {state.turn}, got pass$"):
        game.apply(answered, state.turn, Pass())
    with pytest.raises(IllegalMove):
        game.apply(state, Seat(7), Pass())
    with pytest.raises(IllegalMove):
        game.apply(state, Seat(7), Forfeit())


def test_a_melded_pong_cannot_become_a_kong_by_a_discard() -> None:
    script = """
    hand 0 147m 258s 1234567z 4p
    hand 1 369m 147s 2368p 222z
    hand 2 258m 369s 14p 77z 55z 6z
    hand 3 123m 457m 789s 44p 99p
    box 1p 2p 3p 6p
    wall 8p 9s 1z 3m
    0 4p; 3 pong
    3 9p
    0 8p
    1 9s
    2 4p; 3 may pass
    """
    Script(script).play()


def test_tiles_of_others_are_covered_in_events() -> None:
    drew = Drew(Seat(1), Tile.M5, "wall")
    game = Classic()
    assert game.seen_by(drew, Seat(1)) == drew
    assert [game.seen_by(drew, eye) for eye in (Seat(0), None)] == [Drew(Seat(1), None, "wall")] * 2


def test_a_seat_that_gave_up_discards_every_draw_and_claims_nothing() -> None:
    script = """
    hand 0 147m 258s 1234567z 4p
    hand 1 369m 147s 2368p 222z
    hand 2 258m 369s 14p 77z 55z 6z
    hand 3 123m 457m 789s 44p 99p
    box 1p 2p 3p 6p
    wall 8p 9s 1z 3m 5m 7p
    3 resign
    0 4p
    1 8p
    2 9s
    """
    outcome = Script(script).play()
    state = outcome.state
    assert state.turn == 0
    assert state.discards[-1].seat == 3
    assert state.discards[-1].tile == Tile.EAST
    assert state.melds[3] == ()
    assert outcome.game.to_move(state) == (0,)


def test_views_follow_events_whenever_a_seat_gives_up() -> None:
    game = Classic()
    for seed in range(6):
        for state in random_states(game, seed, chance=0.15):
            for seat in game.seats:
                after, events = game.apply(state, seat, Forfeit("resigned"))
                if after.ending is None:
                    with pytest.raises(IllegalMove, match=f"seat {seat} has given up already"):
                        game.apply(after, seat, Forfeit("absent"))
                for eye in (*game.seats, None):
                    view = game.view(state, eye)
                    for event in seen_events(game, events, eye):
                        view = game.follow(view, event)
                    assert view == game.view(after, eye)


def test_the_last_player_left_ends_the_deal_without_payment() -> None:
    game = Classic()
    state = game.deal(b"tea")
    for seat in (0, 2):
        state, _ = game.apply(state, Seat(seat), Forfeit("absent"))
        assert game.result(state) is None
        assert seat not in game.to_move(state)
    state, events = game.apply(state, Seat(3), Forfeit("time"))
    result = game.result(state)
    assert result is not None
    assert (result.scores, result.winners, result.ending) == ((0, 0, 0, 0), (1,), "time")
    assert events[-1].result == result  # type: ignore[union-attr]


@pytest.mark.parametrize("name", shared(RULESETS, 4))
def test_every_win_on_offer_is_one_that_the_scorer_accepts_and_finds_no_mistake_in(name: str) -> None:
    game, sources = Classic(ClassicRules(ruleset=name)), Counter[str]()
    for seed in range(12):
        if seed > 6 and sources["discard"] and sources["wall"]:
            break
        rng, bot, state = random.Random(seed), SimplePlayer(), game.deal(b"win %d" % seed)
        while waiting := game.to_move(state):
            seat = rng.choice(waiting)
            moves = game.legal_moves(state, seat)
            if DeclareMahjong() in moves:
                win = win_of(game, state, seat)
                check_win(win, game.ruleset)
                assert score(win, game.ruleset).score > 0
                sources[win.source] += 1
                moves = [move for move in moves if move != DeclareMahjong() or rng.random() < 0.1]
            state, _ = game.apply(state, seat, bot.choose(game.view(state, seat), moves, Budget(), rng))
    assert sources["discard"]
    assert sources["wall"]


def win_of(game: Classic, state: ClassicState, seat: Seat) -> Win:
    if state.window is None:
        return drawn_win(state, game.ruleset)
    return claimed_win(state, seat, state.window.offer, game.ruleset)


@given(st.lists(st.integers(-500, 500), min_size=2, max_size=4), st.data())
def test_a_player_who_pays_only_what_is_left_never_goes_into_debt(due: list[int], data: st.DataObject) -> None:
    due.append(-sum(due))
    tallies = tuple(data.draw(st.integers(0, 600)) for _ in due)
    ruleset = with_options(load_ruleset(), {"on_bankrupt": "pay_what_is_left"})
    paid = afforded(tuple(due), tallies, ruleset)
    assert sum(paid) == 0
    for owed, got, left in zip(due, paid, tallies, strict=True):
        assert left + got >= 0
        assert 0 <= got <= owed or owed <= got <= 0
    assert afforded(tuple(due), tallies, load_ruleset()) == tuple(due)
    assert afforded(tuple(due), None, ruleset) == tuple(due)


@pytest.mark.parametrize("name", shared(RULESETS, 4))
def test_some_deals_keep_their_tiles_and_their_secrets(name: str) -> None:
    endings = run_deals(Classic(ClassicRules(ruleset=name)), range(11))
    assert endings["mahjong"]
    assert endings["forfeits"]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
@pytest.mark.parametrize("name", RULESETS)
def test_ten_thousand_deals_keep_their_tiles_and_their_secrets(name: str, part: int) -> None:
    run_deals(Classic(ClassicRules(ruleset=name)), range(500 * part, 500 * part + 500))


def run_deals(game: Classic, seeds: range) -> Counter[str]:
    """Play deals, and check that views keep secrets, follow events, that no tile is lost and that payments sum to zero.

    One deal in four is played by players who try to win, the rest at random; in one of five somebody may give up.
    Return how the deals ended, and how many moves were forfeits.
    """
    redeal, ends = Redeal(game), Counter[str]()
    for seed in seeds:
        rng = random.Random(seed)
        state = game.deal(b"many %d" % seed)
        material, plies = classic_material(state), 0
        eye = rng.choice((*game.seats, None))
        view = game.view(state, eye)
        while waiting := game.to_move(state):
            other = redeal(state, eye, rng)
            assert game.view(other, eye) == view
            if eye is not None:
                assert game.legal_moves(other, eye) == game.legal_moves(state, eye)
            seat, move = some_move(game, state, rng.choice(waiting), seed, rng)
            ends["forfeits"] += isinstance(move, Forfeit)
            state, events = game.apply(state, seat, move)
            for event in seen_events(game, events, eye):
                view = game.follow(view, event)
            assert view == game.view(state, eye)
            plies += 1
        result = game.result(state)
        assert result is not None
        assert sum(result.scores) == 0
        assert bool(result.winners) == (result.ending == "mahjong" or state.gone.count(False) == 1)
        assert classic_material(state) == material
        check_end(game, state)
        assert plies < 600
        ends[result.ending] += 1
    return ends


def some_move(game: Classic, state: ClassicState, seat: Seat, seed: int, rng: random.Random) -> tuple[Seat, Move]:
    """The next move in the deal of this seed, and the seat that plays it."""
    moves = game.legal_moves(state, seat)
    if seed % 5 == 0 and rng.random() < 0.01:
        playing = [seat for seat in game.seats if not state.gone[seat]]
        return rng.choice(playing), Forfeit(rng.choice(["resigned", "time", "absent"]))
    if seed % 4 == 0:
        return seat, SimplePlayer().choose(game.view(state, seat), moves, Budget(), rng)
    return seat, moves[0] if rng.random() < 0.3 else rng.choice(moves)
