"""The hosting rules of a game: clocks, claims, stand-ins, lesson and daily table. Each game's folder sets them."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

import msgspec
from sqlalchemy import Connection

from teahouse.core.game import Forfeit, Result
from teahouse.core.seats import Seat
from teahouse.service.hosting.lesson import LessonPlan
from teahouse.service.store.store import Store

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
Claims = Literal["", "lively", "sealed"]
NamesOf = Callable[[Connection, Sequence[str]], Sequence[str]]
"""The names of people by their ids, in the same order."""


class TimeControl(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A time limit, in milliseconds.

    bank: for the whole deal, per seat. step: given back after each move (Fischer), or per move before the bank is
    touched when `fresh` is set. No bank and no step: untimed.
    """

    bank: int = 0
    step: int = 0
    fresh: bool = False

    @property
    def is_timed(self) -> bool:
        """Is there a time limit?"""
        return self.bank > 0 or self.step > 0


UNTIMED: Final = TimeControl()


class OpenClaim(NamedTuple):
    """An open claim, as everybody sees it.

    on: what is claimed; never the same for two claims of a deal. playing: the seats that have not given up.
    """

    on: Any
    playing: tuple[Seat, ...]


class WindowTimes(NamedTuple):
    """How long a claim stays open if two or more persons play, in milliseconds.

    shortest, longest: the bounds, also when somebody has not answered. One in `once_in` windows that nobody needs stays
    open for a time between the two of `pause`, so that a pause alone reveals little.
    """

    shortest: int
    longest: int
    pause: tuple[int, int] = (0, 0)
    once_in: int = 0


class DailyTable(NamedTuple):
    """The table of a day: the options of its game, and the bots by their seats."""

    options: dict[str, Any]
    bots: dict[str, str]


class DealRecognition(NamedTuple):
    """How the tiles of a deal are recognised in a position.

    text: the tiles of a state as they were dealt.
    leads_to: can play from these tiles lead to a position, given as text? Also if it was mirrored in a way that does
    not change the game, or some tiles were changed.
    position: the tiles of a state that are left, as such a text.
    identifies_deal: has a position enough tiles to identify its deal?
    """

    text: Callable[[Any], str]
    leads_to: Callable[[str, str], bool]
    position: Callable[[Any], str]
    identifies_deal: Callable[[str], bool]


class RatedPlay(NamedTuple):
    """How matches of a game are rated.

    system: how ratings change, "glicko" or "plackett_luce".
    matches: the kinds of match that are rated, the usual one first.
    choices: the options that may differ from the usual ones.
    cap: the most points, won or lost, that one deal counts; None if there is no such limit.
    claims: how long claims stay open; empty if there are none.
    """

    system: str
    matches: tuple[str, ...]
    choices: tuple[str, ...] = ()
    cap: int | None = None
    claims: Claims = ""

    def points(self, results: Sequence[Result]) -> tuple[int, ...]:
        """The points of each seat in the deals of a match, each deal up to the cap.

        >>> RatedPlay("glicko", (), cap=300).points([Result((900, -900), (), ""), Result((-10, 10), (), "")])
        (290, -290)
        """
        cap = self.cap
        each = (result.scores for result in results)
        if cap is not None:
            each = (tuple(max(-cap, min(cap, score)) for score in scores) for scores in each)
        return tuple(map(sum, zip(*each, strict=True)))


class DealFigures(NamedTuple):
    """What a seat did in a finished deal, beyond its score.

    figures: numbers by name, only those that apply. badges: the badges it earned, perhaps not for the first time.
    """

    figures: Mapping[str, int]
    badges: tuple[str, ...] = ()


