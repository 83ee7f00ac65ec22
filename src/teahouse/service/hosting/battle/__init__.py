"""How Battle is hosted."""

from typing import Final

from teahouse.service.hosting.battle.lesson import LESSON
from teahouse.service.hosting.rules import MINUTE, SECOND, UNTIMED, Clock, DailyTable, HostingRules, give_up


def daily(_day: int) -> DailyTable:
    """New tiles every day, against the same opponent."""
    return DailyTable({}, {"1": "medium"})


BATTLE: Final = HostingRules(
    clocks={
        "5+5": Clock(bank=5 * MINUTE, step=5 * SECOND),
        "2+2": Clock(bank=2 * MINUTE, step=2 * SECOND),
        "15+10": Clock(bank=15 * MINUTE, step=10 * SECOND),
        "untimed": UNTIMED,
    },
    silent=give_up,
    lesson=LESSON,
    daily=daily,
)
