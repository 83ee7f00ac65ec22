"""The solved moves of large Battle positions, which show how much `perfect` gives away."""

from benchmarks.battle.regret import line, regrets, solved_moves

from teahouse.games.battle import TakePair
from teahouse.players.battle.engine import Engine

EASIEST = 55
"""The position that takes the fewest nodes: about a million."""


def test_every_move_of_the_kept_positions_has_its_value() -> None:
    positions = list(solved_moves())
    assert len(positions) == 510
    assert {position.board.left() for position in positions} == {86, 92, 98, 104}
    for board, worth in positions:
        assert set(worth) == {TakePair(*slots) for slots in board.pairs()}


def test_the_engine_agrees_with_the_kept_values() -> None:
    board, worth = list(solved_moves())[EASIEST]
    found = Engine(64).solve(board)
    assert found.value == max(worth.values())
    assert found.best is not None
    assert worth[found.best] == found.value


def test_the_regret_of_perfect_is_counted_from_the_best_move() -> None:
    position = list(solved_moves())[EASIEST]
    given = regrets([position, position], 2_000)
    assert given[0] == given[1]
    assert given[0] in {max(position.worth.values()) - worth for worth in position.worth.values()}
    assert line("one", given).startswith("one: 2 positions")
