"""Draws the course of a training from its log: `python -m training.curve LOG PICTURE.svg` (extra `lab`)."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from teahouse.lab.plots import SHADES, drawn, new_figure

COMPANIES: Final = ("medium", "one expert", "two experts", "three experts")
RULESETS: Final = ("british", "bmja", "three-players", "two-players")
COMPANY: Final = "three experts"
"""Where several rulesets were played, the company whose points are drawn for each of them: experts at all seats."""
SMOOTH: Final = 15
"""How many rounds are averaged: what a round brings is mostly luck."""


def smooth(numbers: Sequence[float]) -> Any:
    """Means over the rounds around each."""
    weights = np.ones(SMOOTH)
    known = np.isfinite(numbers)
    sums = np.convolve(np.where(known, numbers, 0.0), weights, "same")
    return sums / np.maximum(1.0, np.convolve(known, weights, "same"))


def told(line: dict[str, Any]) -> dict[str, float]:
    """The points of a round by what a line of the picture shows: a company, or a ruleset."""
    points: dict[str, float] = line["points"]
    return points | {
        ruleset: points[f"{ruleset} {COMPANY}"] for ruleset in RULESETS if f"{ruleset} {COMPANY}" in points
    }


def curve(lines: Sequence[dict[str, Any]]) -> bytes:
    """The points by company, or by ruleset, and how freely the network still chooses, round by round."""
    rounds = [line for line in lines if line["stage"] == "improve"]
    figure, (points, choices) = new_figure(2)
    names = RULESETS if any(RULESETS[0] in told(line) for line in rounds) else COMPANIES
    for shade, name in zip(SHADES, names, strict=False):
        received = [told(line).get(name, float("nan")) for line in rounds]
        points.plot(smooth(received), color=shade, label=name)
    points.axhline(0.0, color="#999999", linewidth=0.8)
    points.set(title=f"Points a deal against others, means of {SMOOTH} rounds", xlabel="round")
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
