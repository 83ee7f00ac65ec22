"""The score of a hand from a real table, given as text, with the payments."""

from typing import Final

import msgspec

from teahouse.core.errors import InvalidText, shown
from teahouse.core.seats import Seat
from teahouse.core.tiles import Tile, Wind, parse_tile, parse_tiles
from teahouse.games.classic.notation import parse_hand
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.scoring.complaints import ImpossibleWin
from teahouse.games.classic.scoring.payments import Parties, payments
from teahouse.games.classic.scoring.score import Score, is_enough, score
from teahouse.games.classic.scoring.sheet import ScoreLine
from teahouse.games.classic.scoring.wins import CLAIMED, SOURCES, Source, Win, check_win

WINNER: Final = Seat(0)
DISCARDER: Final = Seat(1)


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A hand that somebody won with, in text.

    dealer: the winner is the dealer; left out, it follows from the rest where it can. discarder_is_dealer,
    discarder_is_east: about the player whose discard or kong was taken; an Earthly Hand with `discarder_is_dealer` was
    won on the first discard.
    """

    hand: str
    winning_tile: str
    source: str
    personal_wind: str
    prevailing_wind: str
    bonus: str | tuple[str, ...] | None = None
    dealer: bool | None = None
    discarder_is_dealer: bool | None = None
    discarder_is_east: bool | None = None
    kong_upon_kong: bool | None = None
    original_call: bool | None = None
    ruleset: str | None = None


class Share(msgspec.Struct, frozen=True):
    """What one player receives; negative where the player pays."""

    who: str
    tallies: int


class Answer(msgspec.Struct, frozen=True):
    """The score, its lines, and what every player receives or pays."""

    score: int
    points: int
    doublings: int
    lines: tuple[ScoreLine, ...]
    payments: tuple[Share, ...]


def answer(question: Question, ruleset: Ruleset) -> Answer:
    """Score a hand in text, or `InvalidText` says what is wrong with it and where.

    >>> from teahouse.games.classic.rulesets.ruleset import load_ruleset
    >>> told = Question(hand="123m 456m 789s 55p [234p]", winning_tile="1m", source="robbed_kong",
    ...                 personal_wind="North", prevailing_wind="East")
    >>> found = answer(told, load_ruleset("british"))
    >>> found.score, [share.tallies for share in found.payments]
    (40, [80, -80, 0, 0])
    """
    win = parse_win(question, ruleset)
    check_win(win, ruleset)
    parties = _parties(question, win, ruleset)
    found = score(win, ruleset)
    if not is_enough(found, ruleset):
        raise _too_little(found, ruleset)
    shares = _shares(payments(found.score, parties, ruleset), parties, ruleset)
    return Answer(found.score, found.points, found.doublings, found.lines, shares)


def parse_win(question: Question, ruleset: Ruleset) -> Win:
    """The win that the text describes."""
    hand = parse_hand(question.hand)
    source = _source(question.source)
    win = Win(
        concealed=hand.tiles,
        melds=hand.melds,
        winning_tile=_winning_tile(question.winning_tile),
        source=source,
        personal_wind=_wind(question.personal_wind, "personal wind"),
        prevailing_wind=_wind(question.prevailing_wind, "prevailing wind"),
        bonus=_bonus(question.bonus),
        on_discard=source == "earthly" and _is_first_discard(question, ruleset),
        kong_upon_kong=bool(question.kong_upon_kong),
        original_call=bool(question.original_call),
    )
    return _with_completed_set(win) if win.is_claimed and win.winning_tile not in win.concealed else win


def _with_completed_set(win: Win) -> Win:
    """A claimed tile's set may be given as melded; taken into the hand, it scores as the ruleset says."""
    for place, meld in enumerate(win.melds):
        if meld.kind != "kong" and win.winning_tile in meld.tiles:
            rest = win.melds[:place] + win.melds[place + 1 :]
            return msgspec.structs.replace(win, concealed=(*win.concealed, *meld.tiles), melds=rest)
    return win


def _is_first_discard(question: Question, ruleset: Ruleset) -> bool:
    return bool(question.discarder_is_dealer) or ruleset.earthly_hand == "first_discard_only"


def _winning_tile(text: str) -> Tile:
    try:
        return parse_tile(text)
    except InvalidText as error:
        raise InvalidText(f"{error} (winning tile)") from None


def _source(text: str) -> Source:
    for source in SOURCES:
        if source == text:
            return source
    raise InvalidText(f"expected a source among {', '.join(SOURCES)}, got {shown(text)} (source)")


def _wind(text: str, name: str) -> Wind:
    for wind in Wind:
        if wind.lower() == text.lower():
            return wind
    raise InvalidText(f"expected {', '.join(Wind)}, got {shown(text)} ({name})")


def _bonus(text: str | tuple[str, ...] | None) -> tuple[Tile, ...]:
    try:
        return parse_tiles(text if isinstance(text, str) else " ".join(text or ()))
    except InvalidText as error:
        raise InvalidText(f"{error} (bonus)") from None


def _parties(question: Question, win: Win, ruleset: Ruleset) -> Parties:
    """Seats for winner, discarder, dealer and East; nobody else matters to the payment."""
    claimed = win.is_claimed
    dealer = _is_dealer(question, win, ruleset)
    _check_roles(question, win, dealer=dealer)
    other = Seat(2) if claimed and ruleset.players > 2 else Seat(1)
    dealing = WINNER if dealer else DISCARDER if question.discarder_is_dealer or win.on_discard else other
    east = DISCARDER if question.discarder_is_east else other
    if win.personal_wind == Wind.EAST:
        east = WINNER
    return Parties(WINNER, dealing, east, DISCARDER if claimed else None, robbed=win.source == "robbed_kong")


def _is_dealer(question: Question, win: Win, ruleset: Ruleset) -> bool:
    if question.dealer is not None:
        return question.dealer
    if win.source in ("heavenly", "earthly"):
        return win.source == "heavenly"
    east_deals = ruleset.first_dealer == "east" and ruleset.personal_winds == "rotate"
    return east_deals and win.personal_wind == Wind.EAST


def _check_roles(question: Question, win: Win, *, dealer: bool) -> None:
    discarder_told = question.discarder_is_dealer or question.discarder_is_east
    if win.source == "heavenly" and not dealer:
        raise ImpossibleWin("heavenly_dealer")
    if win.source == "earthly" and dealer:
        raise ImpossibleWin("earthly_dealer")
    if discarder_told and not win.is_claimed and win.source not in CLAIMED:
        raise ImpossibleWin("drawn_tile", source=win.source)
    if question.discarder_is_dealer and dealer:
        raise ImpossibleWin("two_dealers")
    if question.discarder_is_east and win.personal_wind == Wind.EAST:
        raise ImpossibleWin("two_easts")


def _too_little(found: Score, ruleset: Ruleset) -> ImpossibleWin:
    return ImpossibleWin(
        "too_little",
        doublings=ruleset.least_doublings,
        score=ruleset.least_score,
        ruleset=ruleset.name,
        n=found.doublings,
        reached=found.score,
    )


def _shares(received: tuple[int, ...], parties: Parties, ruleset: Ruleset) -> tuple[Share, ...]:
    return tuple(Share(_who(Seat(seat), parties, ruleset), amount) for seat, amount in enumerate(received))


def _who(seat: Seat, parties: Parties, ruleset: Ruleset) -> str:
    doubling = "dealer" if ruleset.doubling_role == "dealer" else "East"
    roles = {"winner": parties.winner, doubling: parties.doubling(ruleset), "discarder": parties.discarder}
    return " and ".join(role for role, holder in roles.items() if holder == seat) or "other"
