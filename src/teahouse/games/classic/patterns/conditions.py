"""The language of conditions: what a doubling, a bonus or a hand of four sets requires, read into numbers.

    all honours, all 23468s 6z    every tile is of these kinds
    some honours                  at least one tile is
    1 suit, no suits              so many suits are used
    4 chows, no chows, 4 kongs    so many sets of the hand
    2 pongs of dragons            so many pongs or kongs of these kinds
    3 concealed pongs             so many concealed pongs; `concealed pongs or kongs` counts kongs too
    pair of winds                 the pair is of these kinds; `worthless` ones score nothing as a pair
    completes the pair            the winning tile does
    only tile                     no other kind could have won
    won with 5p                   the winning tile is one of these
    from kong_box last_wall_tile  it came from one of these sources; `drawn` and `claimed` name several
    concealed                     the whole hand is, as the ruleset reads that
    kong upon kong, original call, winning streak
    own flower, own season, four flowers, four seasons
    no bonus tiles, 7 bonus tiles

A number may be `no`, `3`, `at least 3` or `at most 3`. Kinds are those of the pattern language without suits to choose.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from teahouse.core.errors import InvalidOption, shown
from teahouse.games.classic.patterns.language import CLASSES, Bindings, kinds_mask, named_winds

SOURCES: Final = ("wall", "kong_box", "discard", "last_wall_tile", "last_discard", "robbed_kong", "heavenly", "earthly")
"""Where a winning tile can come from, a bit each; the bit after them is an Earthly Hand on the first discard."""
EARTHLY: Final = SOURCES.index("earthly")
EARTHLY_DISCARD: Final = len(SOURCES)
ANY_SOURCE: Final = (1 << len(SOURCES) + 1) - 1
CLAIMED: Final = 1 << EARTHLY_DISCARD | sum(
    1 << SOURCES.index(name) for name in ("discard", "last_discard", "robbed_kong")
)
ANY_KIND: Final = CLASSES["any"]
ANY_NUMBER: Final = (1 << 9) - 1
"""A bit for every number from none to eight."""
COMPLETES_PAIR, ONLY_TILE, CONCEALED, KONG_UPON_KONG, ORIGINAL_CALL, STREAK = (1 << place for place in range(6))
NEEDS: Final = {
    "completes the pair": COMPLETES_PAIR,
    "only tile": ONLY_TILE,
    "concealed": CONCEALED,
    "kong upon kong": KONG_UPON_KONG,
    "original call": ORIGINAL_CALL,
    "winning streak": STREAK,
}
KINDS_AFTER: Final = {"pair of ": "pair", "won with ": "tiles", "all ": "allowed", "some ": "one_of"}
"""Phrases that end with kinds of tiles, and the fields they are about."""
FLOWERS: Final = 0b1111
SEASONS: Final = 0b1111 << 4
WORTHLESS: Final = "worthless"
EXPECTED: Final = (
    "a condition such as all honours, 1 suit, no chows, 2 pongs of dragons, pair of winds, won with 5p, from kong_box, "
    "drawn, concealed or own flower"
)

_NUMBER: Final = r"(no|(?:at least |at most )?\d)"
_COUNT: Final = re.compile(
    _NUMBER + r" (suit|chow|kong|concealed pongs? or kong|concealed pong|bonus tile|pong)s?(?: of (.+))?"
)
_FIELDS: Final = {
    "suit": "suits",
    "chow": "chows",
    "kong": "kongs",
    "pong": "pongs",
    "concealed pong": "concealed_pongs",
    "concealed pong or kong": "concealed_pongs_or_kongs",
    "concealed pongs or kong": "concealed_pongs_or_kongs",
    "bonus tile": "bonus_tiles",
}


class Condition(NamedTuple):
    """What a win must have; masks of kinds and sources, numbers as a mask with a bit for each allowed number.

    allowed: all its kinds. one_of, also_one_of: it has one of these kinds; 0 asks nothing. suits, chows, kongs,
    concealed_pongs, concealed_pongs_or_kongs, bonus_tiles: how many of them. pongs: how many pongs and kongs of the
    kinds `pongs_of`. pair, tiles: the kinds that the pair and the winning tile may have. needs: further facts. bonus:
    bonus tiles that it has.
    """

    allowed: int = ANY_KIND
    one_of: int = 0
    also_one_of: int = 0
    suits: int = ANY_NUMBER
    chows: int = ANY_NUMBER
    pongs_of: int = ANY_KIND
    pongs: int = ANY_NUMBER
    kongs: int = ANY_NUMBER
    concealed_pongs_or_kongs: int = ANY_NUMBER
    concealed_pongs: int = ANY_NUMBER
    pair: int = ANY_KIND
    tiles: int = ANY_KIND
    sources: int = ANY_SOURCE
    needs: int = 0
    bonus: int = 0
    bonus_tiles: int = ANY_NUMBER

    @property
    def is_about_bonus(self) -> bool:
        """Does it ask about bonus tiles?"""
        return bool(self.bonus) or self.bonus_tiles != ANY_NUMBER

    @property
    def is_bonus_only(self) -> bool:
        """Does it depend on bonus tiles only?"""
        return self.is_about_bonus and self._replace(bonus=0, bonus_tiles=ANY_NUMBER) == Condition()


class Winds(NamedTuple):
    """The winds of a condition's player: numbers of the Personal and Prevailing Wind, and pairs that score nothing."""

    own: int = 0
    prevailing: int = 0
    worthless: int = ANY_KIND


