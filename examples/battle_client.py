"""Play a whole game of Battle against a bot over the socket: python examples/battle_client.py [http://127.0.0.1:8432]"""

import asyncio
import json
import secrets
import sys
from http.cookies import SimpleCookie
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect


async def main(url: str) -> None:
    """Open a table with a bot, play the first pair offered each time, and print the result."""
    table, cookie = open_table(url)
    address = f"{url.replace('http', 'ws', 1)}/ws/tables/{table}"
    async with connect(address, additional_headers={"cookie": cookie, "origin": url}, proxy=None) as line:

        async def send(**message: Any) -> None:
            await line.send(json.dumps(message))

        await send(t="hello", v=-1)
        await send(t="ready", id="ready", share=secrets.token_hex(32))
        async for frame in line:
            message = json.loads(frame)
            for event in message.get("events", ()):
                print(describe(event))
            if moves := message.get("moves"):
                await send(t="act", id=secrets.token_hex(8), v=message["v"], move=moves[0])
            if message["t"] == "news" and message["table"]["results"]:
                print(f"record: {url}/api/v1/records/{table}/0")
                return


def open_table(url: str) -> tuple[str, str]:
    """Open a table as a new guest; return its id, and the cookie of the guest."""
    body = {"game": "battle", "clock": "untimed", "bots": {"1": "greedy"}}
    headers = {"origin": url, "content-type": "application/json"}
    try:
        with urlopen(Request(f"{url}/api/v1/tables", json.dumps(body).encode(), headers)) as opened:
            cookie = SimpleCookie(opened.headers["set-cookie"])["teahouse"]
            return json.load(opened)["table"]["id"], f"teahouse={cookie.value}"
    except URLError as error:
        sys.exit(f"no table at {url}: {error}")


def describe(event: dict[str, Any]) -> str:
    """The text of an event."""
    if event["type"] == "pair_taken":
        return f"seat {event['seat']} takes {event['tile']} for {event['points']}"
    return f"the end: {event['result']['scores']}" if event["type"] == "ended" else event["type"]


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1].rstrip("/") if sys.argv[1:] else "http://127.0.0.1:8432"))
