"""Scorebooks: they settle deals as the rules pay them, and every change of a deal needs everybody's agreement."""

import csv
import io
from random import Random

import pytest
from msgspec.structs import replace

from teahouse.core.errors import IllegalMove, TeahouseError
from teahouse.core.game import Result
from teahouse.core.seats import Seat
from teahouse.core.tiles import Wind, tiles_text
from teahouse.games.classic.game import Classic
from teahouse.games.classic.match import ClassicMatch
from teahouse.games.classic.notation import hand_text
from teahouse.games.classic.play.mahjong import gone_for
from teahouse.games.classic.play.state import ClassicRules, ClassicState
from teahouse.games.classic.rulesets.ruleset import RULESETS, load_ruleset, with_options
from teahouse.games.classic.scorebook import actions as a
from teahouse.games.classic.scorebook.actions import OutOfDate
from teahouse.games.classic.scorebook.book import Book, apply, lacking, next_roles, open_book, tallies, waits_for
from teahouse.games.classic.scorebook.entries import DealEntry, HandEntry
from teahouse.games.classic.scorebook.roles import DealRoles
from teahouse.games.classic.scorebook.settling import settle
from teahouse.pictures.classic.scorebook import csv_text
from teahouse.players import Budget
from teahouse.players.classic.simple import SimplePlayer
from tests.shares import shared

NAMES = ("Ann", "Ben", "Cem", "Dee")
EAST, SOUTH, WEST, NORTH = (Seat(seat) for seat in range(4))
CHEAP = "123m 456m 789s 55p [234p]"
BMJA = load_ruleset("bmja")


def played(game: Classic, seed: bytes) -> ClassicState:
    bot, rng, state = SimplePlayer(), Random(1), game.deal(seed)
    while waiting := game.to_move(state):
        seat = waiting[0]
        moves = game.legal_moves(state, seat)
        state, _ = game.apply(state, seat, bot.choose(game.view(state, seat), moves, Budget(), rng))
    return state


def entry_of(state: ClassicState) -> DealEntry:
    """The entry that people would write for a finished deal."""
    hands = tuple(hand_of(state, Seat(seat)) for seat in range(len(state.hands)))
    if not state.wins:
        return DealEntry(hands=hands)
    win, *others = state.wins
    upon = state.came == "kong_box" and state.kongs > 1 and win.giver is None
    return DealEntry(
        win.seat, tuple(other.seat for other in others), win.source, win.tile, win.giver, upon, hands=hands
    )


def hand_of(state: ClassicState, seat: Seat) -> HandEntry:
    bonus = tiles_text(state.bonus[seat])
    won = [win for win in state.wins if win.seat == seat]
    if not won:
        tiles = hand_text(state.hands[seat], state.melds[seat])
        return HandEntry(tiles, bonus, fishing=state.ready[seat])
    (win,) = won
    gone = tiles_text(gone_for(state, seat, win.tile))
    call = state.unchanged[seat]
    return HandEntry(hand_text(win.hand, state.melds[seat]), bonus, original_call=call, liable=win.liable, gone=gone)


@pytest.mark.parametrize("ruleset", shared(RULESETS, 4))
def test_a_book_settles_whole_sessions_as_the_rules_pay_them(ruleset: str) -> None:
    match = ClassicMatch("session", ClassicRules(ruleset=ruleset))
    results: tuple[Result, ...] = ()
    book: Book | None = None
    for number in range(8):
        setup = match.setup(results)
        assert setup is not None
        game = setup.game
        assert isinstance(game, Classic)
        state = played(game, b"scorebook %d" % number)
        result = game.result(state)
        assert result is not None
        if book is None:
            east, dealer = Seat(result.facts["east"]), Seat(result.facts["dealer"])
            rules = ClassicRules(ruleset=ruleset, east=east, dealer=dealer)
            book = open_book(rules, "ann", NAMES[: game.rules.chosen().players])
        book = apply(book, "ann", a.EnterDeal(0, entry_of(state)))
        results = (*results, result)
        assert book.deals[-1].receipts == result.scores
        assert tallies(book) == match.tallies(results)
    assert book is not None


