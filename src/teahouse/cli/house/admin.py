"""`teahouse admin ACTION`: moderate a house, whether its server runs or not."""

import argparse
import asyncio
import json
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from teahouse.cli.shared.columns import columns
from teahouse.cli.shared.database import add_database, opened
from teahouse.cli.shared.parser import CommandParser
from teahouse.core.errors import InvalidOption, shown

if TYPE_CHECKING:
    from teahouse.service.moderation.moderation import Moderation

UNITS: Final = {"m": 1, "h": 60, "d": 24 * 60, "w": 7 * 24 * 60}
DURATION: Final = re.compile(r"([1-9]\d{0,5})([mhdw])")
BY: Final = ""  # the log names no person for the command line
MOST: Final = 200

Printed = tuple[Any, list[str]]  # what --json prints, and the lines of text


def parser() -> CommandParser:
    """The command's arguments."""
    command = CommandParser(
        "admin",
        "Keep order in a house: name administrators, look at reports, mute or suspend people, close or repair tables. "
        "The server may run meanwhile, and notices within seconds. Every act is logged.\n\nactions:\n"
        + "\n".join(f"  {name + ' ' + action.takes:<18}{action.does}" for name, action in ACTIONS.items()),
        "  teahouse admin grant Ann                       let Ann open the console at /console\n"
        "  teahouse admin reports\n"
        '  teahouse admin suspend Bob --for 7d --why "insults after a warning"\n'
        '  teahouse admin close 0123456789abcdef --why "asked for by its players"',
    )
    command.add_argument("action", metavar="ACTION", choices=ACTIONS, help="what to do, see above")
    command.add_argument("subject", metavar="SUBJECT", nargs="?", help="a person's name, a report's id or a table's id")
    command.add_argument("--for", metavar="TIME", dest="duration", help="how long: 30m, 2h, 7d or 4w")
    command.add_argument("--why", metavar="TEXT", help="the reason, which the person sees and the log keeps")
    command.add_argument("--closed", action="store_true", help="list the closed reports instead of the open ones")
    add_database(command)
    command.add_argument("--json", action="store_true", help="one JSON value")
    return command


def run(args: argparse.Namespace) -> None:
    """Run one action, and print its result."""
    action = ACTIONS[args.action]
    _check(args, action)
    result, lines = asyncio.run(_done(args, action))
    if args.json:
        import msgspec

        print(json.dumps(msgspec.to_builtins(result)))
    else:
        print("\n".join(lines))


def _check(args: argparse.Namespace, action: "AdminAction") -> None:
    """Refuse missing arguments, and arguments that the action does not take."""
    if bool(action.takes) != (args.subject is not None):
        expectation = f"expected {action.takes} after {args.action}" if action.takes else f"{args.action} takes nothing"
        raise InvalidOption(f"admin: {expectation}, got {shown(args.subject or '')}")
    given_options = {"--for": args.duration, "--why": args.why, "--closed": args.closed or None}
    for name, value in given_options.items():
        if value is not None and name not in action.options:
            raise InvalidOption(f"admin: {args.action} takes no {name}")
        if value is None and name in action.options and name != "--closed":
            raise InvalidOption(f"admin: {args.action} needs {name}")


def minutes_of(text: str) -> int:
    """A duration in minutes.

    >>> minutes_of("2h"), minutes_of("7d")
    (120, 10080)
    """
    match = DURATION.fullmatch(text)
    if match is None:
        raise InvalidOption(f"expected a time such as 30m, 2h, 7d or 4w, got {shown(text)} (--for)")
    return int(match[1]) * UNITS[match[2]]


