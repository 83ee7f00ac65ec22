"""How Classic is hosted."""

from collections.abc import Mapping, Sequence
from typing import Final

from teahouse.core.errors import InvalidOption
from teahouse.core.seats import Seat
from teahouse.games.classic.play.moves import DeclareMahjong, Discard, Move, Pass
from teahouse.games.classic.play.state import ClassicRules, ClassicView
from teahouse.games.classic.rulesets.house_rules import check_own_name, is_shipped
from teahouse.service.hosting.classic.lesson import LESSON
from teahouse.service.hosting.classic.profile import PROFILE
from teahouse.service.hosting.classic.saved import saved_for_classic
from teahouse.service.hosting.rules import (
    MINUTE,
    SECOND,
    UNTIMED,
    Claims,
    HostingRules,
    OpenClaim,
    RatedPlay,
    TimeControl,
    WindowTimes,
)

MOST_COUNTED: Final = 300
"""The most points of one deal that count for ratings: with rare limit hands cut, 300 deals tell as much as 1,600."""
WINDOWS: Final[Mapping[Claims, WindowTimes]] = {
    "lively": WindowTimes(SECOND, 8 * SECOND, pause=(SECOND, 3 * SECOND), once_in=5),
    "sealed": WindowTimes(4 * SECOND, 4 * SECOND),
}


def tile_on_offer(view: ClassicView) -> OpenClaim | None:
    """The claim on a discard, or on a kong that can be robbed."""
    if view.offer is None or not view.waiting:
        return None
    on = (view.offer, len(view.discards), view.wall, view.box)
    return OpenClaim(on, tuple(Seat(seat) for seat, is_gone in enumerate(view.gone) if not is_gone))


def let_it_pass(view: ClassicView, moves: Sequence[Move]) -> Move:
    """A seat that does not answer claims nothing, and discards the tile it drew."""
    quiet: list[Move] = [Pass()]
    if view.drawn is not None:
        quiet.append(Discard(view.drawn))
    discards = [move for move in moves if isinstance(move, Discard)]
    return next((move for move in quiet if move in moves), discards[-1] if discards else moves[-1])


def win_or_pass(view: ClassicView, moves: Sequence[Move]) -> Move:
    """A bot without time to think still claims Mahjong."""
    mahjong = DeclareMahjong()
    return mahjong if mahjong in moves else let_it_pass(view, moves)


def misnamed(rules: ClassicRules) -> str:
    """Why these rules are not hosted: they have the name of a ruleset of the house, but differ from it."""
    try:
        check_own_name(rules.chosen())
    except InvalidOption as error:
        return str(error)
    return ""


def by_name(rules: ClassicRules) -> dict[str, str]:
    """The name of the ruleset if the rules equal one of the house; the whole rules take 5 kB."""
    ruleset = rules.chosen()
    return {"ruleset": ruleset.name} if is_shipped(ruleset) else {}


CLASSIC: Final = HostingRules(
    clocks={
        "20 s and 3 min": TimeControl(bank=3 * MINUTE, step=20 * SECOND, fresh=True),
        "10 s and 1 min": TimeControl(bank=MINUTE, step=10 * SECOND, fresh=True),
        "untimed": UNTIMED,
    },
    silent=let_it_pass,
    lesson=LESSON,
    windows=WINDOWS,
    claim=tile_on_offer,
    hasty=win_or_pass,
    stand_in="simple",
    refusal=misnamed,
    rating=RatedPlay(
        "plackett_luce",
        matches=("session", "single"),
        choices=("ruleset",),
        cap=MOST_COUNTED,
        claims="sealed",
    ),
    profile=PROFILE,
    named=by_name,
    saved=saved_for_classic,
)
