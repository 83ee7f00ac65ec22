"""`teahouse deal GAME`: the deal that a seed gives."""

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from teahouse.cli.files import write_whole
from teahouse.cli.options import (
    CommandParser,
    add_deal,
    add_faces,
    add_game,
    chosen_faces,
    chosen_game,
    chosen_seed,
    seed_bytes,
)
from teahouse.games.battle import BattleState, board_text
from teahouse.games.classic.play.deal_text import deal_facts as classic_facts
from teahouse.games.classic.play.deal_text import deal_text as classic_text
from teahouse.games.solitaire import SolitaireState
from teahouse.games.solitaire.deal import deal_note, deal_text
from teahouse.pictures import PICTURES


def _battle_text(state: BattleState) -> str:
    return board_text(state.board)


def _battle_facts(state: BattleState) -> dict[str, Any]:
    return {"rows": board_text(state.board).splitlines()}


def _solitaire_text(state: SolitaireState) -> str:
    return deal_text(state.deal)


def _solitaire_facts(state: SolitaireState) -> dict[str, Any]:
    facts: dict[str, Any] = msgspec.to_builtins(state.deal)
    note = deal_note(state.deal.level, state.deal.dealt)
    return facts | {"note": note} if note else facts


TEXTS: Final[Mapping[str, Callable[[Any], str]]] = {
    "battle": _battle_text,
    "classic": classic_text,
    "solitaire": _solitaire_text,
}
FACTS: Final[Mapping[str, Callable[[Any], dict[str, Any]]]] = {
    "battle": _battle_facts,
    "classic": classic_facts,
    "solitaire": _solitaire_facts,
}


def parser() -> CommandParser:
    """What the command takes."""
    made = CommandParser(
        "deal",
        "Show the deal that a seed gives: the same for everyone who names it.",
        "  teahouse deal battle --seed tea\n"
        "  teahouse deal battle --seed tea --svg board.svg --faces european\n"
        "  teahouse deal battle --seed tea --json\n"
        "  teahouse deal classic --seed tea --option ruleset=bmja\n"
        "  teahouse deal solitaire --layout turtle --level gentle --seed tea",
    )
    add_game(made)
    add_deal(made)
    made.add_argument("--svg", metavar="FILE", type=Path, help="write a picture instead of printing")
    add_faces(made)
    made.add_argument("--json", action="store_true", help="one JSON object: game, seed, options and the deal")
    return made


def run(args: argparse.Namespace) -> None:
    """Print or draw the deal."""
    game, faces = chosen_game(args), chosen_faces(args)
    seed = chosen_seed(args)
    state = game.deal(seed_bytes(seed))
    if args.svg is not None:
        write_whole(args.svg, PICTURES[game.name].svg(game.view(state, None), faces).encode())
    if args.json:
        named = {"game": game.name, "seed": seed, "options": msgspec.to_builtins(game.rules)}
        print(json.dumps(named | FACTS[game.name](state)))
    elif args.svg is None:
        print(TEXTS[game.name](state))
    if args.seed is None and not args.json:
        print(f"seed {seed}", file=sys.stderr)
