"""One deal of a real table without a scorebook: every seat is called by its own wind."""

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from teahouse.core.errors import InvalidText, TeahouseError, shown
from teahouse.core.seats import BySeat, Seat
from teahouse.core.tiles import Wind
from teahouse.games.classic.notation import LONGEST_HAND
from teahouse.games.classic.play.state import MOST_STREAK, MOST_TALLIES
from teahouse.games.classic.rulesets.fields import MOST_POINTS
from teahouse.games.classic.rulesets.ruleset import Ruleset
from teahouse.games.classic.scorebook.entries import LONGEST_TILES, DealEntry, HandEntry
from teahouse.games.classic.scorebook.roles import DealRoles
from teahouse.games.classic.scorebook.settling import SettledDeal, settle
from teahouse.games.classic.scoring.complaints import ImpossibleWin
from teahouse.games.classic.scoring.table_score import east_deals, parse_source

EAST: Final = Seat(0)
WindName = Annotated[str, Meta(max_length=10)]
Tallies = Annotated[int, Meta(ge=-MOST_TALLIES, le=MOST_TALLIES)]


class TableHand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A hand as it lay on the table: see `HandEntry`. liable: the wind of the player who pays for everybody."""

    tiles: Annotated[str, Meta(max_length=LONGEST_HAND)] = ""
    bonus: Annotated[str, Meta(max_length=LONGEST_TILES)] = ""
    counted: Annotated[int, Meta(ge=0, le=MOST_POINTS)] | None = None
    fishing: bool = False
    original_call: bool = False
    liable: WindName | None = None
    gone: Annotated[str, Meta(max_length=LONGEST_TILES)] = ""


class TableDeal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a deal ended, every seat called by its own wind.

    winners: nobody, one, or several with the same tile. discarder: who discarded it, or whose kong was robbed. dealer:
    East if nothing else is said. streak: how many deals in a row East has just won. tallies: what everybody had,
    for rulesets by which people pay what they have left. ruleset: by its name. options: what is changed in it.
    """

    winners: Annotated[tuple[WindName, ...], Meta(max_length=3)] = ()
    source: str = "wall"
    winning_tile: Annotated[str, Meta(max_length=2)] = ""
    discarder: WindName | None = None
    prevailing_wind: WindName = Wind.EAST
    dealer: WindName = Wind.EAST
    streak: Annotated[int, Meta(ge=0, le=MOST_STREAK)] = 0
    kong_upon_kong: bool = False
    hands: Annotated[dict[WindName, TableHand], Meta(max_length=4)] = {}
    tallies: Annotated[dict[WindName, Tallies], Meta(max_length=4)] | None = None
    ruleset: str | None = None
    options: dict[str, Any] = {}


class SettledTable(msgspec.Struct, frozen=True):
    """A settled deal. winds: of the seats, which are numbers in `deal`."""

    ruleset: str
    winds: BySeat[Wind]
    deal: SettledDeal


def settle_table(deal: TableDeal, ruleset: Ruleset) -> SettledTable:
    """Settle a deal, or `TeahouseError` says what is wrong with it and where.

    >>> from teahouse.games.classic.rulesets.ruleset import load_ruleset
    >>> hands = {"South": TableHand(tiles="123m 456m 789s 55p [234p]")}
    >>> deal = TableDeal(winners=("South",), source="discard", winning_tile="1m", discarder="West", hands=hands)
    >>> settle_table(deal, load_ruleset()).deal.receipts
    (0, 40, -40, 0)
    """
    try:
        settled = settle(_entry(deal, ruleset), _roles(deal, ruleset), _tallies(deal, ruleset), ruleset)
    except ImpossibleWin:
        raise
    except TeahouseError as error:
        raise InvalidText(_with_winds(str(error), ruleset)) from None
    return SettledTable(ruleset.name, ruleset.winds, settled)


def _with_winds(text: str, ruleset: Ruleset) -> str:
    """A refusal with the winds of seats instead of their numbers."""
    for seat, wind in enumerate(ruleset.winds):
        text = text.replace(f"seat {seat}", wind)
    return text


def _roles(deal: TableDeal, ruleset: Ruleset) -> DealRoles:
    dealer = _seat(deal.dealer, "dealer", ruleset)
    if dealer != EAST and east_deals(ruleset):
        raise ImpossibleWin("east_deals", ruleset=ruleset.name, wind=ruleset.winds[dealer])
    prevailing = ruleset.winds[_seat(deal.prevailing_wind, "prevailing wind", ruleset)]
    return DealRoles.of(EAST, dealer, prevailing, ruleset, deal.streak)


def _entry(deal: TableDeal, ruleset: Ruleset) -> DealEntry:
    winners = [_seat(wind, "winners", ruleset) for wind in deal.winners]
    hands = {_seat(wind, "hands", ruleset): hand for wind, hand in deal.hands.items()}
    return DealEntry(
        winners[0] if winners else None,
        tuple(winners[1:]),
        parse_source(deal.source),
        deal.winning_tile,
        None if deal.discarder is None else _seat(deal.discarder, "discarder", ruleset),
        deal.kong_upon_kong,
        tuple(_hand(hands.get(Seat(seat), TableHand()), ruleset) for seat in range(ruleset.players)),
    )


def _hand(hand: TableHand, ruleset: Ruleset) -> HandEntry:
    liable = None if hand.liable is None else _seat(hand.liable, "liable", ruleset)
    return HandEntry(hand.tiles, hand.bonus, hand.counted, hand.fishing, hand.original_call, liable, hand.gone)


def _tallies(deal: TableDeal, ruleset: Ruleset) -> BySeat[int] | None:
    if deal.tallies is None:
        return None
    known = {_seat(wind, "tallies", ruleset): amount for wind, amount in deal.tallies.items()}
    return tuple(known.get(Seat(seat), ruleset.start_points) for seat in range(ruleset.players))


def _seat(text: str, place: str, ruleset: Ruleset) -> Seat:
    for seat, wind in enumerate(ruleset.winds):
        if wind.lower() == text.lower():
            return Seat(seat)
    raise InvalidText(f"expected {', '.join(ruleset.winds)}, got {shown(text)} ({place})")
