"""The examples do what they say."""

import subprocess
import sys
from pathlib import Path

from tests.web.live import Live

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def test_the_battle_client_plays_to_the_end_in_few_lines(live: Live) -> None:
    script = EXAMPLES / "battle_client.py"
    assert len(script.read_text().splitlines()) < 60
    done = subprocess.run([sys.executable, script, live.url], capture_output=True, text=True, check=True, timeout=300)
    lines = done.stdout.splitlines()
    assert lines[0].startswith("seat 0 takes ")
    assert lines[-2].startswith("the end: [")
    assert lines[-1].startswith(f"record: {live.url}/api/v1/records/")
