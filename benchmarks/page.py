"""The page of all figures, `docs/benchmarks.md`: a section for each subject, replaced when it is measured again."""

import os
import platform
import re
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import teahouse
from benchmarks.measure import Figure
from benchmarks.subjects import module_of

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
LIBRARIES = ("numpy", "numba", "llvmlite", "msgspec")
TIMES = ("µs", "ms", "s", "seconds", "minutes")
"""Units in which lower is better."""
HEAD = """\
# Benchmarks

`make bench` measures these figures of Teahouse. Most stand beside the figure of a *peer*: a comparable program, or the
same one under simpler conditions, measured in the same run on the same core. `python -m benchmarks SUBJECT` measures
one subject alone; with `--write` it also replaces the subject's section on this page.

Teahouse and the peer take turns, and the best of several rounds counts, in CPU time of the process, so that other work
on the machine changes little. Waiting times (the server, the engines, how quickly commands start) are wall time: under
a load above the number of cores they are many times what an idle machine shows. Every section names the load under
which it was measured: 1.0 is one busy core. Only ratios are promised, because the figures of one machine say little
about another. p50, p95 and p99 are percentiles: 95 % of all values are at most p95.

A run prints how many seconds each subject took. Most take one to three minutes on two cores; the longest are `growth`,
`people` and `judge`, which plays for at most two minutes a game. A subject that fails is named at the end; the others
are still measured and written. Settings for larger sizes are named at the top of each subject's file in `benchmarks/`.
"""
TABLE = ("| figure | ours | peer | ratio | promised ratio | the peer is | note |", "|---|--:|--:|--:|--:|---|---|")
SECTION = re.compile(r"^## (\w+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def machine() -> str:
    """The processor, its cores, and the versions of the software behind every figure."""
    cores = os.cpu_count() or 1
    libraries = ", ".join(f"{name} {_version(name)}" for name in LIBRARIES)
    house = f"teahouse {teahouse.__version__}, Python {platform.python_version()}, {libraries}"
    return f"{house}; {cores} cores, {_processor()}"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.machine()
    named = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return named[1].strip() if named else platform.machine()


def load() -> float:
    """The load of the machine over the last minute."""
    return os.getloadavg()[0]


def section(subject: str, figures: Sequence[Figure], loads: tuple[float, float]) -> str:
    """A subject's figures as a table, after what they measure and how to measure them again."""
    about = (module_of(subject).__doc__ or "").strip().partition("\n\n")[0].replace("\n", " ")
    how = f"Measured with {machine()}, under a load of {loads[0]:.1f} before and {loads[1]:.1f} after."
    return "\n".join(
        [about, "", *TABLE, *map(row, figures), "", how, f"To repeat: `python -m benchmarks {subject}`.", ""]
    )


def row(figure: Figure) -> str:
    """A figure as a row.

    >>> row(Figure("deals", "deals/s", 1234.5, 100.0, "a peer", 2.0))
    '| deals | 1,234 deals/s | 100 deals/s | 12.3 × | 2 ×, kept | a peer |  |'
    """
    cells = (
        figure.name,
        f"{number(figure.ours)} {figure.unit}",
        "" if figure.peer is None else f"{number(figure.peer)} {figure.unit}",
        "" if figure.ratio is None else f"{number(figure.ratio)} ×{' the time' if figure.unit in TIMES else ''}",
        promise(figure),
        figure.peer_name,
        figure.note,
    )
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def promise(figure: Figure) -> str:
    """The promise, and whether it was kept."""
    if figure.least_ratio is None:
        return ""
    is_kept = figure.ratio is not None and figure.ratio >= figure.least_ratio
    return f"{figure.least_ratio:g} ×, {'kept' if is_kept else 'missed'}"


def number(value: float) -> str:
    """A number with three significant figures.

    >>> number(8442983.6), number(0.01234), number(41.27)
    ('8,442,984', '0.0123', '41.3')
    """
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def sections(text: str) -> dict[str, str]:
    """The sections of a page by their subjects."""
    return dict(SECTION.findall(text))


def page(found: Mapping[str, str], subjects: Iterable[str]) -> str:
    """The whole page: the sections in the order of subjects, and a line about those that are not measured yet."""
    parts = [HEAD]
    for subject in subjects:
        body = found.get(subject) or f"Not measured yet: `python -m benchmarks {subject} --write`.\n"
        parts.append(f"## {subject}\n\n{body.strip()}\n")
    return "\n".join(parts)
