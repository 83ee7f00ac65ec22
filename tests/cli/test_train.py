"""`teahouse train`: solving positions in the terminal."""

import asyncio
import io
from pathlib import Path

import pytest

from teahouse.cli import run
from teahouse.players import PLAYERS
from teahouse.players.weighing import clear_exercises
from teahouse.service.store.store import open_store
from teahouse.service.training import puzzles
from teahouse.service.training.puzzles import Origin
from tests.service.training.test_training import exercise


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A server with two puzzles of its own, one from yesterday's games, and one from today's."""
    url = f"sqlite:///{tmp_path / 'house.db'}"

    async def made() -> None:
        store = await open_store(url)
        for number, origin in ((1, Origin()), (2, Origin()), (3, Origin("t", 0, "k"))):
            await store.write(
                lambda c, number=number, origin=origin: puzzles.keep_exercises(c, [exercise(number)], origin, 1 << 50)  # type: ignore[misc]
            )
        await store.close()

    asyncio.run(made())
    return url


def test_the_puzzles_of_a_house_are_answered_by_number_or_as_written(
    url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "?", "nonsense", "1", "")
    assert run(["train", "battle", "--database", url]) == 0
    printed = capsys.readouterr().out
    assert printed.count("what would you play?") == 2  # the third comes from a deal that may be played today
    for said in (
        "Circles",
        "expected a move of the list or its number from 1 to 3",
        "Right.",
        "best:",
        "1 of 2 solved",
    ):
        assert said in printed
    typed(monkeypatch, "3", "q")
    assert run(["train", "battle", "--database", url]) == 0
    printed = capsys.readouterr().out
    assert "Not the best ??" in printed
    assert "6 points more by the end" in printed
    assert "0 of 1 solved" in printed


def test_the_same_seed_sets_the_same_positions_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = list[str]()
    for _ in range(2):
        typed(monkeypatch, "")
        assert run(["train", "battle", "--seed", "tea", "--count", "1"]) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    assert "(proven)" in shown[0]


def test_a_right_answer_gets_its_reasons(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    trainer = PLAYERS["classic"].trainer
    assert trainer is not None
    assert trainer.late is not None
    positions = (one for number in range(20) for one in trainer.late(f"tea/{number}".encode()))
    task = next(clear_exercises(positions, trainer.weigh, 5.0, unproven=True))
    assert task.weighed.why is not None
    typed(monkeypatch, task.weighed.best)
    assert run(["train", "classic", "--seed", "tea", "--count", "1"]) == 0
    output = capsys.readouterr().out
    assert f"Right.\n {task.weighed.why}\n" in " ".join(output.split(" "))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--count", "0"], "expected --count from 1 to 100, got 0"),
        (["chess"], "chess"),
        (["--seed", "tea", "--data", "nowhere"], "expected either --seed or a database, got both"),
    ],
)
def test_what_cannot_be_trained_is_refused(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["train", *words]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("game", PLAYERS)
def test_every_game_has_first_positions(game: str) -> None:
    trainer = PLAYERS[game].trainer
    assert trainer is not None
    assert trainer.late is not None
    seeds = trainer.first[:1] or [f"tea/{number}".encode() for number in range(6)]
    made = [
        one
        for seed in seeds
        for one in clear_exercises(trainer.late(seed), trainer.weigh, 5.0, unproven=trainer.unproven)
    ]
    assert made
    for one in made:
        faultless = [move.text for move in one.weighed.moves if not move.mark]
        assert one.weighed.best in faultless
        assert 2 * len(faultless) <= len(one.weighed.moves)
