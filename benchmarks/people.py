"""What statistics cost as a house grows: counting a deal, a profile, its deals, and the leaders of a month.

The largest house has 10⁶ deals; `TEAHOUSE_DEALS` chooses another one.
"""

import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from sqlalchemy import Connection, create_engine, insert

from benchmarks.measure import Figure
from teahouse.service.people.people import Person
from teahouse.service.people.statistics.counting import LOST, WON, Counted, CountedDeal, count
from teahouse.service.people.statistics.lists import ENOUGH_GAMES, DealFilter, deals_of, house_records, leaders
from teahouse.service.people.statistics.profiles import profile_of
from teahouse.service.store.migrate import upgrade
from teahouse.service.store.schema import person
from teahouse.service.store.statistics_schema import leader

SMALLEST = 1_000
LARGEST = int(os.environ.get("TEAHOUSE_DEALS", "1000000"))
DEALS_A_PERSON = 10
ASKED = 300
MONTH = "2026-11"
AIMS = {"count a deal": 2, "profile": 100, "deals, filtered": 100, "leaders": 50, "records": 50}
Job = Callable[[Connection], object]


def figures() -> Iterator[Figure]:
    """The 95th percentile of each at the largest size, beside the smallest house."""
    small, large = measured(SMALLEST), measured(LARGEST)
    for name, aim in AIMS.items():
        note = f"less is better; aim {aim} ms"
        yield Figure(
            f"people, {LARGEST:,} deals: {name}, p95", "ms", large[name], small[name], f"{SMALLEST:,} deals", note=note
        )


def measured(deals: int) -> dict[str, float]:
    """The 95th percentile of each question in a house of so many deals, in milliseconds."""
    rng = random.Random(deals)
    with tempfile.TemporaryDirectory() as folder:
        engine = create_engine(f"sqlite:///{Path(folder)}/house.db")
        with engine.begin() as connection:
            upgrade(connection)
            fill(connection, deals, rng)
        with engine.connect() as connection:
            found = {name: percentile(connection, ask) for name, ask in questions(deals, rng).items()}
        engine.dispose()
    return found


def fill(connection: Connection, deals: int, rng: random.Random) -> None:
    """People, their deals, counted one by one as a table counts them, and leaders."""
    people = max(20, deals // DEALS_A_PERSON)
    rows = [
        {"id": f"{n:08x}", "name": f"P {n}", "name_key": f"p{n}", "password": "-", "created": 0} for n in range(people)
    ]
    connection.execute(insert(person), rows)
    for number in range(deals):
        count(connection, deal_of(number, people, rng))
    best = [
        {
            "game": "battle",
            "month": MONTH,
            "person": row["id"],
            "rating": rng.gauss(1500, 300),
            "deviation": 60.0,
            "games": ENOUGH_GAMES,
        }
        for row in rows
    ]
    connection.execute(insert(leader), best)


def deal_of(number: int, people: int, rng: random.Random) -> CountedDeal:
    """A deal of Battle between two people."""
    pair = rng.sample(range(people), 2)
    winner = rng.randrange(2)
    players = tuple(
        Counted(
            person=f"{one:08x}",
            seat=seat,
            score=rng.randrange(200),
            outcome=WON if seat == winner else LOST,
            opponents=(f"{pair[1 - seat]:08x}",),
            figures={"margin": rng.randrange(-50, 50), "won_beginning": int(seat == winner)},
            badges=(),
            records=(),
        )
        for seat, one in enumerate(pair)
    )
    return CountedDeal(f"{number:016x}", 0, "battle", "", 1_000 + number, MONTH, True, False, players)


def questions(deals: int, rng: random.Random) -> dict[str, Job]:
    """What is measured."""
    people, numbers = max(20, deals // DEALS_A_PERSON), iter(range(deals, deals + 10 * ASKED))

    def anybody() -> Person:
        number = rng.randrange(people)
        return Person(f"{number:08x}", f"P {number}", guest=False, created=0)

    return {
        "count a deal": lambda connection: count(connection, deal_of(next(numbers), people, rng)),
        "profile": lambda connection: profile_of(connection, anybody(), ""),
        "deals, filtered": lambda connection: deals_of(connection, anybody().id, DealFilter("battle", outcome=WON)),
        "leaders": lambda connection: leaders(connection, "battle", MONTH),
        "records": lambda connection: house_records(connection, ["battle"]),
    }


def percentile(connection: Connection, ask: Job) -> float:
    """The 95th percentile of the milliseconds of processor time that an answer takes."""
    times = list[float]()
    for _ in range(ASKED):
        started = time.process_time()
        ask(connection)
        times.append(1000 * (time.process_time() - started))
    return sorted(times)[int(0.95 * ASKED)]
