"""Every fault in `docs/faults.md` names an existing test, and no promised fault is missing."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "faults.md").read_text("utf-8")
ROWS = re.findall(r"^\| (.+?) \| (.+?) \| `(tests/\S+\.py)::(test_\w+)` \|$", PAGE, re.MULTILINE)
PROMISED = (
    "kill -9",
    "SIGTERM",
    "disk full",
    "read-only",
    "locked",
    "PostgreSQL crashes",
    "NATS stops",
    "paused",
    "time of day jumps",
    "a bot crashes, hangs, moves illegally or uses too much memory",
    "slow reader",
    "thousand messages",
    "1 MB",
    "thousands of connects",
    "UTF-8",
    "deep JSON",
    "stolen",
    "expired",
    "replayed",
    "socket from another site",
    "request from another site",
    "markup",
    "settled twice",
    "negative stake",
    "concurrent joins",
    "hidden information",
    "description",
)


def test_every_row_of_the_table_is_read() -> None:
    table = PAGE.partition("\n## ")[0]
    assert len(ROWS) == sum(line.startswith("|") for line in table.splitlines()) - 2


def test_every_fault_names_an_existing_test() -> None:
    missing = [name for _, _, path, name in ROWS if f"def {name}(" not in (ROOT / path).read_text("utf-8")]
    assert missing == []


def test_no_promised_fault_is_missing() -> None:
    faults = "\n".join(fault for fault, _, _, _ in ROWS)
    assert [fault for fault in PROMISED if fault not in faults] == []
