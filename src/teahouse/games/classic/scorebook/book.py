"""The scorebook of an evening: the seats, the deals that count, and the draft that everybody must confirm."""

from typing import Final, assert_never

import msgspec
from msgspec.structs import replace

from teahouse.core.errors import IllegalMove, TeahouseError
from teahouse.core.game import Result
from teahouse.core.seats import BySeat, Seat, check_seat, with_seat
from teahouse.games.classic.match import ClassicMatch, streak
from teahouse.games.classic.play.state import ClassicRules
from teahouse.games.classic.rulesets.ruleset import Ruleset
from teahouse.games.classic.scorebook import actions as a
from teahouse.games.classic.scorebook.adjustments import Adjustment, adjusted, check_words
from teahouse.games.classic.scorebook.entries import DealEntry
from teahouse.games.classic.scorebook.roles import DealRoles, check_entry
from teahouse.games.classic.scorebook.settling import SettledDeal, missing, settle
from teahouse.games.classic.scoring.payments import total

MOST_DEALS: Final = 200
FIRST: Final = Seat(0)


class Draft(msgspec.Struct, frozen=True):
    """A deal that does not count yet. number: grows with every change. agreed: the people who confirmed it as it is."""

    number: int
    entry: DealEntry
    agreed: tuple[str, ...] = ()