def taken(*people: str) -> Book:
    """A scorebook under British rules in which these people have the first seats."""
    book = open_book(ClassicRules(), "ann", NAMES)
    for seat, person in enumerate(people):
        book = apply(book, person, a.TakeSeat(Seat(seat)))
    return book


def cheap(winner: Seat = SOUTH, discarder: Seat = WEST) -> DealEntry:
    return DealEntry(winner, (), "discard", "1m", discarder).with_hand(winner, HandEntry(CHEAP), 4)


def test_a_keeper_can_write_for_everybody() -> None:
    book = apply(open_book(ClassicRules(), "ann", NAMES), "ann", a.EnterDeal(0, cheap()))
    assert tallies(book) == (2000, 2040, 1960, 2000)
    assert book.draft is None


def test_a_deal_counts_when_everybody_with_a_phone_agrees() -> None:
    book = apply(taken("ann", "ben", "cem"), "ben", a.EnterDeal(0, cheap()))
    assert book.draft is not None
    assert waits_for(book) == ("ann", "cem")
    book = apply(book, "ann", a.Confirm(1))
    assert not book.deals
    book = apply(book, "cem", a.Confirm(1))
    assert len(book.deals) == 1


def test_a_change_needs_everybodys_agreement_again() -> None:
    book = apply(taken("ann", "ben"), "ben", a.EnterDeal(0, cheap()))
    book = apply(book, "ann", a.EnterDeal(1, cheap(discarder=NORTH)))
    with pytest.raises(IllegalMove, match="newest version of the deal, got version 1"):
        apply(book, "ben", a.Confirm(1))
    assert tallies(apply(book, "ben", a.Confirm(2))) == (2000, 2040, 2000, 1960)


def test_two_people_who_enter_at_once_do_not_overwrite_each_other() -> None:
    book = apply(taken("ann", "ben"), "ben", a.EnterDeal(0, cheap()))
    with pytest.raises(IllegalMove, match="somebody else has changed it"):
        apply(book, "ann", a.EnterDeal(0, cheap(EAST)))


def test_each_loser_enters_an_own_hand_where_losers_settle() -> None:
    book = open_book(ClassicRules(ruleset="bmja"), "ann", NAMES)
    for seat, person in enumerate(("ann", "ben", "cem")):
        book = apply(book, person, a.TakeSeat(Seat(seat)))
    won = DealEntry(EAST, (), "wall", "9s").with_hand(EAST, HandEntry("111m 222m 333p 99s [777z]"), 4)
    book = apply(book, "ann", a.EnterDeal(0, won))
    assert lacking(book) == (SOUTH, WEST, NORTH)
    with pytest.raises(IllegalMove, match="got none of seat 1"):
        apply(book, "cem", a.Confirm(1))
    with pytest.raises(IllegalMove, match="expected your own hand"):
        apply(book, "ben", a.EnterHand(0, WEST, HandEntry(counted=8)))
    book = apply(book, "ben", a.EnterHand(0, SOUTH, HandEntry("222z 1346m 1479p 58s")))
    book = apply(book, "cem", a.EnterHand(0, NORTH, HandEntry(counted=4)))  # entered for a player without a phone
    book = apply(book, "cem", a.EnterHand(0, WEST, HandEntry(counted=0)))
    for person in ("ann", "ben"):
        book = apply(book, person, a.Confirm(4))
    (deal,) = book.deals
    assert [(one.seat, one.score, one.counted) for one in deal.scores[1:]] == [
        (1, 16, False),
        (2, 0, True),
        (3, 4, True),
    ]
    assert [(one.payer, one.payee, one.amount) for one in deal.transfers if one.cause == "difference"] == [
        (2, 1, 16),
        (3, 1, 12),
        (2, 3, 4),
    ]
    assert sum(deal.receipts) == 0