def condition(phrases: Sequence[str], winds: Winds, *, place: str) -> Condition:
    """Read a condition; `place` names it in errors: its file and key.

    >>> condition(["no chows", "1 suit"], Winds(), place="a row").chows
    1
    """
    result = Condition()
    for phrase in phrases:
        try:
            result = _with(result, phrase, winds)
        except InvalidOption as error:
            raise InvalidOption(f"{place}: {error}") from None
    return result


def _with(current: Condition, phrase: str, winds: Winds) -> Condition:
    """The condition with one phrase more."""
    if phrase in NEEDS:
        return current._replace(needs=current.needs | NEEDS[phrase])
    if bonus := _bonus(phrase, winds):
        return current._replace(bonus=current.bonus | bonus)
    if match := _COUNT.fullmatch(phrase):
        return _counted(current, match, phrase, winds)
    if sources := _sources(phrase):
        return current._replace(sources=current.sources & sources)
    return _of_kinds(current, phrase, winds)


def _of_kinds(current: Condition, phrase: str, winds: Winds) -> Condition:
    """The condition with a phrase more that ends with kinds of tiles."""
    for start, field in KINDS_AFTER.items():
        if phrase.startswith(start):
            kinds = _kinds(phrase.removeprefix(start), phrase, winds)
            if field != "one_of":
                return current._replace(**{field: getattr(current, field) & kinds})
            if not current.also_one_of:
                return current._replace(also_one_of=kinds) if current.one_of else current._replace(one_of=kinds)
    raise InvalidOption(f"expected {EXPECTED}, got {shown(phrase)}")


def _bonus(phrase: str, winds: Winds) -> int:
    masks = {
        "own flower": 1 << winds.own,
        "own season": 1 << winds.own + 4,
        "four flowers": FLOWERS,
        "four seasons": SEASONS,
    }
    return masks.get(phrase, 0)


def _counted(current: Condition, match: re.Match[str], phrase: str, winds: Winds) -> Condition:
    number, what, kinds = match.groups()
    field = _FIELDS[what]
    if kinds is not None and field != "pongs":
        raise InvalidOption(f"expected kinds only after pongs, got {shown(phrase)}")
    if field == "pongs" and current.pongs != ANY_NUMBER:
        raise InvalidOption(f"expected pongs counted once in a condition, got {shown(phrase)} too")
    if kinds is not None:
        current = current._replace(pongs_of=_kinds(kinds, phrase, winds))
    return current._replace(**{field: getattr(current, field) & _numbers(number)})


def _numbers(text: str) -> int:
    """The numbers that `no`, `3`, `at least 3` or `at most 3` allow, a bit each."""
    if text == "no":
        return 1
    number = int(text[-1])
    if text.startswith("at least"):
        return ANY_NUMBER & ~((1 << number) - 1)
    return (1 << number + 1) - 1 if text.startswith("at most") else 1 << number


def _sources(phrase: str) -> int:
    """The sources that a phrase names, as a mask; 0 if it names none."""
    if phrase in ("drawn", "claimed"):
        return CLAIMED if phrase == "claimed" else ANY_SOURCE & ~CLAIMED
    if not phrase.startswith("from "):
        return 0
    mask = 0
    for name in phrase.split()[1:]:
        if name not in SOURCES:
            raise InvalidOption(f"expected sources among {', '.join(SOURCES)}, got {shown(name)} in {shown(phrase)}")
        mask |= 1 << SOURCES.index(name)
    return mask | (1 << EARTHLY_DISCARD if mask >> EARTHLY & 1 else 0)


def _kinds(text: str, phrase: str, winds: Winds) -> int:
    named = {**named_winds(winds.own, winds.prevailing), WORTHLESS: winds.worthless}
    return kinds_mask(text, Bindings({}, 0, named), phrase)
