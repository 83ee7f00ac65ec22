"""The commands. `COMMANDS` is the only list of them; a command's module is imported when it is used."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import Final, NamedTuple

from teahouse import __version__
from teahouse.core.errors import InvalidOption, TeahouseError, shown

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130


class Command(NamedTuple):
    """A command: its name, a one-line summary, and the module with its `parser` and `run`."""

    name: str
    summary: str
    module: str


COMMANDS: Final = (
    Command("serve", "start the server: play in the browser, with others or bots", "teahouse.cli.house.serve"),
    Command("play", "play in the terminal, against a bot or watching bots", "teahouse.cli.play"),
    Command("train", "solve positions in the terminal, each judged at once", "teahouse.cli.play.train"),
    Command("deal", "show the deal that a seed gives", "teahouse.cli.reference.deal"),
    Command("replay", "step through a record, in text or as pictures", "teahouse.cli.records.replay"),
    Command("verify", "recompute a record and name the wrong line", "teahouse.cli.records.verify"),
    Command("solve", "solve a position exactly, with the value of every move", "teahouse.cli.research.solve"),
    Command("best", "find the best line on a Solitaire deal with every face known", "teahouse.cli.solitaire.best"),
    Command("survey", "decide or play many deals, and print a summary", "teahouse.cli.research.survey"),
    Command("arena", "let bots meet on the same deals, and print the standings", "teahouse.cli.research.arena"),
    Command("engine", "speak the commands of chess engines (UCI) for Battle", "teahouse.cli.battle.engine"),
    Command(
        "analyse", "judge every move of a recorded game, or think about a position", "teahouse.cli.records.analyse"
    ),
    Command("advise", "show what the engine would have played in a recorded deal", "teahouse.cli.records.advise"),
    Command("find", "find finished deals by who played them and by what they are", "teahouse.cli.records.find"),
    Command("hand", "show what a Classic hand lacks and waits for", "teahouse.cli.classic.hand"),
    Command("score", "score a hand of Classic mahjong, line by line", "teahouse.cli.classic.score"),
    Command("layouts", "list the layouts of Solitaire, in text or as pictures", "teahouse.cli.solitaire.layouts"),
    Command("layout", "import a Solitaire layout of another program", "teahouse.cli.solitaire.layout"),
    Command("games", "list the games and their players", "teahouse.cli.reference.games"),
    Command("rules", "read the rules of a game and its options", "teahouse.cli.reference.rules"),
    Command("admin", "moderate: reports, people, tables, and who may do that", "teahouse.cli.house.admin"),
    Command("doctor", "check a host's set-up, and say how to fix what is wrong", "teahouse.cli.house.doctor"),
    Command("backup", "write a server's whole database to one file", "teahouse.cli.house.backup"),
    Command("restore", "restore a backup into an empty database", "teahouse.cli.house.restore"),
)

EXAMPLES: Final = """\
examples:
  teahouse                                   start the server and play in the browser, like `teahouse serve`
  teahouse serve --host 0.0.0.0              let others in the same network play
  teahouse play battle --against greedy
  teahouse deal battle --seed tea
  teahouse verify record.jsonl

`teahouse COMMAND --help` explains a command."""


def main(argv: Sequence[str] | None = None) -> None:
    """Run a command and leave with its exit code: 0, what the command found, or 2 with one line on bad input."""
    sys.exit(run(sys.argv[1:] if argv is None else argv))


def run(argv: Sequence[str]) -> int:
    """Run a command, and return its exit code."""
    _open_streams()
    try:
        code = _dispatch(list(argv))
        sys.stdout.flush()
        return code
    except TeahouseError as error:
        _complain(str(error))
        return BAD_INPUT
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - nobody reads: the rest goes nowhere
    except OSError as error:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - what is left in the buffer cannot be written
        _complain(f"cannot write: {error.strerror}")
        return BAD_INPUT
    return 0


def _open_streams() -> None:
    """Treat a closed input as empty and a closed output as unread, and replace letters that the terminal cannot print.

    Opened in this order they take the numbers that are closed, so that no file of the program gets them.
    """
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115 - open as long as the program runs
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115 - as above
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115 - as above
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _complain(text: str) -> None:
    """Print a complaint in one line."""
    line = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
    print(f"teahouse: {line}", file=sys.stderr)


def _dispatch(argv: list[str]) -> int:
    argv = argv or ["serve"]  # with or without a terminal: a script, a pipe and a container start the server as well
    if argv[0] == "help":
        argv = [*argv[1:2], "--help"]
    if argv[0] in ("-h", "--help"):
        print(help_text())
    elif argv[0] in ("-V", "--version"):
        print(f"teahouse {__version__}")
    else:
        module = import_module(_command(argv[0]).module)
        return module.run(module.parser().parse_args(argv[1:])) or 0
    return 0


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
        "Teahouse: a server, a web app and a library for three mahjong games.\n\n"
        f"commands:\n{rows}\n\n{EXAMPLES}"
    )
