"""`teahouse score`: what a Classic hand, or every hand of a deal, is worth line by line, and who pays what."""

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO, Final

import msgspec

from teahouse.cli.classic.rulesets import add_ruleset, chosen_ruleset
from teahouse.cli.classic.score_deal import add_deal, is_deal, settle_deal
from teahouse.cli.shared.files import FileTrouble, opened
from teahouse.cli.shared.parser import CommandParser
from teahouse.core.errors import InvalidOption, InvalidText, TeahouseError
from teahouse.core.tiles import Wind
from teahouse.games.classic.rulesets.ruleset import (
    Ruleset,
    load_ruleset,
    option_text,
    options,
    with_options,
)
from teahouse.games.classic.scoring.names import reconstructed_rules
from teahouse.games.classic.scoring.table_score import ScoreRequest, TableScore, score_hand
from teahouse.games.classic.scoring.wins import SOURCES

if TYPE_CHECKING:
    from rich.table import Table

LONGEST_LINE: Final = 10_000
MARK: Final = "~"

EXAMPLES: Final = """\
  teahouse score "1m1m1m 555p 123s 77z [999s]" --winning 5p --source wall --personal East --prevailing South
  teahouse score "19m 19p 19s 1234567z 1m" --winning 1z --source discard --personal South --prevailing East \\
      --discarder-is-dealer --ruleset bmja
  teahouse score --ruleset bmja --winner South --winning 9s --hand South="111m 222m 333p 99s [777z] 2f" \\
      --hand East="555z 3346m 4479p 58s" --counted West=8 --counted North=0
  teahouse score --deal deal.json
  teahouse score --file hands.jsonl
  teahouse score --options --ruleset bmja

tiles: 1m-9m characters, 1p-9p circles, 1s-9s bamboo, 1z-4z winds, 5z white, 6z green, 7z red dragon, 1f-8f bonus tiles;
[555p] is melded, (2222s) a concealed kong, [555p+5p] a kong added to a melded pong; the winning tile is in the hand."""


def parser() -> CommandParser:
    """The command's arguments."""
    command = CommandParser("score", "Score a hand of Classic mahjong, or settle a whole deal.", EXAMPLES)
    command.add_argument("hand", nargs="?", metavar="HAND", help="the winner's tiles and melds")
    command.add_argument("--winning", metavar="TILE", help="the winning tile")
    command.add_argument(
        "--source", choices=SOURCES, metavar="SOURCE", help=f"where it came from: {', '.join(SOURCES)}"
    )
    command.add_argument("--personal", metavar="WIND", help=f"the winner's wind: {', '.join(Wind)}")
    command.add_argument("--prevailing", metavar="WIND", help="the prevailing wind")
    command.add_argument("--bonus", metavar="TILES", default="", help="the winner's Flowers and Seasons")
    command.add_argument("--dealer", action="store_true", default=None, help="the winner is the dealer")
    command.add_argument("--discarder-is-dealer", action="store_true", help="the tile was the dealer's")
    command.add_argument("--discarder-is-east", action="store_true", help="the tile was East's, where East pays double")
    command.add_argument("--kong-upon-kong", action="store_true", help="it replaced a kong made by a replacement")
    command.add_argument(
        "--original-call", action="store_true", help="the hand was ready from the deal, and never changed"
    )
    command.add_argument("--winning-streak", action="store_true", help="it is East's win that makes a streak")
    command.add_argument("--insured", action="store_true", help="the discard was dangerous: the discarder pays for all")
    command.add_argument("--gone", metavar="TILES", default="", help="kinds that could not have won: all four in sight")
    add_deal(command)
    add_ruleset(command)
    command.add_argument("--options", action="store_true", help="list the ruleset's options: value, sureness, meaning")
    command.add_argument("--json", action="store_true", help="JSON instead of a table")
    command.add_argument("--file", metavar="FILE", help="score a file of JSON lines (- for the standard input)")
    return command


def run(args: argparse.Namespace) -> None:
    """Score one hand or a file of them, or settle a deal."""
    ruleset = chosen_ruleset(args)
    if (args.hand is not None) + (args.file is not None) + args.options > 1:
        raise InvalidOption("score: expected a hand, --file or --options, got several")
    if (args.file is not None or args.options) and is_deal(args):
        raise InvalidOption("score: expected a deal, --file or --options, got several")
    if args.options:
        _print_options(ruleset, as_json=args.json)
    elif args.file is not None:
        _score_file(args.file, ruleset)
    elif is_deal(args):
        settle_deal(args, ruleset)
    else:
        _print_answer(score_hand(_request_of(args), ruleset), ruleset, as_json=args.json)


