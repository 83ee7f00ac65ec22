"""The socket of a table."""

import re
from typing import Final

from starlette.responses import Response
from starlette.websockets import WebSocket

from teahouse.service.errors import Refused, refused
from teahouse.web.answers import problem
from teahouse.web.auth import COOKIE, context_of, visitor
from teahouse.web.middleware.guard import address_of
from teahouse.web.socket.connection import Caller, Connection

TABLE_ID: Final = re.compile("[0-9a-f]{1,32}")


async def table_socket(socket: WebSocket) -> None:
    """Serve one socket; the person is identified before it opens."""
    context = context_of(socket)
    table = str(socket.path_params["table"])
    try:
        if TABLE_ID.fullmatch(table) is None:
            raise refused("table/unknown")
        if context.hub.is_stopping:
            raise refused("table/busy")
        with context.limits.sockets.inside(address_of(socket.scope)):
            caller = Caller(context, await visitor(socket), socket.cookies.get(COOKIE, ""))
            connection = Connection(context, socket, table, caller)
            context.hub.add(connection)
            try:
                await connection.run()
            finally:
                context.hub.remove(connection)
    except Refused as error:
        await _deny(socket, problem(error))


async def _deny(socket: WebSocket, response: Response) -> None:
    await socket.send_denial_response(response)
