"""A browser tab at a table: a real subscription, a folded view, and requests that are repeated until answered."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from teahouse.service.errors import Refused
from teahouse.service.tables import requests as r
from teahouse.web.socket.subscription import LastSeen, Subscription
from tests.folding import Folded, Gap

if TYPE_CHECKING:
    from tests.simulation.world import World


class Tab:
    """One person's tab at one table, with its open requests."""

    def __init__(self, world: "World", who: str, letter: str) -> None:
        self.world, self.who, self.letter = world, who, letter
        self.person = who.partition("/")[0]
        self.folded = Folded()
        self.subscription: Subscription | None = None
        self.unanswered: dict[str, tuple[r.AnyRequest, float]] = {}
        self.last: r.AnyRequest | None = None
        self.compared: tuple[object, object] = (None, None)  # the last state in which tab and table agreed
        self._opening: asyncio.Task[list[bytes]] | None = None

    @property
    def id(self) -> str:
        """The id of the table."""
        return self.world.tables[self.letter]

    @property
    def is_second(self) -> bool:
        """Is this the person's second tab at the same table?"""
        return self.who != self.person

    @property
    def is_open(self) -> bool:
        """Is there a connection, even if no message has arrived yet?"""
        return self.subscription is not None

    @property
    def is_up_to_date(self) -> bool:
        """Has it read every message, as far as it can know?"""
        return self.subscription is not None and self._opening is None and self.folded.has_begun

    def look(self) -> None:
        """Connect, and continue from the last version seen."""
        process = self.world.process
        self.subscription = Subscription(process.house, process.bus, self.id, self._wake)
        self._open(LastSeen(self.folded.v, self.folded.seat) if self.folded.has_begun else LastSeen())  # type: ignore[arg-type]

    def _open(self, seen: LastSeen) -> None:
        assert self.subscription is not None
        self._opening = self.world.process.start(self.subscription.open((self.person, self.person.title()), seen, ""))
        self._opening.add_done_callback(lambda _: self._wake())

    def _wake(self) -> None:
        self.world.woken[self] = None

    def close(self, *, politely: bool) -> None:
        """Close the connection, or vanish without closing it."""
        subscription, self.subscription = self.subscription, None
        opening, self._opening = self._opening, None
        if opening is not None:
            opening.cancel()
        if subscription is not None and politely:
            self.world.process.start(subscription.close())

    def lose_server(self) -> None:
        """Lose the connection and all unanswered requests with the server."""
        if self._opening is not None:
            self._opening.add_done_callback(lambda opening: opening.cancelled() or opening.exception())
        self.subscription = self._opening = None

    def pump(self) -> None:
        """Read the messages."""
        if self._opening is not None and self._opening.done():
            self._opened(self._opening)
        if self.subscription is None or self._opening is not None:
            return
        self._fold([envelope.message for envelope in self.subscription.take()])
        if self.subscription.is_cut:
            self.close(politely=True)
        elif (due := self.subscription.due) is not None:
            self._open(due)

    def _opened(self, opening: "asyncio.Task[list[bytes]]") -> None:
        self._opening = None
        try:
            self._fold(opening.result())
        except Refused as error:
            self.world.note_refusal(self.letter, error.code)
            self.close(politely=False)
            return
        for request, _ in list(self.unanswered.values()):
            self._send(request)

    def _fold(self, messages: list[bytes]) -> None:
        for message in messages:
            self.world.messages += 1
            self.world.updated.add(self)
            try:
                self.folded.fold(message, self.world.timers.now())
            except Gap as error:
                self.world.fault("views", self.letter, f"a message is missing: {error}")

    def ask(self, make: Callable[..., r.AnyRequest], *args: Any, **named: Any) -> None:
        """Send a request under a new id."""
        number = self.world.next_number()
        self.last = make(self.person, self.person.title(), *args, id=number, **named)
        self.unanswered[number] = (self.last, self.world.timers.now())
        self._send(self.last)

    def ask_again(self) -> None:
        """Send the same request again, under the same id."""
        if self.last is not None:
            self._send(self.last)

    def _send(self, request: r.AnyRequest) -> None:
        self.world.process.start(self._asking(request))

    async def _asking(self, request: r.AnyRequest) -> None:
        reply = await self.world.process.house.ask(self.id, request)
        number: str = getattr(request, "id", "")
        self.unanswered.pop(number, None)
        self.world.note_reply(self, request, reply)
