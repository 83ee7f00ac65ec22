"""A table, folded from the events of its log: what is played, and what each viewer may know."""

from collections import deque
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, Literal, NamedTuple

import msgspec

from teahouse.core.errors import IllegalMove
from teahouse.core.game import AnyGame, Forfeit, seen_events
from teahouse.core.record import Record
from teahouse.core.seats import Seat
from teahouse.service.hosting import HOSTING
from teahouse.service.hosting.rules import OpenClaim
from teahouse.service.people.shown_names import shown_name
from teahouse.service.tables import events as ev
from teahouse.service.tables.folding.cached_state import CachedState
from teahouse.service.tables.folding.deals import DealSource, PlayedDeal
from teahouse.service.tables.folding.done_requests import DoneRequests
from teahouse.service.tables.log import Logged
from teahouse.service.tables.viewers.bus import Viewer
from teahouse.service.tables.viewers.messages import TableInfo

ClaimKey = tuple[int, Any]

MOST_CHAT: Final = 100  # lines that are sent again to people who come back


class ChatLine(NamedTuple):
    """What a person said, with the number of the line at this table."""

    number: int
    person: str
    text: str


class Update(NamedTuple):
    """What a viewer gets for one event: that the table changed, that a deal began, or events of the game."""

    kind: Literal["news", "deal", "events"]
    events: tuple[Any, ...] = ()


NEWS: Final = Update("news")
DEAL: Final = Update("deal")


class Outcome(NamedTuple):
    """The result of a move: the next state and its events."""

    moved: ev.Moved
    state: Any
    events: Sequence[Any]


