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
from teahouse.games.classic.scoring.table_score import Answer, Question, answer
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
    made = CommandParser("score", "Score a hand of Classic mahjong, or settle a whole deal.", EXAMPLES)
    made.add_argument("hand", nargs="?", metavar="HAND", help="the winner's tiles and melds")
    made.add_argument("--winning", metavar="TILE", help="the winning tile")
    made.add_argument("--source", choices=SOURCES, metavar="SOURCE", help=f"where it came from: {', '.join(SOURCES)}")
    made.add_argument("--personal", metavar="WIND", help=f"the winner's wind: {', '.join(Wind)}")
    made.add_argument("--prevailing", metavar="WIND", help="the prevailing wind")
    made.add_argument("--bonus", metavar="TILES", default="", help="the winner's Flowers and Seasons")
    made.add_argument("--dealer", action="store_true", default=None, help="the winner is the dealer")
    made.add_argument("--discarder-is-dealer", action="store_true", help="the tile was the dealer's")
    made.add_argument("--discarder-is-east", action="store_true", help="the tile was East's, where East pays double")
    made.add_argument("--kong-upon-kong", action="store_true", help="it replaced a kong made by a replacement")
    made.add_argument(
        "--original-call", action="store_true", help="the hand was ready from the deal, and never changed"
    )
    made.add_argument("--winning-streak", action="store_true", help="it is East's win that makes a streak")
    made.add_argument("--insured", action="store_true", help="the discard was dangerous: the discarder pays for all")
    made.add_argument("--gone", metavar="TILES", default="", help="kinds that could not have won: all four in sight")
    add_deal(made)
    add_ruleset(made)
    made.add_argument("--options", action="store_true", help="list the ruleset's options: value, sureness, meaning")
    made.add_argument("--json", action="store_true", help="JSON instead of a table")
    made.add_argument("--file", metavar="FILE", help="score a file of JSON lines (- for the standard input)")
    return made


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
        _print_answer(answer(_question(args), ruleset), ruleset, as_json=args.json)


def _question(args: argparse.Namespace) -> Question:
    needed = {"--winning": args.winning, "--source": args.source, "--personal": args.personal}
    for name, value in {"a hand": args.hand, **needed, "--prevailing": args.prevailing}.items():
        if value is None:
            raise InvalidOption(f"score: expected {name}, got none")
    return Question(
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
            found: Answer | Refusal = answer_line(line, ruleset)
        except TeahouseError as error:
            found = Refusal(str(error))
        print(encode(found).decode())


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines; of a too long one only the beginning, which is enough to refuse it."""
    while line := file.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            while not line.endswith(b"\n") and (rest := file.readline(LONGEST_LINE)):
                line = line[:LONGEST_LINE] + b" " + rest[-1:]
        yield line


def answer_line(line: bytes, ruleset: Ruleset) -> Answer:
    """Score the hand of one line, by the ruleset it names or the given one."""
    if len(line) > LONGEST_LINE:
        raise InvalidText(f"expected a line of at most {LONGEST_LINE} bytes, got more")
    try:
        question = _DECODER.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        complaint = str(error).replace("`", "").replace("\n", " ")
        if not complaint.startswith("JSON"):
            complaint = complaint[:1].lower() + complaint[1:]
        raise InvalidText(f"expected a hand as JSON, got something else: {complaint}") from None
    if question.ruleset is not None and question.ruleset != ruleset.name:
        ruleset = load_ruleset(question.ruleset)
    if question.options:
        ruleset = with_options(ruleset, question.options)
    return answer(question, ruleset)


_DECODER: Final = msgspec.json.Decoder(Question)


def _print_options(ruleset: Ruleset, *, as_json: bool) -> None:
    from rich.console import Console
    from rich.table import Table

    if as_json:
        told = [{**msgspec.to_builtins(option), "value": option_text(ruleset, option.name)} for option in options()]
        print(msgspec.json.encode(told).decode())
        return
    table = Table("option", "value", "sureness", "meaning", "values", box=None, pad_edge=False)
    for option in options():
        table.add_row(option.name, option_text(ruleset, option.name), option.sureness, option.meaning, option.values)
    Console(highlight=False).print(table)


def _print_answer(found: Answer, ruleset: Ruleset, *, as_json: bool) -> None:
    from rich.console import Console

    if as_json:
        print(msgspec.json.encode(found).decode())
        return

    console = Console(highlight=False)
    console.print(_line_table(found, ruleset))
    console.print(_sum_text(found, ruleset))
    console.print(_share_table(found))
    if any(line.rule in reconstructed_rules(ruleset) for line in found.lines):
        console.print(f"{MARK} the rules do not name this value: it is the usual one in British rule books")


def _line_table(found: Answer, ruleset: Ruleset) -> "Table":
    from rich.table import Table

    table = Table("rule", "tiles", box=None, pad_edge=False)
    table.add_column("points", justify="right")
    table.add_column("faan" if ruleset.counts_faan else "doublings", justify="right")
    unsure = reconstructed_rules(ruleset)
    for line in found.lines:
        name = f"{line.rule} {MARK}" if line.rule in unsure else line.rule
        table.add_row(name, line.tiles, f"{line.points:,}" if line.points else "", f"{line.doublings or ''}")
    table.add_row("together", "", f"{found.points:,}", f"{found.doublings}", style="bold")
    return table


def _sum_text(found: Answer, ruleset: Ruleset) -> str:
    if ruleset.counts_faan:
        return f"\nscore {found.score:,} for {found.doublings} faan ({ruleset.title})\n"
    doubled = found.points << found.doublings
    limited = f", limit {found.score:,}" if found.score < doubled else ""
    return f"\nscore {found.score:,} = {found.points:,} × {1 << found.doublings:,}{limited} ({ruleset.title})\n"


def _share_table(found: Answer) -> "Table":
    from rich.table import Table

    table = Table("player", box=None, pad_edge=False)
    table.add_column("receives", justify="right")
    table.add_column("pays", justify="right")
    for share in found.payments:
        amount = f"{abs(share.tallies):,}"
        table.add_row(share.who, *((amount, "") if share.tallies > 0 else ("", amount)))
    return table
