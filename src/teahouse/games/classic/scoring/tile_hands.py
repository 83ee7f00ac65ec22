"""The special hands that tiles define, as a ruleset plays them: patterns of the house and its own."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from teahouse.core.tiles import COPIES, PLAIN_KINDS
from teahouse.games.classic.patterns.language import Variant
from teahouse.games.classic.patterns.library import Cover, library, variants_of
from teahouse.games.classic.patterns.matching import PONG, fits
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.rulesets.special_values import SpecialValue
from teahouse.games.classic.scoring.readings import CHOW, CODE, CONCEALED, counts, kind, kinds_in
from teahouse.games.classic.scoring.shapes import HandNumbers


class MaskedVariant(NamedTuple):
    """A variant with the kinds it may and must have, as numbers of tiles: these rule out most hands quickly."""

    allowed: int
    fixed: int
    variant: Variant


class PlayedHand(NamedTuple):
    """A special hand of a ruleset: its key, its name, how it may be claimed, its value in points, its variants."""

    key: str
    name: str
    cover: Cover
    points: int
    variants: tuple[MaskedVariant, ...]

    @property
    def may_meld(self) -> bool:
        """Can it have a kong, or a claimed pong?"""
        return any(slot.size == PONG for each in self.variants for slot in each.variant.slots)


class FoundHand(NamedTuple):
    """A special hand that a hand is, and what it is worth with its melds."""

    name: str
    points: int


def special_points(value: SpecialValue, ruleset: Ruleset) -> int:
    """The value of a special hand in points, or in faan if the ruleset counts faan; 0 if it is not played."""
    if isinstance(value, int):
        return value
    limit, half = ruleset.limit or ruleset.special_hand_value, ruleset.special_half_limit
    if ruleset.counts_faan:
        limit, half = ruleset.most_faan, ruleset.most_faan // 2
    return {
        "limit": limit,
        "half_limit": half,
        "limit_and_half": limit + limit // 2,
        "double_limit": 2 * limit,
        "off": 0,
    }[value]


@lru_cache(maxsize=256)
def played_hands(ruleset: Ruleset) -> tuple[PlayedHand, ...]:
    """The hands defined by their tiles that are played, in the order of the library, the ruleset's own ones last."""
    played = [
        PlayedHand(key, hand.name, hand.cover, points, _masked(hand.parts_under(ruleset), hand.numbers, key))
        for key, hand in library().items()
        if (points := special_points(getattr(ruleset.special_hands, key), ruleset))
    ]
    played += [
        PlayedHand(hand.key, hand.name, hand.cover, points, _masked(hand.parts, hand.numbers, hand.key))
        for hand in ruleset.hands
        if (points := special_points(hand.value, ruleset))
    ]
    return tuple(played)


def _masked(parts: tuple[str | tuple[str, ...], ...], numbers: tuple[int, ...], key: str) -> tuple[MaskedVariant, ...]:
    variants = variants_of(parts, numbers, f"hands.toml: {key}")
    return tuple(MaskedVariant(~kinds_in(each.allowed), kinds_in(each.fixed), each) for each in variants)


@lru_cache(maxsize=256)
def _meldable(ruleset: Ruleset) -> tuple[PlayedHand, ...]:
    return tuple(hand for hand in played_hands(ruleset) if hand.may_meld)


def is_tiles_hand(hand: HandNumbers, ruleset: Ruleset, last: int | None = None, winds: int | None = None) -> bool:
    """Is this a special hand by its tiles, and by the winning tile and the winds, if they are given?"""
    return any(_fits(hand, each, last, winds) for each in _candidates(hand, ruleset))


def tiles_hands(
    hand: HandNumbers, ruleset: Ruleset, last: int | None = None, winds: int | None = None
) -> list[FoundHand]:
    """Every special hand that this is by its tiles, and by the winning tile and the winds, if they are given."""
    return [
        FoundHand(each.name, each.points // 2 if each.cover == "half" and _is_shown(hand.melds) else each.points)
        for each in _candidates(hand, ruleset)
        if _fits(hand, each, last, winds)
    ]


def _candidates(hand: HandNumbers, ruleset: Ruleset) -> Sequence[PlayedHand]:
    if not hand.melds:
        return played_hands(ruleset)
    if any(meld & CHOW for meld in hand.melds):
        return ()
    has_shown = _is_shown(hand.melds)
    return [each for each in _meldable(ruleset) if not has_shown or each.cover != "concealed"]


def _is_shown(melds: Sequence[int]) -> bool:
    return not all(meld & CONCEALED for meld in melds)


def _fits(hand: HandNumbers, played: PlayedHand, last: int | None = None, winds: int | None = None) -> bool:
    kinds = hand.kinds
    return any(
        fits(each.variant, counts(hand.number), [meld & CODE for meld in hand.melds], last)
        for each in played.variants
        if not kinds & each.allowed
        and kinds & each.fixed == each.fixed
        and (winds is None or each.variant.winds >> winds & 1)
    )


def lacks_one_tile(hand: HandNumbers, ruleset: Ruleset) -> bool:
    """Is one more tile all that this hand lacks to be a special hand of tiles?"""
    melded = [meld & CODE for meld in hand.melds]
    return any(
        _fits_with_one_more(hand.number, hand.kinds, each, melded)
        for played in _candidates(hand, ruleset)
        for each in played.variants
        if not hand.kinds & each.allowed
    )


def _fits_with_one_more(number: int, kinds: int, masked: MaskedVariant, melded: Sequence[int]) -> bool:
    """Does some kind complete the variant? At most one kind that it must have may be missing altogether."""
    missing = masked.fixed & ~kinds
    if missing & (missing - 1):
        return False
    variant, tile_counts = masked.variant, counts(number)
    needs_pairs = not variant.numbers and all(slot.size > 1 for slot in variant.slots)
    needed = missing or (kinds if needs_pairs else ~masked.allowed)
    codes = [code for code in range(PLAIN_KINDS) if needed & kind(code) and tile_counts[code] < COPIES]
    return any(fits(variant, counts(number + kind(code)), melded, code) for code in codes)
