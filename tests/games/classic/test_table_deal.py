"""A whole deal at a real table: all four hands under any ruleset, the payments with their reasons, and refusals."""

from typing import Any

import msgspec
import pytest

from teahouse.core.errors import TeahouseError
from teahouse.core.seats import Seat
from teahouse.core.tiles import Wind
from teahouse.games.classic.play.state import ClassicRules
from teahouse.games.classic.rulesets.ruleset import Ruleset, load_ruleset, with_options
from teahouse.games.classic.scorebook import actions as a
from teahouse.games.classic.scorebook.book import apply, next_roles, open_book
from teahouse.games.classic.scorebook.entries import DealEntry, HandEntry
from teahouse.games.classic.scorebook.roles import DealRoles
from teahouse.games.classic.scorebook.settling import settle
from teahouse.games.classic.scorebook.table_deal import SettledTable, TableDeal, settle_table

CHEAP = "123m 456m 789s 55p [234p]"
WON = {"winners": ["South"], "source": "discard", "winning_tile": "1m", "discarder": "West"}


def settled(ruleset: str | Ruleset, **fields: Any) -> SettledTable:
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    return settle_table(msgspec.convert(fields, TableDeal), rules)


def counted(**scores: int) -> dict[str, Any]:
    return {wind: {"counted": score} for wind, score in scores.items()}


# The worked deals of shared/rules/families.md, section 3: what East, South, West and North win or lose.
WESTERN: list[tuple[dict[str, Any], str, str, dict[str, int], tuple[int, ...]]] = [
    (
        {"winners": ["South"], "source": "discard", "discarder": "North"},
        "[222p] 123m 345m 777s 88p",
        "5m",
        {"East": 16, "West": 4, "North": 0},
        (24, 64, -36, -52),
    ),
    (
        {"winners": ["East"]},
        "123m 456m 789p 234s 99s",
        "9s",
        {"South": 8, "West": 0, "North": 2},
        (432, -130, -154, -148),
    ),
    (
        {"winners": ["West"], "source": "robbed_kong", "discarder": "North"},
        "[123m] 456p 345s 789s 22p",
        "9s",
        {"East": 0, "South": 0, "North": 4},
        (-88, -44, 160, -28),
    ),
    (
        {"winners": ["East"], "source": "discard", "discarder": "West"},
        "19m 19p 19s 1234567z 1m",
        "1m",
        {"South": 32, "West": 8, "North": 8},
        (6000, -1952, -2024, -2024),
    ),
]


@pytest.mark.parametrize(("roles", "hand", "winning", "losers", "paid"), WESTERN)
def test_western_settles_its_worked_deals(
    roles: dict[str, Any], hand: str, winning: str, losers: dict[str, int], paid: tuple[int, ...]
) -> None:
    hands = {roles["winners"][0]: {"tiles": hand}, **counted(**losers)}
    assert settled("western", **roles, winning_tile=winning, hands=hands).deal.receipts == paid


def test_an_insured_discard_is_paid_for_all_and_losers_do_not_settle() -> None:
    hands: dict[str, Any] = {"South": {"tiles": "[222s] [555s] [777s] 234s 99s", "liable": "North"}}
    fields = {"winners": ["South"], "source": "discard", "winning_tile": "4s", "discarder": "North"}
    found = settled("western", **fields, hands=hands).deal
    assert found.receipts == (0, 512, 0, -512)
    assert [(one.payer, one.of, one.reasons) for one in found.transfers] == [(3, 128, ("liable",))]


def test_every_loser_is_scored_line_by_line_and_pays_the_difference() -> None:
    hands = {
        "South": {"tiles": "111m 222m 333p 99s [777z]"},
        "East": {"tiles": "555z 3346m 4479p 58s"},
        "West": {"tiles": "[888s] 4567m 4689p 56s"},
        "North": {"counted": 4},
    }
    found = settled("bmja", winners=["South"], winning_tile="9s", hands=hands).deal
    assert [(one.seat, one.score, bool(one.lines)) for one in found.scores][1:] == [
        (0, 16, True),
        (2, 2, True),
        (3, 4, False),
    ]
    among = [one for one in found.transfers if one.cause == "difference"]
    assert [(one.payer, one.payee, one.of, one.amount, one.reasons) for one in among] == [
        (2, 0, 14, 28, ("dealer",)),
        (3, 0, 12, 24, ("dealer",)),
        (2, 3, 2, 2, ()),
    ]
    assert sum(found.receipts) == 0


def test_fishing_counts_for_those_who_declared_it() -> None:
    wonders = "19m 19p 19s 1234567z"

    def north(**said: Any) -> int:
        hands = {**counted(East=0, South=0, West=0), "North": {"tiles": wonders, **said}}
        (score,) = [one.score for one in settled("bmja", winners=["South"], hands=hands).deal.scores if one.seat == 3]
        return score

    assert (north(fishing=True), north()) == (400, 0)


