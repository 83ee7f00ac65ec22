"""A Solitaire view as coloured text for a terminal, and its moves and events in words.

The board is shown layer by layer from the top down, every row with its address and every tile in its place: `[5m]`
is free, ` 5m ` blocked, ` ?? ` wholly covered, `·` gone. After a tile comes its number in the row; row and number are
its address, `a5.3`. On a terminal too narrow for the numbers the free tiles are listed with their addresses.
"""

import shutil
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final, assert_never

from teahouse.core.game import Ended, Forfeit, Forfeited, Result
from teahouse.core.tiles import Tile
from teahouse.games.solitaire import (
    BoardView,
    DealShown,
    EndGame,
    Event,
    Finished,
    Hint,
    Hinted,
    Layout,
    Move,
    PairTaken,
    Redo,
    Shuffle,
    Shuffled,
    SolitaireView,
    StartedOver,
    StartOver,
    TakePair,
    Undo,
    Undone,
    addresses,
    find_layout,
)
from teahouse.games.solitaire.board import HELP_PRICE
from teahouse.games.solitaire.deals.deal import deal_note
from teahouse.games.solitaire.game import SolitaireRules
from teahouse.games.solitaire.sets import CODES, SETS, pair_value
from teahouse.games.solitaire.view import GONE, Face
from teahouse.pictures.palette import SUIT_STYLES
from teahouse.pictures.picture import GAVE_UP

if TYPE_CHECKING:
    from rich.text import Text

SOLITAIRE_HELP: Final = """\
  5m, 1f6f    the pair of these tiles, where there is only one
  a1.1-b2.3   the pair at these two addresses: layer, row, and tile in the row
  u, undo     put your last pair back
  s, shuffle  mix the tiles left
  h, hint     show the pair with the highest value
  e, end      stop with your score, when no shuffle is left or possible
  r, restart  in practice: begin again on the same deal"""
SOLITAIRE_LETTERS: Final = {"u": "undo", "y": "redo", "s": "shuffle", "h": "hint", "e": "end", "r": "restart"}
SOLITAIRE_QUESTIONS: Final = {
    "resign": "Give up? The game ends with the score you have.",
    "restart": "Begin again on the same deal? Your score goes back to nothing.",
    "end": "End here? The game ends with the score you have.",
}
ENDINGS: Final = {
    "cleared": "the board is cleared",
    "stuck": "no pair is left",
    "ended": "ended",
    **GAVE_UP,
}
MOVES: Final[dict[type[Move], str]] = {
    Undo: "undo the last pair",
    Redo: "redo what was undone",
    Shuffle: "shuffle",
    Hint: "hint",
    EndGame: "end here",
    StartOver: "restart the same deal",
    Forfeit: "resign",
}
SeatEvent = PairTaken | Undone | Shuffled | Hinted | StartedOver | Finished | Forfeited
WIDE: Final = 3
NARROW: Final = 2
LABEL_WIDTH: Final = 5


def solitaire_text(view: SolitaireView, moves: Sequence[Move], names: Sequence[str]) -> "Text":
    """The board layer by layer, the help left, and everybody's score."""
    from rich.text import Text

    text = Text(style="default")
    if note := deal_note(view.level, view.dealt):
        text.append(f" {note}\n\n", style="dim")
    if view.board is not None:
        layout = find_layout(view.layout)
        unit = _unit(layout)
        for line in (*_rows(layout, view.board, unit), *(_free(layout, view.board) if unit == NARROW else ())):
            text.append_text(line).append("\n")
        text.append_text(_help(view, view.board))
    for seat, name in enumerate(names):
        text.append(f" {name}: {_standing(view, seat)}\n", style="bold")
    if any(isinstance(move, TakePair) for move in moves):
        text.append(" take a pair by its tile, 5m or 1f6f, or by two addresses, a1.1-b2.3\n", style="dim")
    if view.result is not None:
        text.append(f" {result_text(view.result, names)}\n", style="bold")
    return text


def _rows(layout: Layout, board: BoardView, unit: int) -> Iterator["Text"]:
    from rich.text import Text

    slots = range(len(layout.places))
    layers = [list(layer) for _, layer in groupby(slots, key=lambda slot: layout.places[slot].z)]
    for layer in reversed(layers):
        for _, row in groupby(layer, key=lambda slot: layout.places[slot].y):
            places = list(row)
            if any(board.cells[slot] != GONE for slot in places):
                yield _row(layout, board, places, unit)
        yield Text()


