"""Accuracy: only real choices count, losses are capped, and few choices give no figure."""

import json

import pytest

from teahouse.core.seats import Seat
from teahouse.games.battle import Battle, parse_board
from teahouse.players import PLAYERS
from teahouse.players.battle.engine import Engine
from teahouse.players.judgement import (
    FEWEST_CHOICES,
    REASONS,
    ChoiceLoss,
    Slip,
    SlipReason,
    read_scale,
    seat_judgements,
    turning_points,
)

GAMES = [game for game, players in PLAYERS.items() if players.judge is not None]


def losses(*lost: float) -> list[ChoiceLoss]:
    return [ChoiceLoss(step=step, seat=Seat(0), lost=one, exact=step == 0) for step, one in enumerate(lost)]


@pytest.mark.parametrize("game", GAMES)
def test_thirty_choices_give_an_accuracy_and_a_similar_level(game: str) -> None:
    scale = read_scale(f"teahouse.players.{game}")
    few, enough = (
        seat_judgements([Seat(0)], losses(*[0.0] * count), [0.0], scale)[0]
        for count in (FEWEST_CHOICES - 1, FEWEST_CHOICES)
    )
    assert (few.accuracy, few.like) == (None, None)
    assert enough.accuracy == 100
    assert enough.like == max(scale.levels, key=lambda one: one.accuracy).level


@pytest.mark.parametrize("game", GAMES)
def test_one_blunder_costs_at_most_the_cap(game: str) -> None:
    scale = read_scale(f"teahouse.players.{game}")
    rest = [0.0] * (FEWEST_CHOICES - 1)
    capped, disaster = (
        seat_judgements([Seat(0)], losses(lost, *rest), [None], scale)[0] for lost in (scale.cap, 100 * scale.cap)
    )
    assert capped.accuracy == disaster.accuracy
    assert capped.lost < disaster.lost
    assert disaster.exact == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_scale_names_the_engine_that_measured_it_and_levels_of_the_game(game: str) -> None:
    scale, judge = read_scale(f"teahouse.players.{game}"), PLAYERS[game].judge
    assert judge is not None
    assert scale.engine == judge.version
    assert scale.deals >= 25
    assert {one.level for one in scale.levels} <= set(PLAYERS[game].levels)
    assert all(one.choices >= 100 for one in scale.levels)
    accuracies = [one.accuracy for one in scale.levels]
    assert accuracies == sorted(accuracies)


def test_a_position_whose_moves_are_all_equal_is_no_choice() -> None:
    engine = Engine(8)
    equal = parse_board("\n".join(["1m 1m 1p 1p 1s 1s" + " .." * 6] + [" ".join([".."] * 12)] * 8))
    worse = parse_board("\n".join(["9m 9m 1p 1p 1s 1s" + " .." * 6] + [" ".join([".."] * 12)] * 8))
    for board, is_choice in ((equal, False), (worse, True)):
        value = engine.solve(board).value
        assert value is not None
        assert engine.has_worse(board, value) is is_choice


def test_the_three_worst_slips_are_the_turning_points_in_the_order_of_play() -> None:
    def slip(step: int, lost: float) -> Slip:
        reason = SlipReason("later", {"points": 1})
        return Slip(
            step=step, seat=Seat(0), played="a", better="b", better_move=None, line=(), lost=lost, exact=True,
            mark="?", reason=reason,
        )  # fmt: skip

    slips = [slip(1, 3), slip(2, 9), slip(3, 1), slip(4, 5)]
    assert [one.step for one in turning_points(slips)] == [1, 2, 4]


def test_every_reason_has_its_sentence() -> None:
    values = {"played": 1, "better": 2, "points": 3, "percent": 4, "plan": "x"}
    for code in REASONS:
        assert "{" not in str(SlipReason(code, dict(values)))  # type: ignore[arg-type] # ints and texts
    assert json.loads(json.dumps(list(REASONS)))
    assert Battle().name in GAMES
