"""Plots of results with matplotlib (extra `lab`), as SVG, PNG or PDF."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from teahouse.core.errors import InvalidOption, shown
from teahouse.lab.arena import ArenaGame
from teahouse.lab.extras import library
from teahouse.lab.standings import Standings

FORMATS: Final = (".svg", ".png", ".pdf")
SIZE: Final = (10, 4.5)
INK: Final = "#1c2b24"
SHADES: Final = ("#2f7d5b", "#c8553d", "#3d6cc8", "#b08a2e", "#7d4f9e", "#5b6b66")


def check_plot(path: Path) -> None:
    """Refuse an unknown file format or a missing matplotlib before anything is played."""
    if path.suffix.lower() not in FORMATS:
        raise InvalidOption(f"expected a plot as {', '.join(FORMATS)}, got {shown(path.name)}")
    library("matplotlib", "lab")


def new_figure(columns: int = 1) -> tuple[Any, list[Any]]:
    """A figure without a screen, and its axes."""
    library("matplotlib", "lab")
    figure = library("matplotlib.figure", "lab").Figure(figsize=SIZE, layout="constrained")
    axes = figure.subplots(1, columns, squeeze=False)
    for each in axes[0]:
        each.spines[["top", "right"]].set_visible(False)
    return figure, list(axes[0])


def drawn(figure: Any, form: str) -> bytes:
    """The figure as a file: the same bytes for the same figure."""
    file = BytesIO()
    settings = {"svg.hashsalt": "teahouse", "svg.fonttype": "path"}
    stamps = {"svg": {"Date": None, "Creator": None}, "pdf": {"CreationDate": None, "Creator": None, "Producer": None}}
    with library("matplotlib", "lab").rc_context(settings):
        figure.savefig(file, format=form, metadata=stamps.get(form, {"Software": None}))
    return file.getvalue()


def plot_form(path: Path) -> str:
    """The format that the suffix of a file's name stands for."""
    return path.suffix.lower().removeprefix(".")


def arena_plot(found: Standings, games: Sequence[ArenaGame], form: str) -> bytes:
    """The standings with their intervals, and the first player's lead deal by deal."""
    figure, (table, course) = new_figure(2)
    figure.suptitle(found.title)
    _intervals(table, found)
    _course(course, found, games)
    return drawn(figure, form)


def _intervals(axes: Any, found: Standings) -> None:
    rows = sorted(found.rows, key=lambda row: (row.elo or row.points).mean)
    for place, row in enumerate(rows):
        value = row.elo or row.points
        axes.errorbar(value.mean, place, xerr=value.error, fmt="o", color=INK, capsize=4)
    axes.set_yticks(range(len(rows)), [row.player for row in rows])
    axes.set_ylim(-0.5, len(rows) - 0.5)
    axes.set_xlabel("Elo, 95 % interval" if found.is_duel else "points a game, 95 % interval")
    axes.grid(axis="x", alpha=0.3)


def _course(axes: Any, found: Standings, games: Sequence[ArenaGame]) -> None:
    """Draw the running mean of every player's points per game."""
    for number, name in enumerate(found.arena.labels):
        sums: dict[int, list[float]] = {}
        for game in games:
            for seat, player in enumerate(game.players):
                if player == name:
                    sums.setdefault(game.deal, []).append(game.scores[seat])
        total = 0.0
        course: list[float] = []
        for count, values in enumerate(sums.values(), 1):
            total += fmean(values)
            course.append(total / count)
        axes.plot(range(1, len(course) + 1), course, label=name, color=SHADES[number % len(SHADES)])
    axes.set_xlabel("deals")
    axes.set_ylabel("mean points so far")
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
