"""A bot that plays Battle over HTTP: python examples/remote_bot.py http://127.0.0.1:8432 TOKEN [TABLE]

Without a table it opens one with the house's `greedy` in the other seat. docs/bot-protocol.md tells how to get a token.
"""

import json
import random
import sys
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen


class Bot:
    """A bot and its connection to the server."""

    def __init__(self, url: str, token: str) -> None:
        """Send the token with every request."""
        self.url = f"{url}/api/v1/bot"
        self.headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}

    def ask(self, path: str, body: bytes | None = None) -> Any:
        """Send a request; a refusal ends the bot with the server's message."""
        try:
            return urlopen(Request(self.url + path, body, self.headers), timeout=60)
        except HTTPError as error:
            sys.exit(f"refused with {error.code}: {error.read().decode()}")
        except (URLError, ValueError) as error:
            sys.exit(f"no answer from {self.url}: {error}")

    def post(self, path: str, **body: Any) -> Any:
        """Send a POST request."""
        return json.load(self.ask(path, json.dumps(body).encode()))

    def play(self, table: str) -> None:
        """Sit down, declare ready, answer every message that offers moves, and leave after the first result."""
        self.post(f"/tables/{table}/sit")
        is_ready = False
        with self.ask(f"/tables/{table}/stream") as stream:
            for line in stream:
                message: dict[str, Any] = json.loads(line.strip() or "{}")
                info: dict[str, Any] = message.get("table", {})
                if info.get("results"):
                    print("scores:", info["results"][0]["scores"])
                    self.post(f"/tables/{table}/leave")
                    return
                if info.get("status") == "open" and not is_ready:
                    is_ready = True
                    self.post(f"/tables/{table}/ready")
                if moves := message.get("moves"):
                    self.post(f"/tables/{table}/move", v=message["v"], move=random.choice(moves))


if __name__ == "__main__":
    if not sys.argv[2:]:
        sys.exit("expected an address and a token: python examples/remote_bot.py http://127.0.0.1:8432 TOKEN [TABLE]")
    bot = Bot(sys.argv[1].rstrip("/"), sys.argv[2])
    body = {"game": "battle", "clock": "untimed", "bots": {"1": "greedy"}}
    bot.play(sys.argv[3] if sys.argv[3:] else bot.post("/tables", **body)["table"]["id"])
