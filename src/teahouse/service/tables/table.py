"""A table as its log tells it: a fold over events that says who sits, what is played, and who may know what."""

import copy
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, assert_never

import msgspec

from teahouse.core.fair import fair_seed
from teahouse.core.game import AnyGame, Result, told
from teahouse.core.match import Match, Setup
from teahouse.core.record import RECORD_FORMAT, Ending, Header, Record
from teahouse.core.record import Moved as RecordedMove
from teahouse.core.seats import Seat
from teahouse.games import make_game, make_match
from teahouse.service.hosting import HOSTING
from teahouse.service.hosting.daily import NO_SHARE, daily_secret
from teahouse.service.hosting.rules import Claim, Claims, HostingRules
from teahouse.service.tables import events as ev
from teahouse.service.tables.log import Logged
from teahouse.service.tables.messages import SeatInfo, TableInfo

Status = Literal["open", "playing", "between", "over"]
Viewer = Seat | None
Place = tuple[int, Any]

REMEMBERED_ACTIONS: Final = 256  # of each person: as many as can wait to be answered
MATCH_SEED: Final = b"teahouse/table"
MUTABLE: Final = (dict, list, set, OrderedDict)

# What was asked for, by what came of it; an id names one thing of one kind that a person asked.
ASKED_AS: Final[Mapping[type[ev.TableEvent], str]] = {
    ev.Moved: "act",
    ev.Answered: "act",
    ev.Sat: "sit",
    ev.Left: "leave",
    ev.Leaving: "leave",
    ev.Readied: "ready",
    ev.Chatted: "chat",
    ev.HostMuted: "hush",
    ev.AbsenceClaimed: "absent",
    ev.MatchEnded: "end",
}


class Holder(NamedTuple):
    """Who holds a seat: a person or a bot. stand_in plays while the person is away, weakened for a bot that fails."""

    name: str
    person: str | None
    bot: str | None
    stand_in: str | None = None
    weakened: str | None = None


class Update(NamedTuple):
    """What a viewer is told of one event: that the table changed, that cards were dealt, or events of the game."""

    kind: Literal["news", "deal", "events"]
    events: tuple[Any, ...] = ()


class PlayedDeal(NamedTuple):
    """A deal that was played: everything its record needs."""

    game: AnyGame
    names: tuple[str, ...]
    persons: tuple[str | None, ...]
    commitment: str
    secret: str
    shares: tuple[str | None, ...]
    moves: tuple[RecordedMove, ...]
    result: Result | None


class AskedRules:
    """What the rules said about a state, so that they are asked once however often the table asks."""

    __slots__ = ("claim", "moves", "state", "to_move")

    def __init__(self, state: Any) -> None:
        """Nothing yet."""
        self.state = state
        self.to_move: tuple[Seat, ...] | None = None
        self.claim: tuple[Claim | None] | None = None
        self.moves: dict[Seat, Sequence[Any]] = {}