class ProfileRules(NamedTuple):
    """What a game adds to the profiles of its people.

    variant: from the rules, the name of the layout or ruleset.
    deal_figures: from the game, its state at the end of a deal and a seat, what the seat did.
    records: the figures whose best is a record of the house.
    best_by_variant: is the best score of each variant one too?
    openings: from the state as it was dealt and the first `opening_moves` moves, how the deal began: texts by which it
    is found, the shortest first; None if every deal begins in its own way.
    badges: all badges that can be earned, each with the name of what it is for.
    """

    variant: Callable[[Any], str]
    deal_figures: Callable[[Any, Any, Seat], DealFigures]
    records: tuple[str, ...] = ()
    best_by_variant: bool = False
    openings: Callable[[Any, Sequence[Any]], tuple[str, ...]] | None = None
    opening_moves: int = 0
    badges: Mapping[str, str] = {}


class HostingRules(NamedTuple):
    """The hosting of a game.

    clocks: presets by name; the first is the usual one.
    silent: the move for a seat whose time is up, from its view and its legal moves.
    lesson: the options of its board and its steps.
    unhosted: the kinds of match that are not hosted (a pot is the table's stake, not the match's).
    windows: how long claims stay open, the usual one first; empty if seats never answer together.
    stand_in: the bot that plays for an absent person; None if nobody may.
    alone: the usual clock for one.
    keeps_clock: with a clock, an absent person's time runs out by itself, and nobody may claim against them.
    has_paid: from a seat's view, whether the price of advice was paid; None if advice is free.
    claim: from an onlooker's view, the open claim; None if seats never answer together.
    hasty: the move for a bot that has not answered a claim in time; None if it is the silent one.
    daily: the table of a day, by the day's number; None without one.
    withheld_view, withheld_events: from a view and events at the end of a deal, what may be shown while others play the
    same tiles; None if the end shows nothing new.
    deals_slowly: whether a deal may take so long that another process must make it.
    deal_recognition: how positions of a deal that is played are recognised; None if most tiles are hidden, so that a
    position does not identify its deal.
    refusal: why a game with these rules is not hosted, or nothing; None if every game is hosted.
    rating: how matches are rated; None if they are not.
    rotated: from the options of a table and the number of a match there, from 1, its options with another seat to
    begin; None if the first player is random.
    profile: what it adds to people's profiles; None for nothing beyond scores.
    named: from the rules of a game, options with a short name in place of a long value, since every message about a
    table carries them; None if all are short.
    saved: what people save for this game alone, from the store, the time of day and the names of people; None if
    nothing.
    """

    clocks: Mapping[str, TimeControl]
    silent: Callable[[Any, Sequence[Any]], Any]
    lesson: LessonPlan
    unhosted: tuple[str, ...] = ()
    windows: Mapping[Claims, WindowTimes] = MappingProxyType({})
    stand_in: str | None = None
    alone: str | None = None
    keeps_clock: bool = False
    has_paid: Callable[[Any], bool] | None = None
    claim: Callable[[Any], OpenClaim | None] | None = None
    hasty: Callable[[Any, Sequence[Any]], Any] | None = None
    daily: Callable[[int], DailyTable] | None = None
    withheld_view: Callable[[Any], Any] | None = None
    withheld_events: Callable[[tuple[Any, ...]], tuple[Any, ...]] | None = None
    deals_slowly: bool = False
    deal_recognition: DealRecognition | None = None
    refusal: Callable[[Any], str] | None = None
    rating: RatedPlay | None = None
    rotated: Callable[[dict[str, Any], int], dict[str, Any]] | None = None
    profile: ProfileRules | None = None
    named: Callable[[Any], dict[str, str]] | None = None
    saved: Callable[[Store, Callable[[], int], NamesOf], Any] | None = None

    def usual_clock(self, seats: int) -> str:
        """The clock of a table if none was chosen."""
        first = next(iter(self.clocks))
        return self.alone or first if seats == 1 else first

    @property
    def usual_claims(self) -> Claims:
        """How long claims stay open if nothing was chosen; empty if there are none."""
        for name in self.windows:
            return name
        return ""


def give_up(_view: Any, _moves: Sequence[Any]) -> Any:
    """Forfeit when the time is up."""
    return Forfeit("time")
