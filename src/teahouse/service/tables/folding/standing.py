"""The standing of a table: its seats, its deal and its match; everything in the lobby's row."""

import copy
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from teahouse.core.game import AnyGame, Result
from teahouse.core.match import Match, Setup
from teahouse.core.seats import Seat
from teahouse.games import make_game, make_match
from teahouse.service.hosting import HOSTING
from teahouse.service.hosting.rules import Claims, HostingRules
from teahouse.service.people.shown_names import shown_name
from teahouse.service.tables import events as ev
from teahouse.service.tables.folding.seating import TableSeating
from teahouse.service.tables.log import Logged
from teahouse.service.tables.viewers.messages import SeatInfo, TableInfo

TableStatus = Literal["open", "playing", "between", "over"]

MATCH_SEED: Final = b"teahouse/table"
MUTABLE: Final = (dict, list, set)


class Holder(NamedTuple):
    """The person or bot in a seat. stand_in plays for an absent person, weakened for a bot that failed.

    kept: what the log contains instead of a name.
    """

    kept: str
    person: str | None
    bot: str | None
    stand_in: str | None = None
    weakened: str | None = None


class TableStanding(TableSeating[Holder]):
    """What stays at a table between moves. Moves do not change it, and no rules are needed to apply other events."""

    def __init__(self, opened: Logged) -> None:
        """Start with the event that opened the table."""
        assert isinstance(opened.event, ev.Opened)
        self.game: AnyGame = make_game(opened.event.game, opened.event.options)
        super().__init__(opened.event, opened.event.person, [None] * len(self.game.seats))
        self.id = opened.table
        self.first = opened
        self.hosting: HostingRules = HOSTING[self.opened.game]
        self.status: TableStatus = "open"
        self.match = self._new_match(0)
        self.is_ended = False
        self.deal = 0
        self.commitments: dict[int, ev.Committed] = {}
        self.shares: dict[Seat, str] = {}
        self.results: list[Result] = []
        self.host_muted: set[str] = set()
        self.removed: set[str] = set()
        self.seated: list[str] = []  # the persons, those first who have sat for longest
        self.closed: str = ""
        self.is_paused = False
        self.has_weakened = False  # in this match: the rating of a house player is not that of the weaker level
        self.matches = 0
        self.leaving: set[Seat] = set()
        self.people: dict[str, str] = {}  # names by the person's id: looked up, never part of the log

    def after(self, table_events: Sequence[ev.TableEvent]) -> "TableStanding":
        """The standing after these events; this one is unchanged."""
        later = TableStanding(self.first)
        for name in vars(later):
            value = getattr(self, name)
            setattr(later, name, copy.copy(value) if type(value) in MUTABLE else value)
        for table_event in table_events:
            later.fold_standing(table_event)
        return later

    # -- folding ---------------------------------------------------------------------------------------------------

    def fold_standing(self, table_event: ev.TableEvent) -> None:
        """Apply an event."""
        match table_event:
            case ev.Dealt():
                self._fold_deal()
            case ev.DealEnded():
                self._fold_end(table_event)
            case ev.Committed():
                self.commitments[table_event.deal] = table_event
            case ev.BrokenOff() | ev.MatchEnded():
                self.is_ended, self.shares = True, {}
            case ev.Closed():
                self.status, self.closed = "over", table_event.reason
            case ev.HostMuted():
                (self.host_muted.add if table_event.on else self.host_muted.discard)(table_event.person)
            case ev.Paused():
                self.is_paused = table_event.on
            case ev.Opened() | ev.Moved() | ev.Answered() | ev.Withdrawn() | ev.Chatted() | ev.AbsenceClaimed():
                pass
            case ev.Rated():
                pass
            case _:
                self._fold_seat(table_event)

    def _fold_seat(
        self,
        table_event: ev.Sat | ev.Left | ev.Removed | ev.Leaving | ev.Readied | ev.StoodIn | ev.Returned | ev.Weakened,
    ) -> None:
        seat = table_event.seat
        match table_event:
            case ev.Sat():
                self.holders[seat] = Holder(table_event.name, table_event.person, table_event.bot)
                if table_event.person is not None:
                    self.seated.append(table_event.person)
            case ev.Left() | ev.Removed():
                if isinstance(table_event, ev.Removed):
                    self.removed.add(table_event.person)
                self._fold_departure(seat)
                self.shares.pop(seat, None)
                self.leaving.discard(seat)
            case ev.Leaving():
                self.leaving.add(seat)
            case ev.Readied():
                self.shares[seat] = table_event.share
            case ev.StoodIn():
                self.holders[seat] = self._holder(seat)._replace(stand_in=table_event.bot, weakened=None)
            case ev.Returned():
                self.holders[seat] = self._holder(seat)._replace(stand_in=None, weakened=None)
            case ev.Weakened():
                self.holders[seat] = self._holder(seat)._replace(weakened=table_event.level)
                self.has_weakened |= table_event.level is not None

    def _fold_departure(self, seat: Seat) -> None:
        """Free a seat; when the host leaves it, the person who has sat there longest becomes the host."""
        holder, self.holders[seat] = self.holders[seat], None
        if holder is None or holder.person not in self.seated:
            return
        self.seated.remove(holder.person)
        if holder.person == self.host and self.seated:
            self.host = self.seated[0]

    def _holder(self, seat: Seat) -> Holder:
        holder = self.holders[seat]
        assert holder is not None
        return holder

    def _fold_deal(self) -> None:
        if self.setup is None:
            self.matches += 1
            self.match, self.is_ended, self.has_weakened = self._new_match(self.matches), False, False
        self.game = self._setup().game
        self.shares, self.status = {}, "playing"

    def _fold_end(self, ended: ev.DealEnded) -> None:
        self.results.append(ended.result)
        self.match = self.match.add(ended.result)
        self.status = "between"
        self.is_paused = False
        self.deal += 1

    def _new_match(self, before: int) -> Match:
        """A match with this many before it at this table; if first players rotate, another seat begins it."""
        options, rotated = self.opened.options, self.hosting.rotated
        if self.opened.rotates and rotated is not None and before:
            options = rotated(options, before)
        return Match(make_match(make_game(self.opened.game, options), self.opened.match), MATCH_SEED)

    # -- the match -------------------------------------------------------------------------------------------------

    @property
    def setup(self) -> Setup | None:
        """What to play next in this match; None when it is over."""
        return None if self.is_ended else self.match.setup

    def _setup(self) -> Setup:
        """What is being played in this match, or comes next."""
        setup = self.setup
        assert setup is not None
        return setup

    @property
    def is_match_over(self) -> bool:
        """Is a match over, so that the next deal begins another?"""
        return bool(self.match.results) and self.setup is None

    @property
    def is_within_match(self) -> bool:
        """Is the next deal another one of the same match?"""
        return self.status == "between" and bool(self.match.results) and self.setup is not None

    @property
    def claims(self) -> Claims:
        """The kind of claim window; empty if there is none."""
        return self.opened.claims or self.hosting.usual_claims

    # -- the seats -------------------------------------------------------------------------------------------------

    @property
    def is_full(self) -> bool:
        """Is every seat taken?"""
        return None not in self.holders

    @property
    def names(self) -> tuple[str, ...]:
        """The current names by seat."""
        return tuple(self.name_of(holder) if holder else "" for holder in self.holders)

    def name_of(self, holder: Holder) -> str:
        """The name of the person or bot in a seat."""
        return shown_name(holder.kept, holder.person, self.people)

    @property
    def persons(self) -> list[Seat]:
        """The seats of persons."""
        return [Seat(seat) for seat, one in enumerate(self.holders) if one is not None and one.person is not None]

    @property
    def persons_by_seat(self) -> dict[Seat, str]:
        """The persons by seat."""
        return {seat: holder.person for seat in self.persons if (holder := self._holder(seat)).person is not None}

    @property
    def waits_for(self) -> list[Seat]:
        """The persons who are not ready yet, and for whom no house player stands in."""
        return [seat for seat in self.persons if self._holder(seat).stand_in is None and seat not in self.shares]

    def bot_at(self, seat: Seat) -> str | None:
        """The bot that plays a seat now: its own, or one that stands in."""
        holder = self.holders[seat]
        return None if holder is None else holder.bot or holder.stand_in

    def weakened_at(self, seat: Seat) -> str | None:
        """The level that plays for the bot at a seat; None when the bot itself plays."""
        holder = self.holders[seat]
        return None if holder is None else holder.weakened

    # -- what is shown ---------------------------------------------------------------------------------------------

    def info(self) -> TableInfo:
        """What everybody may know about the table."""
        committed, named = self.commitments.get(self.deal), self.hosting.named
        return TableInfo(
            id=self.id,
            game=self.opened.game,
            options=self.opened.options | (named(self.game.rules) if named else {}),
            match=self.opened.match,
            status=self.status,
            seats=tuple(self._seat_info(Seat(seat), holder) for seat, holder in enumerate(self.holders)),
            bank=self.opened.clock.bank,
            step=self.opened.clock.step,
            private=self.opened.private,
            stake=self.opened.stake,
            deal=self.deal,
            commitment=committed.commitment if committed else None,
            points=self.match.points,
            results=tuple(self.results),
            opened=self.first.at,
            day=self.opened.day,
            deals=self.match.plan.deals,
            played=len(self.match.results),
            match_over=self.is_match_over,
            fresh=self.opened.clock.fresh,
            claims=self.claims,
            host=self.host,
            closed=self.closed,
            paused=self.is_paused,
            rated=self.opened.rated,
            known=self.opened.known,
        )

    def _seat_info(self, seat: Seat, holder: Holder | None) -> SeatInfo | None:
        if holder is None:
            return None
        is_ready = holder.bot is not None or holder.stand_in is not None or seat in self.shares
        is_hushed = holder.person in self.host_muted
        name = self.name_of(holder)
        return SeatInfo(name, holder.person, holder.bot, is_ready, holder.stand_in, is_hushed, holder.weakened)