async def _done(args: argparse.Namespace, action: "AdminAction") -> Printed:
    from teahouse.service.moderation.moderation import Moderation

    async with opened(args) as store:
        return await action.run(Moderation(store, lambda: time.time_ns() // 1_000_000), args)


# -- the actions -------------------------------------------------------------------------------------------------------


class AdminAction(NamedTuple):
    """An action: what it takes, the options it needs, what it does, and the function that does it."""

    takes: str
    options: tuple[str, ...]
    does: str
    run: Callable[["Moderation", argparse.Namespace], Awaitable[Printed]]


async def _grant(moderation: "Moderation", args: argparse.Namespace) -> Printed:
    person = await moderation.grant(BY, args.subject)
    return person, [f"{person.name} may open the console at /console"]


async def _revoke(moderation: "Moderation", args: argparse.Namespace) -> Printed:
    person = await moderation.revoke(BY, args.subject)
    return person, [f"{person.name} may no longer open the console"]


async def _administrators(moderation: "Moderation", _args: argparse.Namespace) -> Printed:
    people = await moderation.administrators()
    return people, [one.name for one in people] or ["nobody: name one with `teahouse admin grant NAME`"]


async def _person(moderation: "Moderation", args: argparse.Namespace) -> Printed:
    card = await moderation.card((await moderation.find(args.subject)).id)
    kind = "guest" if card.guest else "administrator" if card.administrator else "account"
    lines = [f"{card.name} ({card.id}), {kind} since {_date(card.created)}"]
    lines += [f"{one.kind} until {_date(one.until)}: {one.why}" for one in card.sanctions]
    wait = f", waits until {_date(card.pause.until)}" if card.pause.until else ""
    lines += [f"left {card.pause.departures} running games in the last week{wait}"] if card.pause.departures else []
    lines += [f"sits at table {table}" for table in card.tables]
    lines += [f"report {one.id} ({one.status}) of {_date(one.at)}: {one.reason} {one.text}" for one in card.reports]
    return card, lines


async def _reports(moderation: "Moderation", args: argparse.Namespace) -> Printed:
    reports = await moderation.reports("closed" if args.closed else "open", MOST)
    names = await moderation.names({one.person for one in reports} | {one.reporter for one in reports})
    rows = [("id", "when", "about", "by", "reason", "text")]
    rows += [
        (one.id, _date(one.at), _name(names, one.person), _name(names, one.reporter), one.reason, one.text)
        for one in reports
    ]
    return reports, list(columns(rows, left=rows[0])) if reports else ["no reports"]


async def _report(moderation: "Moderation", args: argparse.Namespace) -> Printed:
    report = await moderation.find_report(args.subject)
    seen = report.evidence
    names = await moderation.names({report.person, report.reporter, *seen.seats, *(line.person for line in seen.chat)})
    lines = [f"report {report.id}, {report.status}, {_date(report.at)}: {report.reason}"]
    lines += [f"about {_name(names, report.person)} ({report.person}), by {_name(names, report.reporter)}"]
    lines += [report.text] if report.text else []
    if seen.table:
        at_it = ", ".join(_name(names, one) for one in seen.seats if one)
        lines += [f"table {seen.table} ({seen.game}, {seen.status}): {at_it}; record {seen.record or '-'}"]
    for line in seen.chat:
        mark = ">" if line.seq == seen.said else " "
        lines.append(f"{mark} {_date(line.at)} {_name(names, line.person)}: {line.text}")
    lines += [f"decided {_date(report.decided)}: {report.note}"] if report.decided is not None else []
    return report, lines


async def _decide(moderation: "Moderation", args: argparse.Namespace) -> Printed:
    report = await moderation.decide(BY, args.subject, args.why)
    return report, [f"report {report.id} is closed"]


async def _mute(moderation: "Moderation", args: argparse.Namespace) -> Printed:
    minutes = minutes_of(args.duration)
    person = await moderation.find(args.subject)
    sanction = await moderation.mute(BY, person.id, minutes, args.why)
    return sanction, [f"{person.name} is muted until {_date(sanction.until)}"]


async def _suspend(moderation: "Moderation", args: argparse.Namespace) -> Printed:
    minutes = minutes_of(args.duration)
    person = await moderation.find(args.subject)
    sanction = await moderation.suspend(BY, person.id, minutes, args.why)
    return sanction, [f"{person.name} is suspended until {_date(sanction.until)}; every session has ended"]


async def _unmute(moderation: "Moderation", args: argparse.Namespace) -> Printed:
    person = await moderation.find(args.subject)
    await moderation.lift(BY, person.id, "mute")
    return person, [f"{person.name} may chat again"]


async def _unsuspend(moderation: "Moderation", args: argparse.Namespace) -> Printed:
    person = await moderation.find(args.subject)
    await moderation.lift(BY, person.id, "suspend")
    return person, [f"{person.name} may sign in again"]


async def _table(moderation: "Moderation", args: argparse.Namespace) -> Printed:
    check = await moderation.check_table(args.subject)
    names = await moderation.names(set(check.seats))
    at_it = ", ".join(_name(names, one) if one else "free" for one in check.seats)
    lines = [
        f"table {check.id}: {check.game}, {check.status}, {check.events} events, pot {check.pot}",
        f"seats: {at_it}",
    ]
    return check, [*lines, f"broken: {check.trouble}" if check.trouble else "its log can be read"]


async def _close(moderation: "Moderation", args: argparse.Namespace) -> Printed:
    await moderation.close_table(BY, args.subject, args.why)
    return {"closed": args.subject}, [f"table {args.subject} is closed; the stakes went back"]


async def _retire(moderation: "Moderation", args: argparse.Namespace) -> Printed:
    await moderation.retire_table(BY, args.subject, args.why)
    return {"retired": args.subject}, [f"table {args.subject} is retired; the stakes went back, its log is kept"]


async def _ratings(moderation: "Moderation", _args: argparse.Namespace) -> Printed:
    computed = await moderation.recompute_ratings()
    wrong = f"{computed.wrong:,} differed and are right now" if computed.wrong else "all as they were"
    return computed, [f"{computed.matches:,} rated matches, {computed.ratings:,} ratings: {wrong}"]


async def _records(moderation: "Moderation", _args: argparse.Namespace) -> Printed:
    computed = await moderation.recompute_records()
    wrong = f"{computed.wrong:,} differed and are right now" if computed.wrong else "all as they were"
    broken = [f"the log of table {one} cannot be read; its records stay" for one in computed.unreadable]
    return computed, [f"{computed.deals:,} public deals, {computed.records:,} records: {wrong}", *broken]


async def _repair(moderation: "Moderation", args: argparse.Namespace) -> Printed:
    check = await moderation.repair_table(BY, args.subject)
    return check, [f"table {check.id}: its row in the lists is written again from its log ({check.status})"]


async def _broken(moderation: "Moderation", _args: argparse.Namespace) -> Printed:
    tables = await moderation.broken_tables()
    return tables, [f"{one.id} ({one.game}): {one.trouble}" for one in tables] or ["every table can be read"]


async def _log(moderation: "Moderation", _args: argparse.Namespace) -> Printed:
    entries = await moderation.log(MOST)
    names = await moderation.names({one.administrator for one in entries} | {one.person for one in entries})
    rows = [("when", "who", "act", "on", "why")]
    for one in entries:
        who = _name(names, one.administrator) if one.administrator else "command line"
        rows.append((_date(one.at), who, one.act, _name(names, one.person) if one.person else one.table, one.why))
    return entries, list(columns(rows, left=rows[0])) if entries else ["nothing yet"]


def _name(names: Mapping[str, str], one: str) -> str:
    return names.get(one, one)


def _date(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")


ACTIONS: Final[Mapping[str, AdminAction]] = {
    "grant": AdminAction("NAME", (), "allow a person to open the console", _grant),
    "revoke": AdminAction("NAME", (), "withdraw that permission", _revoke),
    "administrators": AdminAction("", (), "list the people who may open the console", _administrators),
    "reports": AdminAction("", ("--closed",), "list the open reports", _reports),
    "report": AdminAction("ID", (), "show a report with its evidence", _report),
    "decide": AdminAction("ID", ("--why",), "close a report with a note", _decide),
    "person": AdminAction("NAME", (), "show what is known about a person", _person),
    "mute": AdminAction("NAME", ("--for", "--why"), "mute a person in the whole house for a time", _mute),
    "unmute": AdminAction("NAME", (), "end a mute", _unmute),
    "suspend": AdminAction(
        "NAME", ("--for", "--why"), "end a person's sessions, and refuse new ones for a time", _suspend
    ),
    "unsuspend": AdminAction("NAME", (), "end a suspension", _unsuspend),
    "table": AdminAction("ID", (), "show a table, and whether its log can be read", _table),
    "close": AdminAction("ID", ("--why",), "close a table; the stakes go back", _close),
    "repair": AdminAction("ID", (), "write a table's row in the lists again from its log", _repair),
    "retire": AdminAction("ID", ("--why",), "close a table that cannot be read; the stakes go back", _retire),
    "broken": AdminAction("", (), "find every table that cannot be read", _broken),
    "ratings": AdminAction("", (), "compute every rating again from the logs", _ratings),
    "records": AdminAction("", (), "compute every record of the house again from the logs", _records),
    "log": AdminAction("", (), "show what administrators did", _log),
}
