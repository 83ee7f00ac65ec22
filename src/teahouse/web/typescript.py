"""TypeScript types of everything on the wire, made from the structs: `python -m teahouse.web.typescript FILE`.

With `--check` nothing is written; the exit code says whether the file is up to date.
"""

import argparse
import inspect
import json
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, Final

import msgspec.inspect as mi

from teahouse.games import GAMES
from teahouse.games.rule_book import option_infos
from teahouse.players import PLAYERS
from teahouse.players.characters import CHARACTERS, STARS
from teahouse.service.errors import CODES
from teahouse.service.opening import OpenTable
from teahouse.service.tables.handlers import PHRASES
from teahouse.service.tables.viewers import messages
from teahouse.web.routes.by_game import GAME_ROUTES, wire_structs
from teahouse.web.socket import wire

HEAD: Final = """\
// Made from the structs of the server by `python -m teahouse.web.typescript`. Changes here are lost.
"""

FROM_CLIENT: Final = wire.AnyClientMessage
FROM_SERVER: Final = (
    messages.Snapshot
    | messages.Events
    | messages.Clock
    | messages.News
    | messages.Said
    | messages.Presence
    | messages.Ack
    | messages.Nack
    | messages.Pong
    | messages.Bye
)
SENT_IN: Final = (OpenTable, *(kind for routes in GAME_ROUTES.values() for kind in routes.sent_in))
"""What clients send: they may leave defaults out."""

Named = type[Any]


class Writer:
    """Collects the named types that others need, in the order they are met."""

    def __init__(self) -> None:
        """Start without types."""
        self._names: dict[Named, str] = {}
        self._texts: dict[str, str] = {}
        self._types: dict[str, Named] = {}
        self.prefix = ""

    @property
    def declarations(self) -> str:
        """All types found so far."""
        return "\n".join(self._texts.values())

    def text(self, info: mi.Type) -> str:  # noqa: PLR0911 - one line for each kind of type
        """A type in TypeScript."""
        match info:
            case mi.StructType():
                return self._struct(info)
            case mi.EnumType():
                return self._enum(info.cls)
            case mi.UnionType():
                return " | ".join(dict.fromkeys(self.text(one) for one in info.types))
            case mi.LiteralType():
                return " | ".join(json.dumps(value) for value in info.values)
            case mi.VarTupleType() | mi.ListType() | mi.CollectionType() | mi.FrozenSetType() | mi.SetType():
                return f"readonly {self._grouped(info.item_type)}[]"
            case mi.TupleType():
                return f"readonly [{', '.join(self.text(one) for one in info.item_types)}]"
            case mi.DictType():
                return f"Readonly<Record<string, {self.text(info.value_type)}>>"
            case mi.Metadata():
                return self.text(info.type)
            case mi.CustomType() | mi.AnyType():
                return "unknown"
            case _:
                return PLAIN[type(info)]

    def _grouped(self, info: mi.Type) -> str:
        text = self.text(info)
        return f"({text})" if " | " in text or text.startswith("readonly ") else text

    def _enum(self, cls: type[Enum]) -> str:
        def declaration(name: str) -> str:
            values = " | ".join(json.dumps(member.value) for member in cls)
            return f"{_comment(cls)}export type {name} = {values};\n"

        return self._declared(cls, declaration)

    def _struct(self, info: mi.StructType) -> str:
        def declaration(name: str) -> str:
            tag = [f"  readonly {info.tag_field}: {json.dumps(info.tag)};\n"] if info.tag_field else []
            fields = "".join([*tag, *(self._field(info, field) for field in info.fields)])
            return f"{_comment(info.cls)}export interface {name} {{\n{fields}}}\n"

        return self._declared(info.cls, declaration)

    def _field(self, info: mi.StructType, field: mi.Field) -> str:
        may_be_missing = info.cls.__struct_config__.omit_defaults or _is_sent_in(info.cls)
        mark = "?" if may_be_missing and not field.required else ""
        return f"  readonly {field.encode_name}{mark}: {self.text(field.type)};\n"

    def _declared(self, cls: Named, declaration: Any) -> str:
        if cls not in self._names:
            name = cls.__name__ if cls.__name__ not in self._types else self.prefix + cls.__name__
            assert name not in self._types, f"two types would be called {name}"
            self._names[cls], self._types[name] = name, cls
            self._texts[name] = ""  # its place, before the types it needs
            self._texts[name] = declaration(name)
        return self._names[cls]


