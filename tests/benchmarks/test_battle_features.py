"""The study of features that predict a Battle position's value."""

import numpy as np
import pytest
from benchmarks.battle.features import SEARCHES, SETS, explained, today
from benchmarks.battle.positions import exchange, random_position

from teahouse.games.battle import parse_board
from teahouse.players.battle.engine import Engine


def test_the_right_features_explain_values_and_noise_explains_nothing() -> None:
    chance = np.random.default_rng(1)
    seen, noise = chance.normal(size=(400, 3)), chance.normal(size=(400, 3))
    values = seen @ np.array([3.0, -2.0, 1.0]) + 4
    assert explained(seen, values) > 0.99
    assert explained(noise, values) < 0.05


def test_a_search_to_the_end_gives_the_value() -> None:
    engine = Engine(1)
    boards = [random_position(f"test {number}", 20) for number in range(25)]
    values = np.array([engine.solve(board).lower for board in boards], np.float64)
    shares = [
        explained(np.array([features(board) for board in boards], np.float64), values) for features in SETS.values()
    ]
    for name in ("look of 14", "narrow search of 8"):
        (search,) = (search for title, search in SEARCHES.items() if name in title)
        found = np.array([[*today(board), search(engine, board).lower] for board in boards], np.float64)
        assert explained(found, values) > 0.8 > max(shares)


@pytest.mark.parametrize(("rows", "points"), [("9m 5s 9m 5s", 4), ("9m 9m .. ..", 9)])
def test_an_exchange_is_a_pair_less_the_best_reply(rows: str, points: int) -> None:
    board = parse_board("\n".join([f"{rows} " + ".. " * 8, *[".. " * 12] * 8]))
    most_valuable = max(board.pairs(), key=lambda pair: board.points(pair[0]))
    assert exchange(board, *most_valuable) == points