class Book(msgspec.Struct, frozen=True):
    """An evening at one moment.

    rules: the ruleset, who is East and who deals first, and the tallies at the start. keeper: who opened the book.
    people: the person with a phone in each seat. names: what the other seats are called. drafts: their number so far.
    """

    rules: ClassicRules
    keeper: str
    people: BySeat[str | None]
    names: BySeat[str]
    deals: tuple[SettledDeal, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    draft: Draft | None = None
    drafts: int = 0
    is_closed: bool = False

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset of the evening."""
        return self.rules.chosen()


def open_book(rules: ClassicRules, keeper: str, names: BySeat[str]) -> Book:
    """An empty book; unless the rules name East and the dealer, the first seat is both.

    >>> book = open_book(ClassicRules(ruleset="bmja"), "ann", ("Ann", "Ben", "Cem", "Dee"))
    >>> tallies(book), next_roles(book).prevailing
    ((2000, 2000, 2000, 2000), <Wind.EAST: 'East'>)
    """
    ruleset = rules.chosen()
    east = FIRST if rules.east is None else rules.east
    dealer = east if rules.dealer is None else rules.dealer
    start = rules.tallies or (ruleset.start_points,) * ruleset.players
    filled = replace(rules, east=east, dealer=dealer, tallies=start).filled()
    if len(names) != ruleset.players:
        raise IllegalMove(f"expected names for {ruleset.players} seats, got {len(names)}")
    for name in names:
        check_words(name, a.LONGEST_NAME, "name")
    return Book(filled, keeper, (None,) * ruleset.players, names)


def match_of(book: Book) -> ClassicMatch:
    """The session, with the adjustments in everybody's tallies."""
    start = book.rules.tallies
    assert start is not None
    amounts = total((start, *(one.amounts for one in book.adjustments)))
    return ClassicMatch("session", replace(book.rules, tallies=amounts))


def tallies(book: Book) -> BySeat[int]:
    """What everybody has now."""
    return match_of(book).tallies(_results(book))


def next_roles(book: Book) -> DealRoles | None:
    """East, dealer and winds of the next deal; None when the session has reached its end."""
    match, results = match_of(book), _results(book)
    if match.is_over(results):
        return None
    if not results:
        rules, east, dealer = book.rules, _start(book.rules.east), _start(book.rules.dealer)
        return DealRoles.of(east, dealer, rules.prevailing, book.ruleset, rules.streak)
    standing = match.standing(results)
    won = streak(standing.east, results)
    return DealRoles.of(standing.east, standing.dealer, match.wind(standing), book.ruleset, won)


def _start(seat: Seat | None) -> Seat:
    assert seat is not None  # `open_book` chose it
    return seat


def _results(book: Book) -> tuple[Result, ...]:
    return tuple(deal.result for deal in book.deals)


def seat_of(book: Book, person: str) -> Seat | None:
    """The seat of a person."""
    return Seat(book.people.index(person)) if person in book.people else None


def lacking(book: Book) -> tuple[Seat, ...]:
    """The seats whose hands the draft still lacks."""
    return () if book.draft is None else missing(book.draft.entry, book.ruleset)


def preview(book: Book) -> SettledDeal | None:
    """The draft as it would be settled; None if hands are lacking or something is wrong with it."""
    try:
        return None if book.draft is None else _settled(book, book.draft.entry)
    except TeahouseError:
        return None


def waits_for(book: Book) -> tuple[str, ...]:
    """The people who have not confirmed the draft yet."""
    agreed = () if book.draft is None else book.draft.agreed
    return tuple(one for one in book.people if one is not None and one not in agreed)


def apply(book: Book, person: str, action: a.Action) -> Book:
    """The book after somebody's action, or `IllegalMove`; nothing is changed then."""
    match action:
        case a.TakeSeat():
            return _take_seat(book, person, action.seat)
        case a.LeaveSeat():
            return _leave_seat(book, person, action.seat)
        case a.CloseBook() | a.ReopenBook():
            _check_keeper(book, person)
            return replace(book, is_closed=isinstance(action, a.CloseBook), draft=None)
        case _:
            _check_open(book, person)
            return _entered(book, person, action)


def _check_open(book: Book, person: str) -> None:
    if book.is_closed:
        raise IllegalMove("expected an open scorebook, got one that was closed")
    if person != book.keeper and seat_of(book, person) is None:
        raise IllegalMove("expected a person who sits at this table, got another one")


def _entered(book: Book, person: str, action: a.BookEntry) -> Book:
    match action:
        case a.NameSeat():
            return _name_seat(book, action)
        case a.UndoDeal():
            return _undo(book, action.deal)
        case a.Adjust() | a.Penalise() | a.UndoAdjustment():
            return replace(book, adjustments=adjusted(book.adjustments, action, len(book.deals), len(book.people)))
        case _:
            return _about_draft(book, person, action)


def _about_draft(book: Book, person: str, action: a.DraftAction) -> Book:
    match action:
        case a.EnterDeal():
            return _enter_deal(book, person, action)
        case a.EnterHand():
            return _enter_hand(book, person, action)
        case a.Confirm():
            return _confirm(book, person, action.draft)
        case a.SettleNow():
            _check_keeper(book, person)
            return _count(book, _draft(book, action.draft).entry)
        case a.DropDraft():
            _draft(book, action.draft)
            return replace(book, draft=None)
        case _:
            assert_never(action)


def _take_seat(book: Book, person: str, seat: Seat) -> Book:
    check_seat(seat, len(book.people))
    own_seat = seat_of(book, person)
    if own_seat == seat:
        return book
    if book.people[seat] is not None:
        raise IllegalMove(f"expected a free seat, got seat {seat} which somebody else has taken")
    people = book.people if own_seat is None else with_seat(book.people, own_seat, None)
    return replace(book, people=with_seat(people, seat, person))


def _leave_seat(book: Book, person: str, seat: Seat) -> Book:
    check_seat(seat, len(book.people))
    if person not in (book.keeper, book.people[seat]):
        raise IllegalMove(f"expected your own seat, got seat {seat}")
    return _settled_if_agreed(replace(book, people=with_seat(book.people, seat, None)))


def _name_seat(book: Book, action: a.NameSeat) -> Book:
    check_seat(action.seat, len(book.people))
    check_words(action.name, a.LONGEST_NAME, "name")
    return replace(book, names=with_seat(book.names, action.seat, action.name))


def _check_keeper(book: Book, person: str) -> None:
    if person != book.keeper:
        raise IllegalMove("expected the person who opened the scorebook, got another one")


def _draft(book: Book, number: int) -> Draft:
    if book.draft is None or book.draft.number != number:
        raise a.OutOfDate(f"expected the newest version of the deal, got version {number}; look at it again")
    return book.draft


def _enter_deal(book: Book, person: str, action: a.EnterDeal) -> Book:
    now = 0 if book.draft is None else book.draft.number
    if action.draft != now:
        raise a.OutOfDate(
            f"expected version {now} of the deal, got {action.draft}: somebody else has changed it meanwhile"
        )
    return _drafted(book, person, action.entry)


def _enter_hand(book: Book, person: str, action: a.EnterHand) -> Book:
    if book.draft is None or action.deal != len(book.deals):
        raise a.OutOfDate(f"expected a hand for deal {len(book.deals) + 1}, got one for deal {action.deal + 1}")
    check_seat(action.seat, len(book.people))
    if book.people[action.seat] not in (None, person) and person != book.keeper:
        raise IllegalMove(f"expected your own hand, got the hand of seat {action.seat}, who enters it")
    return _drafted(book, person, book.draft.entry.with_hand(action.seat, action.hand, len(book.people)))


def _drafted(book: Book, person: str, entry: DealEntry) -> Book:
    """A changed draft: only the person who changed it has agreed, and only when it is complete."""
    roles = next_roles(book)
    if roles is None or len(book.deals) >= MOST_DEALS:
        raise IllegalMove("expected a session that goes on, got one that has reached its end")
    check_entry(entry, roles, book.ruleset)
    is_complete = not missing(entry, book.ruleset)
    if is_complete:
        _settled(book, entry)
    number = book.drafts + 1
    draft = Draft(number, entry, (person,) if is_complete and seat_of(book, person) is not None else ())
    return _settled_if_agreed(replace(book, draft=draft, drafts=number))


def _confirm(book: Book, person: str, number: int) -> Book:
    draft = _draft(book, number)
    if lacking(book):
        raise IllegalMove(f"expected every hand that counts, got none of seat {lacking(book)[0]}")
    if seat_of(book, person) is None:
        raise IllegalMove("expected a person with a seat, got one without")
    agreed = (*(one for one in draft.agreed if one != person), person)
    return _settled_if_agreed(replace(book, draft=replace(draft, agreed=agreed)))


def _settled_if_agreed(book: Book) -> Book:
    if book.draft is None or lacking(book) or waits_for(book):
        return book
    return _count(book, book.draft.entry)


def _count(book: Book, entry: DealEntry) -> Book:
    return replace(book, deals=(*book.deals, _settled(book, entry)), draft=None)


def _settled(book: Book, entry: DealEntry) -> SettledDeal:
    roles = next_roles(book)
    if roles is None:
        raise IllegalMove("expected a session that goes on, got one that has reached its end")
    return settle(entry, roles, tallies(book), book.ruleset)


def _undo(book: Book, deals: int) -> Book:
    if not book.deals or deals != len(book.deals):
        raise a.OutOfDate(f"expected to undo deal {len(book.deals)}, got deal {deals}")
    if any(one.deal >= deals for one in book.adjustments):
        raise IllegalMove("expected no adjustment after the deal, got one; take it back first")
    number = book.drafts + 1
    draft = Draft(number, book.deals[-1].entry)
    return replace(book, deals=book.deals[:-1], draft=draft, drafts=number)
