"""The examples work."""

import ast
import re
import subprocess
import sys
from pathlib import Path

from tests.web.live import Live

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
LOCK = EXAMPLES.parent / "requirements.lock"


def imported(script: Path) -> set[str]:
    """The packages that a script imports."""
    found = set[str]()
    for node in ast.walk(ast.parse(script.read_text())):
        if isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
        elif isinstance(node, ast.Import):
            found.update(one.name.partition(".")[0] for one in node.names)
    return found


def test_the_examples_need_only_the_dependencies_of_the_package() -> None:
    locked = {name.replace("-", "_") for name in re.findall(r"^([\w-]+)==", LOCK.read_text(), re.MULTILINE)}
    assert "websockets" in locked
    for script in EXAMPLES.glob("*.py"):
        assert imported(script) <= locked | sys.stdlib_module_names | {"teahouse"}, script.name


def test_the_battle_client_plays_to_the_end_in_few_lines(live: Live) -> None:
    script = EXAMPLES / "battle_client.py"
    assert len(script.read_text().splitlines()) < 60
    done = subprocess.run([sys.executable, script, live.url], capture_output=True, text=True, check=True, timeout=300)
    lines = done.stdout.splitlines()
    assert lines[0].startswith("seat 0 takes ")
    assert lines[-2].startswith("the end: [")
    assert lines[-1].startswith(f"record: {live.url}/api/v1/records/")
