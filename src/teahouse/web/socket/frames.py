"""The WebSocket protocol of the server: text frames go to the transport directly, without a task for each message."""

from collections.abc import Iterable
from typing import Final, Protocol, cast

from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

EXTENSION: Final = "teahouse.frames"  # where in a socket's scope its frames are found
TEXT: Final = 0x81  # the first byte of a whole text message
SHORTEST_OF_TWO: Final = 126
SHORTEST_OF_EIGHT: Final = 65_536
GONE: Final = 1006


class Frames(Protocol):
    """The frames of one open socket."""

    @property
    def are_ready(self) -> bool:
        """Can text be written now: is the socket open, and does its reader keep up?"""
        ...

    async def wait_until_ready(self) -> None:
        """Wait for a slow reader; `WebSocketDisconnect` when it is gone."""
        ...

    def write(self, messages: Iterable[bytes]) -> None:
        """Write text messages at once; only when ready."""
        ...


class FrameProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, which offers its frames to the app as an extension of ASGI."""

    async def run_asgi(self) -> None:
        """Serve the socket."""
        self.scope.setdefault("extensions", {})[EXTENSION] = {EXTENSION: self}
        await super().run_asgi()

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message; a refusal that is sent completes the handshake, or uvicorn logs it as an error."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    @property
    def are_ready(self) -> bool:
        """Can text be written now: is the socket open, and does its reader keep up?"""
        is_gone = self.disconnected or self.close_sent or self.transport.is_closing()
        return self.writable.is_set() and not is_gone

    async def wait_until_ready(self) -> None:
        """Wait for a slow reader; `WebSocketDisconnect` when it is gone."""
        await self.writable.wait()
        if not self.are_ready:
            raise WebSocketDisconnect(GONE)

    def write(self, messages: Iterable[bytes]) -> None:
        """Write text messages at once; only when ready."""
        self.transport.write(b"".join(map(framed, messages)))


def framed(message: bytes) -> bytes:
    """A text message as one frame, which a server does not mask."""
    size = len(message)
    if size < SHORTEST_OF_TWO:
        return bytes((TEXT, size)) + message
    if size < SHORTEST_OF_EIGHT:
        return bytes((TEXT, 126)) + size.to_bytes(2, "big") + message
    return bytes((TEXT, 127)) + size.to_bytes(8, "big") + message


def frames_of(socket: WebSocket) -> Frames:
    """The frames of an accepted socket."""
    return cast("Frames", socket.scope["extensions"][EXTENSION][EXTENSION])
