"""Passwords that many people use, and the rules by which people make them: a word and a year, a run of keys, a name."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from teahouse.service.people.names import name_key

HOUSE_NAME: Final = "teahouse"
RUNS: Final = (
    "abcdefghijklmnopqrstuvwxyz", "12345678901234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm",
    "azertyuiop", "qsdfghjklm", "wxcvbn", "qazwsxedcrfvtgbyhnujmikolp", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
    "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0",
)  # fmt: skip
SHORTEST_RUN: Final = 3
LONGEST_CHUNK: Final = 4
SHORTEST_NUMBER: Final = 16
"""Fewer digits than this alone are a date, a telephone number, or soon tried."""
LEET: Final = tuple(str.maketrans("0134578@$!+", f"o{one}eastbas{one}t") for one in "li")
REPEATED: Final = re.compile(rf"(.{{1,{LONGEST_CHUNK}}}?)\1+")
EDGES: Final = re.compile(r"^[\W\d_]+|[\W\d_]+$")
BETWEEN: Final = re.compile(r"[\s._-]+")


class Weakness(NamedTuple):
    """What is wrong with a password: a code for its translation, and a sentence that does not quote it."""

    why: str
    expected: str


def weakness(password: str, name: str) -> Weakness | None:
    """What makes this password of this person easy to guess; None for one that is hard.

    >>> weakness("Dragon2024!", "Ann").why, weakness("seven green dragons", "Ann")
    ('common', None)
    """
    plain = _folded(password)
    for why, expected, is_so in (
        ("repeated", "more than the same characters over and over", _is_repeated(plain)),
        ("name", "something other than the name", _is_name(password, plain, name)),
        ("name", "something other than the name of the house", _is_name(password, plain, HOUSE_NAME)),
        ("run", "more than keys or letters in a row", _is_run(plain)),
        ("digits", f"letters beside the digits, or {SHORTEST_NUMBER} of them", _is_number(plain)),
        ("common", "something that fewer people use", any(core in words() for core in _cores(plain))),
    ):
        if is_so:
            return Weakness(why, f"expected {expected}")
    return None


@cache
def words() -> frozenset[str]:
    """The words that make a password common."""
    text = files("teahouse.service.people.defence").joinpath("common.txt").read_text(encoding="utf-8")
    return frozenset(_folded(word) for word in text.split())


def _folded(text: str) -> str:
    """A text without case, accents, and separators between words."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return BETWEEN.sub("", "".join(c for c in parts if not unicodedata.combining(c)))


def _is_repeated(plain: str) -> bool:
    match = REPEATED.match(plain)
    return match is not None and len(plain) - match.end() <= 1


def _is_name(password: str, plain: str, name: str) -> bool:
    """Is it the name, with digits and signs around it or twice?"""
    key = name_key(name)
    names = {name_key(password), *(name_key(core) for core in _cores(plain))}
    return any(one in (key, 2 * key) for one in names if one)


def _cores(plain: str) -> Iterator[str]:
    """The word in a password: without digits and signs at its ends, letters for digits within, once if doubled."""
    core = EDGES.sub("", plain)
    for one in (plain, core, *(core.translate(leet) for leet in LEET), *(plain.translate(leet) for leet in LEET)):
        half = one[: len(one) // 2]
        yield from (one, EDGES.sub("", one))
        if half and half * 2 == one:
            yield half


def _is_number(plain: str) -> bool:
    return plain.isdecimal() and len(plain) < SHORTEST_NUMBER


def _is_run(plain: str) -> bool:
    """Does it consist of runs along the keyboard or the alphabet, except for one character?"""
    at, loose = 0, 0
    while at < len(plain):
        length = max((_shared(plain[at:], line) for line in _lines()), default=0)
        if length < SHORTEST_RUN:
            length, loose = 1, loose + 1
        at += length
    return loose <= 1


@cache
def _lines() -> tuple[str, ...]:
    return tuple(line[start:] for run in RUNS for line in (run, run[::-1]) for start in range(len(line) - 2))


def _shared(text: str, line: str) -> int:
    """How many characters two texts have in common at their beginning."""
    length = 0
    while length < min(len(text), len(line)) and text[length] == line[length]:
        length += 1
    return length
