"""Records survive being written and read, and every change is found in its line."""

import hashlib
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import teahouse
from teahouse.core.errors import InvalidRecord
from teahouse.core.fair import commitment, fair_seed
from teahouse.core.game import Result
from teahouse.core.play import Play
from teahouse.core.record import (
    LONGEST_LINE,
    MOST_MOVES,
    Ending,
    Record,
    parse_record,
    record_lines,
    record_seed,
    verify_record,
)
from teahouse.core.seats import Seat
from teahouse.games.battle import Battle


def random_play(seed: int, plies: int = 54) -> Play[Any, Any, Any, Any]:
    table, rng = teahouse.play("battle", seed=f"record {seed}"), random.Random(seed)
    while table.to_move and len(table.record().moves) < plies:
        table.apply(table.to_move[0], rng.choice(table.legal(table.to_move[0])), ms=rng.randrange(5000))
    return table


FIRST_FORMAT = Path(__file__).parents[1] / "golden" / "battle-format-1.jsonl"
LINES = list(record_lines(random_play(1).record()))


def changed(number: int, line: bytes) -> list[bytes]:
    return [*LINES[: number - 1], line, *LINES[number:]]


def checksummed_anew(number: int, **fields: Any) -> list[bytes]:
    """The record with changed fields in one line and all later digests recomputed."""
    record = parse_record(LINES)
    if number == 1:
        record = msgspec.structs.replace(record, header=msgspec.structs.replace(record.header, **fields))
    elif number == len(LINES):
        record = msgspec.structs.replace(record, ending=msgspec.structs.replace(record.ending, **fields))
    else:
        moves = list(record.moves)
        moves[number - 2] = msgspec.structs.replace(moves[number - 2], **fields)
        record = msgspec.structs.replace(record, moves=tuple(moves))
    return list(record_lines(record))


def verify(lines: list[bytes]) -> None:
    verify_record(Battle(), parse_record(lines))


@given(st.integers(0, 10**6), st.integers(0, 54))
def test_a_record_survives_being_written(seed: int, plies: int) -> None:
    record = random_play(seed, plies).record()
    lines = list(record_lines(record))
    assert parse_record(lines) == record
    verify(lines)


@given(st.data())
def test_any_changed_digit_is_found_in_its_line(data: st.DataObject) -> None:
    number = data.draw(st.integers(1, len(LINES)))
    line = LINES[number - 1]
    sealed, _, _ = line.partition(b',"names":')  # names can be changed or deleted
    place = data.draw(st.sampled_from([i for i, byte in enumerate(sealed) if chr(byte).isdigit()]))
    digit = data.draw(st.sampled_from([d for d in b"0123456789" if d != line[place]]))
    with pytest.raises(InvalidRecord) as caught:
        verify(changed(number, line[:place] + bytes([digit]) + line[place + 1 :]))
    assert caught.value.line == number


@given(st.integers(0, len(LINES) - 1))
def test_a_record_that_stops_early_is_found(kept: int) -> None:
    with pytest.raises(InvalidRecord) as caught:
        verify(LINES[:kept])
    assert caught.value.line == kept + 1
    assert "the end of the file" in str(caught.value)


@given(st.integers(1, len(LINES)), st.data())
def test_a_record_cut_within_a_line_is_found(number: int, data: st.DataObject) -> None:
    cut = data.draw(st.integers(1, len(LINES[number - 1]) - 1))
    with pytest.raises(InvalidRecord) as caught:
        verify([*LINES[: number - 1], LINES[number - 1][:cut]])
    assert caught.value.line == number