def test_the_last_deal_can_be_undone_and_entered_again() -> None:
    book = apply(open_book(ClassicRules(), "ann", NAMES), "ann", a.EnterDeal(0, cheap()))
    with pytest.raises(IllegalMove, match="expected to undo deal 1, got deal 2"):
        apply(book, "ann", a.UndoDeal(2))
    back = apply(book, "ann", a.UndoDeal(1))
    assert back.draft is not None
    assert (back.draft.entry, tallies(back)) == (cheap(), (2000,) * 4)
    assert apply(back, "ann", a.SettleNow(back.draft.number)).deals == book.deals


def test_dealer_and_winds_follow_the_ruleset() -> None:
    book = open_book(ClassicRules(ruleset="bmja", east=WEST), "ann", NAMES)
    entry = DealEntry(SOUTH, (), "wall", hands=tuple(HandEntry(counted=score) for score in (0, 20, 0, 0)))
    after = next_roles(apply(book, "ann", a.EnterDeal(0, entry)))
    assert after == DealRoles.of(NORTH, NORTH, Wind.EAST, BMJA)
    drawn = next_roles(apply(book, "ann", a.EnterDeal(0, DealEntry())))
    assert drawn is not None
    assert drawn.prevailing == Wind.EAST


def test_a_penalty_goes_to_everybody_else_or_to_one_of_them_and_can_be_taken_back() -> None:
    book = apply(taken("ann", "ben"), "ben", a.Penalise(SOUTH, "false_mahjong", 100))
    assert tallies(book) == (2100, 1700, 2100, 2100)
    book = apply(book, "ann", a.Penalise(WEST, "other", 20, EAST, "late again"))
    assert tallies(book) == (2120, 1700, 2080, 2100)
    assert [(one.seat, one.fault, one.reason) for one in book.adjustments] == [
        (SOUTH, "false_mahjong", ""),
        (WEST, "other", "late again"),
    ]
    with pytest.raises(OutOfDate, match="take back adjustment 2, got 1"):
        apply(book, "ann", a.UndoAdjustment(1))
    once = apply(book, "ann", a.UndoAdjustment(2))
    assert tallies(once) == (2100, 1700, 2100, 2100)
    assert not apply(once, "ann", a.UndoAdjustment(1)).adjustments


@pytest.mark.parametrize(
    ("penalty", "complaint"),
    [
        (a.Penalise(SOUTH, "wrong_set", 10, SOUTH), "expected another player who receives the penalty"),
        (a.Penalise(Seat(4), "wrong_set", 10), "expected a seat from 0 to 3, got 4"),
        (a.Penalise(SOUTH, "wrong_set", 10, Seat(4)), "expected a seat from 0 to 3, got 4"),
        (a.Penalise(SOUTH, "other", 10), "expected a reason of 1 to 80 characters"),
        (a.Penalise(SOUTH, "wrong_set", 10, reason=" "), "expected a reason of 1 to 80 characters"),
    ],
    ids=["to oneself", "nobody pays", "nobody receives", "no reason", "blank"],
)
def test_a_penalty_that_nobody_could_pay_is_refused(penalty: a.Penalise, complaint: str) -> None:
    with pytest.raises(IllegalMove, match=complaint):
        apply(taken("ann"), "ann", penalty)


