"""A match in the terminal, deal by deal: played, saved, added up."""

from typing import TYPE_CHECKING

from teahouse.cli.play.plain import play_plainly
from teahouse.cli.play.saved_matches import MatchSaver, SavedMatch, continued
from teahouse.cli.play.terminal_table import TerminalTable
from teahouse.cli.shared.engine import compile_engine
from teahouse.cli.shared.levels import level_text
from teahouse.core.ledger import POT
from teahouse.core.match import Match, Setup
from teahouse.core.play import AnyPlay, Play
from teahouse.core.record import Record
from teahouse.core.seats import Seat
from teahouse.games import make_game
from teahouse.players import PLAYERS, AnyPlayer, make_player
from teahouse.players.characters import CHARACTERS, stars_text

if TYPE_CHECKING:
    from rich.console import Console


def play_match(
    saver: MatchSaver, match: Match, begun: Record | None, console: "Console", *, is_full_screen: bool
) -> None:
    """Play until the match is over or the person quits; `begun` is the record of a deal to continue."""
    saved, bots = saver.saved, _seat_bots(saver.saved)
    console.print(f"{saved.game}, seed {saved.seed}", style="dim", markup=False)
    _introduce(saved, console)
    while (setup := match.setup) is not None:
        play, deal = _begun(saved, match, setup, begun), len(match.results) + 1
        begun = None
        _play_deal(TerminalTable(play, bots), saver, deal, console, is_full_screen=is_full_screen)
        _write_record(saver, play, deal, console)
        if play.result is None:
            return
        match = match.add(play.result)
    saver.remove()
    if len(match.results) > 1:
        _sum_up(match, saved, console)
    if match.ledger.entries:
        _pay(match, saved, console)


def _introduce(saved: SavedMatch, console: "Console") -> None:
    """Say who the house players are, with their levels as `--against` names them."""
    known = {one.name: one for one in CHARACTERS}
    for name, level in zip(saved.names, saved.bots, strict=True):
        if level is not None and (one := known.get(name)) is not None:
            played = level_text(saved.game, level)
            console.print(f" {name}, {played} {stars_text(one.stars)}: {one.about}", style="dim", markup=False)


def _seat_bots(saved: SavedMatch) -> dict[Seat, AnyPlayer]:
    levels = {Seat(seat): level for seat, level in enumerate(saved.bots) if level is not None}
    rules = make_game(saved.game, saved.options).rules
    bots = {seat: make_player(saved.game, level, rules) for seat, level in levels.items()}
    if not set(PLAYERS[saved.game].searching).isdisjoint(levels.values()):
        compile_engine(saved.game)
    return bots


def _begun(saved: SavedMatch, match: Match, setup: Setup, begun: Record | None) -> AnyPlay:
    play: AnyPlay = Play(setup.game, match.deal_seed(setup), names=saved.names)
    return play if begun is None else continued(play, begun)


def _play_deal(table: TerminalTable, saver: MatchSaver, deal: int, console: "Console", *, is_full_screen: bool) -> None:
    def save() -> None:
        saver.save(table.play, deal)

    if not is_full_screen:
        play_plainly(table, console, save)
        return
    from teahouse.cli.play.screen import play_on_screen

    play_on_screen(table, save)
    if table.play.result is not None:
        console.print(table.picture.text(table.view, (), table.play.names))


def _write_record(saver: MatchSaver, play: AnyPlay, deal: int, console: "Console") -> None:
    """Write the record, and print its file and what comes next in the match."""
    if not saver.is_worth_saving(play):
        return
    path = saver.close(play, deal)
    if saver.trouble:
        console.print(f" {saver.trouble}", style="red", markup=False)
    console.print(f" record: {path}", style="dim", markup=False, soft_wrap=True)
    if play.result is None and saver.is_saved:
        console.print(" saved: `teahouse play --resume` continues this game", style="dim", markup=False)


def _sum_up(match: Match, saved: SavedMatch, console: "Console") -> None:
    points = list(zip(saved.names, match.points, strict=True))
    totals = ", ".join(f"{name} {total}" for name, total in points)
    best = [name for name, total in points if total == max(match.points)]
    outcome = f"{best[0]} wins" if len(best) == 1 else "a draw"
    console.print(f" together: {totals}: {outcome}", style="bold", markup=False)


def _pay(match: Match, saved: SavedMatch, console: "Console") -> None:
    """Print the coins or tallies of every seat, or what it gained if the house gave none at the start."""
    balances = match.ledger.balances()
    sign = "" if balances.get("house", 0) < 0 else "+"
    amounts = ", ".join(f"{name} {balances.get(f'seat {seat}', 0):{sign}d}" for seat, name in enumerate(saved.names))
    unit = "coins" if POT in balances else "tallies"
    console.print(f" {unit}: {amounts}", style="bold", markup=False)
