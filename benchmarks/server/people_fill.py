"""Fills a database by bulk inserts with the rows that deals of Battle between two people leave."""

import random
from collections.abc import Iterator
from itertools import chain
from typing import Any, Final

from sqlalchemy import Connection, Table, insert, text

from teahouse.service.people.statistics.counting import LOST, WON
from teahouse.service.people.statistics.lists import ENOUGH_GAMES
from teahouse.service.store.driver import driver
from teahouse.service.store.schema import (
    deal_player,
    leader,
    person,
    person_deal,
    played,
    rated_match,
    rating,
    rating_change,
    tally,
)

MONTH: Final = "2026-11"
Rows = Iterator[dict[str, Any]]

SUMS: Final = (
    "INSERT INTO tally (person, game, split, key, deals, won, drawn, points, best, streak, longest)"
    " SELECT person, game, :split, {key}, count(*), sum(outcome = 2), 0, sum(score), max(score), 0, 3"
    " FROM person_deal GROUP BY person, game, {key}"
)
FIGURES: Final = (
    "INSERT INTO figure (person, game, name, total, deals, best)"
    " SELECT person, game, :name, sum(score), count(*), max(score) FROM person_deal GROUP BY person, game"
)
SPLITS: Final = {"all": "''", "seat": "CAST(seat AS TEXT)", "month": f"'{MONTH}'"}


def fill(connection: Connection, deals: int, people: int, rng: random.Random) -> None:
    """People, their deals, the sums over them, ratings and leaders; the tables are those that a table writes."""
    pairs = [rng.sample(range(people), 2) for _ in range(deals)]
    _insert(
        connection,
        person,
        ({"id": _id(n), "name": f"P {n}", "name_key": f"p{n}", "password": "-", "created": 0} for n in range(people)),
    )
    _insert(connection, played, (_played(number) for number in range(deals)))
    _insert(connection, deal_player, _seats(pairs))
    _insert(connection, person_deal, _deals(pairs, rng))
    for split, key in SPLITS.items():
        connection.execute(text(SUMS.format(key=key)), {"split": split})
    for name in ("margin", "won_beginning"):
        connection.execute(text(FIGURES), {"name": name})
    _insert(connection, tally, _met(pairs))
    _insert(connection, rated_match, ({"table_id": _table(2 * n), "seq": 1} for n in range(len(pairs[::2]))))
    _insert(connection, rating_change, _changes(pairs))
    _insert(connection, rating, (_rated(n, rng) for n in range(people)))
    _insert(connection, leader, (_leads(n, rng) for n in range(people)))
    connection.execute(text("ANALYZE"))


def _insert(connection: Connection, table: Table, rows: Rows) -> None:
    """Insert by the driver's own `executemany`, which takes a third of the time."""
    first = next(rows)
    driver(connection).executemany(str(insert(table).compile(column_keys=list(first))), chain([first], rows))


def _id(number: int) -> str:
    return f"{number:08x}"


def _table(number: int) -> str:
    return f"{number:016x}"


def _played(number: int) -> dict[str, Any]:
    row = {"table_id": _table(number), "deal": 0, "game": "battle", "private": False, "ended": 1_000 + number}
    return row | {"names": '["", ""]', "result": "{}"}


def _seats(pairs: list[list[int]]) -> Rows:
    for number, pair in enumerate(pairs):
        for seat, one in enumerate(pair):
            yield {
                "table_id": _table(number),
                "deal": 0,
                "seat": seat,
                "person": _id(one),
                "score": 9,
                "won": seat == 0,
            }


def _deals(pairs: list[list[int]], rng: random.Random) -> Rows:
    for number, pair in enumerate(pairs):
        winner = rng.randrange(2)
        for seat, one in enumerate(pair):
            yield {
                "person": _id(one),
                "ended": 1_000 + number,
                "table_id": _table(number),
                "deal": 0,
                "game": "battle",
                "variant": "",
                "seat": seat,
                "score": rng.randrange(200),
                "outcome": WON if seat == winner else LOST,
                "rated": number % 2 == 0,
                "private": False,
            }


def _met(pairs: list[list[int]]) -> Rows:
    """The sums over deals by opponent, as if there were one deal with each."""
    sums = {"deals": 1, "won": 1, "drawn": 0, "points": 9, "best": 9, "streak": 1, "longest": 1}
    for one, other in sorted({(one, other) for pair in pairs for one, other in (pair, pair[::-1])}):
        yield {"person": _id(one), "game": "battle", "split": "opponent", "key": _id(other)} | sums


def _changes(pairs: list[list[int]]) -> Rows:
    for number, pair in enumerate(pairs[::2]):
        for one in pair:
            row = {"person": _id(one), "game": "battle", "number": number + 1, "table_id": _table(2 * number)}
            yield row | {"at": 1_000 + number, "before": 1500.0, "rating": 1500.0, "deviation": 90.0}


def _rated(number: int, rng: random.Random) -> dict[str, Any]:
    row = {"person": _id(number), "game": "battle", "rating": rng.gauss(1500, 300)}
    return row | {"deviation": 90.0, "volatility": 0.06, "at": 1_794_900_000_000, "games": 10}


def _leads(number: int, rng: random.Random) -> dict[str, Any]:
    row = {"game": "battle", "month": MONTH, "person": _id(number), "rating": rng.gauss(1500, 300)}
    return row | {"deviation": 60.0, "games": ENOUGH_GAMES}
