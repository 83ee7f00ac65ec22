"""`teahouse layout import FILE`: convert a layout of another program to our notation."""

import argparse
import json
from pathlib import Path

from teahouse.cli.shared.files import write_whole
from teahouse.cli.shared.parser import CommandParser
from teahouse.cli.solitaire.layout_files import chosen_board, read_layouts, warn
from teahouse.cli.solitaire.layouts import facts
from teahouse.games.solitaire import layout_text, layout_warnings


def parser() -> CommandParser:
    """The command's arguments."""
    command = CommandParser(
        "layout",
        "Import a layout: KMahjongg (.layout), GNOME Mahjongg (.map), boards in JSON, or our own text. "
        "Save the output and play it with --layout FILE; the original file works as well.",
        "  teahouse layout import castle.layout\n"
        "  teahouse layout import maps.map --board 2 > two.txt\n"
        "  teahouse play solitaire --layout two.txt",
    )
    command.add_argument("action", metavar="import", choices=["import"], help="the only action")
    command.add_argument("file", metavar="FILE", help="a file, or - for the standard input")
    command.add_argument(
        "--board", metavar="N", type=int, default=1, help="which board of a file with several (default: 1)"
    )
    command.add_argument("--svg", metavar="OUT", type=Path, help="write a picture instead of printing")
    command.add_argument(
        "--json", action="store_true", help="one JSON object: name, tiles, layers, free, text, warnings"
    )
    return command


def run(args: argparse.Namespace) -> None:
    """Read, check and print a layout; warnings go to the standard error."""
    layouts, board = read_layouts(args.file), int(args.board)
    layout = chosen_board(layouts, board)
    if args.svg is not None:
        from teahouse.pictures.solitaire.svg import layout_svg

        write_whole(args.svg, layout_svg(layout).encode())
    if args.json:
        print(json.dumps({"name": layout.name} | facts(layout) | {"warnings": layout_warnings(layout)}))
        return
    warn(layout)
    if args.svg is None:
        print(f"# {layout.name}: board {board} of {len(layouts)}, {len(layout.places)} tiles\n{layout_text(layout)}")
