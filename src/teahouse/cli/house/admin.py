"""`teahouse admin ACTION`: keep order in a house, whether its server runs or not."""

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
    from teahouse.service.order.order import Order

UNITS: Final = {"m": 1, "h": 60, "d": 24 * 60, "w": 7 * 24 * 60}
DURATION: Final = re.compile(r"([1-9]\d{0,5})([mhdw])")
BY: Final = ""  # the log names no person for the command line
MOST: Final = 200

Printed = tuple[Any, list[str]]  # what --json prints, and the lines of text


def parser() -> CommandParser:
    """The command's arguments."""
    made = CommandParser(
        "admin",
        "Keep order in a house: name administrators, look at reports, mute or suspend people, close or repair tables. "
        "The server may run meanwhile, and notices within seconds. Every act is logged.\n\nactions:\n"
        + "\n".join(f"  {name + ' ' + action.takes:<18}{action.does}" for name, action in ACTIONS.items()),
        "  teahouse admin grant Ann                       let Ann open the console at /console\n"
        "  teahouse admin reports\n"
        '  teahouse admin suspend Bob --for 7d --why "insults after a warning"\n'
        '  teahouse admin close 0123456789abcdef --why "asked for by its players"',
    )
    made.add_argument("action", metavar="ACTION", choices=ACTIONS, help="what to do, see above")
    made.add_argument("subject", metavar="SUBJECT", nargs="?", help="a person's name, a report's id or a table's id")
    made.add_argument("--for", metavar="TIME", dest="duration", help="how long: 30m, 2h, 7d or 4w")
    made.add_argument("--why", metavar="TEXT", help="the reason, which the person is told and the log keeps")
    made.add_argument("--closed", action="store_true", help="list the closed reports instead of the open ones")
    add_database(made)
    made.add_argument("--json", action="store_true", help="one JSON value")
    return made


def run(args: argparse.Namespace) -> None:
    """Run one action, and print its result."""
    action = ACTIONS[args.action]
    _check(args, action)
    found, lines = asyncio.run(_done(args, action))
    if args.json:
        import msgspec

        print(json.dumps(msgspec.to_builtins(found)))
    else:
        print("\n".join(lines))


def _check(args: argparse.Namespace, action: "AdminAction") -> None:
    """Refuse missing arguments, and those that the action does not take."""
    if bool(action.takes) != (args.subject is not None):
        wanted = f"expected {action.takes} after {args.action}" if action.takes else f"{args.action} takes nothing"
        raise InvalidOption(f"admin: {wanted}, got {shown(args.subject or '')}")
    given = {"--for": args.duration, "--why": args.why, "--closed": args.closed or None}
    for name, value in given.items():
        if value is not None and name not in action.options:
            raise InvalidOption(f"admin: {args.action} takes no {name}")
        if value is None and name in action.options and name != "--closed":
            raise InvalidOption(f"admin: {args.action} needs {name}")


def minutes_of(text: str) -> int:
    """A duration in minutes.

    >>> minutes_of("2h"), minutes_of("7d")
    (120, 10080)
    """
    found = DURATION.fullmatch(text)
    if found is None:
        raise InvalidOption(f"expected a time such as 30m, 2h, 7d or 4w, got {shown(text)} (--for)")
    return int(found[1]) * UNITS[found[2]]


