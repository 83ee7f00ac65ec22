"""The lessons: every step can be completed, and its right moves follow from the rules."""

from pathlib import Path

import pytest

from teahouse.core.seats import Seat
from teahouse.games import GAMES
from teahouse.service.errors import Refused
from teahouse.service.hosting import HOSTING, lesson_of
from teahouse.service.hosting.lesson import LessonStep

WORDS = (Path(__file__).parent.parent.parent / "frontend" / "src" / "i18n" / "en.ts").read_text("utf-8")
STEPS = [(game, step) for game in HOSTING for step in lesson_of(game).steps]
FREE = {"pair", "last", "clear"}
"""Steps in which every move may be right, apart from help that the step does not ask for."""


def step_of(game: str, key: str) -> LessonStep:
    return next(step for step in lesson_of(game).steps if step.key == key)


def test_every_game_has_a_lesson_of_five_to_eight_steps() -> None:
    assert set(HOSTING) == set(GAMES)
    assert all(5 <= len(lesson_of(game).steps) <= 8 for game in HOSTING)


@pytest.mark.parametrize(("game", "step"), STEPS, ids=[f"{game}-{step.key}" for game, step in STEPS])
def test_a_step_has_right_moves_and_wrong_ones_and_shows_what_follows(game: str, step: LessonStep) -> None:
    right = [one.move for one in step.right]
    assert right
    assert all(move in step.moves for move in right)
    assert len(right) < len(step.moves) or step.key in FREE
    assert all(one.events and one.view != step.view for one in step.right)
    assert WORDS.count(f"    {step.key}: {{") >= 1, f"{game} {step.key} has no words"


def test_the_learner_sees_no_hand_but_the_own() -> None:
    steps = lesson_of("classic").steps
    assert steps
    for step in steps:
        assert step.view.seat == 0
        assert len(step.view.hand) == step.view.hand_sizes[0]


def test_the_texts_of_the_steps_are_true() -> None:
    nines = step_of("battle", "dear")
    ranks = {move: nines.view.board.at(move.first).rank for move in nines.moves}
    assert {one.move for one in nines.right} == {move for move, rank in ranks.items() if rank == max(ranks.values())}
    assert step_of("battle", "last").right[0].view.result is not None
    assert step_of("solitaire", "clear").right[0].view.result.ending == "cleared"
    assert {type(move).__name__ for move in step_of("solitaire", "shuffle").moves} & {"TakePair"} == set()
    assert step_of("classic", "mahjong").right[0].view.wins[0].seat == Seat(0)


def test_there_is_no_lesson_of_an_unknown_game() -> None:
    with pytest.raises(Refused, match="nothing at this address"):
        lesson_of("chess")
