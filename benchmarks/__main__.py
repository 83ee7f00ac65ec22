"""`python -m benchmarks [SUBJECT …]`: measure everything, or the named subjects, and print a table."""

import sys
from importlib import import_module

from rich.console import Console
from rich.table import Table

from benchmarks.measure import Figure, one_core

SUBJECTS = (
    "battle",
    "battle_search",
    "scoring",
    "classic",
    "solitaire",
    "solitaire_solver",
    "engines",
    "startup",
    "server",
    "copies",
)


def main() -> None:
    """Measure and print; exit code 1 when a promised ratio is missed."""
    chosen = sys.argv[1:] or list(SUBJECTS)
    if unknown := [name for name in chosen if name not in SUBJECTS]:
        sys.exit(f"benchmarks: expected subjects among {', '.join(SUBJECTS)}, got {', '.join(unknown)}")
    one_core()
    figures = [figure for name in chosen for figure in import_module(f"benchmarks.{name}").figures()]
    Console(width=140).print(table(figures))
    missed = [f for f in figures if f.least_ratio is not None and f.ratio is not None and f.ratio < f.least_ratio]
    for figure in missed:
        print(f"missed: {figure.name}: {figure.ratio:.2f} × instead of {figure.least_ratio} ×", file=sys.stderr)
    sys.exit(1 if missed else 0)


def table(figures: list[Figure]) -> Table:
    """The figures as a table."""
    made = Table("figure", "ours", "peer", "ratio", "promised", "peer is", "note")
    for figure in figures:
        made.add_row(
            figure.name,
            f"{figure.ours:,.1f} {figure.unit}",
            "" if figure.peer is None else f"{figure.peer:,.1f} {figure.unit}",
            "" if figure.ratio is None else f"{figure.ratio:.2f} ×",
            "" if figure.least_ratio is None else f"{figure.least_ratio:g} ×",
            figure.peer_name,
            figure.note,
        )
    return made


if __name__ == "__main__":
    main()
