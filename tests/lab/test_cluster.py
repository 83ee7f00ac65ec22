"""Arenas and surveys on a real Ray cluster of several processes on this machine."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from teahouse.cli import run
from teahouse.lab.cluster import join_cluster

pytestmark = pytest.mark.ray

KILLER = """#!{python}
import json, os, pathlib, signal, sys
mark = pathlib.Path({mark!r})
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{{"type":"hello"}}', flush=True)
    elif message["type"] == "choose":
        if message["view"]["scores"] != [0, 0] and not mark.exists():
            mark.touch()
            os.kill(os.getppid(), signal.SIGKILL)
        print(json.dumps({{"type": "choice", "id": message["id"], "move": 0}}), flush=True)
"""


@pytest.fixture
def cluster() -> Iterator[None]:
    """A cluster of two processes, to which this one is connected."""
    ray, _ = join_cluster("local", 2)
    yield
    ray.shutdown()


@pytest.mark.filterwarnings("ignore")  # Ray leaves sockets and files to the garbage collector
def test_a_cluster_gets_the_same_results_and_survives_the_death_of_a_worker(
    cluster: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mark, bot = tmp_path / "killed", tmp_path / "killer.py"
    bot.write_text(KILLER.format(python=sys.executable, mark=str(mark)))
    bot.chmod(0o755)
    files = [tmp_path / name for name in ("cluster.jsonl", "alone.jsonl")]
    arena = ["arena", "battle", "--players", f"exec:{bot},greedy", "--deals", "4", "--time", "60", "--json"]
    survey = ["survey", "classic", "--deals", "4", "--json"]

    assert run([*arena, "--out", str(files[0]), "--ray", "auto"]) == 0
    assert mark.exists(), "no worker was killed"
    assert run([*survey, "--ray", "auto"]) == 0
    on_cluster = [json.loads(line) for line in capsys.readouterr().out.splitlines() if line.startswith("{")]

    assert run([*arena, "--out", str(files[1]), "--jobs", "1"]) == 0
    assert run([*survey, "--threads", "1"]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == on_cluster
    assert files[0].read_bytes() == files[1].read_bytes()
