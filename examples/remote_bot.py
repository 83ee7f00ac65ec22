"""A bot that plays Battle over HTTP: python examples/remote_bot.py http://127.0.0.1:8432 TOKEN [TABLE]

Without a table it opens one with the house's `greedy` in the other seat. docs/bot-protocol.md tells how to get a token.
"""

import json
import random
import sys
from typing import Any

import httpx


class Bot:
    """A bot and its way to the server."""

    def __init__(self, url: str, token: str) -> None:
        """Show the token with every request."""
        headers = {"authorization": f"Bearer {token}"}
        self.http = httpx.Client(base_url=f"{url}/api/v1/bot", headers=headers, timeout=httpx.Timeout(10, read=60))

    def post(self, path: str, **body: Any) -> Any:
        """Do something."""
        return self.http.post(path, json=body).raise_for_status().json()

    def play(self, table: str) -> None:
        """Sit down, be ready, answer every message that offers moves, and leave after the first result."""
        self.post(f"/tables/{table}/sit")
        is_ready = False
        with self.http.stream("GET", f"/tables/{table}/stream") as stream:
            for line in stream.iter_lines():
                message: dict[str, Any] = json.loads(line or "{}")
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
    bot = Bot(sys.argv[1].rstrip("/"), sys.argv[2])
    wish = {"game": "battle", "clock": "untimed", "bots": {"1": "greedy"}}
    bot.play(sys.argv[3] if sys.argv[3:] else bot.post("/tables", **wish)["table"]["id"])
