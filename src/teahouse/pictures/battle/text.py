"""A Battle view as coloured text for a terminal, and Battle's moves and events in words."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, assert_never

from teahouse.core.game import Ended, Forfeit, Forfeited, Result
from teahouse.core.seats import BySeat
from teahouse.core.tiles import Tile
from teahouse.games.battle import BattleRules, BattleView, Event, Move, PairTaken, Slot, TakePair, slot_text
from teahouse.games.battle.board import COLUMNS, LETTERS, ROWS, SLOTS, VALUES
from teahouse.pictures.palette import SUIT_STYLES
from teahouse.pictures.picture import GAVE_UP

if TYPE_CHECKING:
    from rich.text import Text

BATTLE_HELP: Final = """\
  a1c9        the pair in these two slots, column and row
  5m          the pair of that tile, where there is only one"""
ENDINGS: Final = {"no_pairs": "no pair is left", **GAVE_UP}


def battle_text(view: BattleView, moves: Sequence[Move], names: Sequence[str]) -> "Text":
    """The board with its free pairs in brackets, blocked tiles dimmed, and the score below."""
    from rich.text import Text

    paired = {slot for pair in view.board.pairs() for slot in pair}
    text = Text("     " + "".join(f"{letter:<5}" for letter in LETTERS).rstrip() + "\n", style="default")
    for row in range(ROWS):
        text.append(f" {row + 1}  ")
        for column in range(COLUMNS):
            slot = SLOTS[column][row]
            text.append_text(_cell(view, slot, is_paired=slot in paired)).append(" ")
        text.rstrip()
        text.append("\n")
    return text.append_text(_score(view, names))


def _cell(view: BattleView, slot: Slot, *, is_paired: bool) -> "Text":
    from rich.text import Text

    tile = view.board.at(slot)
    if tile is None:
        return Text("  · ", style="dim")
    if is_paired:
        return Text(f"[{tile}]", style=f"bold {_colour(tile)} reverse")
    return Text(f" {tile} ", style=_colour(tile) if view.board.is_free(slot) else f"dim {_colour(tile)}")


def _colour(tile: Tile) -> str:
    return SUIT_STYLES[tile.suit] if tile.suit else "default"


def _score(view: BattleView, names: Sequence[str]) -> "Text":
    from rich.text import Text

    scores = "   ".join(f"{name}: {score}" for name, score in zip(names, view.scores, strict=True))
    text = Text(f"\n {scores}   on the table: {view.board.value()}\n", style="bold")
    last = f" {names[view.mover]} to move\n" if view.result is None else f" {result_text(view.result, names)}\n"
    return text.append(last)


def result_text(result: Result, names: Sequence[str]) -> str:
    """How a game ended, in words."""
    ending = ENDINGS[result.ending]
    if result.ending != "no_pairs":
        loser = next(name for seat, name in enumerate(names) if seat not in result.winners)
        ending = f"{loser} {ending}"
    if not result.winners:
        return f"{ending}: a draw, {_scores(result.scores)}"
    return f"{ending}: {names[result.winners[0]]} wins, {_scores(result.scores)}"


def _scores(scores: BySeat[int]) -> str:
    return " to ".join(map(str, scores))


def battle_move(view: BattleView, move: Move) -> str:
    """A move in words, for a list to choose from."""
    match move:
        case TakePair():
            tile = view.board.at(move.first)
            assert tile is not None
            return f"{tile} at {slot_text(move.first)} and {slot_text(move.second)}, {_points(VALUES[tile])}"
        case Forfeit():
            return "give up"
        case _:
            assert_never(move)


def battle_event(event: Event, names: Sequence[str]) -> str:
    """An event in words."""
    match event:
        case PairTaken():
            places = f"{slot_text(event.first)} and {slot_text(event.second)}"
            return f"{names[event.seat]}: {event.tile} at {places} for {_points(event.points)}"
        case Forfeited():
            return f"{names[event.seat]}: {GAVE_UP[event.reason]}"
        case Ended():
            return result_text(event.result, names)
        case _:
            assert_never(event)


def battle_values(rules: BattleRules) -> str:
    """What a pair is worth, and which tiles are free."""
    return (
        "  A pair scores the number on its tiles: 1m 1 point, 9s 9 points.\n"
        "  Free are the top and the bottom tile of every column; two free tiles\n"
        "  of one kind are a pair. More points win."
    )


def _points(points: int) -> str:
    return f"{points} point{'s' * (points != 1)}"
