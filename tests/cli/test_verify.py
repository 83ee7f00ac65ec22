"""`teahouse verify --json` answers every manipulated record with one JSON object."""

import io
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

import teahouse as house
from teahouse.cli import run
from teahouse.core.record import CHECK_DIGITS, Chain, record_bytes
from teahouse.games import GAMES

OPTIONS: dict[str, dict[str, Any]] = {"battle": {}, "classic": {}, "solitaire": {"layout": "target", "level": "wild"}}
PLIES = 40
MOST_PLACES = 30
Lines = list[dict[str, Any]]


class Verdict(NamedTuple):
    """The command's answer about a record."""

    code: int
    found: dict[str, Any]
    err: str


class Verify:
    """Verifies bytes as the command does, from a file or the standard input."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch

    def __call__(self, data: bytes) -> Verdict:
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))
        return self.named("-")

    def named(self, name: str) -> Verdict:
        code = run(["verify", "--json", name])
        out, err = self.capsys.readouterr()
        assert out.count("\n") == 1
        return Verdict(code, json.loads(out), err)


@pytest.fixture
def verify(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Verify:
    return Verify(capsys, monkeypatch)


def played(game: str, plies: int = PLIES) -> bytes:
    """The record of a random game, finished or not."""
    table, rng = house.play(game, seed="tamper", **OPTIONS[game]), Random(7)
    while table.to_move and table.plies < plies:
        seat = rng.choice(table.to_move)
        table.apply(seat, rng.choice(list(table.legal(seat))))
    return record_bytes(table.record())


SEAL = re.compile(rb',?"(?:check|digest)":"[0-9a-f]+"')
RECORDS = {game: played(game) for game in GAMES}
ENDED = {"classic": played("classic", 20_000)}


def with_checksums(lines: Lines) -> bytes:
    """Any lines, written in the record format with recomputed digests."""
    chain, written = Chain(), bytearray()
    for number, line in enumerate(lines, 1):
        covered = {name: value for name, value in line.items() if name != "names"}
        body = compact(covered)
        digest = chain.add(body)
        seal = f'"digest":"{digest}"' if number == len(lines) else f'"check":"{digest[:CHECK_DIGITS]}"'
        comma = b"," if covered else b""
        names = b',"names":' + compact(line["names"]) if "names" in line else b""
        written += body.removesuffix(b"}") + comma + seal.encode() + names + b"}\n"
    return bytes(written)


def compact(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def opened(data: bytes) -> Lines:
    """The lines of a record without their digests."""
    lines = [json.loads(line) for line in data.splitlines()]
    for line in lines:
        line.pop("check", line.pop("digest", None))
    return lines


def parts(value: Any) -> list[tuple[Any, Any]]:
    """The fields of an object or the items of a list, each with its name or number."""
    if is_object(value):
        return list(value.items())
    return [(number, value[number]) for number in range(len(value))] if is_list(value) else []


def is_object(value: Any) -> bool:
    return type(value) is dict


def is_list(value: Any) -> bool:
    return type(value) is list


def places(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value within a value."""
    if path:
        yield path
    for key, item in parts(value):
        yield from places(item, (*path, key))


def put(value: Any, path: tuple[Any, ...], change: Callable[[Any], Any]) -> Any:
    """The value with the part at this path changed."""
    if not path:
        return change(value)
    copy = value.copy()
    copy[path[0]] = put(value[path[0]], path[1:], change)
    return copy


def left_out(line: Any, path: tuple[Any, ...]) -> Any:
    """The line without the part at this path."""

    def without(inner: Any) -> Any:
        copy = inner.copy()
        del copy[path[-1]]
        return copy

    return put(line, path[:-1], without)


def turned(line: Any, path: tuple[Any, ...]) -> Any:
    """The line with the fields or items around this path in reverse order."""

    def reverse(inner: Any) -> Any:
        return dict(reversed(parts(inner))) if is_object(inner) else list(inner)[::-1]

    return put(line, path[:-1], reverse)


def added(line: Any, path: tuple[Any, ...]) -> Any:
    """The line with one more field or item beside this path."""

    def more(inner: Any) -> Any:
        return {**dict(parts(inner)), "tea": 1} if is_object(inner) else [*inner, "tea"]

    return put(line, path[:-1], more)


