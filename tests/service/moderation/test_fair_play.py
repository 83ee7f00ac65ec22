"""Fair play: what only-moves indicate about a person, and their probability."""

import pytest

from teahouse.core.seats import Seat
from teahouse.players.game_players import OnlyMoves
from teahouse.service.errors import refused
from teahouse.service.moderation.fair_play import PlayedGame, judged_games, last_games, summary, tail
from tests.service.world import World

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("found", "positions", "share", "expected"),
    [(0, 0, 0.7, 1.0), (1, 1, 0.7, 0.7), (0, 9, 0.7, 1.0), (2, 2, 0.5, 0.25), (1, 2, 0.5, 0.75)],
)
def test_the_tail_of_the_binomial_distribution(found: int, positions: int, share: float, expected: float) -> None:
    assert tail(found, positions, share) == pytest.approx(expected)


def test_a_level_without_search_hardly_finds_twenty_two_only_moves_in_a_row() -> None:
    suspicious = summary(2, [OnlyMoves(11, 11, 11, 3.0), OnlyMoves(11, 11, 11, 3.0)])
    assert suspicious.likelihood < 0.002
    assert suspicious.guessed == pytest.approx(6 / 22)
    usual = summary(2, [OnlyMoves(11, 8, 4, 3.0), OnlyMoves(11, 8, 5, 3.0)])
    assert usual.likelihood > 0.5
    assert usual.longest == 5


async def test_games_are_judged_one_after_the_other_and_one_that_cannot_be_is_left_out() -> None:
    async def record(table: str, _deal: int) -> bytes:
        return table.encode()

    async def count(data: bytes, seat: Seat) -> OnlyMoves:
        if data == b"hard":
            raise refused("record/unjudged")
        return OnlyMoves(10, 7 + seat, 5, 2.5)

    games = [PlayedGame("one", 0, Seat(0)), PlayedGame("hard", 0, Seat(0)), PlayedGame("two", 1, Seat(1))]
    seen = [one async for one in judged_games(games, record, count)]
    assert [one.judged for one in seen] == [0, 1, 2, 3]
    assert [(one.positions, one.found) for one in seen] == [(0, 0), (10, 7), (10, 7), (20, 15)]
    assert seen[0].likelihood == 1.0


async def test_somebody_who_played_nothing_has_no_games(tmp_path_factory: pytest.TempPathFactory) -> None:
    world = await World.open(tmp_path_factory.mktemp("house"))
    assert await world.store.read(lambda connection: last_games(connection, "ann")) == []
    await world.close()