def _free(layout: Layout, board: BoardView) -> Iterator["Text"]:
    """The free tiles with their addresses, in the order of slots, as many in a line as fit."""
    from rich.text import Text

    there = addresses(layout)
    width = max(len(there[slot]) for slot in board.free) + 6 if board.free else 1
    a_line = max(1, (shutil.get_terminal_size().columns - 1) // width)
    for start in range(0, len(board.free), a_line):
        text = Text(" ", style="default")
        for slot in board.free[start : start + a_line]:
            text.append(f"{there[slot]} ").append_text(_cell(board, slot))
            text.append(" " * (-(len(text) - 1) % width))
        text.rstrip()
        yield text
    yield Text()


def _unit(layout: Layout) -> int:
    """How many letters a half tile takes on this terminal."""
    return WIDE if LABEL_WIDTH + layout.size[0] * WIDE <= shutil.get_terminal_size().columns else NARROW


def _row(layout: Layout, board: BoardView, slots: Sequence[int], unit: int) -> "Text":
    from rich.text import Text

    address = addresses(layout)[slots[0]].partition(".")[0]
    text = Text(f" {address:<{LABEL_WIDTH - 1}}", style="default")
    for number, slot in enumerate(slots, 1):
        text.append(" " * (LABEL_WIDTH + layout.places[slot].x * unit - len(text)))
        text.append_text(_cell(board, slot))
        if unit == WIDE and board.cells[slot] != GONE:
            text.append(f"{number:<2}", style="dim")
    text.rstrip()
    return text


def _cell(board: BoardView, slot: int) -> "Text":
    from rich.text import Text

    cell = board.cells[slot]
    if cell == GONE:
        return Text(" ·  ", style="dim")
    if slot not in board.free:
        return Text(f" {cell} ", style=f"dim {_colour(cell)}")
    style = f"bold {_colour(cell)}"
    return Text(f"[{cell}]", style=f"{style} reverse" if slot in (board.hint or ()) else style)


def _colour(cell: str) -> str:
    suit = Tile(cell).suit if cell in CODES else None
    return SUIT_STYLES[suit] if suit else "default"


def _help(view: SolitaireView, board: BoardView) -> "Text":
    from rich.text import Text

    pairs, uses = view.standings[view.seat or 0].tiles // 2, board.help
    left = f"undo {uses.undos}, shuffle {uses.shuffles}, hint {uses.hints}"
    help_line = "casual game: help is free" if view.casual else f"help: {left}, each use {HELP_PRICE * pairs} points"
    text = Text(f" {pairs} pairs left   {help_line}\n", style="default")
    if board.hint is not None:
        text.append(f" hint: {_pair(view, board.hint)}\n", style="bold")
    return text


def _standing(view: SolitaireView, seat: int) -> str:
    standing = view.standings[seat]
    ending = "" if standing.ending is None else f", {ENDINGS[standing.ending]}"
    tiles = f", {standing.tiles} tiles left" if len(view.standings) > 1 else ""
    return f"{_points(standing.score)}{tiles}{ending}"


def _pair(view: SolitaireView, pair: Sequence[int]) -> str:
    assert view.board is not None
    first, second = (view.board.cells[slot] for slot in pair)
    tiles = first if first == second else f"{first} and {second}"
    there = addresses(find_layout(view.layout))
    points = pair_value(CODES[first], CODES[second]) * (view.standings[view.seat or 0].tiles // 2)
    return f"{tiles} at {there[pair[0]]} and {there[pair[1]]}, {_points(points)}"


def result_text(result: Result, names: Sequence[str]) -> str:
    """How it ended, in words."""
    if len(names) == 1:
        return f"{ENDINGS[result.ending]}: {_points(result.scores[0])}"
    best = _points(max(result.scores))
    winners = " and ".join(names[seat] for seat in result.winners)
    return f"{winners} {'share' if len(result.winners) > 1 else 'takes'} the contest with {best}"


def solitaire_move(view: SolitaireView, move: Move) -> str:
    """A move in words, for a list to choose from; empty for pairs, which the player has to find."""
    return "" if isinstance(move, TakePair) else MOVES[type(move)]


def solitaire_event(event: Event, names: Sequence[str]) -> str:
    """An event in words."""
    match event:
        case Ended():
            return result_text(event.result, names)
        case DealShown():
            return _deal(event)
        case _:
            return f"{names[event.seat]}: {_done(event)}"


def _done(event: SeatEvent) -> str:
    match event:
        case PairTaken():
            done = f"{_tiles(event.taken)} for {_points(event.points)}"
        case Undone():
            what = f"put {_tiles(event.back)} back" if event.cells is None else "undid a shuffle"
            done = f"{what}, {_points(-event.points - event.price)}"
        case Shuffled():
            done = f"shuffled, {_points(-event.price)}"
        case Hinted():
            done = f"asked for a hint, {_points(-event.price)}"
        case StartedOver():
            done = "started over"
        case Finished():
            done = ENDINGS[event.ending]
        case Forfeited():
            done = GAVE_UP[event.reason]
        case _:
            assert_never(event)
    return done


def _tiles(faces: Sequence[Face]) -> str:
    return " and ".join(tile for _, tile in faces) or "a pair"


def _deal(event: DealShown) -> str:
    deal = event.deal
    name = deal.layout if ":" not in deal.layout else "a layout of its own"
    way = "it can be cleared" if deal.certificate is not None else "it is not known whether it can be cleared"
    return f"the deal was {name}, {deal.dealt}: {way}"


def solitaire_values(rules: SolitaireRules) -> str:
    """What a pair is worth, what matches, which tiles are free, and what help costs."""
    matching = (
        "  Two tiles of one kind match, and any two of the Flowers and Seasons.\n"
        "  Free is a tile with nothing on it and its left or its right side open.\n"
    )
    if rules.casual:
        return f"{matching}  A casual game counts no points; undo, redo, shuffle and hint are free."
    worth = ", ".join(f"{name} {value}" for name, _, value in SETS)
    return (
        f"  {worth},\n"
        "  times the pairs that are there before it is taken: so much a pair scores.\n"
        f"{matching}"
        f"  Undo, shuffle and hint each cost {HELP_PRICE} points for every pair on the table,\n"
        f"  and each can be used {rules.uses} times."
    )


def _points(points: int) -> str:
    return f"{points} point{'s' * (abs(points) != 1)}"
