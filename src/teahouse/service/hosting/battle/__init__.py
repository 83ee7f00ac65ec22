"""How Battle is hosted."""

from typing import Any, Final

from teahouse.core.seats import Seat, seat_after
from teahouse.service.hosting.battle.deal_recognition import DEAL_RECOGNITION
from teahouse.service.hosting.battle.lesson import LESSON
from teahouse.service.hosting.battle.profile import PROFILE
from teahouse.service.hosting.rules import (
    MINUTE,
    SECOND,
    UNTIMED,
    DailyTable,
    HostingRules,
    RatedPlay,
    TimeControl,
    give_up,
)


def daily(_day: int) -> DailyTable:
    """New tiles every day, against the same opponent."""
    return DailyTable({}, {"1": "medium"})


def rotated(options: dict[str, Any], number: int) -> dict[str, Any]:
    """The other seat begins every second match."""
    first = Seat(options["first_seat"])
    return options | {"first_seat": int(seat_after(first, 2)) if number % 2 else int(first)}


BATTLE: Final = HostingRules(
    clocks={
        "5+5": TimeControl(bank=5 * MINUTE, step=5 * SECOND),
        "2+2": TimeControl(bank=2 * MINUTE, step=2 * SECOND),
        "15+10": TimeControl(bank=15 * MINUTE, step=10 * SECOND),
        "untimed": UNTIMED,
    },
    silent=give_up,
    lesson=LESSON,
    daily=daily,
    deal_recognition=DEAL_RECOGNITION,
    rating=RatedPlay("glicko", matches=("double",)),
    rotated=rotated,
    profile=PROFILE,
)