async def _done(args: argparse.Namespace, action: "AdminAction") -> Printed:
    from teahouse.service.order.order import Order

    async with opened(args) as store:
        return await action.run(Order(store, lambda: time.time_ns() // 1_000_000), args)


# -- the actions -------------------------------------------------------------------------------------------------------


class AdminAction(NamedTuple):
    """An action: what it takes, the options it needs, what it does, and the function that does it."""

    takes: str
    options: tuple[str, ...]
    does: str
    run: Callable[["Order", argparse.Namespace], Awaitable[Printed]]


async def _grant(order: "Order", args: argparse.Namespace) -> Printed:
    found = await order.grant(BY, args.subject)
    return found, [f"{found.name} may open the console at /console"]


async def _revoke(order: "Order", args: argparse.Namespace) -> Printed:
    found = await order.revoke(BY, args.subject)
    return found, [f"{found.name} may open the console no more"]


async def _administrators(order: "Order", _args: argparse.Namespace) -> Printed:
    found = await order.administrators()
    return found, [one.name for one in found] or ["nobody: name one with `teahouse admin grant NAME`"]


async def _person(order: "Order", args: argparse.Namespace) -> Printed:
    card = await order.card((await order.find(args.subject)).id)
    kind = "guest" if card.guest else "administrator" if card.administrator else "account"
    lines = [f"{card.name} ({card.id}), {kind} since {_date(card.created)}"]
    lines += [f"{one.kind} until {_date(one.until)}: {one.why}" for one in card.sanctions]
    wait = f", waits until {_date(card.pause.until)}" if card.pause.until else ""
    lines += [f"left {card.pause.departures} running games in the last week{wait}"] if card.pause.departures else []
    lines += [f"sits at table {table}" for table in card.tables]
    lines += [f"report {one.id} ({one.status}) of {_date(one.at)}: {one.reason} {one.text}" for one in card.reports]
    return card, lines


async def _reports(order: "Order", args: argparse.Namespace) -> Printed:
    found = await order.reports("closed" if args.closed else "open", MOST)
    names = await order.names({one.person for one in found} | {one.reporter for one in found})
    rows = [("id", "when", "about", "by", "reason", "text")]
    rows += [
        (one.id, _date(one.at), _name(names, one.person), _name(names, one.reporter), one.reason, one.text)
        for one in found
    ]
    return found, list(columns(rows, left=rows[0])) if found else ["no reports"]


async def _report(order: "Order", args: argparse.Namespace) -> Printed:
    found = await order.find_report(args.subject)
    seen = found.evidence
    names = await order.names({found.person, found.reporter, *seen.seats, *(line.person for line in seen.chat)})
    lines = [f"report {found.id}, {found.status}, {_date(found.at)}: {found.reason}"]
    lines += [f"about {_name(names, found.person)} ({found.person}), by {_name(names, found.reporter)}"]
    lines += [found.text] if found.text else []
    if seen.table:
        at_it = ", ".join(_name(names, one) for one in seen.seats if one)
        lines += [f"table {seen.table} ({seen.game}, {seen.status}): {at_it}; record {seen.record or '-'}"]
    for line in seen.chat:
        mark = ">" if line.seq == seen.said else " "
        lines.append(f"{mark} {_date(line.at)} {_name(names, line.person)}: {line.text}")
    lines += [f"decided {_date(found.decided)}: {found.note}"] if found.decided is not None else []
    return found, lines


async def _decide(order: "Order", args: argparse.Namespace) -> Printed:
    found = await order.decide(BY, args.subject, args.why)
    return found, [f"report {found.id} is closed"]


async def _mute(order: "Order", args: argparse.Namespace) -> Printed:
    minutes = minutes_of(args.duration)
    found = await order.find(args.subject)
    made = await order.mute(BY, found.id, minutes, args.why)
    return made, [f"{found.name} is muted until {_date(made.until)}"]


async def _suspend(order: "Order", args: argparse.Namespace) -> Printed:
    minutes = minutes_of(args.duration)
    found = await order.find(args.subject)
    made = await order.suspend(BY, found.id, minutes, args.why)
    return made, [f"{found.name} is suspended until {_date(made.until)}; every session has ended"]


async def _unmute(order: "Order", args: argparse.Namespace) -> Printed:
    found = await order.find(args.subject)
    await order.lift(BY, found.id, "mute")
    return found, [f"{found.name} may chat again"]


async def _unsuspend(order: "Order", args: argparse.Namespace) -> Printed:
    found = await order.find(args.subject)
    await order.lift(BY, found.id, "suspend")
    return found, [f"{found.name} may sign in again"]


async def _table(order: "Order", args: argparse.Namespace) -> Printed:
    check = await order.check_table(args.subject)
    names = await order.names(set(check.seats))
    at_it = ", ".join(_name(names, one) if one else "free" for one in check.seats)
    lines = [
        f"table {check.id}: {check.game}, {check.status}, {check.events} events, pot {check.pot}",
        f"seats: {at_it}",
    ]
    return check, [*lines, f"broken: {check.trouble}" if check.trouble else "its log can be read"]


async def _close(order: "Order", args: argparse.Namespace) -> Printed:
    await order.close_table(BY, args.subject, args.why)
    return {"closed": args.subject}, [f"table {args.subject} is closed; the stakes went back"]


async def _retire(order: "Order", args: argparse.Namespace) -> Printed:
    await order.retire_table(BY, args.subject, args.why)
    return {"retired": args.subject}, [f"table {args.subject} is retired; the stakes went back, its log is kept"]


async def _ratings(order: "Order", _args: argparse.Namespace) -> Printed:
    found = await order.recompute_ratings()
    wrong = f"{found.wrong:,} differed and are right now" if found.wrong else "all as they were"
    return found, [f"{found.matches:,} rated matches, {found.ratings:,} ratings: {wrong}"]


async def _repair(order: "Order", args: argparse.Namespace) -> Printed:
    check = await order.repair_table(BY, args.subject)
    return check, [f"table {check.id}: its row in the lists is written again from its log ({check.status})"]


async def _broken(order: "Order", _args: argparse.Namespace) -> Printed:
    found = await order.broken_tables()
    return found, [f"{one.id} ({one.game}): {one.trouble}" for one in found] or ["every table can be read"]


async def _log(order: "Order", _args: argparse.Namespace) -> Printed:
    found = await order.log(MOST)
    names = await order.names({one.administrator for one in found} | {one.person for one in found})
    rows = [("when", "who", "act", "on", "why")]
    for one in found:
        who = _name(names, one.administrator) if one.administrator else "command line"
        rows.append((_date(one.at), who, one.act, _name(names, one.person) if one.person else one.table, one.why))
    return found, list(columns(rows, left=rows[0])) if found else ["nothing yet"]


def _name(names: Mapping[str, str], one: str) -> str:
    return names.get(one, one)


def _date(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")


ACTIONS: Final[Mapping[str, AdminAction]] = {
    "grant": AdminAction("NAME", (), "let somebody open the console", _grant),
    "revoke": AdminAction("NAME", (), "let somebody open it no more", _revoke),
    "administrators": AdminAction("", (), "list who may open it", _administrators),
    "reports": AdminAction("", ("--closed",), "list the open reports", _reports),
    "report": AdminAction("ID", (), "show a report with its evidence", _report),
    "decide": AdminAction("ID", ("--why",), "close a report with a note", _decide),
    "person": AdminAction("NAME", (), "show what is known about somebody", _person),
    "mute": AdminAction("NAME", ("--for", "--why"), "mute somebody in the whole house for a time", _mute),
    "unmute": AdminAction("NAME", (), "let them chat again", _unmute),
    "suspend": AdminAction(
        "NAME", ("--for", "--why"), "end somebody's sessions, and refuse new ones for a time", _suspend
    ),
    "unsuspend": AdminAction("NAME", (), "let them sign in again", _unsuspend),
    "table": AdminAction("ID", (), "show a table, and whether its log can be read", _table),
    "close": AdminAction("ID", ("--why",), "close a table; the stakes go back", _close),
    "repair": AdminAction("ID", (), "write a table's row in the lists again from its log", _repair),
    "retire": AdminAction("ID", ("--why",), "give a broken table up; the stakes go back", _retire),
    "broken": AdminAction("", (), "find every table that cannot be read", _broken),
    "ratings": AdminAction("", (), "compute every rating again from the logs", _ratings),
    "log": AdminAction("", (), "show what administrators did", _log),
}
