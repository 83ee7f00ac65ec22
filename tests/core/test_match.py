"""Matches and the ledger."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teahouse.core.errors import IllegalMove, InvalidOption
from teahouse.core.game import Result
from teahouse.core.ledger import Entry, Ledger, Posting
from teahouse.core.match import Match, Setup
from teahouse.core.seats import Seat
from teahouse.games import GAMES, make_game, make_match
from teahouse.games.battle import BattleMatch, BattleRules

FIRST = Result((150, 120), (Seat(0),), "no_pairs")
SECOND = Result((130, 140), (Seat(1),), "no_pairs")


def test_a_single_match_is_one_game() -> None:
    match = Match(BattleMatch("single"), b"tea").add(FIRST)
    assert match.setup is None
    assert match.points == (150, 120)
    with pytest.raises(IllegalMove, match="after the end of the match"):
        match.add(SECOND)


def test_a_double_match_plays_the_same_deal_twice_with_the_start_swapped() -> None:
    match = Match(BattleMatch("double", BattleRules(least_opening_moves=4)), b"tea")
    first = match.setup
    assert first is not None
    match = match.add(FIRST)
    second = match.setup
    assert second is not None
    assert match.deal_seed(first) == match.deal_seed(second) == b"tea"
    boards = [setup.game.deal(match.deal_seed(setup)) for setup in (first, second)]
    assert boards[0].board == boards[1].board
    assert [state.mover for state in boards] == [0, 1]
    match = match.add(SECOND)
    assert match.setup is None
    assert match.points == (280, 260)


@pytest.mark.parametrize("kind", [(game, kind) for game in GAMES for kind in GAMES[game].matches], ids=" ".join)
def test_a_match_books_entries_at_its_beginning_and_after_each_result(kind: tuple[str, str]) -> None:
    game = make_game(kind[0], {"players": 3} if kind[0] == "solitaire" else {})
    match = Match(make_match(game, kind[1]), b"tea")
    opening = match.ledger
    assert opening.entries == match.plan.entries(())
    scores = tuple(-1 if seat else len(game.seats) - 1 for seat in game.seats)
    result = Result(scores, (Seat(0),), "no_pairs", {"east": 0, "dealer": 0})
    after = match.add(result)
    assert after.ledger.entries == (*opening.entries, *match.plan.entries((result,)))
    assert sum(after.ledger.balances().values()) == 0


def test_stakes_and_first_tallies_are_paid_before_the_first_deal() -> None:
    pot = Match(make_match(make_game("solitaire", {"players": 3}), "pot"), b"tea").ledger
    assert pot.balances() == {"seat 0": -100, "seat 1": -100, "seat 2": -100, "pot": 300}
    session = Match(make_match(make_game("classic"), "session"), b"tea").ledger
    assert session.balances() == {f"seat {seat}": 2000 for seat in range(4)} | {"house": -8000}


def test_later_deals_of_a_match_have_other_seeds() -> None:
    match = Match(BattleMatch("single"), b"tea")
    setup = match.setup
    assert setup is not None
    seeds = {match.deal_seed(Setup(setup.game, number)) for number in range(20)}
    assert len(seeds) == 20
    assert b"tea" in seeds


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc"), st.integers(1, 500))))
def test_a_ledger_sums_to_zero(transfers: list[tuple[str, str, int]]) -> None:
    ledger = Ledger()
    for giver, taker, amount in transfers:
        ledger = ledger.book(Entry("stake", (Posting(giver, -amount), Posting(taker, amount))))
    assert sum(ledger.balances().values()) == 0
    assert [entry.postings[1] for entry in ledger.entries] == [Posting(taker, amount) for _, taker, amount in transfers]


def test_an_entry_that_does_not_sum_to_zero_is_refused() -> None:
    with pytest.raises(InvalidOption, match="sums to zero, got \\+1 in 'gift'"):
        Entry("gift", (Posting("ann", 1),))
