"""Scorebooks over HTTP: four phones at a real table, one of them away for a while."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection

from teahouse.core.seats import Seat
from teahouse.games.classic.scorebook import actions as a
from teahouse.service.hosting.classic.saved_scorebooks import NewScorebook, ScorebookEntry, Scorebooks
from tests.web.live import Live, Visitor

NAMES = ["Ann", "Ben", "Cem", "Dee"]
HANDS = ["", "123m 456m 789s 55p [234p]", "", ""]


class Phone:
    """A phone at the table, which sends every entry with its own id."""

    def __init__(self, visitor: Visitor, book: str) -> None:
        self.visitor, self.book, self.sent = visitor, book, 0

    def write(self, kind: str, status: int = 200, **said: Any) -> Any:
        self.sent += 1
        return self.send({"id": f"{id(self)}-{self.sent}", "action": {"type": kind, **said}}, status)

    def send(self, entry: dict[str, Any], status: int = 200) -> Any:
        return self.visitor.post(f"/scorebooks/{self.book}/entries", status, **entry)

    def look(self) -> Any:
        return self.visitor.get(f"/scorebooks/{self.book}")

    def confirm(self) -> Any:
        return self.write("confirm", draft=self.look()["draft"]["draft"]["number"])


def opened(keeper: Visitor, **body: Any) -> Phone:
    book = keeper.post("/scorebooks", 201, names=NAMES, seat=0, **body)
    return Phone(keeper, book["id"])


def won(winner: int = 1, discarder: int = 2) -> dict[str, Any]:
    hands = [{"tiles": HANDS[1]} if seat == winner else {} for seat in range(4)]
    return {"winner": winner, "source": "discard", "winning_tile": "1m", "discarder": discarder, "hands": hands}


def test_four_phones_keep_nine_deals_while_one_is_away(live: Live, ann: Visitor) -> None:
    """The tallies sum to zero, everything that the phone sends on its return counts once, and a late hand for a
    finished deal is refused.
    """
    first = opened(ann, options={"ruleset": "bmja"})
    phones = [first, *(Phone(live.visitor().guest(), first.book) for _ in range(3))]
    for seat, phone in enumerate(phones[1:], 1):
        phone.write("take_seat", seat=seat)
    for deal in range(9):
        winner = deal % 4
        entry = {"winner": winner, "source": "wall"}
        first.write("enter_deal", draft=0, entry=entry)
        for seat, phone in enumerate(phones):
            if seat == 3 and deal == 7:
                continue  # without a network
            hand = {"counted": 20 if seat == winner else 4 * seat}
            action = {"type": "enter_hand", "deal": deal, "seat": seat, "hand": hand}
            entry = {"id": f"hand {seat} {deal}", "action": action}
            phone.send(entry)
            assert phone.send(entry)["version"] == first.look()["version"]  # sent again, written once
        if deal == 7:
            first.write("enter_hand", deal=7, seat=3, hand={"counted": 12})
            first.write("settle_now", draft=first.look()["draft"]["draft"]["number"])
            late = {"type": "enter_hand", "deal": 7, "seat": 3, "hand": {"counted": 12}}
            refusal = phones[3].send({"id": "late", "action": late}, 409)
            assert refusal["code"] == "scorebook/stale"
            continue
        for phone in phones:
            if first.look()["draft"] is not None and not _has_agreed(phone):
                phone.confirm()
    book = phones[3].look()
    assert len(book["deals"]) == 9
    assert all(sum(deal["receipts"]) == 0 for deal in book["deals"])
    assert sum(seat["tallies"] for seat in book["seats"]) == 8000
    text = ann.http.get(f"/scorebooks/{first.book}/csv").text
    assert len(text.splitlines()) == 10


def _has_agreed(phone: Phone) -> bool:
    book = phone.look()
    return bool(book["seats"][book["seat"]]["agreed"])


def test_a_book_shows_names_and_no_ids(live: Live, ann: Visitor, bob: Visitor) -> None:
    phone = opened(ann)
    other = Phone(bob, phone.book)
    other.write("take_seat", seat=1)
    book = other.write("enter_deal", draft=0, entry=won())
    assert [(seat["name"], seat["taken"]) for seat in book["seats"]] == [
        (NAMES[0], True),  # guests have the names written for their seats
        (NAMES[1], True),
        ("Cem", False),
        ("Dee", False),
    ]
    assert [seat["agreed"] for seat in book["seats"]] == [False, True, False, False]
    text = bob.http.get(f"/scorebooks/{phone.book}").text
    assert ann.get("/me")["id"] not in text
    assert bob.get("/me")["id"] not in text
    assert (book["seat"], book["is_keeper"], live.visitor().get(f"/scorebooks/{phone.book}")["seat"]) == (
        1,
        False,
        None,
    )


def test_asking_for_news_is_cheap(ann: Visitor) -> None:
    phone = opened(ann)
    version = phone.look()["version"]
    assert ann.http.get(f"/scorebooks/{phone.book}?since={version}").status_code == 204
    phone.write("name_seat", seat=2, name="Cleo")
    assert ann.get(f"/scorebooks/{phone.book}?since={version}")["seats"][2]["name"] == "Cleo"


def test_bad_entries_are_refused_and_change_nothing(ann: Visitor, bob: Visitor) -> None:
    phone, stranger = opened(ann), Phone(bob, "")
    stranger.book = phone.book
    before = phone.look()
    assert stranger.write("enter_deal", 409, draft=0, entry=won())["code"] == "scorebook/refused"
    assert "expected a tile from another player" in phone.write("enter_deal", 409, draft=0, entry=won(1, 1))["text"]
    assert phone.write("enter_deal", 400, draft=0, entry={"winner": "me"})["code"] == "wire/unreadable"
    assert phone.look() == before
    assert ann.post("/scorebooks/00/entries", 404, id="x", action={"type": "close_book"})["code"] == "scorebook/unknown"
    assert ann.post("/scorebooks", 409, names=["Ann"])["code"] == "scorebook/refused"


def test_ones_own_scorebooks_are_listed(ann: Visitor, bob: Visitor) -> None:
    phone = opened(ann)
    Phone(bob, phone.book).write("take_seat", seat=3)
    assert [one["id"] for one in bob.get("/me/scorebooks")] == [phone.book]
    assert ann.get("/me/scorebooks")[0]["deals"] == 0


def test_two_servers_write_into_one_book(live: Live) -> None:
    """Both race for every place of the log; nothing is lost and nothing doubled."""

    def names(_connection: Connection, people: Sequence[str]) -> list[str]:
        return list(people)

    async def race() -> None:
        store, date = live.context.store, live.context.timers.date
        one, other = Scorebooks(store, date, names), Scorebooks(store, date, names)
        book = (await one.open("ann", NewScorebook(names=("A", "B", "C", "D")))).id
        entries = [ScorebookEntry(f"name {n}", a.NameSeat(Seat(n % 4), f"name {n}")) for n in range(24)]
        await asyncio.gather(*(which.enter(book, "ann", entry) for entry in entries for which in (one, other)))
        afresh = await Scorebooks(store, date, names).read(book, "ann")
        assert afresh.version == len(entries)
        assert (await one.read(book, "ann")).seats == (await other.read(book, "ann")).seats == afresh.seats

    live.do(partial(race))


@pytest.mark.parametrize(
    "body", [{"names": NAMES, "options": {"ruleset": "two-players"}}, {"names": ["A", "B\u202e"] * 2}]
)
def test_a_book_with_the_wrong_names_is_not_opened(ann: Visitor, body: dict[str, Any]) -> None:
    assert ann.post("/scorebooks", 409, **body)["code"] == "scorebook/refused"


def test_a_whole_deal_is_settled_without_a_book(live: Live) -> None:
    guest = live.visitor()
    hands = {"South": {"tiles": HANDS[1]}}
    deal = {"winners": ["South"], "source": "discard", "winning_tile": "1m", "discarder": "West", "hands": hands}
    found = guest.post("/score/deal", 200, **deal)
    assert (found["winds"], found["deal"]["receipts"]) == (["East", "South", "West", "North"], [0, 40, -40, 0])
    assert guest.post("/score/deal", 200, **deal, options={"limit": 10})["deal"]["receipts"] == [0, 20, -20, 0]
    refusal = guest.post("/score/deal", 422, **{**deal, "dealer": "South", "ruleset": "bmja"})
    assert (refusal["code"], refusal["why"]) == ("score/hand", "east_deals")
    assert guest.post("/score/deal", 422, **{**deal, "discarder": "South"})["code"] == "score/hand"
