"""The special hands of a ruleset in words: what they are, and what they are worth."""

from collections.abc import Iterator
from typing import Final

from teahouse.games.classic.patterns.library import library
from teahouse.games.classic.prose.play import paragraph
from teahouse.games.classic.prose.scoring import Marks, cell, conditions, table
from teahouse.games.classic.prose.words import Sentences
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.rulesets.special_values import SpecialHands, SpecialValue
from teahouse.games.classic.scoring.names import SPECIAL_NAMES

VARIED_BY: Final = {
    "gates_of_heaven": "gates_of_heaven_extra",
    "buried_treasure": "buried_treasure_tiles",
    "imperial_jade": "imperial_jade_needs_green_dragon",
    "three_scholars": "three_scholars_allows_chow",
    "all_pair_honours": "all_pair_honours_all_different",
    "earthly_hand": "earthly_hand",
    "heavenly_hand": "heavenly_allows_replacements",
}
"""The option that says more about a hand."""
ABOVE_THE_LIMIT: Final = ("limit_and_half", "double_limit")


def special_hands(rules: Ruleset, words: Sentences) -> Iterator[str]:
    """The special hands that are played."""
    played = dict(_played(rules))
    if not played and not _own(rules, words):
        return
    marks = Marks(rules)
    rows = [
        (
            words.names[SPECIAL_NAMES[key]] + marks.of(f"special_hands.{key}"),
            _what(key, rules, words),
            _worth(value, rules, words),
        )
        for key, value in played.items()
    ]
    yield table([words.say(f"hands.{name}") for name in ("head", "what", "value")], [*rows, *_own(rules, words)])
    yield notes(rules, words)


def _played(rules: Ruleset) -> Iterator[tuple[str, SpecialValue]]:
    """The special hands that are played, and their values; hands of bonus tiles only if there are bonus tiles."""
    for key in SpecialHands.__struct_fields__:
        value: SpecialValue = getattr(rules.special_hands, key)
        if value != "off" and (rules.bonus_tiles or not key.endswith("_bonus_tiles")):
            yield key, value


def _what(key: str, rules: Ruleset, words: Sentences) -> str:
    """What a hand is made of, what an option says about it, and whether its sets may be claimed."""
    if key == "winning_streak":
        return words.say("hands.winning_streak", n=rules.streak_wins)
    option = VARIED_BY.get(key)
    more = words.say(f"hands.{option}_{str(getattr(rules, option)).lower()}") if option else ""
    hand = library().get(key)
    cover = words.say(f"hands.cover_{hand.cover}") if hand else ""
    return "; ".join(filter(None, (words.row(f"special_hands.{key}"), more, cover)))


def _worth(value: SpecialValue, rules: Ruleset, words: Sentences) -> str:
    """What a hand is worth, in points or faan."""
    if rules.counts_faan:
        return words.say("hands.faan", n=value)
    limit = rules.limit or rules.special_hand_value
    shares = {"limit": limit, "half_limit": rules.special_half_limit, "double_limit": 2 * limit}
    shares["limit_and_half"] = limit + limit // 2
    return words.number(shares.get(value, 0) if isinstance(value, str) else value)


def _own(rules: Ruleset, words: Sentences) -> list[tuple[str, str, str]]:
    """The hands that the ruleset declares, with their parts as written in its file."""
    hands = [
        (
            cell(hand.name),
            f"{conditions(hand.parts)}; {words.say(f'hands.cover_{hand.cover}')}",
            _worth(hand.value, rules, words),
        )
        for hand in rules.hands
        if hand.value != "off"
    ]
    rows = [(cell(row.name), conditions(row.when), _worth(row.value, rules, words)) for row in rules.rows]
    return hands + [row for row, own in zip(rows, rules.rows, strict=True) if own.value != "off"]


def notes(rules: Ruleset, words: Sentences) -> str:
    """What is added to special hands, what cuts them, and what fishing for one is worth to a loser."""
    say = words.say
    above = [value for _, value in _played(rules) if value in ABOVE_THE_LIMIT or _is_above(value, rules)]
    bonus = rules.bonus_tiles and rules.special_hand_adds_bonus_tiles
    fishing = rules.losers_settle and rules.fishing_fifths
    return paragraph(
        say("hands.adds_bonus" if bonus else "hands.flat") if not rules.counts_faan else "",
        say(f"hands.cap_{rules.special_hand_cap}") if above else "",
        say("hands.fishing", n=rules.fishing_fifths) if fishing else "",
    )


def _is_above(value: SpecialValue, rules: Ruleset) -> bool:
    return not rules.counts_faan and isinstance(value, int) and rules.limit is not None and value > rules.limit
