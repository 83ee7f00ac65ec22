"""A Classic view for a whole screen: two rows for each seat, and the viewer's hand below."""

from collections.abc import Sequence
from typing import Final

from teahouse.core.seats import Seat
from teahouse.core.tiles import sorted_tiles, tiles_text
from teahouse.games.classic import ClassicView, Discard, Move
from teahouse.pictures.canvas import BoardMove, Canvas, Fragment, Spot, TextBoard, tile_style

A_ROW: Final = 24
INDENT: Final = 7
CELL: Final = 4
NAME: Final = 12


def classic_board(view: ClassicView, moves: Sequence[Move], names: Sequence[str]) -> TextBoard:
    """The seats in the order of play, the viewer's last, and the hand; a spot for every tile that may be discarded."""
    canvas, count = Canvas(), len(names)
    first = 0 if view.seat is None else view.seat + 1
    for number in range(count):
        _put_seat(canvas, view, Seat((first + number) % count), names)
    spots, choices = _put_hand(canvas, view, moves) if view.seat is not None else ((), ())
    return TextBoard(canvas, spots, choices, _standing(view, names), start=spots[-1].name if spots else "")


def _put_seat(canvas: Canvas, view: ClassicView, seat: Seat, names: Sequence[str]) -> None:
    """Wind, name, tallies, concealed tiles, melds and bonus tiles; below, the discards."""
    row = canvas.height
    is_waiting = seat in view.waiting and view.offer is None
    column = canvas.put(row, 0, " ▸ " if is_waiting else "   ", "bold yellow")
    column = canvas.put(row, column, f"{view.opening.winds[seat]:<5} ", "bold")
    dealer = "*" if seat == view.opening.dealer else " "
    column = canvas.put(row, column, f"{dealer}{names[seat][:NAME]:<{NAME}} ", "bold" if seat == view.seat else "")
    if view.opening.tallies is not None:
        paid = 0 if view.result is None else view.result.scores[seat]
        column = canvas.put(row, column, f"{view.opening.tallies[seat] + paid:>5} ", "dim")
    column = canvas.put(row, column, f"{view.hand_sizes[seat]:>2} tiles", "dim")
    column = canvas.put_all(row, column, _melds(view, seat))
    canvas.put(row, column, _mark(view, seat), "magenta")
    _put_discards(canvas, view, seat)


def _melds(view: ClassicView, seat: Seat) -> list[Fragment]:
    parts: list[Fragment] = []
    for meld in view.melds[seat]:
        left, right = "()" if meld.concealed else "[]"
        parts += [("", " "), (tile_style(meld.tile, 4), f"{left}{tiles_text(meld.tiles)}{right}")]
    return parts


def _mark(view: ClassicView, seat: Seat) -> str:
    bonus = f"  {tiles_text(sorted_tiles(view.bonus[seat]))}" if view.bonus[seat] else ""
    return bonus + ("  ready" if view.ready[seat] else "") + ("  gave up" if view.gone[seat] else "")


def _put_discards(canvas: Canvas, view: ClassicView, seat: Seat) -> None:
    """The discards in their order; the one on offer is in brackets."""
    offered = len(view.discards) - 1 if view.offer is not None and view.offer.kind == "discard" else None
    places = [place for place, laid in enumerate(view.discards) if laid.seat == seat]
    for start in range(0, max(1, len(places)), A_ROW):
        row = canvas.height
        canvas.put(row, 0, "")
        for number, place in enumerate(places[start : start + A_ROW]):
            tile, column = view.discards[place].tile, INDENT + 3 * number
            if place == offered:
                canvas.put(row, column - 1, f"<{tile}>", tile_style(tile, 5, is_bold=True))
            else:
                canvas.put(row, column, str(tile), tile_style(tile, 2))


def _put_hand(
    canvas: Canvas, view: ClassicView, moves: Sequence[Move]
) -> tuple[tuple[Spot, ...], tuple[BoardMove, ...]]:
    """The hand in order, the tile just drawn apart; tiles that may be discarded are in brackets."""
    row, column = canvas.height + 1, canvas.put(canvas.height + 1, 0, " hand  ", "bold")
    discards = {move.tile: move for move in moves if isinstance(move, Discard) and not move.ready}
    hand, spots, choices = list(view.hand), list[Spot](), list[BoardMove]()
    if view.drawn is not None and view.drawn in hand:
        hand.remove(view.drawn)
        hand.append(view.drawn)
    for number, tile in enumerate(hand):
        if view.drawn is not None and number == len(hand) - 1:
            column = canvas.put(row, column, " +", "dim")
        is_free = tile in discards
        style = tile_style(tile, 5 if is_free else 3, is_bold=is_free)
        canvas.put(row, column, f"[{tile}]" if is_free else f" {tile} ", style)
        if is_free:
            spots.append(Spot(f"{number}", row, column, CELL, f"{tile} {tile.spoken}: discard it"))
            choices.append(BoardMove(frozenset((f"{number}",)), discards[tile]))
        column += CELL
    return tuple(spots), tuple(choices)


def _standing(view: ClassicView, names: Sequence[str]) -> str:
    box = f"Kong Box: {view.box}" if view.opening.box else "no Kong Box"
    table = f"{view.opening.prevailing} prevails   wall: {view.wall}   {box}"
    if view.offer is None:
        return table
    word = "discards" if view.offer.kind == "discard" else "declares a kong of"
    return f"{table}   {names[view.offer.seat]} {word} {view.offer.tile}"
