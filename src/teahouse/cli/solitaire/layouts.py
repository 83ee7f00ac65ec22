"""`teahouse layouts`: the layouts of Solitaire."""

import argparse
import json
from pathlib import Path
from typing import Any

from teahouse.cli.shared.files import STDOUT, make_folder, write_whole
from teahouse.cli.shared.parser import CommandParser
from teahouse.games.solitaire import LAYOUT_NAMES, Layout, find_layout, layout_text, shape_of, usual_level


def parser() -> CommandParser:
    """The command's arguments."""
    command = CommandParser(
        "layouts",
        "List the layouts of Solitaire: tiles, layers, how many tiles are free at first, the usual level of a deal.\n"
        "Where that is gentle, random deals can hardly ever be cleared: a classic deal is mostly a gentle one there.",
        "  teahouse layouts\n  teahouse layouts --svg layouts.svg\n  teahouse layouts --svg pictures",
    )
    command.add_argument(
        "--svg", metavar="PATH", type=Path, help="draw them: on one sheet into a file.svg, or one by one into a folder"
    )
    command.add_argument("--json", action="store_true", help="one JSON object, each layout with its text")
    return command


def run(args: argparse.Namespace) -> None:
    """Print or draw the list."""
    layouts = [find_layout(name) for name in LAYOUT_NAMES]
    if args.svg is not None:
        _draw(args.svg, layouts)
    if args.json:
        print(json.dumps({layout.name: facts(layout) for layout in layouts}, indent=2))
    elif args.svg is None:
        print(f"{'layout':<14}{'tiles':>6}{'layers':>8}{'free':>6}  level")
        for layout in layouts:
            figures = facts(layout)
            print(
                f"{layout.name:<14}{figures['tiles']:>6}{figures['layers']:>8}{figures['free']:>6}  {figures['level']}"
            )


def facts(layout: Layout) -> dict[str, Any]:
    """The facts of a layout for programs."""
    free = shape_of(layout).free.bit_count()
    return {
        "tiles": len(layout.places),
        "layers": layout.layers,
        "free": free,
        "level": usual_level(layout.name),
        "text": layout_text(layout),
    }


def _draw(path: Path, layouts: list[Layout]) -> None:
    from teahouse.pictures.solitaire.svg import layout_svg, layouts_svg

    if path.suffix == ".svg" or str(path) == STDOUT:
        write_whole(path, layouts_svg(layouts).encode())
        return
    make_folder(path)
    for layout in layouts:
        write_whole(path / f"{layout.name}.svg", layout_svg(layout).encode())
