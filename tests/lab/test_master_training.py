"""The training of Classic's learned player runs to its end, at a small size; PyTorch is installed by hand for it."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from teahouse.players.classic.learned.network import fill_network, new_learner

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.slow
def test_a_small_training_runs_to_its_end(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    command = [sys.executable, "-m", "training.master", "--small", "--workers", "1", "--out", str(tmp_path)]
    subprocess.run(command, check=True, cwd=ROOT, timeout=900)
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text("utf-8").splitlines()]
    assert lines[0]["stage"] == "start"
    assert {line["stage"] for line in lines} == {"start", "imitate", "improve"}
    learner = new_learner()
    fill_network(learner.network, np.load(tmp_path / "network.npy").astype(np.float32))
    assert learner.network.first.any()


def test_the_log_of_the_shipped_weights_has_both_stages() -> None:
    text = (ROOT / "training" / "logs" / "master.jsonl").read_text("utf-8")
    stages = [json.loads(line)["stage"] for line in text.splitlines()]
    assert stages.count("start") == 3
    assert stages.count("improve") > 100
