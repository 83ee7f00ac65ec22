"""Whole sessions of Classic mahjong: deal after deal with four simple players, and their ledger."""

from random import Random
from typing import Any

import pytest

from teahouse.core.game import Result
from teahouse.core.ledger import Ledger
from teahouse.core.match import Match
from teahouse.core.seats import Seat
from teahouse.games import make_game, make_match
from teahouse.games.classic import Classic, ClassicMatch, ClassicRules, load_ruleset
from teahouse.games.classic.rulesets.ruleset import RULESETS, with_options
from teahouse.players import Budget
from teahouse.players.classic.simple import SimplePlayer


def played(game: Classic, seed: bytes) -> Result:
    bot, rng = SimplePlayer(), Random(1)
    state = game.deal(seed)
    while waiting := game.to_move(state):
        seat = waiting[0]
        moves = game.legal_moves(state, seat)
        state, _ = game.apply(state, seat, bot.choose(game.view(state, seat), moves, Budget(), rng))
    result = game.result(state)
    assert result is not None
    return result


def whole_session(name: str, most: int, **changed: Any) -> tuple[Match, list[Classic]]:
    rules = ClassicRules(ruleset=with_options(load_ruleset(name), changed))
    match, games = Match(ClassicMatch("session", rules), b"session"), list[Classic]()
    while (setup := match.setup) is not None and len(games) < most:
        assert isinstance(setup.game, Classic)
        games.append(setup.game)
        match = match.add(played(setup.game, match.deal_seed(setup)))
    return match, games


@pytest.mark.parametrize("name", RULESETS)
def test_tallies_keep_their_sum(name: str) -> None:
    match, games = whole_session(name, 6, start_points=300, on_bankrupt="pay_what_is_left")
    players = load_ruleset(name).players
    balances = match.ledger.balances()
    assert sum(balances.values()) == 0
    assert balances["house"] == -300 * players
    left = [balances[f"seat {seat}"] for seat in range(players)]
    assert left == [300 + points for points in match.points]
    assert min(left) >= 0
    assert len(games) == 6


def test_a_whole_session_goes_through_all_four_winds_and_ends() -> None:
    match, games = whole_session("british", 60, prevailing_wind_rule="blocks_of_four")
    assert match.setup is None
    winds = [str(game.rules.prevailing) for game in games]
    assert list(dict.fromkeys(winds)) == ["East", "South", "West", "North"]
    won = [wind for wind, result in zip(winds, match.results, strict=True) if result.winners]
    assert [won.count(wind) for wind in ("East", "South", "West", "North")] == [4, 4, 4, 4]
    assert sum(match.points) == 0


def test_the_first_deal_chooses_east_and_dealer_for_the_session() -> None:
    match, games = whole_session("british", 6)
    assert (games[0].rules.east, games[0].rules.dealer) == (None, None)
    first = match.results[0].facts
    for game, last in zip(games[1:], match.results, strict=False):
        assert game.rules.east == first["east"]
        assert game.rules.dealer == (last.winners[0] if last.winners else last.facts["dealer"])
    assert [result.facts["dealer"] for result in match.results[1:]] == [game.rules.dealer for game in games[1:]]


def test_under_bmja_east_deals_and_passes_the_deal_on() -> None:
    match, games = whole_session("bmja", 8)
    assert len(match.results) == 8
    for result in match.results:
        assert result.facts["dealer"] == result.facts["east"]
    for game, last in zip(games[1:], match.results, strict=False):
        dealer = last.facts["dealer"]
        kept = not last.winners or dealer in last.winners
        assert game.rules.dealer == (dealer if kept else (dealer + 1) % 4)


def test_every_deal_of_a_session_knows_the_tallies_so_far() -> None:
    match, games = whole_session("british", 4)
    assert len(match.results) == 4
    so_far = [2000] * 4
    for game, result in zip(games, match.results, strict=True):
        assert game.rules.tallies == tuple(so_far)
        so_far = [tally + score for tally, score in zip(so_far, result.scores, strict=True)]


def test_a_match_of_one_deal_is_over_after_it() -> None:
    plan = make_match(make_game("classic"), "single")
    match = Match(plan, b"tea")
    setup = match.setup
    assert setup is not None
    drawn = Result((0, 0, 0, 0), (), "wall_exhausted", {"dealer": 0, "east": 0})
    after = match.add(drawn)
    assert after.setup is None
    assert [entry.memo for entry in after.ledger.entries] == ["start", "deal 1: wall_exhausted"]
    assert after.ledger.balance("seat 3") == 2000
    assert isinstance(after.ledger, Ledger)


def test_worked_example_seven_leaves_a_debt() -> None:
    """Thirteen Unique Wonders on the dealer's discard leaves the dealer with -6,000."""
    plan = ClassicMatch("session")
    result = Result((-8000, 8000, 0, 0), (Seat(1),), "mahjong", {"dealer": 0, "east": 0})
    assert plan.tallies((result,)) == (-6000, 10000, 2000, 2000)
    assert plan.setup((result,)) is not None
