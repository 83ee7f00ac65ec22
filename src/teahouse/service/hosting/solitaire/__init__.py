"""How Solitaire is hosted."""

from typing import Final

import msgspec

from teahouse.games.solitaire import LAYOUT_NAMES, SolitaireRules, SolitaireView, find_layout
from teahouse.games.solitaire.moves import DealShown, Event
from teahouse.service.hosting.rules import MINUTE, UNTIMED, DailyTable, HostingRules, RatedPlay, TimeControl, give_up
from teahouse.service.hosting.solitaire.deal_recognition import DEAL_RECOGNITION
from teahouse.service.hosting.solitaire.lesson import LESSON
from teahouse.service.hosting.solitaire.profile import PROFILE

MOST_TILES: Final = 288
"""Two full sets. Larger layouts take too long to deal for a table; the command line deals them."""


def is_hinted(view: SolitaireView) -> bool:
    """Was a hint paid for on this board? Advice is worth more than a hint and must not be cheaper."""
    return view.board is not None and view.board.hint is not None


def daily(day: int) -> DailyTable:
    """A new layout every day, in turn."""
    return DailyTable({"layout": LAYOUT_NAMES[day % len(LAYOUT_NAMES)], "level": "classic", "start_overs": 0}, {})


def without_deal(view: SolitaireView) -> SolitaireView:
    """A view of the end without the covered tiles and the order that clears the board."""
    return msgspec.structs.replace(view, deal=None)


def without_shown_deal(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Events without the one that shows the whole deal."""
    return tuple(one for one in events if not isinstance(one, DealShown))


def too_large(rules: SolitaireRules) -> str:
    """Refuse layouts that would take a long time to deal."""
    tiles = len(find_layout(rules.layout).places)
    return "" if tiles <= MOST_TILES else f"expected a layout of at most {MOST_TILES} tiles at a table, got {tiles}"


SOLITAIRE: Final = HostingRules(
    clocks={
        "10 minutes": TimeControl(bank=10 * MINUTE),
        "5 minutes": TimeControl(bank=5 * MINUTE),
        "15 minutes": TimeControl(bank=15 * MINUTE),
        "20 minutes": TimeControl(bank=20 * MINUTE),
        "untimed": UNTIMED,
    },
    silent=give_up,
    lesson=LESSON,
    unhosted=("pot",),
    alone="untimed",
    keeps_clock=True,
    has_paid=is_hinted,
    daily=daily,
    withheld_view=without_deal,
    withheld_events=without_shown_deal,
    deals_slowly=True,
    deal_recognition=DEAL_RECOGNITION,
    refusal=too_large,
    rating=RatedPlay("glicko", matches=("single",), choices=("layout", "level", "players")),
    profile=PROFILE,
)
