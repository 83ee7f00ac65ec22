"""`teahouse find`: search finished deals, on a server or in a database."""

import argparse
import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

import msgspec

from teahouse.cli.shared.columns import columns
from teahouse.cli.shared.database import add_database, opened
from teahouse.cli.shared.parser import CommandParser
from teahouse.cli.shared.site import Unreachable, ask, is_address
from teahouse.core.errors import InvalidOption, plain, shown
from teahouse.games import GAMES

if TYPE_CHECKING:
    from teahouse.service.deals.criteria import DealCriteria
    from teahouse.service.deals.search import FoundDeal, FoundDeals

OUTCOMES: Final = {"won": 2, "drawn": 1, "lost": 0}
ACCURACIES: Final = ("70", "80", "90", "95")
MOST: Final = 50
DAY: Final = "DAY"
COLUMNS: Final = ("ended", "game", "variant", "deal", "players", "result", "moves", "ending")
LEFT: Final = ("ended", "game", "variant", "deal", "players", "ending")
TEXTS: Final = {
    "person": ("NAME", "somebody who played"),
    "other": ("NAME", "somebody else who played"),
    "variant": ("NAME", "a layout or a ruleset"),
    "ending": ("WORD", "how it ended, as in its result: no_pairs, mahjong, cleared, resigned …"),
    "opening": ("TILES", "the first pairs of Battle, such as 5m or '5m 7z'"),
    "feat": ("WORD", "a special hand, such as special:thirteen_wonders"),
    "bot": ("LEVEL", "the level of a house player who played"),
    "since": (DAY, "the first day, such as 2026-11-17, in UTC"),
    "until": (DAY, "the last day"),
}


def parser() -> CommandParser:
    """The command's arguments."""
    command = CommandParser(
        "find",
        "Find finished deals, the last first, as the page /games does: in the database of a house, or with --server on "
        "a server. Deals of private tables are not found.",
        "  teahouse find --game battle --person Ann --outcome won\n"
        "  teahouse find --feat special:thirteen_wonders --since 2026-01-01 --data FOLDER\n"
        "  teahouse find --server https://teahouse.example --accuracy 90 --json",
    )
    command.add_argument("--game", choices=list(GAMES), help="one game alone")
    for name, (kind, text) in TEXTS.items():
        command.add_argument(f"--{name}", metavar=kind, type=day if kind == DAY else str, help=text)
    command.add_argument("--outcome", choices=list(OUTCOMES), help="the result of the person named by --person")
    command.add_argument(
        "--accuracy", choices=ACCURACIES, help="at least so much, in percent, over the deals of the match"
    )
    command.add_argument("--shortest", metavar="MOVES", type=int, help="at least so many moves, passes left out")
    command.add_argument("--longest", metavar="MOVES", type=int, help="at most so many moves")
    command.add_argument("--limit", metavar="N", type=int, default=20, help=f"how many, up to {MOST} (default: 20)")
    command.add_argument("--after", metavar="PLACE", default="", help="go on where the last search ended")
    command.add_argument("--server", metavar="URL", help="ask a server, such as https://teahouse.example")
    add_database(command)
    command.add_argument("--json", action="store_true", help="one JSON object")
    return command


def run(args: argparse.Namespace) -> None:
    """Search, and print what was found."""
    if not 1 <= args.limit <= MOST:
        raise InvalidOption(f"find: expected --limit from 1 to {MOST}, got {args.limit}")
    deals = _asked(args) if args.server else asyncio.run(_read(args))
    print(msgspec.json.encode(deals).decode() if args.json else "\n".join(_lines(deals, args.server)))


def day(text: str) -> str:
    """Read a day, as the search takes it."""
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).strftime("%Y-%m-%d")
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a day such as 2026-11-17, got {shown(text)}") from None


def criteria_of(args: argparse.Namespace) -> "DealCriteria":
    """The search that the arguments describe; an error names a wrong value."""
    from teahouse.service.deals.criteria import DealCriteria

    try:
        return msgspec.convert(_given(args), DealCriteria)
    except msgspec.ValidationError as error:
        raise InvalidOption(f"find: {plain(error)}") from None


def _given(args: argparse.Namespace) -> dict[str, Any]:
    names = ("game", "accuracy", "shortest", "longest", *TEXTS)
    values = {name: getattr(args, name) for name in names} | {"outcome": OUTCOMES.get(args.outcome)}
    return {name: value for name, value in values.items() if value is not None}


async def _read(args: argparse.Namespace) -> "FoundDeals":
    """Search in the database, as a visitor without a session."""
    import os

    from teahouse.service.deals.criteria import query_of
    from teahouse.service.deals.search import search
    from teahouse.service.listings import Listings
    from teahouse.service.timers import LoopTimers

    criteria = criteria_of(args)
    async with opened(args) as store:
        listings = Listings(store, LoopTimers(), 0, os.urandom)
        return await store.read(
            lambda connection: search(connection, listings, query_of(connection, criteria, ""), args.after, args.limit)
        )


def _asked(args: argparse.Namespace) -> "FoundDeals":
    """Ask a server."""
    from teahouse.service.deals.search import FoundDeals

    if args.database or args.data or args.config:
        raise InvalidOption("find: expected either --server or a database, got both")
    if not is_address(args.server):
        raise InvalidOption(f"find: expected an address such as https://teahouse.example, got {shown(args.server)}")
    criteria_of(args)
    query = urlencode(_given(args) | {"limit": args.limit} | ({"after": args.after} if args.after else {}))
    try:
        answer = ask(args.server, f"/api/v1/deals?{query}")
        if answer.status == 200:
            return msgspec.json.decode(answer.body, type=FoundDeals)
    except Unreachable as error:
        raise InvalidOption(f"find: {shown(args.server)} does not answer: {error}") from None
    except msgspec.DecodeError:
        raise InvalidOption(f"find: expected a teahouse at {shown(args.server)}, got something else") from None
    raise InvalidOption(f"find: {answer.fields.get('text') or f'{shown(args.server)} answered {answer.status}'}")


def _lines(deals: "FoundDeals", server: str | None) -> Iterator[str]:
    rows = [COLUMNS, *(_row(one) for one in deals.deals)]
    yield from columns(rows, left=LEFT) if deals.deals else ["nothing found"]
    if deals.back_to is not None:
        yield f"looked back to {_date(deals.back_to)}"
    if deals.after is not None:
        yield f"more: --after {deals.after}"
    if server and deals.deals:
        yield f"review one: {server.rstrip('/')}/review/{deals.deals[0].table}/{deals.deals[0].deal}"


def _row(one: "FoundDeal") -> tuple[str, ...]:
    scores = " : ".join(map(str, one.result.scores))
    head = (_date(one.ended), one.game, one.variant, f"{one.table}/{one.deal}", ", ".join(one.names))
    return (*head, scores, str(one.length), one.result.ending)


def _date(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