@pytest.mark.parametrize(
    ("number", "fields", "complaint"),
    [
        (1, {"seed": "00"}, "line 2: expected"),
        (1, {"seed": "xyz"}, "line 1: expected a seed in hexadecimal digits, got 'xyz'"),
        (1, {"seed": None}, "line 1: expected a seed in hexadecimal digits, got None"),
        (1, {"names": ("ann",)}, "line 1: expected 2 names, one a seat, got 1"),
        (2, {"seat": 1}, "line 2: expected a move of seat 0, got one of seat 1"),
        (2, {"seat": 2}, "line 2: expected a seat from 0 to 1, got 2"),
        (2, {"move": {"type": "take_pair", "first": 1, "second": 2}}, "line 2: expected a free tile"),
        (2, {"move": {"type": "take_pair", "first": "a", "second": 2}}, "line 2: expected int, got str"),
        (2, {"move": {"type": "steal"}}, "line 2: invalid value 'steal'"),
        (2, {"move": {}}, "line 2: object missing required field type"),
        (len(LINES), {"result": Result((270, 0), (Seat(0),), "no_pairs")}, "expected the result"),
        (len(LINES), {"result": None}, "expected the result"),
        (len(LINES), {"secret": "00"}, "line 1: expected a commitment beside shares and a secret, got none"),
        (1, {"seed": " 74 65 61 "}, "line 1: expected a seed in hexadecimal digits"),
        (1, {"names": ("ann", "b\nob")}, "line 1: expected names of at most 64 printable characters"),
        (1, {"names": ("ann", "\x1b[31mbob")}, "line 1: expected names of at most 64 printable characters"),
        (1, {"names": ("ann", "b" * 65)}, "line 1: expected names of at most 64 printable characters"),
        (2, {"ms": -1}, "line 2: expected int >= 0"),
        (2, {"ms": 10**18}, "line 2: expected int <= 1000000000000"),
    ],
)
def test_a_false_record_with_recomputed_digests_is_still_found(
    number: int, fields: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(InvalidRecord, match=complaint):
        verify(checksummed_anew(number, **fields))


@pytest.mark.parametrize(
    ("number", "old", "new"),
    [
        (1, b'{"format":2,', b'{"format":2, '),
        (1, b'"game":"battle"', b'"game":"classic","game":"battle"'),
        (2, b'"seat":0', b'"seat":1,"seat":0'),
        (2, b'"seat":0', b'"seat":0.0'),
        (len(LINES), b'"winners"', b'"cheated":true,"winners"'),
        (len(LINES), b'"ending"', b'"\\u0065nding"'),
    ],
)
def test_a_line_that_other_readers_could_read_differently_is_refused(number: int, old: bytes, new: bytes) -> None:
    assert old in LINES[number - 1]
    with pytest.raises(InvalidRecord) as caught:
        verify(changed(number, LINES[number - 1].replace(old, new, 1)))
    assert caught.value.line == number


def test_anybody_can_recompute_the_digests_from_the_bytes_alone() -> None:
    sha = hashlib.sha256()
    for line in LINES:
        body, _, seal = line.partition(b',"names":')[0].removesuffix(b"}").rpartition(b',"')
        sha.update(body + b"\n")
        assert json.loads('{"' + seal.decode() + "}").popitem()[1] in (sha.hexdigest()[:8], sha.hexdigest())


def test_another_name_changes_no_digest() -> None:
    renamed = checksummed_anew(1, names=("Former player", "bob"))
    verify(renamed)
    assert renamed[1:] == LINES[1:]
    assert renamed[0] != LINES[0]
    assert renamed[0].partition(b',"names"')[0] == LINES[0].partition(b',"names"')[0]


def test_a_record_of_the_first_format_still_verifies_and_its_names_are_covered() -> None:
    lines = FIRST_FORMAT.read_bytes().splitlines()
    verify(lines)
    assert list(record_lines(parse_record(lines))) == lines
    with pytest.raises(InvalidRecord, match="line 1: the record was changed here after it was written: expected check"):
        parse_record([lines[0].replace(b"seat 0", b"seat x"), *lines[1:]])


def test_names_before_the_seal_are_refused_in_the_newest_format() -> None:
    body, _, rest = LINES[0].partition(b',"check"')
    names = rest.partition(b',"names":')[2].removesuffix(b"}")
    inside = body + b',"names":' + names + b',"check"' + rest.partition(b',"names":')[0] + b"}"
    with pytest.raises(InvalidRecord, match="line 1: expected the line in its exact form"):
        parse_record([inside, *LINES[1:]])


def test_a_result_that_is_claimed_too_early_is_found() -> None:
    record = random_play(1, 10).record()
    early = msgspec.structs.replace(record, ending=Ending(Result((270, 0), (Seat(0),), "no_pairs")))
    with pytest.raises(InvalidRecord, match="line 12: expected no result"):
        verify(list(record_lines(early)))


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ([], "line 1: expected a header, got the end of the file"),
        ([b""], "line 1: expected a JSON object"),
        ([b"[]"], "line 1: expected a JSON object"),
        ([b"{}"], "line 1: expected a record of format 2, got None"),
        ([b'{"format": true}'], "line 1: expected a record of format 2, got True"),
        ([b'{"format": 3}'], "line 1: expected a record of format 2 or older, got the newer format 3"),
        ([b'{"format": 1}'], "line 1: object missing required field game"),
        ([b'{"format": 1, "tea": 1}'], "line 1: object"),
        ([b"\xff\xfe\xff"], "line 1: expected a JSON object"),
        ([b"[" * 60000], "line 1: expected a JSON object"),
        ([b'{"a":' * 10000], "line 1: expected a JSON object"),
        ([b"x" * (LONGEST_LINE + 1)], f"line 1: expected at most {LONGEST_LINE} bytes"),
        ([*LINES, LINES[-1]], "expected the end of the record after its result"),
        ([*LINES[:-1], *LINES], "line 56: "),
        (LINES[:1] * 2, "line 2: object contains unknown field format"),
    ],
)
def test_an_invalid_record_is_refused_with_its_line(lines: list[bytes], complaint: str) -> None:
    with pytest.raises(InvalidRecord, match=complaint):
        verify(lines)