def _request_of(args: argparse.Namespace) -> ScoreRequest:
    needed = {"a hand": args.hand, "--winning": args.winning, "--source": args.source}
    needed |= {"--personal": args.personal, "--prevailing": args.prevailing}
    if missing := [name for name, value in needed.items() if value is None]:
        raise InvalidOption(f"score: expected {', '.join(missing)}, got none{' of them' if missing[1:] else ''}")
    return ScoreRequest(
        hand=args.hand,
        winning_tile=args.winning,
        source=args.source,
        personal_wind=args.personal,
        prevailing_wind=args.prevailing,
        bonus=args.bonus,
        dealer=args.dealer,
        discarder_is_dealer=args.discarder_is_dealer,
        discarder_is_east=args.discarder_is_east,
        kong_upon_kong=args.kong_upon_kong,
        original_call=args.original_call,
        winning_streak=args.winning_streak,
        insured=args.insured,
        gone=args.gone,
    )


class Refusal(msgspec.Struct, frozen=True):
    """The text instead of an answer."""

    error: str


def _score_file(name: str, ruleset: Ruleset) -> None:
    try:
        with opened(name) as file:
            _score_lines(file, ruleset)
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise FileTrouble(f"cannot read {name}: {reason}") from None


def _score_lines(file: BinaryIO, ruleset: Ruleset) -> None:
    encode = msgspec.json.Encoder().encode
    for line in _lines(file):
        try:
            outcome: TableScore | Refusal = answer_line(line, ruleset)
        except TeahouseError as error:
            outcome = Refusal(str(error))
        print(encode(outcome).decode())


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines; of a too long one only the beginning, which is enough to refuse it."""
    while line := file.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            while not line.endswith(b"\n") and (rest := file.readline(LONGEST_LINE)):
                line = line[:LONGEST_LINE] + b" " + rest[-1:]
        yield line


def answer_line(line: bytes, ruleset: Ruleset) -> TableScore:
    """Score the hand of one line, by the ruleset it names or the given one."""
    if len(line) > LONGEST_LINE:
        raise InvalidText(f"expected a line of at most {LONGEST_LINE} bytes, got more")
    try:
        request = _DECODER.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        complaint = str(error).replace("`", "").replace("\n", " ")
        if not complaint.startswith("JSON"):
            complaint = complaint[:1].lower() + complaint[1:]
        raise InvalidText(f"expected a hand as JSON, got something else: {complaint}") from None
    if request.ruleset is not None and request.ruleset != ruleset.name:
        ruleset = load_ruleset(request.ruleset)
    if request.options:
        ruleset = with_options(ruleset, request.options)
    return score_hand(request, ruleset)


_DECODER: Final = msgspec.json.Decoder(ScoreRequest)


def _print_options(ruleset: Ruleset, *, as_json: bool) -> None:
    from rich.console import Console
    from rich.table import Table

    if as_json:
        rows = [{**msgspec.to_builtins(option), "value": option_text(ruleset, option.name)} for option in options()]
        print(msgspec.json.encode(rows).decode())
        return
    table = Table("option", "value", "sureness", "meaning", "values", box=None, pad_edge=False)
    for option in options():
        table.add_row(option.name, option_text(ruleset, option.name), option.sureness, option.meaning, option.values)
    Console(highlight=False).print(table)


def _print_answer(scored: TableScore, ruleset: Ruleset, *, as_json: bool) -> None:
    from rich.console import Console

    if as_json:
        print(msgspec.json.encode(scored).decode())
        return

    console = Console(highlight=False)
    console.print(_line_table(scored, ruleset))
    console.print(_sum_text(scored, ruleset))
    console.print(_payment_table(scored))
    if any(line.rule in reconstructed_rules(ruleset) for line in scored.lines):
        console.print(f"{MARK} the rules do not name this value: it is the usual one in British rule books")


def _line_table(scored: TableScore, ruleset: Ruleset) -> "Table":
    from rich.table import Table

    table = Table("rule", "tiles", box=None, pad_edge=False)
    table.add_column("points", justify="right")
    table.add_column("faan" if ruleset.counts_faan else "doublings", justify="right")
    unsure = reconstructed_rules(ruleset)
    for line in scored.lines:
        name = f"{line.rule} {MARK}" if line.rule in unsure else line.rule
        table.add_row(name, line.tiles, f"{line.points:,}" if line.points else "", f"{line.doublings or ''}")
    table.add_row("together", "", f"{scored.points:,}", f"{scored.doublings}", style="bold")
    return table


def _sum_text(scored: TableScore, ruleset: Ruleset) -> str:
    if ruleset.counts_faan:
        return f"\nscore {scored.score:,} for {scored.doublings} faan ({ruleset.title})\n"
    doubled = scored.points << scored.doublings
    limited = f", limit {scored.score:,}" if scored.score < doubled else ""
    return f"\nscore {scored.score:,} = {scored.points:,} × {1 << scored.doublings:,}{limited} ({ruleset.title})\n"


def _payment_table(scored: TableScore) -> "Table":
    from rich.table import Table

    table = Table("player", box=None, pad_edge=False)
    table.add_column("receives", justify="right")
    table.add_column("pays", justify="right")
    for payment in scored.payments:
        amount = f"{abs(payment.tallies):,}"
        table.add_row(payment.who, *((amount, "") if payment.tallies > 0 else ("", amount)))
    return table
