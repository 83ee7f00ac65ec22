"""Rulesets of Classic by name, or from a host's own file."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from teahouse.cli.shared.files import FileTrouble
from teahouse.cli.shared.options import named_options, option_value
from teahouse.cli.shared.parser import CommandParser
from teahouse.core.errors import InvalidOption, InvalidText, shown
from teahouse.games.classic.play.state import ClassicRules
from teahouse.games.classic.rulesets.ruleset import (
    DEFAULT_RULESET,
    RULESETS,
    Ruleset,
    is_ruleset_option,
    load_ruleset,
    parse_ruleset,
    with_options,
)

LONGEST_RULESET: Final = 100_000
RULESET_SUFFIX: Final = ".toml"


def read_ruleset(name: str) -> Ruleset:
    """A built-in ruleset by its name, or a ruleset from a file whose name ends in `.toml`."""
    if name in RULESETS:
        return load_ruleset(name)
    if not name.endswith(RULESET_SUFFIX):
        known = ", ".join(RULESETS)
        raise InvalidOption(f"expected a ruleset among {known}, or a file such as mine.toml, got {shown(name)}")
    return parse_ruleset(_text(name), name)


def file_option(value: str) -> dict[str, Any] | None:
    """The options of a ruleset file; None if the value is not the name of a file."""
    return msgspec.to_builtins(read_ruleset(value)) if value.endswith(RULESET_SUFFIX) else None


def folded(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of the game, with those of its ruleset (`limit`, `pairs.dragon`) folded into the ruleset itself."""
    fields = {field.name for field in msgspec.structs.fields(ClassicRules)}
    changes = {name: value for name, value in options.items() if name not in fields and is_ruleset_option(name)}
    rest = {name: value for name, value in options.items() if name not in changes}
    if not changes:
        return rest
    base = rest.get("ruleset", DEFAULT_RULESET)
    ruleset = load_ruleset(base) if isinstance(base, str) else msgspec.convert(base, Ruleset)
    return {**rest, "ruleset": msgspec.to_builtins(with_options(ruleset, changes))}


def add_ruleset(parser: CommandParser) -> None:
    """Add the arguments for a ruleset and for changes of its options."""
    parser.add_argument(
        "--ruleset", default=DEFAULT_RULESET, metavar="NAME", help=f"{', '.join(RULESETS)}, or a file such as mine.toml"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the ruleset, such as bonus_tiles=false or special_hands.heads_and_tails=800; several times",
    )


def chosen_ruleset(args: argparse.Namespace) -> Ruleset:
    """The ruleset that the arguments name, with the options that they change."""
    changes = {name: option_value(text) for name, text in named_options(args).items()}
    ruleset = read_ruleset(args.ruleset)
    return with_options(ruleset, changes) if changes else ruleset


def _text(name: str) -> str:
    try:
        with Path(name).open("rb") as file:
            data = file.read(LONGEST_RULESET + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise FileTrouble(f"cannot read {name}: {reason}") from None
    if len(data) > LONGEST_RULESET:
        raise InvalidText(f"{name}: expected a ruleset of at most {LONGEST_RULESET} bytes, got more")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidText(
            f"{name}: expected a ruleset in UTF-8, got something else at byte {error.start + 1}"
        ) from None
