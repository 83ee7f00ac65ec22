"""`teahouse games`: the games and their players."""

import argparse
import json
from typing import Any

from teahouse.cli.shared.levels import levels_text
from teahouse.cli.shared.parser import CommandParser
from teahouse.games import GAMES, make_game
from teahouse.players import PLAYERS


def parser() -> CommandParser:
    """The command's arguments."""
    command = CommandParser("games", "List the games and their players.", "  teahouse games\n  teahouse games --json")
    command.add_argument("--json", action="store_true", help="one JSON object")
    return command


def run(args: argparse.Namespace) -> None:
    """Print the list."""
    games = {name: _described(name) for name in GAMES}
    if args.json:
        print(json.dumps(games, indent=2))
        return
    for name, game in games.items():
        players = game["seats"]
        print(f"{name:<12}{game['summary']} ({players} seat{'s' * (players > 1)})")
        print(f"{'':<12}bots (on screen): {levels_text(name)}")


def _described(name: str) -> dict[str, Any]:
    players = PLAYERS[name]
    return {
        "summary": GAMES[name].summary,
        "seats": len(make_game(name).seats),
        "players": list(players.levels),
        "ranks": [players.rank(level) for level in players.levels],
    }
