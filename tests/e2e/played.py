"""A history for two people: finished deals, ratings and a month of leaders, written straight into the database."""

import random
from typing import Any, Final

from sqlalchemy import Connection, create_engine, insert, update

from teahouse.service.people.ratings.book import RatedMatch, book
from teahouse.service.people.statistics.counting import DRAWN, LOST, WON, Counted, CountedDeal, count
from teahouse.service.store.schema import deal_player, judged_seat, played, seek

START: Final = 1_793_500_000_000
DAY: Final = 24 * 60 * 60_000
MONTH: Final = "2026-11"
FIGURES: Final[dict[str, Any]] = {
    "battle": {"won_beginning": 1, "margin": 14},
    "classic": {"deal_in": 0, "claimed": 2, "hand": 64, "special": 1},
    "solitaire": {"cleared": 1, "cleared:turtle": 1},
}
VARIANTS: Final = {"battle": "", "classic": "british", "solitaire": "turtle"}
BADGES: Final = {"battle": (), "classic": ("special:imperial_jade",), "solitaire": ("cleared:turtle",)}
RECORDS: Final = {"battle": ("margin", ""), "classic": ("hand", ""), "solitaire": ("score", "turtle")}


def give_a_past(database: str, one: str, other: str, deals: int = 25) -> None:
    """Write a history in which two people have played every game, Battle rated, and the first one has won more."""
    engine = create_engine(database)
    with engine.begin() as connection:
        for number in range(deals):
            for game in FIGURES:
                _play(connection, game, number, (one, other))
    engine.dispose()


def let_seeks_wait(database: str, person: str, ms: int) -> None:
    """Make a person's seeks older."""
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(update(seek).where(seek.c.person == person).values(created=seek.c.created - ms))
    engine.dispose()


def _play(connection: Connection, game: str, number: int, people: tuple[str, str]) -> None:
    table = f"{people[0][:8]}{number:04x}{game.encode().hex()[:4]}"
    place = {"table_id": table, "deal": 0}
    at, rng = START + number * DAY, random.Random(f"{game} {number}")
    outcome = rng.choice([WON, WON, WON, DRAWN, LOST])
    scores = [rng.randrange(20, 120), rng.randrange(20, 120)]
    row = place | {"game": game, "private": False, "ended": at, "names": '["", ""]'}
    connection.execute(insert(played), [row | {"result": '{"scores": [1, 0], "winners": [0], "ending": "x"}'}])
    seats = [place | {"seat": seat, "person": who, "score": 1, "won": False} for seat, who in enumerate(people)]
    connection.execute(insert(deal_player), seats)
    judged = {"choices": 40, "exact": 30, "lost": 4.0, "merit": 30.0 + number % 8}
    connection.execute(insert(judged_seat), [place | {"seat": 0} | judged])
    players = (
        _part(game, people, 0, scores[0], outcome),
        _part(game, people, 1, scores[1], WON - outcome),
    )
    is_rated, variant, month = game == "battle", VARIANTS[game], MONTH
    count(connection, CountedDeal(table, 0, game, variant, at, month, is_rated, False, players))
    if is_rated:
        ranks = {WON: (0, 1), DRAWN: (0, 0), LOST: (1, 0)}[outcome]
        book(connection, RatedMatch(table, 1, at, game, "glicko", people, (None, None), ranks, 2))


def _part(game: str, people: tuple[str, str], seat: int, score: int, outcome: int) -> Counted:
    (name, variant), met = RECORDS[game], people[1 - seat]
    badges = () if seat else BADGES[game]
    record = ((name, variant, score),)
    return Counted(people[seat], seat, score, outcome, (met, "bot:easy"), FIGURES[game], badges, record)
