"""Lighthouse's scores for a page on a phone, if `lighthouse` is installed."""

import json
import os
import shutil
import statistics
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from tests.e2e.house import ARGUMENTS, CHROMIUM

from benchmarks.measure import Figure

RUNS: Final = 3
PATIENCE_S: Final = 180
AIMS: Final[Mapping[str, int]] = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
PARTS: Final[Mapping[str, str]] = {
    "largest-contentful-paint": "ms",
    "total-blocking-time": "ms",
    "cumulative-layout-shift": "",
}


def command() -> str | None:
    """The command, by `LIGHTHOUSE` or on the path; None where there is none."""
    return shutil.which(os.environ.get("LIGHTHOUSE", "lighthouse"))


def lighthouse(url: str) -> Iterator[Figure]:
    """The categories of Lighthouse for a phone, and what its performance consists of; the median of several runs."""
    program = command()
    if program is None:
        print(
            "Lighthouse is not installed: run `npm install lighthouse` in any folder and set LIGHTHOUSE to its command"
        )
        return
    reports = [_judged(program, url) for _ in range(RUNS)]
    for name, aim in AIMS.items():
        score = statistics.median(100 * one["categories"][name]["score"] for one in reports)
        yield Figure(f"Lighthouse on a phone: {name}", "of 100", score, note=f"aim {aim}")
    for name, unit in PARTS.items():
        value = statistics.median(one["audits"][name]["numericValue"] for one in reports)
        yield Figure(f"Lighthouse on a phone: {name}", unit, value, note="lower is better")


def _judged(program: str, url: str) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        asked = [program, url, "--quiet", "--output=json", f"--output-path={report}"]
        browser = f"--chrome-flags={' '.join(ARGUMENTS)}"
        environment = os.environ | {"CHROME_PATH": CHROMIUM}
        subprocess.run([*asked, browser], check=True, timeout=PATIENCE_S, env=environment)
        return json.loads(report.read_text(encoding="utf-8"))
