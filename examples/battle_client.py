"""Play a whole Battle against a bot over the socket: python examples/battle_client.py [http://127.0.0.1:8432]"""

import asyncio
import json
import secrets
import sys
from typing import Any

import httpx
from websockets.asyncio.client import connect


async def main(url: str) -> None:
    """Open a table with a bot, play the first pair offered each time, and print the result."""
    async with httpx.AsyncClient(base_url=f"{url}/api/v1", headers={"origin": url}) as http:
        wish = {"game": "battle", "clock": "untimed", "bots": {"1": "greedy"}}
        opened = (await http.post("/tables", json=wish)).raise_for_status().json()
        cookie = f"teahouse={http.cookies['teahouse']}"
    table = opened["table"]["id"]
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


def describe(event: dict[str, Any]) -> str:
    """An event in words."""
    if event["type"] == "pair_taken":
        return f"seat {event['seat']} takes {event['tile']} for {event['points']}"
    return f"the end: {event['result']['scores']}" if event["type"] == "ended" else event["type"]


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1].rstrip("/") if sys.argv[1:] else "http://127.0.0.1:8432"))
