"""The TypeScript types of the wire."""

import re
from pathlib import Path

import msgspec
import pytest

from teahouse.games import GAMES
from teahouse.service.errors import CODES
from teahouse.web.typescript import Writer, wire_types

FILE = Path(__file__).parent.parent.parent / "frontend" / "src" / "generated" / "wire.ts"


def test_the_file_is_up_to_date() -> None:
    assert FILE.read_text() == wire_types(), "write it anew with `make types`"


def test_every_type_that_is_named_is_declared() -> None:
    text = re.sub(r"/\*\*.*?\*/|//.*", "", wire_types())
    declared = set(re.findall(r"export (?:interface|type|const) (\w+)", text))
    used = set(re.findall(r"\b[A-Z]\w+", re.sub(r'"[^"]*"', "", text)))
    assert used - declared <= {"Readonly", "Record"}
    assert all(f"readonly {game}: {{" in text for game in GAMES)
    assert all(f'"{code}"' in text for code in CODES)


class Outer(msgspec.Struct, tag="outer", tag_field="type", omit_defaults=True):
    """Something. */"""

    both: int | str | None
    many: tuple[int | None, ...] = ()
    pair: tuple[int, str] = (0, "")
    named: dict[str, list[bool]] = {}


def test_a_struct_becomes_an_interface() -> None:
    writer = Writer()
    assert writer.text(msgspec.inspect.type_info(Outer)) == "Outer"
    assert writer.declarations == (
        "/** Something.  */\n"
        "export interface Outer {\n"
        '  readonly type: "outer";\n'
        "  readonly both: number | string | null;\n"
        "  readonly many?: readonly (number | null)[];\n"
        "  readonly pair?: readonly [number, string];\n"
        "  readonly named?: Readonly<Record<string, readonly boolean[]>>;\n"
        "}\n"
    )


def test_types_with_the_same_name_get_the_name_of_their_game() -> None:
    writer = Writer()
    other = msgspec.defstruct("Outer", [("x", int)])
    writer.text(msgspec.inspect.type_info(Outer))
    writer.prefix = "Battle"
    assert writer.text(msgspec.inspect.type_info(other)) == "BattleOuter"
    third = msgspec.defstruct("Outer", [("y", int)])
    with pytest.raises(AssertionError, match="two types"):
        writer.text(msgspec.inspect.type_info(third))
