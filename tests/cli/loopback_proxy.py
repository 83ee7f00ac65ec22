"""A reverse proxy on the loopback that passes requests on, correctly or with a fault."""

import socket
import threading
from contextlib import suppress
from typing import Final, Literal

Manner = Literal["good", "forging", "deaf", "plain"]
"""How it passes on: as it should; what visitors say of their address; without upgrades; without addresses."""
HEAD_ENDS: Final = b"\r\n\r\n"
LONGEST: Final = 65_536


class LoopbackProxy:
    """Listens on a free port, and passes each connection's request on to another port."""

    def __init__(self, upstream: int) -> None:
        self.upstream = upstream
        self.manner: Manner = "good"
        self._listening: Final = socket.create_server(("127.0.0.1", 0))
        self.port: Final = int(self._listening.getsockname()[1])
        self.url: Final = f"http://127.0.0.1:{self.port}"
        self._thread: Final = threading.Thread(target=self._accept, daemon=True)

    def __enter__(self) -> "LoopbackProxy":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                visitor, (address, _) = self._listening.accept()
                threading.Thread(target=self._serve, args=(visitor, str(address)), daemon=True).start()

    def _serve(self, visitor: socket.socket, address: str) -> None:
        with visitor, suppress(OSError), socket.create_connection(("127.0.0.1", self.upstream)) as server:
            head = b""
            while HEAD_ENDS not in head and (more := visitor.recv(LONGEST)):
                head += more
            server.sendall(self._rewritten(head, address))
            back = threading.Thread(target=_pipe, args=(visitor, server), daemon=True)
            back.start()
            _pipe(server, visitor)
            back.join()

    def _rewritten(self, head: bytes, address: str) -> bytes:
        first, *lines = head.partition(HEAD_ENDS)[0].split(b"\r\n")
        rest = head.partition(HEAD_ENDS)[2]
        dropped = {"forging": (), "deaf": (b"x-forwarded-for", b"upgrade", b"connection")}.get(
            self.manner, (b"x-forwarded-for",)
        )
        kept = [line for line in lines if line.partition(b":")[0].strip().lower() not in dropped]
        has_address = any(line.lower().startswith(b"x-forwarded-for:") for line in kept)
        if self.manner != "plain" and not has_address:
            kept.append(f"X-Forwarded-For: {address}".encode())
        return b"\r\n".join([first, *kept]) + HEAD_ENDS + rest


def _pipe(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(LONGEST):
            target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)
