"""`teahouse score` for a whole deal: all hands at the table, who pays whom and why."""

import argparse
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import msgspec

from teahouse.cli.shared.files import FileTrouble, opened
from teahouse.cli.shared.parser import CommandParser
from teahouse.core.errors import InvalidOption, InvalidText, shown
from teahouse.core.tiles import Wind
from teahouse.games.classic.rulesets.ruleset import Ruleset, load_ruleset, with_options
from teahouse.games.classic.scorebook.table_deal import SettledTable, TableDeal, settle_table
from teahouse.games.classic.scorebook.transfers import HandScore, Transfer, TransferReason

if TYPE_CHECKING:
    from rich.table import Table

ONE_HAND: Final = (
    "hand",
    "personal",
    "bonus",
    "dealer",
    "discarder_is_dealer",
    "discarder_is_east",
    "winning_streak",
    "insured",
)
"""The arguments that describe a single hand."""
WHOLE: Final = ("winner", "hands", "counted", "fishing", "discarder", "dealt_by", "liable", "east_wins")
"""The options that describe a whole deal."""
SHARED: Final = ("winning", "source", "prevailing", "kong_upon_kong", "original_call", "gone")
LONGEST_DEAL: Final = 20_000
BONUS: Final = re.compile(r"(?:[1-8]+f\s*)+")
WHY: Final[dict[TransferReason, str]] = {
    "self_drawn": "self-drawn",
    "discarder": "discarder",
    "robbed": "robbed kong",
    "dealer": "dealer",
    "east": "East",
    "liable": "pays for all",
}


def add_deal(parser: CommandParser) -> None:
    """The arguments of a whole deal; seats are called by their own winds."""
    _add_many(parser, "winner", "WIND", "who won; several times where several win with a tile")
    _add_many(parser, "hand", "WIND=TILES", "a hand, Flowers and Seasons included; several times", to="hands")
    _add_many(parser, "counted", "WIND=POINTS", "the score of a hand that was counted already; several times")
    _add_many(parser, "fishing", "WIND", "a loser who had declared a ready hand; several times")
    parser.add_argument("--discarder", metavar="WIND", help="whose discard or kong the winning tile was")
    parser.add_argument("--dealt-by", metavar="WIND", help="who dealt, where it was not East")
    parser.add_argument("--liable", metavar="WIND", help="who pays for everybody")
    parser.add_argument("--east-wins", type=int, metavar="N", help="deals in a row that East had won before")
    parser.add_argument("--deal", metavar="FILE", help="settle the deal in a file of JSON (- for the standard input)")


def _add_many(parser: CommandParser, name: str, metavar: str, text: str, to: str | None = None) -> None:
    parser.add_argument(f"--{name}", action="append", default=[], dest=to or name, metavar=metavar, help=text)


def is_deal(args: argparse.Namespace) -> bool:
    """Do the arguments describe a whole deal?"""
    return args.deal is not None or any(_is_given(args, name) for name in WHOLE)


def _is_given(args: argparse.Namespace, name: str) -> bool:
    return getattr(args, name) not in (None, False, "", [])


def _check_alone(args: argparse.Namespace, others: tuple[str, ...], what: str) -> None:
    """Refuse arguments that would change nothing."""
    for name in others:
        if _is_given(args, name):
            shown_name = {"hand": "a single hand", "hands": "--hand"}.get(name, f"--{name.replace('_', '-')}")
            raise InvalidOption(f"score: expected {what}, got {shown_name} too")


def settle_deal(args: argparse.Namespace, ruleset: Ruleset) -> None:
    """Settle a deal and print who pays whom."""
    if args.deal is not None:
        _check_alone(args, (*ONE_HAND, *WHOLE, *SHARED), "a deal by --deal alone")
        deal = _read(args.deal)
        if deal.ruleset is not None and deal.ruleset != ruleset.name:
            ruleset = load_ruleset(deal.ruleset)
        ruleset = with_options(ruleset, deal.options) if deal.options else ruleset
    else:
        _check_alone(args, ONE_HAND, "a whole deal by --winner and --hand WIND=TILES")
        deal = _deal_of_arguments(args)
    settled = settle_table(deal, ruleset)
    if args.json:
        print(msgspec.json.encode(settled).decode())
    else:
        _print(settled, ruleset)


