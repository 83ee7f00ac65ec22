"""`teahouse solve solitaire`: can a deal be cleared? With a way to clear it, or the tiles that stay."""

import argparse
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from teahouse.cli.shared.engine import compile_engine
from teahouse.cli.shared.files import numbered_lines, parse_line
from teahouse.cli.shared.options import chosen_seed, seed_bytes
from teahouse.cli.solitaire.deals import chosen_solitaire
from teahouse.core.errors import InvalidOption, InvalidText, TeahouseError
from teahouse.core.tiles import parse_tiles
from teahouse.games.solitaire import Layout, find_layout, shape_of
from teahouse.games.solitaire.layout import Pair, slot_text
from teahouse.games.solitaire.sets import TEXTS, check_faces, faces_of

if TYPE_CHECKING:
    from teahouse.players.solitaire.prover import ProofPosition, TimedProof

PAIRS_A_LINE = 6


class GivenDeal(msgspec.Struct):
    """A line of a file of deals; other fields are ignored."""

    layout: str
    tiles: str


def solve_solitaire(args: argparse.Namespace) -> None:
    """Decide one deal, or a file of them."""
    battles = {"BOARD": args.position, "--positions": args.positions, "--moves": args.moves, "--line": args.line}
    for name, deal in battles.items():
        if deal:
            raise InvalidOption(f"solve solitaire: {name} is for Battle; name a deal by --seed, or a file by --deals")
    if args.deals is None:
        _solve_one(args)
    elif args.seed is not None or args.layout is not None:
        raise InvalidOption("solve solitaire: expected either --deals FILE or a deal by --layout and --seed")
    else:
        _solve_file(args)


def _solve_file(args: argparse.Namespace) -> None:
    compile_engine("solitaire")
    from teahouse.players.player import SearchLimits
    from teahouse.players.solitaire.prover import decide_many

    for timed in decide_many(deals_in(args.deals), SearchLimits(args.time, args.nodes), args.threads):
        print(json.dumps(answer(timed)), flush=True)


def _solve_one(args: argparse.Namespace) -> None:
    game = chosen_solitaire(args)
    seed = chosen_seed(args)
    faces = game.deal(seed_bytes(seed)).boards[0].faces
    compile_engine("solitaire")
    from teahouse.players.player import SearchLimits
    from teahouse.players.solitaire.prover import ProofPosition, decide

    timed = decide(ProofPosition(game.shape, faces), SearchLimits(args.time, args.nodes))
    if args.json:
        print(json.dumps(answer(timed) | _conflict(timed)))
        return
    if args.seed is None:
        print(f"seed    {seed}")
    _print_proof(game.layout, faces, timed)


def answer(timed: "TimedProof") -> dict[str, Any]:
    """The result for programs."""
    proof, seconds = timed
    fields: dict[str, Any] = {"clearable": proof.clearable}
    if proof.certificate is not None:
        fields["certificate"] = proof.certificate
    return fields | {"nodes": proof.nodes, "seconds": round(seconds, 6)}


def _conflict(timed: "TimedProof") -> dict[str, Any]:
    """Why a deal is dead, for programs."""
    proof = timed.proof
    return {"stuck": proof.stuck, "refuted": proof.refuted} if proof.clearable is False else {}


def _print_proof(layout: Layout, faces: bytes, timed: "TimedProof") -> None:
    proof, seconds = timed
    words = {True: "yes", False: "no", None: "unknown: the limit was reached"}
    print(f"clearable  {words[proof.clearable]}")
    print(f"search     {proof.nodes:,} nodes in {seconds:.3f} s")
    if proof.certificate is not None:
        pairs = [pair_text(layout, faces, pair) for pair in proof.certificate]
        for start in range(0, len(pairs), PAIRS_A_LINE):
            print("  " + "  ".join(pairs[start : start + PAIRS_A_LINE]))
    if proof.clearable is False:
        stuck = " ".join(f"{TEXTS[faces[slot]]}@{slot_text(layout, slot)}" for slot in proof.stuck)
        print(f"these can never go: {stuck}")
        if proof.refuted:
            print(f"because {len(proof.refuted)} pairs of matching tiles cannot go together (--json lists them)")


def pair_text(layout: Layout, faces: bytes, pair: Pair) -> str:
    """A pair with its tiles: `a1.1-b2.3 5m5m`."""
    first, second = pair
    places = f"{slot_text(layout, first)}-{slot_text(layout, second)}"
    return f"{places} {TEXTS[faces[first]]}{TEXTS[faces[second]]}"


def deals_in(name: str) -> "Iterator[ProofPosition]":
    """The deals in a file, one a line; `-` is the standard input."""
    return (_deal(place, line) for place, line in numbered_lines(name))


def _deal(place: str, line: bytes) -> "ProofPosition":
    from teahouse.players.solitaire.prover import ProofPosition

    deal = parse_line(place, line, GivenDeal, '{"layout": …, "tiles": "5m 1z …"}')
    try:
        layout = find_layout(deal.layout)
        faces = faces_of(parse_tiles(deal.tiles))
        check_faces(faces, len(layout.places))
    except TeahouseError as error:
        raise InvalidText(f"{place}: {error}") from None
    return ProofPosition(shape_of(layout), faces)
