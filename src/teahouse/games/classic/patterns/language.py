"""The pattern language: a special hand as a list of parts, read into variants that are numbers only.

    run 1-9 X              one of each rank from 1 to 9 of a suit
    tiles 1168X 4z         exactly these tiles
    each winds             one of each kind
    one more X winds       one more tile, of any of these kinds
    pong X, 3 pongs 1579s  three alike, or a kong; each of another kind
    pair X, 5 pairs X      two alike, each pair of another kind unless `, repeats allowed` follows
    7 numbers X Y          seven numbers, each once in both suits, and four numbers in three suits the same way
    1 number of two suits  one number in any two of the three suits

    last X                 one more of these kinds, and it is the tile that the hand was won with

Kinds are tiles (`23468s`), ranks of a suit (`19X`), a whole suit (`X`), the dragon of a suit (`dragon-X`), a number
of the hand's own list in a suit (`NX`), the wind of the seat (`own-wind`) or of the round (`prevailing-wind`), or a
class: suits, winds, dragons, honours, terminals, minors, majors, any. X, Y and Z are three different suits; every way
to choose them is a variant.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import Final, NamedTuple

from teahouse.core.errors import InvalidOption, shown
from teahouse.core.tiles import COPIES, PLAIN_KINDS

RANKS: Final = 9
SIZE: Final = 14
MOST_SLOTS: Final = 6
MOST_STATES: Final = 64
SUITS: Final = "mpsz"
VARIABLES: Final = "XYZ"
DRAGON_OF: Final = (33, 31, 32)
"""The dragon of Characters is red, of Circles white, of Bamboo green."""
WHOLE_SUIT: Final = (1 << RANKS) - 1
CLASSES: Final = {
    "suits": (1 << 27) - 1,
    "winds": 0b1111 << 27,
    "dragons": 0b111 << 31,
    "honours": 0b1111111 << 27,
    "terminals": 0b100000001_100000001_100000001,
    "majors": 0b1111111_100000001_100000001_100000001,
    "minors": 0b011111110_011111110_011111110,
    "any": (1 << PLAIN_KINDS) - 1,
}
SIZES: Final = {"pong": 3, "pongs": 3, "pair": 2, "pairs": 2}
WIND_WORDS: Final = ("own-wind", "prevailing-wind")
WINDS: Final = 4
ALL_WINDS: Final = (1 << WINDS**2) - 1
REPEATS: Final = ", repeats allowed"
EXPECTED: Final = (
    "a part such as run 1-9 X, tiles 1168X, each winds, one more X, last X, pong dragons, 5 pairs X or 7 numbers X Y"
)

_PIECE: Final = re.compile(r"([1-9]+|N)([mpszXYZ])")
_COUNTED: Final = re.compile(r"(?:(\d) )?(pongs?|pairs?) (.+)")
_RUN: Final = re.compile(r"run ([1-9])-([1-9]) ([mpsXYZ])")
_NUMBERS: Final = re.compile(r"(\d) numbers? ([mpsXYZ]) ([mpsXYZ])(?: ([mpsXYZ]))?")


class PatternSlot(NamedTuple):
    """A part with a choice: `many` groups of `size` tiles alike, of these kinds; repeats: may two be of one kind?"""

    mask: int
    size: int
    many: int
    repeats: bool = False


class Variant(NamedTuple):
    """A pattern with its suits chosen: how many tiles of each kind, and the slots.

    numbers: instead of slots, how many numbers in each of these suits; two_suits: and one number in two of three.
    last: the winning tile fills the slot of one. winds: the winds for which it is valid, as a mask; the number of
    a bit is four times that of the Personal Wind plus that of the Prevailing Wind.
    """

    need: tuple[int, ...]
    slots: tuple[PatternSlot, ...]
    numbers: int = 0
    suits: tuple[int, ...] = ()
    two_suits: bool = False
    last: bool = False
    winds: int = ALL_WINDS

    @property
    def allowed(self) -> int:
        """The kinds that it can have, as a mask."""
        mask = self.fixed
        for slot in self.slots:
            mask |= slot.mask
        for suit in self.suits:
            mask |= WHOLE_SUIT << RANKS * suit
        return mask

    @property
    def fixed(self) -> int:
        """The kinds that it must have, as a mask."""
        mask = sum(1 << kind for kind, count in enumerate(self.need) if count)
        for slot in self.slots:
            if slot.mask & (slot.mask - 1) == 0:
                mask |= slot.mask
        return mask


class Bindings(NamedTuple):
    """The values of the variables of a pattern; named: further words for kinds, each with its mask."""

    suits: dict[str, int]
    number: int
    named: dict[str, int]
    winds: int = ALL_WINDS


def named_winds(own: int, prevailing: int) -> dict[str, int]:
    """The words for the winds of the seat and of the round, each with its kind as a mask."""
    return {word: CLASSES["winds"] & 1 << 27 + wind for word, wind in zip(WIND_WORDS, (own, prevailing), strict=True)}


def variants(parts: Sequence[str], numbers: Sequence[int] = (), *, place: str) -> tuple[Variant, ...]:
    """Every variant of a pattern; `place` names it in errors: its file and key.

    >>> len(variants(["run 1-7 X", "run 1-7 Y"], place="a hand"))
    3
    """
    try:
        all_variants = [_variant(parts, chosen) for chosen in _choices(parts, numbers)]
        for each in all_variants:
            _check(each)
    except InvalidOption as error:
        raise InvalidOption(f"{place}: {error}") from None
    return merged(all_variants)


def merged(unmerged: Sequence[Variant]) -> tuple[Variant, ...]:
    """Each variant once, with all the winds for which it was found."""
    winds: dict[Variant, int] = {}
    for each in unmerged:
        bare = each._replace(winds=0)
        winds[bare] = winds.get(bare, 0) | each.winds
    return tuple(bare._replace(winds=mask) for bare, mask in winds.items())


def _choices(parts: Sequence[str], numbers: Sequence[int]) -> Iterator[Bindings]:
    used = [letter for letter in VARIABLES if any(re.search(rf"\b\S*{letter}\b", part) for part in parts)]
    for suits, number in product(permutations(range(3), len(used)), numbers or (0,)):
        for named, winds in _wind_choices(parts):
            yield Bindings(dict(zip(used, suits, strict=True)), number, named, winds)


def _wind_choices(parts: Sequence[str]) -> Iterator[tuple[dict[str, int], int]]:
    """Every choice of the winds that a pattern names."""
    if not any(word in part.split() for part in parts for word in WIND_WORDS):
        yield {}, ALL_WINDS
        return
    for own, prevailing in product(range(WINDS), repeat=2):
        yield named_winds(own, prevailing), 1 << WINDS * own + prevailing


def _variant(parts: Sequence[str], chosen: Bindings) -> Variant:
    need = [0] * PLAIN_KINDS
    slots: list[PatternSlot] = []
    variant = Variant((), ())
    for part in parts:
        if numbers := _NUMBERS.fullmatch(part):
            suits = tuple(sorted(_suit(name, chosen) for name in numbers.groups()[1:] if name))
            variant = variant._replace(numbers=int(numbers[1]), suits=suits)
        elif part == "1 number of two suits":
            variant = variant._replace(two_suits=True)
        else:
            slots += _part(part, chosen, need)
    last = any(part.startswith("last ") for part in parts)
    return variant._replace(need=tuple(need), slots=tuple(sorted(slots)), last=last, winds=chosen.winds)


def _part(part: str, chosen: Bindings, need: list[int]) -> list[PatternSlot]:
    """Add the fixed tiles of a part to `need`, and return the slots that it leaves open."""
    text = part.removesuffix(REPEATS)
    if run := _RUN.fullmatch(text):
        for rank in range(int(run[1]), int(run[2]) + 1):
            need[RANKS * _suit(run[3], chosen) + rank - 1] += 1
        return []
    if text.startswith("tiles "):
        for kind in _kinds(text.removeprefix("tiles "), chosen, part):
            need[kind] += 1
        return []
    if text.startswith("each "):
        for kind in _listed(kinds_mask(text.removeprefix("each "), chosen, part)):
            need[kind] += 1
        return []
    if text.startswith(("one more ", "last ")):
        return [PatternSlot(kinds_mask(text.removeprefix("one more ").removeprefix("last "), chosen, part), 1, 1)]
    match = _COUNTED.fullmatch(text)
    if match is None:
        raise InvalidOption(f"expected {EXPECTED}, got {shown(part)}")
    return [PatternSlot(kinds_mask(match[3], chosen, part), SIZES[match[2]], int(match[1] or 1), part != text)]


def _suit(name: str, chosen: Bindings) -> int:
    return chosen.suits[name] if name in chosen.suits else SUITS.index(name)


def _kinds(text: str, chosen: Bindings, part: str) -> Iterator[int]:
    """The tiles of a list such as `1168X 4z`."""
    for word in text.split():
        piece = _PIECE.fullmatch(word)
        if piece is None:
            raise InvalidOption(f"expected tiles such as 1168X or 4z, got {shown(word)} in {shown(part)}")
        ranks = [chosen.number] if piece[1] == "N" else [int(rank) for rank in piece[1]]
        for rank in ranks:
            kind = RANKS * _suit(piece[2], chosen) + rank - 1
            if kind >= PLAIN_KINDS or rank == 0:
                raise InvalidOption(f"expected 1z to 7z, and numbers for N, got {shown(word)} in {shown(part)}")
            yield kind


def kinds_mask(text: str, chosen: Bindings, part: str) -> int:
    """The kinds of a list such as `23468s 6z` or `winds dragons`, as a mask; `part` is named in errors."""
    mask = 0
    for word in text.split():
        if word in chosen.named:
            mask |= chosen.named[word]
        elif word in CLASSES:
            mask |= CLASSES[word]
        elif word in VARIABLES or word in SUITS[:3]:
            mask |= WHOLE_SUIT << RANKS * _suit(word, chosen)
        elif word.startswith("dragon-") and word[7:] in (*chosen.suits, *SUITS[:3]):
            mask |= 1 << DRAGON_OF[_suit(word[7:], chosen)]
        elif _PIECE.fullmatch(word):
            for kind in _kinds(word, chosen, part):
                mask |= 1 << kind
        else:
            names = ", ".join((*CLASSES, *WIND_WORDS))
            raise InvalidOption(f"expected tiles, a suit or one of {names}, got {shown(word)} in {shown(part)}")
    return mask


def _listed(mask: int) -> list[int]:
    return [kind for kind in range(PLAIN_KINDS) if mask >> kind & 1]


def _check(variant: Variant) -> None:
    """Check that a pattern has fourteen tiles, at most four of a kind, and no more choices than the kernel allows."""
    size = sum(variant.need) + sum(slot.size * slot.many for slot in variant.slots)
    size += variant.numbers * len(variant.suits) + 2 * variant.two_suits
    if size != SIZE:
        raise InvalidOption(f"expected a pattern of {SIZE} tiles, a kong counted as three, got {size}")
    if max(variant.need) > COPIES:
        raise InvalidOption(f"expected at most {COPIES} tiles of a kind, got {max(variant.need)}")
    states = 1
    for slot in variant.slots:
        states *= slot.many + 1
        room = sum(
            (COPIES - variant.need[kind]) // slot.size if slot.repeats else COPIES - variant.need[kind] >= slot.size
            for kind in _listed(slot.mask)
        )
        if room < slot.many:
            raise InvalidOption(f"expected enough kinds for {slot.many} groups of {slot.size} tiles, got {room}")
    if variant.last and [slot[1:3] for slot in variant.slots] != [(1, 1)]:
        raise InvalidOption("expected `last` beside thirteen tiles without a choice, got other parts with one")
    if len(variant.slots) > MOST_SLOTS or states > MOST_STATES:
        raise InvalidOption(f"expected at most {MOST_SLOTS} parts with a choice, got {len(variant.slots)}")
    if variant.numbers and (any(variant.need) or variant.slots):
        raise InvalidOption("expected numbers in several suits alone, got other parts beside them")
    if variant.numbers and (variant.two_suits != (len(variant.suits) == 3)):
        raise InvalidOption("expected `1 number of two suits` with numbers in three suits, and only there")