class Table:
    """The state of one table. Only `fold` changes it."""

    def __init__(self, opened: Logged) -> None:
        """Begin with the event that opened it."""
        assert isinstance(opened.event, ev.Opened)
        self.id = opened.table
        self.opened: ev.Opened = opened.event
        self.hosting: HostingRules = HOSTING[self.opened.game]
        self.opened_at = opened.at
        self.last = opened
        self.game: AnyGame = make_game(self.opened.game, self.opened.options)
        self.holders: list[Holder | None] = [None] * len(self.game.seats)
        self.status: Status = "open"
        self.match = self._new_match()
        self.is_ended = False
        self.deal = 0
        self.commitments: dict[int, ev.Committed] = {}
        self.shares: dict[Seat, str] = {}
        self.deals: list[PlayedDeal] = []
        self.seeds: dict[int, tuple[bytes, ev.Committed, tuple[str | None, ...]]] = {}
        self.state: Any = None
        self.moves: list[RecordedMove] = []
        self.answers: dict[Seat, ev.Answered] = {}
        self.left: dict[Seat, int] = {}
        self.versions: dict[Viewer, int] = dict.fromkeys((*self.game.seats, None), 0)
        self.host_muted: set[str] = set()
        self.leaving: set[Seat] = set()
        self.done: OrderedDict[tuple[str, str, str], int] = OrderedDict()
        self.asked: dict[str, int] = {}
        self._known = AskedRules(None)
        self._told: tuple[Logged, TableInfo] | None = None
        self._tried: tuple[ev.Moved, Any, Sequence[Any]] | None = None
        self._dealt: tuple[bytes, Any] | None = None

    @property
    def claims(self) -> Claims:
        """How long claims stay open here; empty where there are none."""
        return self.opened.claims or self.hosting.usual_claims

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Every kind of eye: the seats and the onlookers."""
        return (*self.game.seats, None)

    @property
    def is_full(self) -> bool:
        """Is every seat taken?"""
        return all(holder is not None for holder in self.holders)

    @property
    def persons(self) -> list[Seat]:
        """The seats that persons hold."""
        return [seat for seat, holder in self._held() if holder.person is not None]

    @property
    def waits_for(self) -> list[Seat]:
        """The persons who are not ready yet, and for whom no house player stands in."""
        return [
            seat
            for seat, holder in self._held()
            if holder.person is not None and holder.stand_in is None and seat not in self.shares
        ]

    @property
    def setup(self) -> Setup | None:
        """What is to be played next in this match; None when it is over, also before its time."""
        return None if self.is_ended else self.match.setup

    @property
    def is_match_over(self) -> bool:
        """Is a match over, so that the next deal begins another?"""
        return bool(self.match.results) and self.setup is None

    @property
    def is_within_match(self) -> bool:
        """Is the next deal another one of the same match?"""
        return self.status == "between" and bool(self.match.results) and self.setup is not None

    def _held(self) -> list[tuple[Seat, Holder]]:
        return [(Seat(seat), holder) for seat, holder in enumerate(self.holders) if holder is not None]

    def _new_match(self) -> Match:
        game = make_game(self.opened.game, self.opened.options)
        return Match(make_match(game, self.opened.match), MATCH_SEED)

    def seat_of(self, person: str) -> Seat | None:
        """Where a person sits."""
        return next((seat for seat, holder in self._held() if holder.person == person), None)

    def is_open_to(self, person: str, invite: str) -> bool:
        """May this person look? Everybody at a public table; at a private one who sits, opened it, or was invited."""
        if not self.opened.private or invite.strip().upper() == self.opened.invite:
            return True
        return self.belongs(person)

    def belongs(self, person: str) -> bool:
        """Does this person sit here, or have they opened the table?"""
        return bool(person) and (person == self.opened.person or self.seat_of(person) is not None)

    def has_played(self, deal: int, person: str) -> bool:
        """Did this person play a deal that is over?"""
        return 0 <= deal < len(self.deals) and bool(person) and person in self.deals[deal].persons

    def bot_at(self, seat: Seat) -> str | None:
        """The bot that plays a seat now: its own, or one that stands in."""
        holder = self.holders[seat]
        return None if holder is None else holder.bot or holder.stand_in

    def weakened_at(self, seat: Seat) -> str | None:
        """The level that plays in the place of the bot at a seat; None when the bot itself plays."""
        holder = self.holders[seat]
        return None if holder is None else holder.weakened

    def to_move(self) -> tuple[Seat, ...]:
        """The seats that may move now, and have not answered an open claim yet."""
        if self.status != "playing":
            return ()
        known = self._now()
        if known.to_move is None:
            known.to_move = self.game.to_move(self.state)
        if not self.answers:
            return known.to_move
        return tuple(seat for seat in known.to_move if seat not in self.answers)

    def legal(self, seat: Seat) -> Sequence[Any]:
        """What a seat may play now."""
        if seat not in self.to_move():
            return ()
        moves = self._now().moves
        if seat not in moves:
            moves[seat] = self.game.legal_moves(self.state, seat)
        return moves[seat]

    def _now(self) -> "AskedRules":
        """What was asked about the state of now; of any other state everything is forgotten."""
        if self._known.state is not self.state:
            self._known = AskedRules(self.state)
        return self._known

    def claim(self) -> Claim | None:
        """The open claim, as everybody knows it."""
        open_claim = self.hosting.claim
        if open_claim is None or self.status != "playing":
            return None
        known = self._now()
        if known.claim is None:
            known.claim = (open_claim(self.game.view(self.state, None)),)
        return known.claim[0]

    @property
    def place(self) -> Place:
        """Where play stands as everybody knows it: another claim is another place, another answer to it is not."""
        claim = self.claim()
        return self.deal, None if claim is None else claim.on

    def has_window(self) -> bool:
        """Is a claim open at a table where two or more persons play, so that answers are held until its window closes?

        Persons who gave up, or for whom a bot plays, do not count: one person among bots waits for nobody.
        """
        claim = self.claim()
        return claim is not None and len([seat for seat in claim.playing if self._is_played_by_person(seat)]) > 1

    def _is_played_by_person(self, seat: Seat) -> bool:
        holder = self.holders[seat]
        return holder is not None and holder.person is not None and holder.stand_in is None

    def silent(self, seat: Seat) -> Any:
        """What the service plays for a seat that says nothing."""
        return self._played_for(seat, self.hosting.silent)

    def hasty(self, seat: Seat) -> Any:
        """What the service plays for a bot that has had no time to think."""
        return self._played_for(seat, self.hosting.hasty or self.hosting.silent)

    def _played_for(self, seat: Seat, choose: Callable[[Any, Sequence[Any]], Any]) -> Any:
        return choose(self.game.view(self.state, seat), self.game.legal_moves(self.state, seat))

    def move_of(self, table_event: ev.Moved | ev.Answered) -> Any:
        """The move that an event tells of."""
        return msgspec.convert(table_event.move, self.game.types.move)

    def note_tried(self, moved: ev.Moved, state: Any, events: Sequence[Any]) -> None:
        """Keep what a move leads to from here, so that the rules need not apply it again when it is folded in."""
        self._tried = (moved, state, events)

    def ahead(self) -> "Table":
        """Another table like this one, to see what it will be like after something happens."""
        later = copy.copy(self)
        for name, value in vars(self).items():
            if type(value) in MUTABLE:
                setattr(later, name, copy.copy(value))
        return later

    def fold(self, logged: Logged) -> dict[Viewer, Update]:
        """Take one event in; what each viewer is told of it. Viewers who may not know of it are left out."""
        self.last = logged
        self._remember(logged.event)
        heard = self._fold(logged.event)
        for viewer in heard:
            self.versions[viewer] += 1
        return heard

    def _fold(self, table_event: ev.TableEvent) -> dict[Viewer, Update]:
        match table_event:
            case ev.Opened() | ev.Chatted() | ev.AbsenceClaimed():
                return {}
            case ev.Dealt():
                return self._fold_deal()
            case ev.Moved():
                return self._fold_move(table_event)
            case ev.Answered():
                return self._fold_answer(table_event)
            case ev.DealEnded():
                self._fold_end(table_event)
            case ev.Committed():
                self.commitments[table_event.deal] = table_event
            case ev.BrokenOff() | ev.MatchEnded():
                self.is_ended, self.shares = True, {}
            case ev.Closed():
                was_playing, self.status = self.status == "playing", "over"
                if was_playing:  # the moves offered are offered no more
                    return dict.fromkeys(self.viewers, Update("deal"))
            case ev.HostMuted():
                (self.host_muted.add if table_event.on else self.host_muted.discard)(table_event.person)
            case _:
                self._fold_seat(table_event)
        return dict.fromkeys(self.viewers, Update("news"))

    def _fold_seat(
        self, table_event: ev.Sat | ev.Left | ev.Leaving | ev.Readied | ev.StoodIn | ev.Returned | ev.Weakened
    ) -> None:
        match table_event:
            case ev.Sat():
                self.holders[table_event.seat] = Holder(table_event.name, table_event.person, table_event.bot)
            case ev.Left():
                self.holders[table_event.seat] = None
                self.shares.pop(table_event.seat, None)
                self.leaving.discard(table_event.seat)
            case ev.Leaving():
                self.leaving.add(table_event.seat)
            case ev.Readied():
                self.shares[table_event.seat] = table_event.share
            case ev.StoodIn() | ev.Returned():
                self._fold_stand_in(table_event)
            case ev.Weakened():
                holder = self.holders[table_event.seat]
                assert holder is not None
                self.holders[table_event.seat] = holder._replace(weakened=table_event.level)
            case _:
                assert_never(table_event)

    def _fold_answer(self, answered: ev.Answered) -> dict[Viewer, Update]:
        self.answers[answered.seat] = answered
        return {answered.seat: Update("events")}

    def _fold_stand_in(self, table_event: ev.StoodIn | ev.Returned) -> None:
        holder = self.holders[table_event.seat]
        assert holder is not None
        bot = table_event.bot if isinstance(table_event, ev.StoodIn) else None
        self.holders[table_event.seat] = holder._replace(stand_in=bot, weakened=None)

    def _fold_deal(self) -> dict[Viewer, Update]:
        if self.setup is None:
            self._begin_match()
        setup = self.setup
        assert setup is not None
        self.game = setup.game
        if setup.deal not in self.seeds:
            self.seeds[setup.deal] = self._seed()
        self.state = self._dealt_by(self.seeds[setup.deal][0])
        self.moves, self.answers, self.shares, self.status = [], {}, {}, "playing"
        self.left = dict.fromkeys(self.game.seats, self.opened.clock.bank)
        return dict.fromkeys(self.viewers, Update("deal"))

    def _begin_match(self) -> None:
        self.match, self.is_ended = self._new_match(), False
        self.seeds.clear()

    def deal_ahead(self) -> None:
        """Deal what comes next before it is logged. Some games take long to deal; call it in a thread of its own."""
        later = self.ahead()
        later._fold_deal()
        assert later.setup is not None
        self._dealt = (later.seeds[later.setup.deal][0], later.state)

    def _dealt_by(self, seed: bytes) -> Any:
        ahead, self._dealt = self._dealt, None
        return ahead[1] if ahead is not None and ahead[0] == seed else self.game.deal(seed)

    def _seed(self) -> tuple[bytes, ev.Committed, tuple[str | None, ...]]:
        committed = self.commitments[self.deal]
        shares = tuple(self.shares.get(seat) for seat in self.game.seats)
        if self.daily_secret() is not None:
            shares = tuple(share and NO_SHARE for share in shares)
        given = [bytes.fromhex(share) for share in shares if share is not None]
        seed = fair_seed(bytes.fromhex(committed.secret), given)
        return seed, committed, shares

    def _fold_move(self, moved: ev.Moved) -> dict[Viewer, Update]:
        place = self.place if self.answers else None
        tried, self._tried = self._tried, None
        if tried is not None and tried[0] is moved:
            self.state, events = tried[1:]
        else:
            self.state, events = self.game.apply(self.state, moved.seat, self.move_of(moved))
        self.moves.append(RecordedMove(moved.seat, moved.move, moved.ms))
        self.answers.pop(moved.seat, None)
        if self.answers and self.place != place:
            self.answers = {}  # they were answers to another claim
        if moved.left is not None:
            self.left[moved.seat] = moved.left
        heard = {viewer: told(self.game, events, viewer) for viewer in self.viewers}
        return {viewer: Update("events", seen) for viewer, seen in heard.items() if seen or viewer == moved.seat}

    def _fold_end(self, ended: ev.DealEnded) -> None:
        setup = self.setup
        assert setup is not None
        _, committed, shares = self.seeds[setup.deal]
        self.deals.append(
            PlayedDeal(
                self.game,
                self.names,
                tuple(holder.person if holder else None for holder in self.holders),
                committed.commitment,
                committed.secret,
                shares,
                tuple(self.moves),
                ended.result,
            )
        )
        self.match = self.match.add(ended.result)
        self.status = "between"
        self.deal += 1

    def _remember(self, table_event: ev.TableEvent) -> None:
        """Keep in mind who asked for this under which name, so that it is not done again."""
        client: str | None = getattr(table_event, "client", None)
        if client is None:
            return
        asker = self._asker(table_event)
        key = (asker, ASKED_AS[type(table_event)], client)
        self.asked[asker] = self.asked.get(asker, 0) + (key not in self.done)
        self.done[key] = self.last.seq
        if self.asked[asker] > REMEMBERED_ACTIONS:  # of everybody's own: nobody pushes out what others asked for
            self.asked[asker] -= 1
            del self.done[next(one for one in self.done if one[0] == asker)]

    def _asker(self, table_event: ev.TableEvent) -> str:
        """Who asked for it; bots come and go, and people are hushed, for the person who opened the table."""
        if isinstance(table_event, ev.HostMuted):
            return self.opened.person
        if isinstance(table_event, ev.Sat | ev.Chatted):
            person = table_event.person
        else:
            asking = table_event.by if isinstance(table_event, ev.AbsenceClaimed) else getattr(table_event, "seat", 0)
            holder = self.holders[asking]
            person = holder.person if holder is not None else None
        return person or self.opened.person

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return tuple(holder.name if holder else "" for holder in self.holders)

    def daily_secret(self) -> bytes | None:
        """What the next deal follows from where it is the day's; a table's first deal only."""
        return daily_secret(self.opened.game, self.opened.day) if self.opened.day and self.deal == 0 else None

    def needs_commitment(self) -> bool:
        """Must the house commit itself before the next deal?"""
        setup = self.setup
        repeated = setup is not None and setup.deal in self.seeds
        return self.status in ("open", "between") and self.deal not in self.commitments and not repeated

    def info(self) -> TableInfo:
        """What everybody may know about the table; made once after each event."""
        if self._told is None or self._told[0] is not self.last:
            self._told = (self.last, self._info())
        return self._told[1]

    def _info(self) -> TableInfo:
        committed = self.commitments.get(self.deal)
        return TableInfo(
            id=self.id,
            game=self.opened.game,
            options=self.opened.options,
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
            results=tuple(deal.result for deal in self.deals),
            opened=self.opened_at,
            day=self.opened.day,
            deals=self.match.plan.deals,
            played=len(self.match.results),
            match_over=self.is_match_over,
            fresh=self.opened.clock.fresh,
            claims=self.claims,
        )

    def _seat_info(self, seat: Seat, holder: Holder | None) -> SeatInfo | None:
        if holder is None:
            return None
        is_ready = holder.bot is not None or holder.stand_in is not None or seat in self.shares
        is_hushed = holder.person in self.host_muted
        return SeatInfo(holder.name, holder.person, holder.bot, is_ready, holder.stand_in, is_hushed, holder.weakened)

    def record(self, deal: int) -> Record:
        """The record of a deal that is over."""
        played = self.deals[deal]
        header = Header(
            format=RECORD_FORMAT,
            game=played.game.name,
            options=msgspec.to_builtins(played.game.rules),
            names=played.names,
            commitment=played.commitment,
            shares=played.shares,
        )
        return Record(header, played.moves, Ending(played.result, played.secret))
