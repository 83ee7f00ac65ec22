"""The tables of hands: computed at first use, stored beside the compiled kernels, and read from there afterwards."""

import hashlib
import os
from collections.abc import Callable
from functools import cache, lru_cache
from inspect import getsource
from pathlib import Path
from tempfile import NamedTemporaryFile

import numpy as np

from teahouse.kernels.arrays import Ints
from teahouse.kernels.classic.distance import layout, tables
from teahouse.kernels.classic.distance.layout import HandTables
from teahouse.players.compiling import compiled, kernel_folder


def hand_tables(limits: range) -> HandTables:
    """The tables for hands that may still have this many chows, filled or read at first use."""
    found = _all_tables()
    for limit in limits:
        _fill_suits(limit)
    return found


def deal_tables(max_chows: int, *, without: bool = False) -> HandTables:
    """The tables for whole deals with this limit of chows: tables without a limit, and tables up to a limit below four.

    without: also the tables for hands without chows.
    """
    limits = range(max_chows + 1) if max_chows < layout.SETS else range(without)
    hand_tables(range(layout.ANY_CHOWS, layout.LIMITS))
    return hand_tables(limits)


def fill_hand_tables() -> None:
    """Fill every table, or read it, so that later uses find them all on the disk."""
    hand_tables(range(layout.LIMITS))


@lru_cache(maxsize=1)
def _all_tables() -> HandTables:
    ranks, starts = np.zeros(layout.LOWS, np.int64), np.zeros(layout.HIGHS, np.int64)
    compiled(layout.number_entries)(ranks, starts, np.zeros(layout.MOST_LOW + 1, np.int64))
    honours = _kept("honours", 2 * layout.FILLED_HONOURS, _filled_honours)
    # In an unfilled table every distance is 0. Nobody reads one: `tables_for` and `deal_tables` fill the table without
    # a limit and those of all limits up to the most chows, and kernels share out no more chows than that. No entry of
    # a filled table is unused (`number_entries`). Zeros to which nothing is written take no memory.
    return HandTables(np.zeros((layout.LIMITS, 2 * layout.ENTRIES), np.int64), honours, ranks, starts)


def _filled_honours(rows: Ints) -> None:
    compiled(tables.fill_honours)(rows, np.zeros(tables.WORK, np.int64))
    compiled(tables.mask_honours)(rows)


@cache
def _fill_suits(limit: int) -> None:
    found = _all_tables()

    def fill(rows: Ints) -> None:
        spent, held = np.zeros(tables.WORK, np.int64), np.zeros(layout.RANKS, np.int64)
        compiled(tables.fill_suits)(rows, found.ranks, found.starts, spent, held, limit)
        compiled(tables.mask_suits)(rows, found.ranks, found.starts)

    found.suits[limit] = _kept(f"suits-{limit}", 2 * layout.ENTRIES, fill)


def _kept(name: str, size: int, fill: Callable[[Ints], None]) -> Ints:
    """Read a table, or compute and store it; if nothing can be stored it is computed each time."""
    place = kernel_folder() / f"{name}-{_digest()}.npy"
    try:
        rows: Ints = np.load(place)
        if rows.shape == (size,):
            return rows
    except (OSError, ValueError, EOFError):
        pass
    rows = np.zeros(size, np.int64)
    fill(rows)
    _keep(place, rows)
    return rows


def _keep(place: Path, rows: Ints) -> None:
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=place.parent, delete=False) as file:
            np.save(file, rows)
        os.replace(file.name, place)
    except OSError:
        return


@lru_cache(maxsize=1)
def _digest() -> str:
    """A digest of the source, so that tables computed by other versions are not read."""
    sources = "".join(getsource(module) for module in (layout, tables))
    return hashlib.sha256(sources.encode()).hexdigest()[:16]