VALUES: dict[str, Callable[[Any], Any]] = {
    "null": lambda value: None,
    "a string": lambda value: str(value) if not isinstance(value, str) else value + "x",
    "empty": lambda value: "",
    "a number": lambda value: value + 1 if type(value) is int else 7,
    "huge": lambda value: 10**30,
    "below zero": lambda value: -1,
    "a float": lambda value: float(value) if type(value) is int else 0.5,
    "true": lambda value: value is not True,
    "a list": lambda value: [value],
    "an object": lambda value: {"tea": value},
    "deep": lambda value: json.loads("[" * 200 + "]" * 200),
}
SHAPES: dict[str, Callable[[Any, tuple[Any, ...]], Any]] = {"left out": left_out, "turned": turned, "added": added}


def changed(line: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Lines that differ from this one in one place; for a long line only some places, to save time."""
    every = list(places(line))
    for path in every[:: 1 + len(every) // MOST_PLACES]:
        for change in VALUES.values():
            yield put(line, path, change)
        for shape in SHAPES.values():
            yield shape(line, path)


def is_same(one: Any, other: Any) -> bool:
    return json.dumps(one) == json.dumps(other)


def has_same_form(one: object, other: object) -> bool:
    """Do two values have the same fields in the same order, with values of the same types? None matches any type.

    The worth of a special hand is a word or a number.
    """
    if type(one) is not type(other):
        return one is None or other is None
    ours, theirs = parts(one), parts(other)
    if [key for key, _ in ours] != [key for key, _ in theirs]:
        return False
    return all(
        key == "special_hands" or has_same_form(mine, yours)
        for (key, mine), (_, yours) in zip(ours, theirs, strict=True)
    )


def tampered(data: bytes) -> Iterator[Lines]:
    """Copies of a record with one place of its header, its second move or its ending changed.

    Only records of finished deals have an ending.
    """
    lines = opened(data)
    last = len(lines) - 1
    for place in (last,) if data in ENDED.values() else (0, 2, last):
        for line in changed(lines[place]):
            if not is_same(line, lines[place]):
                yield [*lines[:place], line, *lines[place + 1 :]]


def bodies(data: bytes) -> list[bytes]:
    """The part of each line of a record that the digests cover."""
    return [SEAL.split(line, maxsplit=1)[0] for line in data.splitlines(keepends=True)]


def seals(data: bytes) -> list[bytes]:
    """The uncovered ends of a record's lines: the digests and, in its header, the names."""
    return [line.removeprefix(body) for line, body in zip(data.splitlines(keepends=True), bodies(data), strict=True)]


@pytest.mark.parametrize(
    "data", [*RECORDS.values(), *ENDED.values()], ids=[*RECORDS, *(f"{game}, over" for game in ENDED)]
)
def test_the_unchanged_records_are_valid(verify: Verify, data: bytes) -> None:
    assert with_checksums(opened(data)) == data
    code, found, err = verify(data)
    assert (code, found["verified"], err) == (0, True, "")


@pytest.mark.parametrize(
    "data", [*RECORDS.values(), *ENDED.values()], ids=[*RECORDS, *(f"{game}, over" for game in ENDED)]
)
def test_every_changed_field_is_refused_in_json(verify: Verify, data: bytes) -> None:
    old, honest, refused = seals(data), bodies(data), 0
    for lines in tampered(data):
        changed_bodies = bodies(with_checksums(lines))
        if changed_bodies == honest:
            continue  # changed names are allowed
        code, found, err = verify(b"".join(body + seal for body, seal in zip(changed_bodies, old, strict=True)))
        assert (code, found["verified"]) == (2, False)
        assert f"line {found['line']}: " in err
        refused += 1
    assert refused > 100


@pytest.mark.parametrize(
    "data", [*RECORDS.values(), *ENDED.values()], ids=[*RECORDS, *(f"{game}, over" for game in ENDED)]
)
def test_a_change_with_recomputed_digests_is_refused_unless_it_makes_a_possible_record(
    verify: Verify, data: bytes
) -> None:
    honest, refused = opened(data), 0
    for lines in tampered(data):
        code, found, _ = verify(with_checksums(lines))
        assert (code, found["verified"]) in ((2, False), (0, True))
        refused += code == 2
        if code == 0:  # other names, times or options that give the same deal
            assert has_same_form(lines, honest)
            assert is_same([*lines[2:3], lines[-1]], [*honest[2:3], honest[-1]]) or lines[2]["ms"] != honest[2]["ms"]
    assert refused > 100


def spoilt(data: bytes) -> dict[str, bytes]:
    """Records with damaged bytes, by name."""
    lines = data.splitlines(keepends=True)
    second = lines[1]
    return {
        "nothing": b"",
        "one empty line": b"\n",
        "no line feed at the end": data[:-1],
        "no last line": b"".join(lines[:-1]),
        "half a line": data[: len(data) // 2],
        "the header alone": lines[0],
        "lines swapped": b"".join([lines[0], lines[2], lines[1], *lines[3:]]),
        "a line twice": b"".join([lines[0], second, *lines[1:]]),
        "a line left out": b"".join([lines[0], *lines[2:]]),
        "an empty line within": b"".join([lines[0], b"\n", *lines[1:]]),
        "an empty line at the end": data + b"\n",
        "another record behind": data + data,
        "windows line ends": data.replace(b"\n", b"\r\n"),
        "a byte order mark": b"\xef\xbb\xbf" + data,
        "no UTF-8": data.replace(b'"format"', b'"f\xff"'),
        "utf-16": data.decode().encode("utf-16"),
        "a duplicated key": data.replace(second, second.replace(b'"seat":', b'"seat":0,"seat":', 1)),
        "a duplicated key in a move": data.replace(second, second.replace(b'"type":', b'"type":"x","type":', 1)),
        "a space": data.replace(b'"format":2', b'"format": 2'),
        "an escaped letter": data.replace(b'"format"', b'"\\u0066ormat"'),
        "a number as a string": data.replace(b'"format":2', b'"format":"2"'),
        "a newer format": data.replace(b'"format":2', b'"format":3'),
        "another digest": data[:-10] + b"0" * 7 + data[-3:],
        "a list": b"[]\n",
        "no JSON": b"tea\n",
        "deep": b'{"a":' * 20_000 + b"\n",
        "a long line": b" " * 70_000 + data,
    }


@pytest.mark.parametrize("data", RECORDS.values(), ids=RECORDS)
def test_every_damaged_record_is_answered_in_json(verify: Verify, data: bytes) -> None:
    for name, bad in spoilt(data).items():
        assert bad != data, name
        code, found, _ = verify(bad)
        assert (code, found["verified"]) == (2, False), name
        assert set(found) == {"verified", "line", "error"}, name


@pytest.mark.parametrize("data", RECORDS.values(), ids=RECORDS)
def test_a_record_cut_anywhere_is_answered_in_json(verify: Verify, data: bytes) -> None:
    for kept in range(0, len(data), max(1, len(data) // 200)):
        code, found, _ = verify(data[:kept])
        assert (code, found["verified"]) == (2, False)


def test_a_missing_file_is_answered_in_json(verify: Verify, tmp_path: Path) -> None:
    for name in (str(tmp_path / "nowhere.jsonl"), str(tmp_path)):
        code, found, err = verify.named(name)
        assert code == 2
        assert found == {"verified": False, "line": None, "error": err.removeprefix("teahouse: ").strip()}


@pytest.mark.parametrize(
    ("game", "old", "new"),
    [
        ("battle", '{"least_opening_moves":2,"first_seat":0}', '{"first_seat":0,"least_opening_moves":2}'),
        ("battle", '{"least_opening_moves":2,"first_seat":0}', '{"least_opening_moves":2}'),
        ("battle", '{"least_opening_moves":2,"first_seat":0}', "{}"),
        ("solitaire", '"layout":"target"', '"layout":"TARGET"'),
        ("solitaire", ',"uses":5', ""),
    ],
)
def test_the_same_options_written_differently_are_refused(verify: Verify, game: str, old: str, new: str) -> None:
    header, *rest = opened(RECORDS[game])
    other = json.loads(json.dumps(header, separators=(",", ":")).replace(old, new))
    assert json.dumps(other) != json.dumps(header)
    code, found, _ = verify(with_checksums([other, *rest]))
    assert (code, found["line"]) == (2, 1)
