"""`python -m benchmarks [SUBJECT …] [--write]`: measure everything, or the named subjects, and print a table."""

import argparse
import sys
import time
import traceback
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from benchmarks.measure import Figure, one_core
from benchmarks.page import PAGE, load, page, section, sections
from benchmarks.subjects import SUBJECTS, module_of


def main() -> None:
    """Measure and print, and write the page with `--write`; exit code 1 if a promise is not kept or a subject fails."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description="measure Teahouse beside comparable programs"
    )
    parser.add_argument("subjects", nargs="*", metavar="SUBJECT", help=f"one of {', '.join(SUBJECTS)} (all)")
    parser.add_argument("--write", action="store_true", help="write what was measured into docs/benchmarks.md")
    given = parser.parse_args()
    chosen: list[str] = given.subjects or list(SUBJECTS)
    if unknown := [name for name in chosen if name not in SUBJECTS]:
        sys.exit(f"benchmarks: expected subjects among {', '.join(SUBJECTS)}, got {', '.join(unknown)}")
    one_core()
    started = time.monotonic()
    figures, failed = measure_all(chosen, is_written=given.write)
    print(f"{len(chosen)} subjects took {(time.monotonic() - started) / 60:.1f} min", file=sys.stderr, flush=True)
    Console(width=140).print(table(figures))
    missed = [f for f in figures if f.least_ratio is not None and f.ratio is not None and f.ratio < f.least_ratio]
    for figure in missed:
        print(
            f"promise not kept: {figure.name}: {figure.ratio:.2f} ×, expected at least {figure.least_ratio:g} ×",
            file=sys.stderr,
        )
    for name in failed:
        print(f"failed: {name}: see the error above", file=sys.stderr)
    sys.exit(1 if missed or failed else 0)


def measure_all(subjects: Sequence[str], *, is_written: bool) -> tuple[list[Figure], list[str]]:
    """Measure one subject after the other and report progress; return the figures, and the subjects that failed."""
    figures: list[Figure] = []
    failed: list[str] = []
    for number, name in enumerate(subjects, 1):
        print(f"{number} of {len(subjects)}: {name} …", file=sys.stderr, flush=True)
        started = time.monotonic()
        try:
            figures += measured(name, is_written=is_written)
        except Exception:  # measure the others anyway
            traceback.print_exc()
            failed.append(name)
        print(f"{name}: {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    return figures, failed


def measured(subject: str, *, is_written: bool) -> list[Figure]:
    """The figures of a subject; with `is_written` its section of the page is replaced at once."""
    before = load()
    figures: list[Figure] = list(module_of(subject).figures())
    if is_written:
        found = sections(PAGE.read_text(encoding="utf-8")) if PAGE.exists() else {}
        found[subject] = section(subject, figures, (before, load()))
        PAGE.write_text(page(found, SUBJECTS), encoding="utf-8")
    return figures


def table(figures: list[Figure]) -> Table:
    """The figures as a table."""
    made = Table("figure", "ours", "peer", "ratio", "promised ratio", "the peer is", "note")
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
