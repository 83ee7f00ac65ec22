"""A tiny mail server on the loopback that stores its emails."""

import email
import email.policy
import re
import socketserver
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from email.message import EmailMessage

from teahouse.service.people.access.mail import MailServer


class Mailbox(socketserver.ThreadingTCPServer):
    """All emails received; with `broken` it refuses every one."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, *, broken: bool = False) -> None:
        super().__init__(("127.0.0.1", 0), _Session)
        self.broken = broken
        self.letters: list[EmailMessage] = []
        self.refused = 0

    def server(self, public_url: str = "https://tea.example") -> MailServer:
        port = int(self.server_address[1])
        return MailServer(
            host="127.0.0.1", port=port, security="none", sender="house@tea.example", public_url=public_url
        )

    def wait(self, count: int, seconds: float = 30) -> EmailMessage:
        """Wait for this many emails; return the last one."""
        until = time.monotonic() + seconds
        while len(self.letters) < count:
            assert time.monotonic() < until, f"{len(self.letters)} letters came"
            time.sleep(0.01)
        return self.letters[count - 1]


class _Session(socketserver.StreamRequestHandler):
    @property
    def mailbox(self) -> Mailbox:
        assert isinstance(self.server, Mailbox)
        return self.server

    def handle(self) -> None:
        self._say("220 mailbox")
        for line in self.rfile:
            word = line[:4].upper()
            if word == b"DATA":
                self._say("354 go on")
                self._take()
            elif word == b"QUIT":
                return self._say("221 bye")
            elif word == b"MAIL" and self.mailbox.broken:
                self.mailbox.refused += 1
                self._say("451 not now")
            else:
                self._say("250 ok")
        return None

    def _take(self) -> None:
        lines: list[bytes] = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b"."))
        read = email.message_from_bytes(b"".join(lines), policy=email.policy.default)
        assert isinstance(read, EmailMessage)
        self.mailbox.letters.append(read)
        self._say("250 kept")

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


@contextmanager
def mailbox(*, broken: bool = False) -> Generator[Mailbox]:
    """A mail server in this context."""
    with Mailbox(broken=broken) as made:
        threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        yield made
        made.shutdown()


def secret_in(letter: EmailMessage, kind: str) -> str:
    """The secret of the link in an email."""
    found = re.search(rf"https://tea\.example/account#{kind}=([\w-]+)", letter.get_content())
    assert found is not None, letter
    return found[1]
