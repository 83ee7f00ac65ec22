"""How findings are printed: as lines for people, or as JSON lines."""

import textwrap
from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from teahouse.cli.house.doctor.finding import LEVELS, Finding, Severity
from teahouse.cli.shared.console import house_console

MARKS: Final = {"ok": "✓", "warning": "!", "fault": "✗"}
STYLES: Final = {"ok": "green", "warning": "yellow", "fault": "bold red"}
NAME_WIDTH: Final = 14
INDENT: Final = " " * (4 + NAME_WIDTH)
WIDEST: Final = 110


class TextReport:
    """A line for each finding, its remedy below it, and a sum."""

    def __init__(self) -> None:
        """Use the terminal's width and colours."""
        self._console: Final = house_console()

    def print_finding(self, finding: Finding) -> None:
        """Print a finding."""
        from rich.text import Text

        style = STYLES[finding.level]
        first, *rest = self._wrapped(finding.text)
        line = Text.assemble((f" {MARKS[finding.level]}  ", style), f"{finding.check:<{NAME_WIDTH}}", first)
        self._console.print(line, soft_wrap=True)
        for more in rest:
            self._console.print(INDENT + more, markup=False, soft_wrap=True)
        for more in self._wrapped(f"→ {finding.remedy}") if finding.remedy else ():
            self._console.print(Text(INDENT + more, style.removeprefix("bold ")), soft_wrap=True)

    def sum_up(self, severities: Sequence[Severity]) -> None:
        """Print how many checks went well and how many did not."""
        counts = Counter(severities)
        words = [f"{counts[level]} {level if counts[level] == 1 else plural(level)}" for level in LEVELS]
        self._console.print(f"\n{len(severities)} checks: {', '.join(words)}", markup=False)

    def _wrapped(self, text: str) -> list[str]:
        width = max(20, min(self._console.width, WIDEST) - len(INDENT))
        return textwrap.wrap(text, width, break_on_hyphens=False, subsequent_indent="  " if text[:1] == "→" else "")


def plural(level: Severity) -> str:
    """Several of a level."""
    return "ok" if level == "ok" else f"{level}s"


class JsonReport:
    """One JSON object for each finding."""

    def print_finding(self, finding: Finding) -> None:
        """Print a finding."""
        print(msgspec.json.encode(finding).decode(), flush=True)

    def sum_up(self, severities: Sequence[Severity]) -> None:
        """Print nothing more: each line is complete."""
