"""A Classic view as coloured text for a terminal."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from teahouse.core.seats import Seat
from teahouse.core.tiles import Tile, sorted_tiles, tiles_text
from teahouse.games.classic import ClassicView, Discard, Meld, Move, Won
from teahouse.games.classic.play.exchange import TILES_PASSED
from teahouse.games.classic.play.state import SeenExchange
from teahouse.games.classic.scoring.score import Score
from teahouse.pictures.classic.words import result_text
from teahouse.pictures.palette import SUIT_STYLES

if TYPE_CHECKING:
    from rich.text import Text

DRAGON_STYLES: Final = {Tile.RED: "bold red", Tile.GREEN: "bold green", Tile.WHITE: "bold"}
A_ROW: Final = 18
INDENT: Final = "      "


def classic_text(view: ClassicView, moves: Sequence[Move], names: Sequence[str]) -> "Text":
    """The table: a row for each seat in the order of play with melds and discards, and the viewer's hand last."""
    text = header(view)
    count = len(names)
    first = 0 if view.seat is None else view.seat + 1
    for number in range(count):
        text.append_text(seat_rows(view, Seat((first + number) % count), names))
    if view.seat is not None:
        text.append_text(own_hand(view, moves))
    return text.append_text(footer(view, names))


def header(view: ClassicView) -> "Text":
    """The Prevailing Wind, the wall and the Kong Box."""
    from rich.text import Text

    opening = view.opening
    box = f"Kong Box {view.box}" if opening.box else "no Kong Box"
    return Text(f" Prevailing Wind {opening.prevailing}   wall {view.wall}   {box}\n\n")


def seat_rows(view: ClassicView, seat: Seat, names: Sequence[str]) -> "Text":
    """One seat: wind, name, concealed tiles, melds and bonus tiles; below, its discards."""
    from rich.text import Text

    text = Text().append(" ▸ " if seat in view.waiting and view.offer is None else "   ", style="bold yellow")
    dealer = " dealer" if seat == view.opening.dealer else ""
    text.append(f"{view.opening.winds[seat]:<6}", style="bold").append(f"{names[seat]:<12}")
    text.append(f"{dealer:<8}", style="cyan")
    if view.opening.tallies is not None:
        paid = 0 if view.result is None else view.result.scores[seat]
        text.append(f"{view.opening.tallies[seat] + paid:>6} ", style="dim")
    text.append(f" {view.hand_sizes[seat]:>2} tiles ", style="dim")
    for meld in view.melds[seat]:
        text.append(" ").append_text(meld_cells(meld))
    if view.bonus[seat]:
        text.append("  ").append(tiles_text(sorted_tiles(view.bonus[seat])), style="magenta")
    text.append(mark(view, seat), style="magenta")
    text.rstrip()
    return text.append("\n").append_text(discard_rows(view, seat))


def mark(view: ClassicView, seat: Seat) -> str:
    """Further facts about a seat."""
    return ("  ready" if view.ready[seat] else "") + ("  gave up" if view.gone[seat] else "")


def discard_rows(view: ClassicView, seat: Seat) -> "Text":
    """A seat's discards in their order; the one on offer is highlighted."""
    from rich.text import Text

    places = [place for place, laid in enumerate(view.discards) if laid.seat == seat]
    is_offered = view.offer is not None and view.offer.kind == "discard"
    text = Text()
    for start in range(0, len(places), A_ROW):
        text.append(INDENT)
        for place in places[start : start + A_ROW]:
            offered = is_offered and place == len(view.discards) - 1
            text.append_text(cell(view.discards[place].tile, "bold reverse" if offered else "")).append(" ")
        text.rstrip()
        text.append("\n")
    return text


def own_hand(view: ClassicView, moves: Sequence[Move]) -> "Text":
    """The hand in order, the tile just drawn apart; tiles that may be discarded are bright."""
    from rich.text import Text

    free = {move.tile for move in moves if isinstance(move, Discard)}
    hand = list(view.hand)
    if view.drawn is not None and view.drawn in hand:
        hand.remove(view.drawn)
    text = Text("\n   your hand   ")
    for tile in hand:
        text.append_text(cell(tile, "bold" if tile in free else "")).append(" ")
    if view.drawn is not None:
        text.append("  + ").append_text(cell(view.drawn, "bold reverse"))
    return text.append("\n")


