"""The training example learns."""

import sys
from pathlib import Path
from runpy import run_path

import numpy as np
import pytest

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "learn_battle.py"


def test_a_learner_beats_greedy_after_a_short_while() -> None:
    example = run_path(str(EXAMPLE))
    before = example["share_won"](np.zeros(example["FEATURES"]), 150, 7)
    after = example["share_won"](example["learn"](160, seed=1, games=256), 150, 7)
    assert 0.4 < before < 0.6
    assert after > 0.6


def test_the_example_prints_its_result(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", [str(EXAMPLE), "--steps", "2", "--deals", "20"])
    run_path(str(EXAMPLE), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["before learning", lines[1], "after learning"]
    assert "95 % interval" in lines[2]