def test_reading_an_endless_record_stops() -> None:
    moved = parse_record(LINES).moves[0]
    endless = msgspec.structs.replace(parse_record(LINES), moves=(moved,) * (MOST_MOVES + 1))
    with pytest.raises(InvalidRecord, match=f"expected at most {MOST_MOVES} moves"):
        parse_record(record_lines(endless))


@given(st.lists(st.binary(max_size=300), max_size=5))
def test_garbage_is_refused_and_nothing_else_happens(lines: list[bytes]) -> None:
    with pytest.raises(InvalidRecord):
        parse_record(lines)


def fair_record(**header: Any) -> Record:
    secret, shares = b"s" * 96, [b"a" * 32, b"b" * 32]
    table = Play(Battle(), fair_seed(secret, shares))
    table.play(table.moves[0])
    table.play("resign")
    record = table.record()
    fair = {"seed": None, "commitment": commitment(secret), "shares": tuple(share.hex() for share in shares)} | header
    return msgspec.structs.replace(
        record,
        header=msgspec.structs.replace(record.header, **fair),
        ending=msgspec.structs.replace(record.ending, secret=secret.hex()),
    )


def test_a_fair_deal_is_recomputed_from_the_secret_and_the_shares() -> None:
    record = fair_record()
    verify_record(Battle(), record)
    assert record_seed(record) == fair_seed(b"s" * 96, [b"a" * 32, b"b" * 32])


@pytest.mark.parametrize(
    ("header", "complaint"),
    [
        ({"commitment": "00" * 32}, "line 4: expected a secret with commitment '0000"),
        ({"shares": ("aa", None)}, "line 4: expected a share of 32 bytes from seat 0, got 1"),
        ({"shares": ("tea", None)}, "line 1: expected a share in hexadecimal digits, got 'tea'"),
        ({"shares": ()}, "line 1: expected a share or null for each of 2 seats, one share at least"),
        ({"shares": (None, None)}, "line 1: expected a share or null for each of 2 seats, one share at least"),
        ({"shares": ("61" * 32,) * 5}, "line 1: expected a share or null for each of 2 seats"),
        ({"commitment": None, "seed": "00"}, "line 1: expected a commitment beside shares and a secret, got none"),
        ({"seed": "00"}, "line 1: expected the seed"),
    ],
)
def test_a_server_that_changed_the_deal_is_exposed(header: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InvalidRecord, match=complaint):
        verify_record(Battle(), fair_record(**header))
