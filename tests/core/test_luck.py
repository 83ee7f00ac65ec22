"""Shuffles and fair deals, which anybody can recompute."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teahouse.core.errors import InvalidOption
from teahouse.core.fair import commitment, fair_seed
from teahouse.core.shuffle import Stream, derived_seed, parse_seed, shuffled


def slow_words(seed: bytes, label: bytes, count: int) -> list[int]:
    """A second implementation of the stream, following its docstring."""
    blocks = b"".join(
        hmac.new(seed, label + number.to_bytes(8, "big"), hashlib.sha512).digest() for number in range(count)
    )
    return [int.from_bytes(blocks[8 * word : 8 * word + 8], "big") for word in range(8 * count)]


def slow_shuffle(items: list[int], seed: bytes, label: bytes) -> list[int]:
    words = iter(slow_words(seed, label, len(items)))
    mixed = items[:]
    for last in range(len(mixed) - 1, 0, -1):
        word = next(words)
        while word >= 2**64 // (last + 1) * (last + 1):
            word = next(words)
        chosen = word % (last + 1)
        mixed[last], mixed[chosen] = mixed[chosen], mixed[last]
    return mixed


@given(st.binary(min_size=1, max_size=100), st.text(max_size=10), st.integers(0, 40))
def test_the_shuffle_is_the_one_described(seed: bytes, label: str, size: int) -> None:
    items = list(range(size))
    assert shuffled(items, seed, label) == slow_shuffle(items, seed, label.encode())


def test_every_order_is_equally_likely() -> None:
    orders = Counter(tuple(shuffled("abc", b"%d" % seed, "fair")) for seed in range(6000))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


def test_words_above_the_last_full_multiple_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    words = iter([2**64 - 1, 2**64 - 4, 2**64 - 5, 7])

    def fake_words(_seed: bytes, _label: bytes) -> Iterator[int]:
        return words

    monkeypatch.setattr("teahouse.core.shuffle._words", fake_words)
    stream = Stream(b"dice", "d")
    assert [stream.below(6), stream.below(6)] == [5, 1]


def test_a_seed_does_not_depend_on_how_its_accents_are_encoded() -> None:
    word = "th\u00e9"
    assert parse_seed(word) == parse_seed("the\u0301") == word.encode()
    assert parse_seed(word.encode().decode("ascii", "surrogateescape")) == word.encode()
    assert parse_seed("\udcff") == b"\xff"


@pytest.mark.parametrize("text", ["", "x" * 1025])
def test_an_empty_or_too_long_seed_is_refused(text: str) -> None:
    with pytest.raises(InvalidOption, match="expected a seed of 1 to 1024 bytes"):
        parse_seed(text)


def test_deals_of_a_match_have_seeds_of_their_own() -> None:
    seeds = {derived_seed(b"match", label, number) for label in ("a", "b") for number in range(50)}
    assert len(seeds) == 100


def test_the_deal_depends_on_the_secret_and_on_every_share() -> None:
    secret, shares = bytes(96), [bytes(32), bytes(32)]
    seed = fair_seed(secret, shares)
    assert seed != fair_seed(b"\1" + bytes(95), shares)
    for seat in range(2):
        changed = [*shares]
        changed[seat] = b"\1" + bytes(31)
        assert seed != fair_seed(secret, changed)
    assert len(commitment(secret)) == 64


def test_a_secret_or_a_share_of_the_wrong_size_is_refused() -> None:
    with pytest.raises(InvalidOption, match="96 bytes, got 3"):
        commitment(b"tea")
    with pytest.raises(InvalidOption, match="32 bytes from seat 1, got 3"):
        fair_seed(bytes(96), [bytes(32), b"tea"])