def test_several_players_win_with_one_discard_if_the_ruleset_allows_it() -> None:
    hands = {"East": {"tiles": CHEAP}, "South": {"tiles": "23m 456p 789p 66p [234s] 1m"}}
    fields = {**WON, "winners": ["South", "East"], "hands": hands}
    found = settled(with_options(load_ruleset("british"), {"multiple_mahjong": "all_win"}), **fields).deal
    assert [one.seat for one in found.scores] == [0, 1]  # in the order of play after West
    assert (sum(found.receipts), found.receipts[3], {one.payer for one in found.transfers}) == (0, 0, {Seat(2)})
    assert found.result.winners == (0, 1)
    with pytest.raises(TeahouseError, match=r"expected one winner under british, got 2 \(also_won\)"):
        settled("british", **fields)


def test_the_scorebook_counts_easts_streak() -> None:
    rules = with_options(load_ruleset("western"), {"streak_wins": 3, "losers_settle": False})
    book = open_book(ClassicRules(ruleset=rules), "ann", ("A", "B", "C", "D"))
    won = DealEntry(Seat(0), (), "wall", "9s", hands=(HandEntry("123m 456m 789p 234s 99s"),))
    scores = list[int]()
    for _ in range(3):
        book = apply(book, "ann", a.EnterDeal(0, won))
        scores.append(book.deals[-1].scores[0].score)
    assert scores == [72, 72, 1000]
    where = next_roles(book)
    assert where is not None
    assert where.streak == 3
    back = apply(book, "ann", a.UndoDeal(3))
    assert next_roles(back) == DealRoles.of(Seat(0), Seat(0), Wind.EAST, rules, 2)


def test_kinds_in_sight_can_make_the_winning_tile_the_only_possible_one() -> None:
    def score(gone: str) -> int:
        hands = {"South": {"tiles": "[222p] 123m 345m 777s 88p", "gone": gone}, **counted(East=0, West=0, North=0)}
        fields = {"winners": ["South"], "source": "discard", "winning_tile": "5m", "discarder": "North"}
        return settled("western", **fields, hands=hands).deal.scores[0].score

    assert (score(""), score("2m")) == (16, 18)


def test_a_deal_without_a_winner_moves_no_tallies() -> None:
    assert settled("bmja").deal.receipts == (0, 0, 0, 0)


def test_a_poor_loser_pays_what_is_left_if_the_ruleset_says_so() -> None:
    rules = with_options(load_ruleset(), {"on_bankrupt": "pay_what_is_left"})
    fields = {**WON, "hands": {"South": {"tiles": CHEAP}}}
    assert settled(rules, **fields, tallies={"West": 10}).deal.receipts == (0, 10, -10, 0)
    assert settled(rules, **fields).deal.receipts == (0, 40, -40, 0)


@pytest.mark.parametrize(
    ("ruleset", "fields", "complaint"),
    [
        ("bmja", {**WON, "dealer": "South"}, "expected East and nobody else to deal under bmja, got South (dealer)"),
        ("british", {**WON, "winners": ["Up"]}, "expected East, South, West, North, got 'Up' (winners)"),
        ("two-players", WON, "expected East, West, got 'South' (winners)"),
        (
            "british",
            {"winners": ["South"], "source": "heavenly"},
            "expected the dealer, got another player (source heavenly)",
        ),
        ("british", {**WON, "source": "wall"}, "expected nobody who gave a drawn tile, got West (source wall)"),
        ("british", {**WON, "source": "sky"}, "expected a source among"),
        ("british", {**WON, "winners": ["South", "South"]}, "got one of them twice"),
        ("british", {"discarder": "West"}, "expected no other winner and no discarder in a deal that nobody won"),
        ("bmja", {**WON, "hands": {"South": {"tiles": CHEAP}}}, "got none of East"),
        (
            "bmja",
            {**WON, "hands": {"West": {"tiles": "1m"}, **counted(East=1, South=1, North=1)}},
            "got 1 (hand of West)",
        ),
        ("bmja", {**WON, "hands": {"South": {"fishing": True}}}, "got the winner (fishing of South)"),
        ("bmja", {**WON, "hands": {"East": {"original_call": True}}}, "expected the winner, got a loser"),
        (
            "british",
            {**WON, "hands": {"South": {"liable": "West"}}},
            "expected nobody to pay for all under british, got West",
        ),
        ("western", {**WON, "hands": {"South": {"liable": "North"}}}, "dangerous discard to pay for all, got North"),
        ("western", {**WON, "hands": {"South": {"tiles": CHEAP, "gone": "9x", "liable": "West"}}}, "(gone)"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_contradictory_entries_are_refused(ruleset: str, fields: dict[str, Any], complaint: str) -> None:
    with pytest.raises(TeahouseError) as refused:
        settled(ruleset, **fields)
    assert complaint in str(refused.value)


def test_roles_of_a_scorebook_are_checked_by_the_same_rule() -> None:
    rules = load_ruleset("british")
    entry = DealEntry(Seat(1), (Seat(0),), "discard", "1m", Seat(2))
    with pytest.raises(TeahouseError, match="expected one winner under british"):
        settle(entry, DealRoles.of(Seat(0), Seat(0), Wind.EAST, rules), None, rules)
