"""Draws the course of a training from its log: `python -m training.curve LOG PICTURE.svg` (extra `lab`)."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from teahouse.lab.plots import SHADES, drawn, new_figure

RULESETS: Final = ("british", "bmja", "three-players", "two-players")
COMPANY: Final = "three experts"
"""The company (the players at the other seats) whose points are drawn: three experts."""
FIRST: Final = "british"
"""The ruleset of logs that name none."""
SMOOTH: Final = 15
"""How many rounds are averaged, because the points of one round are mostly luck."""


def smooth(numbers: Sequence[float]) -> Any:
    """Means over the rounds around each."""
    weights = np.ones(SMOOTH)
    known = np.isfinite(numbers)
    counts = np.convolve(known, weights, "same")
    sums = np.convolve(np.where(known, numbers, 0.0), weights, "same")
    return np.where(counts > 0, sums / np.maximum(1.0, counts), np.nan)


def received(line: dict[str, Any], ruleset: str) -> float:
    """The points of a round under a ruleset; NaN if it was not played."""
    points: dict[str, float] = line["points"]
    unnamed = points.get(COMPANY, float("nan")) if ruleset == FIRST else float("nan")
    return points.get(f"{ruleset} {COMPANY}", unnamed)


def curve(lines: Sequence[dict[str, Any]]) -> bytes:
    """The points by ruleset, and the entropy of the network's choices, round by round."""
    rounds = [line for line in lines if line["stage"] == "improve"]
    figure, (points, choices) = new_figure(2)
    for shade, ruleset in zip(SHADES, RULESETS, strict=False):
        points.plot(smooth([received(line, ruleset) for line in rounds]), color=shade, label=ruleset)
    points.axhline(0.0, color="#999999", linewidth=0.8)
    points.set(title=f"Points a deal against expert, means of {SMOOTH} rounds", xlabel="round")
    points.legend(frameon=False)
    choices.plot([line["entropy"] for line in rounds], color=SHADES[0], label="entropy of a choice")
    choices.plot(
        [line["explained"] for line in rounds], color=SHADES[1], label="share of the outcome that the critic foresees"
    )
    choices.set(title="How it learns", xlabel="round", ylim=(0.0, None))
    choices.legend(frameon=False)
    return drawn(figure, "svg")


def main() -> None:
    """Read the log, and write the picture."""
    log, picture = (Path(name) for name in sys.argv[1:3])
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    picture.write_bytes(curve(lines))


if __name__ == "__main__":
    main()
