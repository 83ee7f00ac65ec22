"""Rulesets of Classic by name, or from a host's own file."""

from pathlib import Path
from typing import Any, Final

import msgspec

from teahouse.cli.shared.files import FileTrouble
from teahouse.core.errors import InvalidOption, InvalidText, shown
from teahouse.games.classic.rulesets.ruleset import RULESETS, Ruleset, load_ruleset, parse_ruleset

LONGEST_RULESET: Final = 100_000
RULESET_SUFFIX: Final = ".toml"


def read_ruleset(name: str) -> Ruleset:
    """A built-in ruleset by name, or the one in a file whose name ends in `.toml`."""
    if name in RULESETS:
        return load_ruleset(name)
    if not name.endswith(RULESET_SUFFIX):
        known = ", ".join(RULESETS)
        raise InvalidOption(f"expected a ruleset among {known}, or a file such as mine.toml, got {shown(name)}")
    return parse_ruleset(_text(name), name)


def file_option(value: str) -> dict[str, Any] | None:
    """The option that a file of a ruleset stands for; None where the value names no file."""
    return msgspec.to_builtins(read_ruleset(value)) if value.endswith(RULESET_SUFFIX) else None


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