def footer(view: ClassicView, names: Sequence[str]) -> "Text":
    """Who is to move and how; at the end, the result and the value of the winning hand."""
    from rich.text import Text

    text = Text("\n")
    for win in view.wins:
        text.append_text(win_rows(win, view, names))
    if view.result is not None:
        return text.append(f" {result_text(view.result, names)}\n", style="bold")
    if view.exchange is not None:
        return text.append(f" {exchange_text(view, view.exchange, names)}\n", style="bold")
    if view.offer is None:
        return text.append(f" {names[view.turn]} to move\n", style="bold")
    word = "discards" if view.offer.kind == "discard" else "declares a kong of"
    text.append(f" {names[view.offer.seat]} {word} ", style="bold")
    return text.append_text(cell(view.offer.tile, "bold reverse")).append(": waiting for claims\n", style="bold")


def exchange_text(view: ClassicView, exchange: SeenExchange, names: Sequence[str]) -> str:
    """Who passes tiles to whom in the exchange of a goulash."""
    left, to = TILES_PASSED - exchange.given[view.turn], names[exchange.to[view.turn]]
    own = f" (you passed {tiles_text(sorted_tiles(exchange.own))})" if exchange.own else ""
    return f"goulash, exchange {exchange.number + 1} of 3: {names[view.turn]} passes {left} to {to}{own}"


def win_rows(win: Won, view: ClassicView, names: Sequence[str]) -> "Text":
    """A winning hand and every line of its score."""
    from rich.text import Text

    text = Text().append(f" {names[win.seat]}: Mahjong!  ", style="bold")
    text.append_text(cells(win.hand))
    for meld in view.melds[win.seat]:
        text.append(" ").append_text(meld_cells(meld))
    came = "drawn" if win.giver is None else f"from {names[win.giver]}"
    text.append(f"\n   winning tile: {win.tile}, {came}\n", style="dim")
    for line in win.score.lines:
        doubled = f"{line.doublings} faan" if win.score.is_in_faan else f"double × {line.doublings}"
        worth = [f"{line.points} points"] * bool(line.points) + [doubled] * bool(line.doublings)
        text.append(f"   {line.rule:<36}{line.tiles:<14}{', '.join(worth)}\n")
    text.append(f"   {sum_text(win.score)}\n", style="bold")
    for loser in win.losers:
        text.append(f"   {names[loser.seat]:<12} ").append_text(cells(loser.hand)).append(f"   {loser.score.score}\n")
    return text.append("\n")


def sum_text(score: Score) -> str:
    """Points, doublings and their product, and the limit if it applies; or faan and what they score.

    >>> sum_text(Score(2000, 64, 6, ()))
    '64 points, 6 doublings: 4096, limit 2000'
    >>> sum_text(Score(24, 0, 5, ()))
    '5 faan: 24'
    """
    if score.is_in_faan:
        return f"{score.doublings} faan: {score.score}"
    times, doubled = score.doublings, score.points << score.doublings
    limited = f", limit {score.score}" if score.score < doubled else ""
    return f"{score.points} points, {times} doubling{'' if times == 1 else 's'}: {doubled}{limited}"


def cells(tiles: Iterable[Tile]) -> "Text":
    """Tiles in a row."""
    from rich.text import Text

    return Text(" ").join(cell(tile) for tile in tiles)


def meld_cells(meld: Meld) -> "Text":
    """A meld in its brackets, round for a concealed kong; short, so that four of them fit beside a name."""
    from rich.text import Text

    left, right = "()" if meld.concealed else "[]"
    return Text.assemble(left, (tiles_text(meld.tiles), colour(meld.tile)), right)


def cell(tile: Tile, style: str = "") -> "Text":
    """One tile in its suit's colour."""
    from rich.text import Text

    return Text(str(tile), style=f"{colour(tile)} {style}".strip())


def colour(tile: Tile) -> str:
    """The colour of a tile's suit, or of the honour or bonus tile it is."""
    return SUIT_STYLES[tile.suit] if tile.suit else DRAGON_STYLES.get(tile, "magenta" if tile.is_bonus else "cyan")
