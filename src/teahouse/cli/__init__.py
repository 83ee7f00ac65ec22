"""The commands. `COMMANDS` is the only list of them; a command's module is imported when it is used."""

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, NamedTuple

from teahouse import __version__
from teahouse.core.errors import InvalidOption, TeahouseError, shown

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130


class Command(NamedTuple):
    """A command: its name, what it does in one line, and the module with its `parser` and `run`."""

    name: str
    summary: str
    module: str


COMMANDS: Final = (
    Command("play", "play in the terminal, against a bot or watching bots", "teahouse.cli.play"),
    Command("deal", "show the deal that a seed gives", "teahouse.cli.deal"),
    Command("replay", "step through a record, in text or as pictures", "teahouse.cli.replay"),
    Command("verify", "recompute a record and say which line is wrong", "teahouse.cli.verify"),
    Command("score", "score a hand of Classic mahjong, line by line", "teahouse.cli.score"),
    Command("games", "list the games and who plays them", "teahouse.cli.games"),
    Command("rules", "read the rules of a game and its options", "teahouse.cli.rules"),
)

EXAMPLES: Final = """\
examples:
  teahouse                                   play the house's favourite game
  teahouse play battle --against greedy
  teahouse deal battle --seed tea
  teahouse verify record.jsonl

`teahouse COMMAND --help` tells more about a command."""


def main(argv: Sequence[str] | None = None) -> None:
    """Run a command and leave with its exit code: 0, or 2 with one line on bad input."""
    sys.exit(run(sys.argv[1:] if argv is None else argv))


def run(argv: Sequence[str]) -> int:
    """Run a command; its exit code."""
    try:
        _dispatch(list(argv))
    except TeahouseError as error:
        print(f"teahouse: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
    return 0


def _dispatch(argv: list[str]) -> None:
    if not argv and sys.stdin.isatty() and sys.stdout.isatty():
        argv = ["play"]
    if not argv or argv[0] in ("-h", "--help", "help"):
        print(help_text())
    elif argv[0] in ("-V", "--version"):
        print(f"teahouse {__version__}")
    else:
        module = import_module(_command(argv[0]).module)
        module.run(module.parser().parse_args(argv[1:]))


def _command(name: str) -> Command:
    for command in COMMANDS:
        if command.name == name:
            return command
    raise InvalidOption(f"expected a command ({', '.join(command.name for command in COMMANDS)}), got {shown(name)}")


def help_text() -> str:
    """What `teahouse --help` prints."""
    rows = "\n".join(f"  {command.name:<12}{command.summary}" for command in COMMANDS)
    return (
        "usage: teahouse [--version] [--help] [COMMAND …]\n\n"
        "Teahouse: the place where mahjong games are played.\n\n"
        f"commands:\n{rows}\n\n{EXAMPLES}"
    )
