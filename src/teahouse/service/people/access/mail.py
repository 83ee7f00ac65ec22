"""Sends letters by SMTP from a background task with a bounded queue: nobody waits for a mail server."""

import asyncio
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from teahouse.service.people.access.letters import Letter

if TYPE_CHECKING:
    import smtplib

log = logging.getLogger(__name__)

MOST_WAITING: Final = 100
SECONDS: Final = 20.0  # for one answer of the mail server
PAUSES: Final = (1.0, 10.0, 60.0)  # seconds before a letter is tried again


class MailServer(msgspec.Struct, frozen=True, kw_only=True):
    """The mail server of a house, its sender, and the address of the house in links."""

    host: str
    port: int = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password: str = ""
    sender: str
    public_url: str

    def __repr__(self) -> str:
        """The server without the password."""
        return f"MailServer({self.host!r}, {self.port})"


class Mailer:
    """Sends one letter after another."""

    def __init__(self, server: MailServer, *, pauses: tuple[float, ...] = PAUSES) -> None:
        """Send through this server; the task starts with the first letter."""
        self.server: Final = server
        self._pauses = pauses
        self._letters: Final[asyncio.Queue[Letter]] = asyncio.Queue(MOST_WAITING)
        self._task: asyncio.Task[None] | None = None

    def post(self, letter: Letter) -> bool:
        """Queue a letter; False, and nothing is sent, when too many wait."""
        if self._letters.full():
            log.warning("a letter was dropped because too many wait")
            return False
        self._letters.put_nowait(letter)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())
        return True

    async def close(self) -> None:
        """Stop; letters that still wait are not sent."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            await self._send(await self._letters.get())

    async def _send(self, letter: Letter) -> None:
        """Send a letter, and try again a few times."""
        for pause in (*self._pauses, None):
            try:
                await _in_a_thread(lambda: deliver(self.server, letter))
            except (OSError, ValueError) as error:  # what smtplib raises is an OSError
                log.warning("a letter could not be sent", extra={"reason": type(error).__name__})
            else:
                return
            if pause is not None:
                await asyncio.sleep(pause)


async def _in_a_thread(work: Callable[[], None]) -> None:
    """Run slow work in a daemon thread: a server that stops does not wait for it, unlike threads of the event loop."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()

    def resolve(error: Exception | None) -> None:
        if not done.done():
            done.set_result(None) if error is None else done.set_exception(error)

    def run() -> None:
        error: Exception | None = None
        try:
            work()
        except Exception as raised:  # passed on to the caller
            error = raised
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(resolve, error)

    threading.Thread(target=run, name="mail", daemon=True).start()
    await done


def deliver(server: MailServer, letter: Letter) -> None:
    """Hand a letter to the mail server; the modules are imported here, because most houses send none."""
    from email.message import EmailMessage
    from email.utils import formatdate, make_msgid

    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = server.sender, letter.to, letter.subject
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=server.sender.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(letter.text)
    with _connected(server) as line:
        if server.user:
            line.login(server.user, server.password)
        line.send_message(message)


def _connected(server: MailServer) -> "smtplib.SMTP":
    import smtplib
    import ssl

    if server.security == "tls":
        return smtplib.SMTP_SSL(server.host, server.port, timeout=SECONDS, context=ssl.create_default_context())
    line = smtplib.SMTP(server.host, server.port, timeout=SECONDS)
    if server.security == "starttls":
        try:
            line.starttls(context=ssl.create_default_context())
        except BaseException:
            line.close()
            raise
    return line
