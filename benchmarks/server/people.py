"""What profiles, leaders and ratings cost as a house grows from 1,000 deals on, with a person for every ten deals.

Each is measured in a house ten times as large as the one before, up to 100,000 deals;
`TEAHOUSE_BENCH_PEOPLE=1000000` goes on to 1,000,000 deals and 100,000 people (2 GB of disk, five minutes). Times are
those of the processor, at the 95th percentile; the file is opened as the server opens it.
"""

import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, create_engine

from benchmarks.measure import Figure
from benchmarks.server.people_fill import MONTH, fill
from teahouse.service.people.people import Person
from teahouse.service.people.ratings.book import RatedMatch, book
from teahouse.service.people.statistics.counting import LOST, WON, Counted, CountedDeal, count
from teahouse.service.people.statistics.lists import (
    DealFilter,
    accuracy_of,
    deals_of,
    house_records,
    leaders,
    rating_curve,
)
from teahouse.service.people.statistics.profiles import compared, profile_of
from teahouse.service.store.migrate import upgrade
from teahouse.service.store.store import prepare

SMALLEST: Final = 1_000
LARGEST: Final = int(os.environ.get("TEAHOUSE_BENCH_PEOPLE", "100000"))
GROWTH: Final = 10
DEALS_A_PERSON: Final = 10
ASKED: Final = 300
AIMS: Final = {
    "add a deal of two people to the statistics": 2,
    "add a deal of four people to the statistics": 2,
    "rate a match": 2,
    "read a profile": 100,
    "compare two people": 100,
    "list a person's deals, filtered": 100,
    "rating and accuracy curves": 100,
    "list the leaders": 50,
    "list the records": 50,
}
Job = Callable[[Connection], object]


def figures() -> Iterator[Figure]:
    """The 95th percentile of each, beside the smallest house."""
    small, deals = measured(SMALLEST), SMALLEST
    while deals < LARGEST:
        deals *= GROWTH
        large = measured(deals)
        for name, aim in AIMS.items():
            note = f"lower is better; aim {aim} ms"
            yield Figure(
                f"people, {deals:,} deals: {name}, p95",
                "ms",
                large[name],
                small[name],
                f"a house with {SMALLEST:,} deals",
                note=note,
            )


def measured(deals: int) -> dict[str, float]:
    """The 95th percentile of each question in a house of this many deals, in milliseconds."""
    rng, people = random.Random(deals), max(20, deals // DEALS_A_PERSON)
    with tempfile.TemporaryDirectory() as folder:
        engine = create_engine(f"sqlite:///{Path(folder)}/house.db")
        prepare(engine)
        with engine.begin() as connection:
            upgrade(connection)
            fill(connection, deals, people, rng)
        with engine.connect() as connection:
            found = {name: percentile(connection, ask) for name, ask in questions(deals, people, rng).items()}
        engine.dispose()
    return found


def questions(deals: int, people: int, rng: random.Random) -> dict[str, Job]:
    """The questions to measure."""
    numbers = iter(range(deals, deals + 10 * ASKED))

    def anybody() -> Person:
        number = rng.randrange(people)
        return Person(f"{number:08x}", f"P {number}", guest=False, created=0)

    def curves(connection: Connection) -> None:
        who = anybody().id
        rating_curve(connection, who, "battle")
        accuracy_of(connection, who, "battle", is_own=True)

    return {
        "add a deal of two people to the statistics": lambda connection: count(
            connection, deal_of(2, next(numbers), people, rng)
        ),
        "add a deal of four people to the statistics": lambda connection: count(
            connection, deal_of(4, next(numbers), people, rng)
        ),
        "rate a match": lambda connection: book(connection, match_of(next(numbers), people, rng)),
        "read a profile": lambda connection: profile_of(connection, anybody(), ""),
        "compare two people": lambda connection: compared(connection, anybody(), anybody(), ""),
        "list a person's deals, filtered": lambda connection: deals_of(
            connection, anybody().id, DealFilter("battle", outcome=WON)
        ),
        "rating and accuracy curves": curves,
        "list the leaders": lambda connection: leaders(connection, "battle", MONTH),
        "list the records": lambda connection: house_records(connection, ["battle"]),
    }


def deal_of(seats: int, number: int, people: int, rng: random.Random) -> CountedDeal:
    """A deal of two people, or of four, who each have five figures, a badge and a record, as Classic has them."""
    seated, winner = [f"{one:08x}" for one in rng.sample(range(people), seats)], rng.randrange(seats)
    names = ("margin", "won_beginning", "hand", "deal_in", "claimed")
    players = tuple(
        Counted(
            person=one,
            seat=seat,
            score=rng.randrange(200),
            outcome=WON if seat == winner else LOST,
            opponents=tuple(other for other in seated if other != one),
            figures={name: rng.randrange(-50, 50) for name in (names if seats > 2 else names[:2])},
            badges=("special:NAME",) if seats > 2 else (),
            records=(("margin", "", rng.randrange(50)),),
        )
        for seat, one in enumerate(seated)
    )
    variant = "bmja" if seats > 2 else ""
    return CountedDeal(f"{number:016x}", 0, "battle", variant, 1_000 + number, MONTH, True, False, players)


def match_of(number: int, people: int, rng: random.Random) -> RatedMatch:
    """A rated match of Battle between two people."""
    one, other = (f"{who:08x}" for who in rng.sample(range(people), 2))
    at = 1_795_000_000_000
    return RatedMatch(f"{number:016x}", 1, at, "battle", "glicko", (one, other), (None, None), (0, 1), 2)


def percentile(connection: Connection, ask: Job) -> float:
    """The 95th percentile of the milliseconds of processor time that an answer takes, each in its own transaction."""
    times = list[float]()
    for _ in range(ASKED):
        with connection.begin():
            started = time.process_time()
            ask(connection)
            times.append(1000 * (time.process_time() - started))
    return sorted(times)[int(0.95 * ASKED)]
