"""What a search for finished deals costs as a house grows from 1,000 to 100,000 deals.

`TEAHOUSE_DEALS=1000000` goes on to 1,000,000 deals. Processor time at the 95th percentile, on SQLite: few filters and
many, common things and rare ones, and filters that match nothing. The rows are those that a table writes when a deal
ends and is judged, inserted in bulk.
"""

import os
import random
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

from sqlalchemy import Connection, Table, create_engine

from benchmarks.measure import Figure
from benchmarks.server.people import percentile
from teahouse.service.deals.search import DealQuery, search
from teahouse.service.listings import Listings
from teahouse.service.people.statistics.counting import LOST, WON
from teahouse.service.people.statistics.traits import ACCURACIES, WHOLE_DEAL
from teahouse.service.store.migrate import upgrade
from teahouse.service.store.schema import deal_player, deal_trait, person, person_deal, played
from teahouse.service.store.store import Store
from teahouse.service.timers import LoopTimers

SMALLEST = 1_000
LARGEST = int(os.environ.get("TEAHOUSE_DEALS", "100000"))
AIM_MS = 100
DEALS_A_PERSON = 10
FREQUENT_PLAYER = "00000000"
"""A person who plays one deal in twenty."""
OFTEN = 20
RARE = 1000
"""One deal in this many has the special hand."""
AT_ONCE = 10_000
TILES = tuple(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10))
RESULT = '{"scores":[1,0],"winners":[0],"ending":"no_pairs"}'
LISTINGS = Listings(cast("Store", None), LoopTimers(), 0, random.Random(0).randbytes)
Row = tuple[Any, ...]


def figures() -> Iterator[Figure]:
    """Each search at every size, beside the smallest house."""
    sizes = [SMALLEST]
    while sizes[-1] * 10 <= LARGEST:
        sizes.append(sizes[-1] * 10)
    small = dict[str, float]()
    for deals in sizes:
        found = measured(deals)
        small = small or found
        for name, ms in found.items():
            note = f"lower is better; aim {AIM_MS} ms"
            label = f"search, {deals:,} deals: {name}, p95"
            yield Figure(label, "ms", ms, small[name], f"a house with {SMALLEST:,} deals", note=note)


def measured(deals: int) -> dict[str, float]:
    """The 95th percentile of each search in a house of this many deals, in milliseconds."""
    rng = random.Random(deals)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "house.db"
        engine = create_engine(f"sqlite:///{file}")
        with engine.begin() as connection:
            upgrade(connection)
        fill(file, deals, rng)
        with engine.connect() as connection:
            found = {name: percentile(connection, _asked(query)) for name, query in searches(deals, rng).items()}
        engine.dispose()
    return found


def _asked(query: Callable[[], DealQuery]) -> Callable[[Connection], object]:
    return lambda connection: search(connection, LISTINGS, query())


def searches(deals: int, rng: random.Random) -> dict[str, Callable[[], DealQuery]]:
    """The searches to measure."""

    def anybody() -> str:
        return f"{rng.randrange(_people(deals)):08x}"

    def anytime() -> int:
        return 1_000 + rng.randrange(deals)

    return {
        "deals of a game": lambda: DealQuery(game="battle"),
        "a person's wins": lambda: DealQuery(persons=(anybody(),), outcome=WON, game="battle"),
        "a frequent player's accurate deals": lambda: DealQuery(persons=(FREQUENT_PLAYER,), accuracy=95),
        "deals of two people": lambda: DealQuery(persons=(FREQUENT_PLAYER, anybody())),
        "deals with a rare hand": lambda: DealQuery(game="battle", feat="special:thirteen_wonders"),
        "accurate deals with an opening": lambda: DealQuery(
            opening=f"{rng.choice(TILES)} {rng.choice(TILES)}", accuracy=90
        ),
        "short deals before a date": lambda: DealQuery(ending="no_pairs", longest=21, until=anytime()),
        "five filters that match nothing": lambda: DealQuery(
            game="battle", ending="no_pairs", accuracy=70, shortest=500, until=anytime()
        ),
    }


def _people(deals: int) -> int:
    return max(20, deals // DEALS_A_PERSON)


def fill(file: Path, deals: int, rng: random.Random) -> None:
    """People and deals, some at a time."""
    connection = sqlite3.connect(file, isolation_level=None)
    for pragma in ("journal_mode=OFF", "synchronous=OFF", "cache_size=-200000", "foreign_keys=OFF"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("BEGIN")
    _insert(connection, person, [(f"{n:08x}", f"P {n}", f"p{n}", "-", 0) for n in range(_people(deals))])
    for first in range(0, deals, AT_ONCE):
        rows: dict[Table, list[Row]] = {table: [] for table in (played, deal_player, person_deal, deal_trait)}
        for number in range(first, min(first + AT_ONCE, deals)):
            _add_deal(rows, number, _people(deals), rng)
        for table, some in rows.items():
            _insert(connection, table, some)
    connection.execute("COMMIT")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.close()


def _insert(connection: sqlite3.Connection, table: Table, rows: list[Row]) -> None:
    order = f"INSERT INTO {table.name} VALUES ({', '.join('?' * len(table.columns))})"  # noqa: S608 - names of ours
    connection.executemany(order, rows)


def _add_deal(rows: dict[Table, list[Row]], number: int, people: int, rng: random.Random) -> None:
    """A deal of Battle between two people."""
    table, ended, winner = f"{rng.getrandbits(64):016x}", 1_000 + number, rng.randrange(2)
    pair = [f"{one:08x}" for one in rng.sample(range(1, people), 2)]
    pair[0] = FREQUENT_PLAYER if number % OFTEN == 0 else pair[0]
    rows[played].append((table, 0, "battle", False, ended, '["", ""]', RESULT, "", rng.randrange(20, 60)))
    for seat, one in enumerate(pair):
        rows[deal_player].append((table, 0, seat, one, 0, seat == winner))
        outcome = WON if seat == winner else LOST
        rows[person_deal].append((one, ended, table, 0, "battle", "", seat, 0, outcome, False, False))
        accuracy = rng.gauss(75, 10)
        traits = [f"accuracy/{least}" for least in ACCURACIES if accuracy >= least]
        traits += ["feat/special:thirteen_wonders"] if number % RARE == seat == 0 else []
        rows[deal_trait] += [(text, False, ended, table, 0, seat) for text in traits]
    first, second = rng.choice(TILES), rng.choice(TILES)
    traits = ["game/battle", "ending/no_pairs", f"opening/{first}", f"opening/{first} {second}"]
    rows[deal_trait] += [(text, False, ended, table, 0, WHOLE_DEAL) for text in traits]
