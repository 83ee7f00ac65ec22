"""`teahouse hand`: how far a Classic hand is from Mahjong, what it waits for, and what each discard leaves."""

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from teahouse.cli.classic.rulesets import add_ruleset, chosen_ruleset
from teahouse.cli.shared.columns import columns
from teahouse.cli.shared.engine import compile_engine
from teahouse.cli.shared.parser import CommandParser
from teahouse.core.errors import InvalidText
from teahouse.core.tiles import COPIES, Tile, parse_tiles, sorted_tiles, tiles_text
from teahouse.games.classic.notation import HandText, parse_hand
from teahouse.games.classic.rulesets.ruleset import Ruleset

if TYPE_CHECKING:
    from teahouse.players.classic.hands import HandLook

GAME: Final = "classic"
WAITING: Final = 13
DRAWN: Final = 14

EXAMPLES: Final = """\
  teahouse hand "123m 456p 77s 1z 23s 88p"
  teahouse hand "123m 456p 77s 23s [555p]" --seen "1s1s4s"
  teahouse hand "19m 19p 19s 1234567z 5m" --ruleset bmja --json

tiles: 1m-9m characters, 1p-9p circles, 1s-9s bamboo, 1z-4z winds, 5z white, 6z green, 7z red dragon; [555p] is melded,
(2222s) a concealed kong. Thirteen tiles, a kong counted as three, wait for one; of fourteen one is discarded."""


def parser() -> CommandParser:
    """The command's arguments."""
    command = CommandParser(
        "hand",
        "Show how many tiles a hand of Classic mahjong lacks, which kinds bring it nearer and how many of them are "
        "unseen; for a ready hand these are its waits. With fourteen tiles it lists every discard, the best first.",
        EXAMPLES,
    )
    command.add_argument("hand", metavar="HAND", help="the tiles and melds")
    command.add_argument("--seen", metavar="TILES", default="", help="tiles seen elsewhere: discards, melds of others")
    add_ruleset(command)
    command.add_argument("--json", action="store_true", help="one JSON object")
    return command


def run(args: argparse.Namespace) -> None:
    """Analyse a hand and print the result."""
    ruleset = chosen_ruleset(args)
    hand = parse_hand(args.hand)
    seen = checked(hand, parse_tiles(args.seen))
    compile_engine(GAME)
    rows = looks(hand, ruleset)
    if args.json:
        print(json.dumps(report(hand, rows, seen)))
    else:
        print("\n".join(hand_lines(rows, seen)))


def checked(hand: HandText, seen: Sequence[Tile]) -> Counter[Tile]:
    """All visible tiles, including the hand; `InvalidText` for an impossible hand."""
    size = len(hand.tiles) + 3 * len(hand.melds)
    if size not in (WAITING, DRAWN):
        raise InvalidText(f"expected {WAITING} or {DRAWN} tiles, a kong counted as three, got {size} (hand)")
    counts = Counter((*hand.tiles, *(tile for meld in hand.melds for tile in meld.tiles), *seen))
    for tile, count in counts.items():
        if count > COPIES:
            raise InvalidText(f"expected at most {COPIES} of a kind, got {count} tiles {tile} (hand and --seen)")
    return counts


def looks(hand: HandText, ruleset: Ruleset) -> "list[tuple[Tile | None, HandLook]]":
    """The waiting hand, or the hand after every discard; a complete hand unchanged."""
    from teahouse.players.classic.hands import look

    whole_hand = look(hand.tiles, hand.melds, ruleset)
    if len(hand.tiles) + 3 * len(hand.melds) == WAITING or not whole_hand.distance:
        return [(None, whole_hand)]
    discards: list[tuple[Tile | None, HandLook]] = []
    for tile in dict.fromkeys(sorted_tiles(hand.tiles)):
        left = list(hand.tiles)
        left.remove(tile)
        discards.append((tile, look(left, hand.melds, ruleset)))
    return discards


def unseen(look: "HandLook", seen: Counter[Tile]) -> dict[Tile, int]:
    """The useful kinds, and how many of each are left."""
    return {tile: COPIES - seen[tile] for tile in look.useful if seen[tile] < COPIES}


def ranked(rows: "list[tuple[Tile | None, HandLook]]", seen: Counter[Tile]) -> "list[tuple[Tile | None, HandLook]]":
    """The nearest hands first, among equals the hand with the most useful tiles left."""
    return sorted(rows, key=lambda row: (row[1].distance, -sum(unseen(row[1], seen).values())))


def hand_lines(rows: "list[tuple[Tile | None, HandLook]]", seen: Counter[Tile]) -> list[str]:
    """The lines of the answer."""
    first, look = ranked(rows, seen)[0]
    if not look.distance:
        return ["Mahjong"]
    if first is None:
        helps = unseen(look, seen)
        return [
            distance_text(look.distance),
            f"{'waits for' if look.distance == 1 else 'nearer with'}: {helps_text(helps)}",
        ]
    cells = [("discard", "missing", "tiles", "nearer with")]
    for tile, each in ranked(rows, seen):
        helps = unseen(each, seen)
        cells.append((str(tile), str(each.distance), str(sum(helps.values())), tiles_text(helps)))
    return list(columns(cells, left=("discard", "nearer with")))


def distance_text(distance: int) -> str:
    """The distance in words."""
    return "ready: one tile is missing" if distance == 1 else f"{distance} tiles are missing"


def helps_text(helps: dict[Tile, int]) -> str:
    """The useful kinds with the number left of each, and the total."""
    if not helps:
        return "nothing that is left"
    return f"{', '.join(f'{tile} ({count})' for tile, count in helps.items())}; {sum(helps.values())} tiles"


def report(hand: HandText, rows: "list[tuple[Tile | None, HandLook]]", seen: Counter[Tile]) -> dict[str, Any]:
    """The answer as JSON."""
    ranked_looks = [
        {"discard": tile, "distance": look.distance, "helps": unseen(look, seen)} for tile, look in ranked(rows, seen)
    ]
    return {"distance": ranked_looks[0]["distance"], "looks": ranked_looks}
