"""How Solitaire is hosted."""

from typing import Final

from teahouse.games.solitaire import LAYOUT_NAMES, SolitaireView
from teahouse.service.hosting.rules import MINUTE, UNTIMED, Clock, DailyTable, HostingRules, give_up
from teahouse.service.hosting.solitaire.lesson import LESSON


def is_hinted(view: SolitaireView) -> bool:
    """Was a hint paid for on this board? Advice is worth more than a hint and must not be cheaper."""
    return view.board is not None and view.board.hint is not None


def daily(day: int) -> DailyTable:
    """A new layout every day, in turn."""
    return DailyTable({"layout": LAYOUT_NAMES[day % len(LAYOUT_NAMES)], "level": "classic"}, {})


SOLITAIRE: Final = HostingRules(
    clocks={
        "10 minutes": Clock(bank=10 * MINUTE),
        "5 minutes": Clock(bank=5 * MINUTE),
        "15 minutes": Clock(bank=15 * MINUTE),
        "20 minutes": Clock(bank=20 * MINUTE),
        "untimed": UNTIMED,
    },
    silent=give_up,
    lesson=LESSON,
    unhosted=("pot",),
    alone="untimed",
    keeps_clock=True,
    has_paid=is_hinted,
    daily=daily,
)