def _read(name: str) -> TableDeal:
    try:
        with opened(name) as file:
            data = file.read(LONGEST_DEAL + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise FileTrouble(f"cannot read {name}: {reason}") from None
    if len(data) > LONGEST_DEAL:
        raise InvalidText(f"{name}: expected a deal of at most {LONGEST_DEAL} bytes, got more")
    try:
        return msgspec.json.decode(data, type=TableDeal)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        complaint = str(error).replace("`", "").replace("\n", " ")
        raise InvalidText(f"{name}: expected a deal as JSON, got something else: {complaint}") from None


def _deal_of_arguments(args: argparse.Namespace) -> TableDeal:
    hands: dict[str, dict[str, Any]] = {}
    for text in args.hands:
        wind, tiles = _named(text, "--hand", "TILES")
        _of(hands, wind).update(_tiles(tiles))
    for text in args.counted:
        wind, points = _named(text, "--counted", "POINTS")
        if not points.isdecimal() or not points.isascii():
            raise InvalidOption(f"score: expected --counted WIND=POINTS, got {shown(text)}")
        _of(hands, wind)["counted"] = int(points)
    for wind in args.fishing:
        _of(hands, wind)["fishing"] = True
    for wind in args.winner[:1]:
        _of(hands, wind).update(original_call=args.original_call, liable=args.liable, gone=args.gone)
    fields = {
        "winners": args.winner,
        "source": args.source or ("discard" if args.discarder else "wall"),
        "winning_tile": args.winning or "",
        "discarder": args.discarder,
        "prevailing_wind": args.prevailing or Wind.EAST,
        "dealer": args.dealt_by or Wind.EAST,
        "streak": args.east_wins or 0,
        "kong_upon_kong": args.kong_upon_kong,
        "hands": hands,
    }
    try:
        return msgspec.convert(fields, TableDeal)
    except msgspec.ValidationError as error:
        raise InvalidOption(f"score: expected a deal, got something else: {str(error).replace('`', '')}") from None


def _of(hands: dict[str, dict[str, Any]], wind: str) -> dict[str, Any]:
    return hands.setdefault(wind.capitalize(), {})


def _named(text: str, option: str, what: str) -> tuple[str, str]:
    wind, equals, value = text.partition("=")
    if not wind or not equals:
        raise InvalidOption(f"score: expected {option} WIND={what}, got {shown(text)}")
    return wind, value


def _tiles(text: str) -> dict[str, str]:
    """The hand and the bonus tiles that were written with it."""
    return {"tiles": BONUS.sub(" ", text).strip(), "bonus": " ".join(part.strip() for part in BONUS.findall(text))}


def _print(settled: SettledTable, ruleset: Ruleset) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    if not settled.deal.scores:
        console.print(f"nobody won; nobody pays ({ruleset.title})")
        return
    for one in settled.deal.scores:
        console.print(_hand_table(one, settled, ruleset))
        console.print()
    console.print(_transfer_table(settled))
    console.print()
    console.print(_receipt_table(settled))


def _hand_table(one: HandScore, settled: SettledTable, ruleset: Ruleset) -> "Table":
    from rich.table import Table

    won = " won" if one.seat in settled.deal.entry.winners else ""
    table = Table(f"{settled.winds[one.seat]}{won}: {one.score:,}", "tiles", box=None, pad_edge=False)
    table.add_column("points", justify="right")
    table.add_column("faan" if ruleset.counts_faan else "doublings", justify="right")
    for line in one.lines:
        table.add_row(line.rule, line.tiles, f"{line.points:,}" if line.points else "", f"{line.doublings or ''}")
    if one.counted:
        table.add_row("counted at the table", "", "", "")
    else:
        table.add_row("together", "", f"{one.points:,}", f"{one.doublings}", style="bold")
    return table


def _transfer_table(settled: SettledTable) -> "Table":
    from rich.table import Table

    table = Table("payer", "payee", box=None, pad_edge=False)
    table.add_column("pays", justify="right")
    table.add_column("why")
    for one in settled.deal.transfers:
        table.add_row(settled.winds[one.payer], settled.winds[one.payee], f"{one.amount:,}", ", ".join(_why(one)))
    return table


def _why(one: Transfer) -> Iterator[str]:
    yield f"hand of {one.of:,}" if one.cause == "win" else f"difference of {one.of:,}"
    yield from (WHY[reason] for reason in one.reasons)


def _receipt_table(settled: SettledTable) -> "Table":
    from rich.table import Table

    table = Table("player", box=None, pad_edge=False)
    table.add_column("receives", justify="right")
    table.add_column("pays", justify="right")
    for wind, tallies in zip(settled.winds, settled.deal.receipts, strict=True):
        amount = f"{abs(tallies):,}"
        table.add_row(wind, *((amount, "") if tallies > 0 else ("", amount)))
    return table
