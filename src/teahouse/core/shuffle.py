"""Randomness from a seed: a reproducible stream of numbers, and a shuffle based on it.

Block i of the stream is HMAC-SHA-512(key = seed, message = label followed by i as eight bytes, highest first). Each
block gives eight words of 64 bits, highest byte first. A number below n is a word modulo n; words in the incomplete
last range below 2**64 are skipped, so that every number is equally likely.
"""

import hmac
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final, TypeVar
from unicodedata import normalize

from teahouse.core.errors import InvalidOption, check_kind, shown

T = TypeVar("T")

WORD: Final = 1 << 64
LONGEST_SEED: Final = 1024


class Stream:
    """An endless run of numbers drawn from a seed under a label.

    >>> stream = Stream(b"tea", "dice")
    >>> [stream.below(6) + 1 for _ in range(5)]
    [3, 5, 1, 4, 4]
    """

    def __init__(self, seed: bytes, label: str) -> None:
        """Start the stream of this seed and label at its first word."""
        self._words = _words(seed, label.encode())

    def below(self, limit: int) -> int:
        """The next number from 0 up to, not including, the limit."""
        unfair = WORD - WORD % limit
        while (word := next(self._words)) >= unfair:
            pass
        return word % limit

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a random order (Fisher-Yates, from the last place down)."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            chosen = self.below(last + 1)
            mixed[last], mixed[chosen] = mixed[chosen], mixed[last]
        return mixed


def _words(seed: bytes, label: bytes) -> Iterator[int]:
    number = 0
    while True:
        block = hmac.digest(seed, label + number.to_bytes(8, "big"), "sha512")
        yield from (int.from_bytes(block[start : start + 8], "big") for start in range(0, 64, 8))
        number += 1


def shuffled(items: Sequence[T], seed: bytes, label: str) -> list[T]:
    """The items in the order that this seed and label give them.

    >>> shuffled("teahouse", b"tea", "letters")
    ['h', 'a', 's', 'o', 't', 'e', 'u', 'e']
    """
    return Stream(seed, label).shuffled(items)


def derived_seed(seed: bytes, label: str, number: int) -> bytes:
    """The seed of one deal of a match: 32 bytes made from the match's seed, a label and the deal's number."""
    return hmac.digest(seed, label.encode() + number.to_bytes(8, "big"), "sha512")[:32]


def parse_seed(text: str) -> bytes:
    """The seed for a word; the same word gives the same seed, however its accents were typed.

    >>> parse_seed("tea"), parse_seed("the\\u0301") == parse_seed("th\\u00e9")
    (b'tea', True)
    """
    check_kind(text, str, "a seed as a word")
    seed = text.encode("utf-8", "surrogateescape")
    with suppress(UnicodeDecodeError):
        seed = normalize("NFC", seed.decode()).encode()
    if not 0 < len(seed) <= LONGEST_SEED:
        raise InvalidOption(f"expected a seed of 1 to {LONGEST_SEED} bytes, got {shown(text)}")
    return seed