class Table(DealSource):
    """The state of one table. Only `fold` changes it."""

    def __init__(self, opened: Logged) -> None:
        """Start with the event that opened it."""
        super().__init__(opened)
        self.last = opened
        self.viewers: tuple[Viewer, ...] = (*self.game.seats, None)
        self.versions: dict[Viewer, int] = dict.fromkeys(self.viewers, 0)
        self.state: Any = None
        self.position: CachedState | None = None
        self.moves: list[ev.Moved] = []
        self.answers: dict[Seat, ev.Answered] = {}
        self.left: dict[Seat, int] = {}
        self.chat: deque[ChatLine] = deque(maxlen=MOST_CHAT)
        self.thinking_ms = 0  # before pauses of this deal
        self.done_requests: Final = DoneRequests()
        self._outcomes: Sequence[Outcome] = ()
        self._to_move: tuple[Seat, ...] | None = None  # these three are cached until the next event
        self._has_window: bool | None = None
        self._info: TableInfo | None = None

    def __getstate__(self) -> dict[str, Any]:
        """What travels between processes: not the hosting rules, which every process has."""
        return {name: value for name, value in vars(self).items() if name not in ("hosting", "position")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Come back from another process."""
        vars(self).update(state)
        self.hosting = HOSTING[self.opened.game]
        self.position = None if self.state is None else CachedState(self.game, self.hosting, self.state)

    # -- play ------------------------------------------------------------------------------------------------------

    @property
    def _playing(self) -> CachedState | None:
        """The position while play goes on."""
        return self.position if self.status == "playing" else None

    def to_move(self) -> tuple[Seat, ...]:
        """The seats that may move now, and have not answered an open claim yet."""
        if self._to_move is None:
            position, answers = self._playing, self.answers
            seats = () if position is None or self.is_paused else position.to_move
            self._to_move = tuple(seat for seat in seats if seat not in answers) if answers else seats
        return self._to_move

    def legal(self, seat: Seat) -> Sequence[Any]:
        """What a seat may play now."""
        position = self._playing
        return position.legal(seat) if position is not None and seat in self.to_move() else ()

    def claim(self) -> OpenClaim | None:
        """The open claim, as everybody knows it."""
        position = self._playing
        return None if position is None else position.claim

    @property
    def claim_key(self) -> ClaimKey:
        """A public key of the position: another claim changes it, another answer to a claim does not."""
        claim = self.claim()
        return self.deal, None if claim is None else claim.on

    def has_window(self) -> bool:
        """Is a claim open at a table where two or more persons play, so that answers are held until its window closes?

        Persons who resigned, or for whom a bot plays, do not count: one person among bots never waits.
        """
        if self._has_window is None:
            claim = self.claim()
            self._has_window = claim is not None and sum(map(self._is_played_by_person, claim.playing)) > 1
        return self._has_window

    def _is_played_by_person(self, seat: Seat) -> bool:
        holder = self.holders[seat]
        return holder is not None and holder.person is not None and holder.stand_in is None

    def is_in_play(self, seat: Seat) -> bool:
        """Is this seat still in play? Not after it gave up, or finished a contest before the others."""
        try:
            self.game.apply(self._position().state, seat, Forfeit("absent"))
        except IllegalMove:
            return False
        return True

    def silent(self, seat: Seat) -> Any:
        """The move for a seat that does not answer."""
        return self._position().silent(seat)

    def hasty(self, seat: Seat) -> Any:
        """The move for a bot that had no time to choose."""
        return self._position().hasty(seat)

    def _position(self) -> CachedState:
        assert self.position is not None
        return self.position

    def move_of(self, table_event: ev.Moved | ev.Answered) -> Any:
        """The move of an event."""
        return self.parse_move(table_event.move)

    def parse_move(self, text: msgspec.Raw) -> Any:
        """Read a move as it is sent and stored; raises the errors of msgspec."""
        return move_decoder(type(self.game)).decode(text)

    def note_outcomes(self, outcomes: Sequence[Outcome]) -> None:
        """Cache the results of moves from here, so that the rules need not apply them again."""
        self._outcomes = outcomes

    def end_state(self) -> Any:
        """The state after the moves that are being logged; the current state if there are none."""
        pending = self._pending()
        return pending[-1].state if pending else self.state

    def end_moves(self) -> Sequence[ev.Moved]:
        """The moves of this deal, with those that are being logged."""
        return [*self.moves, *(one.moved for one in self._pending())]

    def _pending(self) -> Sequence[Outcome]:
        """The outcomes of the moves that are being logged, of which the last ends this deal."""
        return () if self.game.result(self.state) is not None else self._outcomes

    # -- folding ---------------------------------------------------------------------------------------------------

    def fold(self, logged: Logged) -> dict[Viewer, Update]:
        """Apply one event, and return what each viewer gets; viewers who may not see it are left out."""
        self.last = logged
        self.done_requests.add(logged, self)
        updates = self._fold(logged.event)
        self._to_move = self._has_window = self._info = None
        for viewer in updates:
            self.versions[viewer] += 1
        return updates

    def _fold(self, table_event: ev.TableEvent) -> dict[Viewer, Update]:
        match table_event:
            case ev.Moved():
                return self._fold_move(table_event)
            case ev.Answered() | ev.Withdrawn():
                return self._fold_answer(table_event)
            case ev.Opened() | ev.Chatted() | ev.AbsenceClaimed():
                if isinstance(table_event, ev.Chatted):
                    self._keep_chat(table_event)
                return {}
            case ev.Paused():
                self._fold_pause(table_event)
                return dict.fromkeys(self.viewers, DEAL)
            case ev.Dealt():
                self._fold_play(table_event)
                return dict.fromkeys(self.viewers, DEAL)
            case ev.DealEnded():
                self._keep_deal(table_event)
            case _:
                pass
        was_playing = self.status == "playing"
        self.fold_standing(table_event)
        is_cut_short = was_playing and self.status == "over"  # the moves that were offered are no longer valid
        return dict.fromkeys(self.viewers, DEAL if is_cut_short else NEWS)

    def _keep_chat(self, chatted: ev.Chatted) -> None:
        number = self.chat[-1].number + 1 if self.chat else 1
        self.chat.append(ChatLine(number, chatted.person, chatted.text))

    def _fold_move(self, moved: ev.Moved) -> dict[Viewer, Update]:
        answered = self.claim_key if self.answers else None
        outcome = next((one for one in self._outcomes if one.moved is moved), None)
        if outcome is not None:
            state, events = outcome.state, outcome.events
        else:
            state, events = self.game.apply(self.state, moved.seat, self.move_of(moved))
        self._stand_at(state)
        self.moves.append(moved)
        self.answers.pop(moved.seat, None)
        if self.answers and self.claim_key != answered:
            self.answers = {}  # they were answers to another claim
        if moved.left is not None:
            self.left[moved.seat] = moved.left
        seen_by = {viewer: seen_events(self.game, events, viewer) for viewer in self.viewers}
        return {viewer: Update("events", seen) for viewer, seen in seen_by.items() if seen or viewer == moved.seat}

    def _fold_answer(self, event: ev.Answered | ev.Withdrawn) -> dict[Viewer, Update]:
        if isinstance(event, ev.Answered):
            self.answers[event.seat] = event
        else:
            del self.answers[event.seat]
        return {event.seat: Update("events")}

    def _fold_pause(self, paused: ev.Paused) -> None:
        self.fold_standing(paused)
        self.thinking_ms += paused.ms
        if paused.left is not None:
            self.left[paused.seat] = paused.left

    def _stand_at(self, state: Any) -> None:
        self.state, self.position = state, CachedState(self.game, self.hosting, state)

    def _fold_play(self, dealt: ev.Dealt) -> None:
        shares, is_next_match = self.shares, self.setup is None
        self.fold_standing(dealt)
        if is_next_match:
            self.seeds.clear()
        if (deal := self._setup().deal) not in self.seeds:
            self.seeds[deal] = self._seed(shares)
        seed, ahead, self._dealt = self.seeds[deal].seed, self._dealt, None
        self._stand_at(ahead[1] if ahead is not None and ahead[0] == seed else self.game.deal(seed))
        self.moves, self.answers, self.thinking_ms = [], {}, 0
        self.left = dict.fromkeys(self.game.seats, self.opened.clock.bank)

    def _keep_deal(self, ended: ev.DealEnded) -> None:
        _, committed, shares = self.seeds[self._setup().deal]
        self.deals.append(
            PlayedDeal(
                self.game,
                tuple(holder.kept if holder else "" for holder in self.holders),
                tuple(holder.person if holder else None for holder in self.holders),
                committed.commitment,
                committed.secret,
                shares,
                tuple(self.moves),
                ended.result,
            )
        )

    # -- names and records -----------------------------------------------------------------------------------------

    def note_names(self, people: Mapping[str, str]) -> None:
        """Show these people under these names from now on."""
        self.people |= people
        self._info = None

    def all_persons(self) -> set[str]:
        """Everybody whose name this table may show."""
        here = {holder.person for holder in self.holders if holder is not None}
        return {one for one in here.union(*(deal.persons for deal in self.deals)) if one is not None}

    def info(self) -> TableInfo:
        """What everybody may know about the table; cached until the next event."""
        if self._info is None:
            self._info = super().info()
        return self._info

    def has_played(self, deal: int, person: str) -> bool:
        """Did this person play a deal that is over?"""
        return 0 <= deal < len(self.deals) and bool(person) and person in self.deals[deal].persons

    def names_at(self, deal: int) -> tuple[str, ...]:
        """The names of those who played a deal that is over, as they are shown now."""
        played = self.deals[deal]
        return tuple(shown_name(kept, one, self.people) for kept, one in zip(played.kept, played.persons, strict=True))

    def record(self, deal: int) -> Record:
        """The record of a deal that is over."""
        return self.deals[deal].record(self.names_at(deal), self.opened.seed)


@cache
def move_decoder(game: type[AnyGame]) -> msgspec.json.Decoder[Any]:
    """The decoder for the moves of a game."""
    return msgspec.json.Decoder(game.types.move)
