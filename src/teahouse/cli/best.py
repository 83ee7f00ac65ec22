"""`teahouse best solitaire`: the best line on a deal for one who sees every face."""

import argparse
import json
import sys
from typing import Final

from teahouse.cli.engine import announce_compiling, count, seconds
from teahouse.cli.options import CommandParser, add_deal, chosen_game, chosen_seed, seed_bytes
from teahouse.cli.solve_solitaire import PAIRS_A_LINE, pair_text
from teahouse.core.errors import InvalidOption, shown
from teahouse.games.solitaire import Solitaire

USUAL_TIME: Final = 10.0


def parser() -> CommandParser:
    """What the command takes."""
    made = CommandParser(
        "best",
        "Look for the line with the highest total on a Solitaire deal, seeing every face and using no help, and tell "
        "the bound that no line exceeds.",
        "  teahouse best solitaire --seed tea\n"
        "  teahouse best solitaire --layout moat --level wild --seed tea --time 60 --json",
    )
    made.add_argument("game", metavar="GAME", help="solitaire")
    add_deal(made)
    made.add_argument("--time", metavar="SECONDS", type=seconds, help=f"look for so long (usual: {USUAL_TIME:g})")
    made.add_argument("--plays", metavar="N", type=count, help="try so many lines: the same answer everywhere")
    made.add_argument("--json", action="store_true", help="one JSON object: score, bound, gap, plays and line")
    return made


def run(args: argparse.Namespace) -> None:
    """Look and tell."""
    if args.game != "solitaire":
        raise InvalidOption(f"expected a game with a best line (solitaire), got {shown(args.game)}")
    game = chosen_game(args)
    assert isinstance(game, Solitaire)
    seed = chosen_seed(args)
    faces = game.deal(seed_bytes(seed)).boards[0].faces
    announce_compiling("solitaire")
    from teahouse.players.solitaire_oracle import best_line

    limit = USUAL_TIME if args.time is None and args.plays is None else args.time
    found = best_line(game.shape, faces, limit, args.plays, _report if sys.stderr.isatty() else None)
    if args.json:
        told = {"score": found.score, "bound": found.bound, "gap": found.gap, "plays": found.plays, "line": found.line}
        print(json.dumps({"seed": seed} | told))
        return
    left = len(faces) - 2 * len(found.line)
    print(f"score  {found.score:,} on seed {seed}, {'cleared' if not left else f'{left} tiles left'}")
    print(f"bound  {found.bound:,}: no line is more than {found.gap:,} points better")
    print(f"tried  {found.plays:,} lines")
    pairs = [pair_text(game.layout, faces, pair) for pair in found.line]
    for start in range(0, len(pairs), PAIRS_A_LINE):
        print("  " + "  ".join(pairs[start : start + PAIRS_A_LINE]))


def _report(score: int) -> None:
    print(f"found {score:,}", file=sys.stderr, flush=True)
