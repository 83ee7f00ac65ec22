"""`teahouse layout import FILE`: a layout of another program, in the house's notation."""

import argparse
import json
import sys
from pathlib import Path

from teahouse.cli.files import read_layouts, write_whole
from teahouse.cli.layouts import facts
from teahouse.cli.options import CommandParser
from teahouse.core.errors import InvalidOption
from teahouse.games.solitaire import layout_text, layout_warnings


def parser() -> CommandParser:
    """What the command takes."""
    made = CommandParser(
        "layout",
        "Import a layout: KMahjongg (.layout), GNOME Mahjongg (.map), boards in JSON, or the house's own text. "
        "What is printed can be kept in a file and played with --layout FILE; so can the file itself.",
        "  teahouse layout import castle.layout\n"
        "  teahouse layout import maps.map --board 2 > two.txt\n"
        "  teahouse play solitaire --layout two.txt",
    )
    made.add_argument("action", metavar="import", choices=["import"], help="the only thing done to a layout")
    made.add_argument("file", metavar="FILE", help="a file, or - for the standard input")
    made.add_argument("--board", metavar="N", type=int, default=1, help="which board of a file with several (usual: 1)")
    made.add_argument("--svg", metavar="OUT", type=Path, help="write a picture instead of printing")
    made.add_argument("--json", action="store_true", help="one JSON object: name, tiles, layers, free, text, warnings")
    return made


def run(args: argparse.Namespace) -> None:
    """Read, check and print a layout; what is odd about it goes to the standard error."""
    layouts, board = read_layouts(args.file), int(args.board)
    if not 1 <= board <= len(layouts):
        raise InvalidOption(f"expected --board from 1 to {len(layouts)}, got {board}")
    layout = layouts[board - 1]
    warnings = layout_warnings(layout)
    if args.svg is not None:
        from teahouse.pictures.solitaire_svg import layout_svg

        write_whole(args.svg, layout_svg(layout).encode())
    if args.json:
        print(json.dumps({"name": layout.name} | facts(layout) | {"warnings": warnings}))
        return
    for warning in warnings:
        print(f"teahouse: warning: {warning}", file=sys.stderr)
    if args.svg is None:
        name = " ".join(layout.name.split())
        print(f"# {name}: board {board} of {len(layouts)}, {len(layout.places)} tiles\n{layout_text(layout)}")