PLAIN: Final[dict[type[mi.Type], str]] = {
    mi.StrType: "string",
    mi.IntType: "number",
    mi.FloatType: "number",
    mi.BoolType: "boolean",
    mi.NoneType: "null",
    mi.BytesType: "string",
    mi.RawType: "Readonly<Record<string, unknown>>",  # an object that only a game can read
}


def _is_sent_in(cls: Named) -> bool:
    return issubclass(cls, wire.ClientMessage) or cls in SENT_IN


def _comment(cls: Named) -> str:
    lines = (inspect.getdoc(cls) or "").splitlines()
    return f"/** {lines[0].replace('*/', '')} */\n" if lines else ""


def wire_types() -> str:
    """The whole file."""
    writer = Writer()
    body = "\n".join(_unions(writer))
    return f"{HEAD}\n{writer.declarations}\n{body}"


def _unions(writer: Writer) -> Iterator[str]:
    yield f"/** What a client says. */\nexport type ClientMessage = {writer.text(mi.type_info(FROM_CLIENT))};\n"
    yield f"/** What the server sends. */\nexport type ServerMessage = {writer.text(mi.type_info(FROM_SERVER))};\n"
    for kind in wire_structs():
        writer.text(mi.type_info(kind))
    games = "".join(_game(writer, name) for name in GAMES)
    yield f"/** The types of each game. */\nexport interface Games {{\n{games}}}\n"
    yield "export type GameName = keyof Games;\n"
    yield f"/** Why something was refused. */\nexport type Code =\n{_lines(CODES)};\n"
    for name, description, words in (each for routes in GAME_ROUTES.values() for each in routes.words):
        yield f"/** {description} */\nexport type {name} =\n{_lines(words)};\n"
    names = {game: [option.key for option in option_infos(game)] for game in GAMES}
    yield f"/** The options of each game, by their keys. */\nexport const OPTIONS = {json.dumps(names)} as const;\n"
    yield from _facts()
    yield from _house_players()
    yield f"/** What can always be said. */\nexport const PHRASES = {json.dumps(PHRASES)} as const;\n"


def _facts() -> Iterator[str]:
    for name, game in GAMES.items():
        if facts := game.client_facts():
            text = json.dumps(facts, indent=2)
            yield f"/** What is fixed in {name.capitalize()}. */\nexport const {name.upper()} = {text} as const;\n"


def _house_players() -> Iterator[str]:
    ranks = {game: {level: players.rank(level) for level in players.levels} for game, players in PLAYERS.items()}
    same_as_weaker = {game: players.same_as_weaker() for game, players in PLAYERS.items()}
    people = [{"name": one.name, "stars": one.stars} for one in CHARACTERS]
    for description, name, facts in (
        ("What the levels of each game are called, the weakest first.", "RANKS", ranks),
        ("By ruleset, the levels that play under it as a weaker one does.", "SAME_AS_WEAKER", same_as_weaker),
        ("How strong a rank is.", "STARS", STARS),
        ("The house players, those first who sit down first.", "HOUSE_PLAYERS", people),
    ):
        text = json.dumps(facts, indent=2, ensure_ascii=False)
        yield f"/** {description} */\nexport const {name} = {text} as const;\n"


def _game(writer: Writer, name: str) -> str:
    types = GAMES[name].types
    writer.prefix = name.capitalize()
    parts = {part: writer.text(mi.type_info(getattr(types, part))) for part in ("rules", "view", "move", "event")}
    fields = "".join(f"    readonly {part}: {text};\n" for part, text in parts.items())
    return f"  readonly {name}: {{\n{fields}  }};\n"


def _lines(values: Any) -> str:
    return "\n".join(f"  | {json.dumps(value)}" for value in values)


def main() -> None:
    """Write the file, or check it."""
    parser = argparse.ArgumentParser(prog="python -m teahouse.web.typescript", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--check", action="store_true", help="write nothing; fail when the file is not up to date")
    args = parser.parse_args()
    text = wire_types()
    if not args.check:
        args.file.parent.mkdir(parents=True, exist_ok=True)
        args.file.write_text(text, "utf-8")
    elif not args.file.is_file() or args.file.read_text("utf-8") != text:
        sys.exit(f"{args.file} is not up to date; write it with `make types`")


if __name__ == "__main__":
    main()
