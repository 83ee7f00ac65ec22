"""`teahouse doctor`: check a host's set-up, and say what is wrong and how to fix it."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from teahouse.cli.house.doctor.finding import Finding, Severity, fault, ok
from teahouse.cli.shared.parser import CommandParser
from teahouse.core.errors import TeahouseError
from teahouse.service.settings import Settings, read_settings


def parser() -> CommandParser:
    """The command's arguments."""
    command = CommandParser(
        "doctor",
        "Check a host's set-up: settings, data, disk, database, backups, memory, engines, the running server, the "
        "proxy and the public address. Each line is ok, a warning or a fault with its remedy. Nothing is changed. "
        "The exit code is 1 when there is a fault.",
        "  teahouse doctor\n"
        "  teahouse doctor --config /etc/teahouse.toml --backups /var/backups/teahouse\n"
        "  teahouse doctor --json --no-engines",
    )
    command.add_argument(
        "--config", metavar="FILE", type=Path, help="the file with the settings (default: teahouse.toml)"
    )
    command.add_argument("--backups", metavar="FOLDER", type=Path, help="the backups (default: the data folder)")
    command.add_argument("--no-engines", action="store_true", help="do not start engines and ask them for a move")
    command.add_argument("--json", action="store_true", help="one JSON object a line, one for each check")
    return command


def run(args: argparse.Namespace) -> int:
    """Check everything, print each finding as it comes, and return 1 when there was a fault."""
    from teahouse.cli.house.doctor.report import JsonReport, TextReport

    report = JsonReport() if args.json else TextReport()
    severities = list[Severity]()
    for finding in findings(args.config, args.backups, with_engines=not args.no_engines):
        report.print_finding(finding)
        severities.append(finding.level)
    report.sum_up(severities)
    return int("fault" in severities)


def findings(config: Path | None, backups: Path | None, *, with_engines: bool = True) -> Iterator[Finding]:
    """Every check, one after the other; without valid settings there is nothing more to check."""
    try:
        settings = read_settings(config)
    except TeahouseError as error:
        yield fault(
            "settings", str(error), "correct the file or the variable that it names; docs/settings.md lists all"
        )
        return
    yield from _settings(settings)
    yield from _host(settings, backups)
    if with_engines:
        from teahouse.cli.house.doctor.engines import engines

        yield from engines(settings)
    from teahouse.cli.house.doctor.outside import outside
    from teahouse.cli.house.doctor.server import server

    yield from server(settings)
    yield from outside(settings)


def _settings(settings: Settings) -> Iterator[Finding]:
    if settings.bus and not settings.database.startswith("postgresql:"):
        yield fault("settings", "bus is set, but copies share no database", "set database to postgresql://…")
    else:
        yield ok("settings", "valid")


def _host(settings: Settings, backups: Path | None) -> Iterator[Finding]:
    from teahouse.cli.house.doctor.machine import clock, disk, files, folder, kernels, memory
    from teahouse.cli.house.doctor.storage import backup, bus, database

    for check in (folder, disk, database, bus, memory, files, kernels, clock):
        yield from check(settings)
    yield from backup(settings, backups)