def test_tallies_moved_by_hand_sum_to_zero() -> None:
    book = apply(taken("ann"), "ann", a.Adjust((30, -30, 0, 0), "false Mahjong"))
    assert tallies(book) == (2030, 1970, 2000, 2000)
    for amounts in ((30, -20, 0, 0), (0, 0, 0, 0), (30, -30)):
        with pytest.raises(IllegalMove, match="sum to zero"):
            apply(book, "ann", a.Adjust(amounts, "false Mahjong"))


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        (replace(cheap(), discarder=None), "expected the player who gave the winning tile"),
        (replace(cheap(), discarder=SOUTH), "expected a tile from another player"),
        (replace(cheap(), source="wall"), "expected nobody who gave a drawn tile, got seat 2"),
        (DealEntry(SOUTH, (), "heavenly"), "expected the dealer, got another player"),
        (DealEntry(EAST, (), "earthly"), "expected a player other than the dealer"),
        (DealEntry(SOUTH, (), "earthly", discarder=WEST), "expected the dealer's first discard"),
        (replace(cheap(), winner=Seat(4)), "expected a winner from 0 to 3, got 4"),
        (cheap().with_hand(WEST, HandEntry("1111m 22m"), 4), "expected at most 4 of 1m in all hands together, got 5"),
        (cheap().with_hand(SOUTH, HandEntry("123m 456m 789s 55p 23p"), 4), "expected 14 tiles"),
        (cheap().with_hand(SOUTH, HandEntry("129m 456m 789s 55p [234p]"), 4), "expected four sets and a pair"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_deal_that_contradicts_itself_is_refused(entry: DealEntry, complaint: str) -> None:
    with pytest.raises(TeahouseError, match=complaint):
        apply(open_book(ClassicRules(), "ann", NAMES), "ann", a.EnterDeal(0, entry))


@pytest.mark.parametrize(
    "action",
    [a.EnterDeal(0, cheap()), a.NameSeat(WEST, "Eve"), a.UndoDeal(0), a.CloseBook(), a.LeaveSeat(EAST), a.SettleNow(1)],
    ids=lambda action: type(action).__name__,
)
def test_a_stranger_changes_nothing(action: a.Action) -> None:
    with pytest.raises(IllegalMove):
        apply(taken("ann", "ben"), "eve", action)


def test_nobody_takes_a_seat_that_is_taken() -> None:
    with pytest.raises(IllegalMove, match="which somebody else has taken"):
        apply(taken("ann", "ben"), "eve", a.TakeSeat(SOUTH))
    moved = apply(taken("ann", "ben"), "ben", a.TakeSeat(NORTH))
    assert moved.people == ("ann", None, None, "ben")


def test_a_person_who_leaves_does_not_hold_up_the_others() -> None:
    book = apply(taken("ann", "ben"), "ann", a.EnterDeal(0, cheap()))
    assert len(apply(book, "ben", a.LeaveSeat(SOUTH)).deals) == 1


def test_a_closed_book_takes_nothing_until_it_is_reopened() -> None:
    closed = apply(taken("ann"), "ann", a.CloseBook())
    with pytest.raises(IllegalMove, match="closed"):
        apply(closed, "ann", a.EnterDeal(0, cheap()))
    assert apply(apply(closed, "ann", a.ReopenBook()), "ann", a.EnterDeal(0, cheap())).deals


def test_the_csv_has_every_deal_and_no_formula() -> None:
    book = apply(open_book(ClassicRules(), "ann", ("=Ann", *NAMES[1:])), "ann", a.EnterDeal(0, cheap()))
    book = apply(book, "ann", a.Adjust((30, -30, 0, 0), "late"))
    book = apply(book, "ann", a.Penalise(NORTH, "false_fishing", 10, reason="=twice"))
    head, deal, late, penalty = csv.reader(io.StringIO(csv_text(book, ("=Ann", *NAMES[1:]))))
    assert head[6:8] == ["'=Ann score", "Ben score"]
    assert deal == [
        "1",
        "East",
        "'=Ann",
        "Ben",
        "discard",
        "Cem",
        "",
        "20",
        "",
        "",
        "0",
        "40",
        "-40",
        "0",
        "2000",
        "2040",
        "1960",
        "2000",
    ]
    assert late[-4:] == ["2030", "2010", "1960", "2000"]
    assert penalty[0] == "penalty: false fishing, =twice"
    assert penalty[-4:] == ["2040", "2020", "1970", "1970"]


def test_a_poor_loser_pays_what_is_left_if_the_ruleset_says_so() -> None:
    rules = with_options(load_ruleset(), {"on_bankrupt": "pay_what_is_left"})
    poor = settle(cheap(), DealRoles.of(EAST, EAST, Wind.EAST, rules), (2000, 2000, 10, 2000), rules)
    assert ([one.amount for one in poor.transfers], poor.receipts) == ([40], (0, 10, -10, 0))
