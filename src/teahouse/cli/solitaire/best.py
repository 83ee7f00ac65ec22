"""`teahouse best solitaire`: the best line on a deal with every face known."""

import argparse
import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from teahouse.cli.shared.engine import compile_engine, count, seconds
from teahouse.cli.shared.options import chosen_seed, seed_bytes
from teahouse.cli.shared.parser import CommandParser
from teahouse.cli.solitaire.deals import add_solitaire_deal, chosen_solitaire
from teahouse.cli.solitaire.solve import PAIRS_A_LINE, pair_text
from teahouse.core.errors import InvalidOption, shown
from teahouse.games.solitaire import Move, Solitaire, SolitaireState, TakePair
from teahouse.games.solitaire.layout import Pair

if TYPE_CHECKING:
    from teahouse.players.solitaire.oracle import BestLine
    from teahouse.players.solitaire.shuffles import BestPlay

USUAL_TIME: Final = 10.0
PROVING_TIME: Final = 60.0


def parser() -> CommandParser:
    """The command's arguments."""
    command = CommandParser(
        "best",
        "Search for the line with the highest score on a Solitaire deal with every face known, without help or with a "
        "shuffle, and tell the bound that no line exceeds.",
        "  teahouse best solitaire --seed tea\n"
        "  teahouse best solitaire --seed tea --shuffle\n"
        "  teahouse best solitaire --seed tea --prove\n"
        "  teahouse best solitaire --layout moat --level wild --seed tea --time 60 --json",
    )
    command.add_argument("game", metavar="GAME", help="solitaire")
    add_solitaire_deal(command)
    command.add_argument(
        "--time",
        metavar="SECONDS",
        type=seconds,
        help=f"search for this many seconds (default: {USUAL_TIME:g}, with --prove {PROVING_TIME:g})",
    )
    command.add_argument("--plays", metavar="N", type=count, help="try this many lines: the same answer everywhere")
    command.add_argument("--shuffle", action="store_true", help="one shuffle may be bought; its result is known")
    command.add_argument(
        "--prove", action="store_true", help="lower the bound as far as possible, and search with it for the best line"
    )
    command.add_argument(
        "--json", action="store_true", help="one JSON object: score, bound, gap, plays and line or moves"
    )
    return command


def run(args: argparse.Namespace) -> None:
    """Search and print the result."""
    if args.game != "solitaire":
        raise InvalidOption(f"expected a game with a best line (solitaire), got {shown(args.game)}")
    if args.prove and (args.shuffle or args.plays):
        raise InvalidOption("expected --prove without --shuffle and --plays")
    game = chosen_solitaire(args)
    seed = chosen_seed(args)
    state = game.deal(seed_bytes(seed))
    compile_engine("solitaire")
    best, moves = _found(args, game, state)
    if args.json:
        facts = {"score": best.score, "bound": best.bound, "gap": best.gap, "plays": best.plays}
        moved = {"moves": [game.move_text(move) for move in moves]} if args.shuffle else {"line": _pairs(moves)}
        print(json.dumps({"seed": seed} | facts | moved))
        return
    texts, left = _played(game, state, moves)
    print(f"score  {best.score:,} on seed {seed}, {'cleared' if not left else f'{left} tiles left'}")
    more = f"more than {best.gap:,} points " if best.gap else ""
    print(f"bound  {best.bound:,}: no line is {more}better")
    print(f"tried  {best.plays:,} lines")
    for start in range(0, len(texts), PAIRS_A_LINE):
        print("  " + "  ".join(texts[start : start + PAIRS_A_LINE]))


def _found(
    args: argparse.Namespace, game: Solitaire, state: SolitaireState
) -> "tuple[BestLine | BestPlay, Sequence[Move]]":
    """The best line or play, and its moves."""
    report = _report if sys.stderr.isatty() else None
    if args.prove:
        from teahouse.players.solitaire.optimum.proving import proven_line

        return _with_moves(proven_line(game.shape, state.boards[0].faces, args.time or PROVING_TIME, report))
    limit = USUAL_TIME if args.time is None and args.plays is None else args.time
    if args.shuffle:
        from teahouse.players.solitaire.shuffles import Start, best_play

        play = best_play(Start(game.shape, state.boards[0], state.key), limit, args.plays, report)
        return play, play.moves
    from teahouse.players.solitaire.oracle import best_line

    return _with_moves(best_line(game.shape, state.boards[0].faces, limit, args.plays, report))


def _with_moves(line: "BestLine") -> "tuple[BestLine, Sequence[Move]]":
    return line, [TakePair(first, second) for first, second in line.line]


def _played(game: Solitaire, state: SolitaireState, moves: Sequence[Move]) -> tuple[list[str], int]:
    """Every move in words as the rules play it, and how many tiles are left."""
    texts: list[str] = []
    for move in moves:
        pairs = _pairs([move])
        texts += [pair_text(game.layout, state.boards[0].faces, pair) for pair in pairs] or [game.move_text(move)]
        state, _ = game.apply(state, game.seats[0], move)
    return texts, state.boards[0].left.bit_count()


def _pairs(moves: Sequence[Move]) -> list[Pair]:
    return [(move.first, move.second) for move in moves if isinstance(move, TakePair)]


def _report(score: int) -> None:
    print(f"found {score:,}", file=sys.stderr, flush=True)
