"""Reads a position from its text."""

import hashlib
from typing import Final

import msgspec

from teahouse.core.errors import InvalidOption, InvalidText, plain, shown
from teahouse.core.seats import BySeat
from teahouse.core.tiles import Wind
from teahouse.games.classic.game import Classic
from teahouse.games.classic.position.dealt import deal_the_rest
from teahouse.games.classic.position.known import check_sizes, read_known
from teahouse.games.classic.position.seating import WINDS, PositionSeating
from teahouse.games.classic.position.state import rules_of, state_of
from teahouse.games.classic.rulesets.ruleset import RULESETS, Ruleset, load_ruleset
from teahouse.games.positions import Position, read_lines

NAMES: Final = (
    *("ruleset", "seats", "prevailing", "dealer", "turn", "drawn", "bonus", "discards", "offer", "wall", "box"),
    *("came", "kongs", "turns", "unchanged", "ready", "gone", "heaps", "tail", "exchange", *WINDS),
)


def parse_position(text: str) -> Position:
    """Read a position, or `InvalidText`."""
    facts, rest = read_lines(text, NAMES)
    if len(rest) > 1 or (rest and "east" in facts):
        number, line = rest[-1]
        raise InvalidText(f"line {number}: expected one of {', '.join(NAMES)} before a colon, got {shown(line)}")
    named = dict(facts) | ({"east": rest[0][1]} if rest else {})
    ruleset = _ruleset(named.get("ruleset", RULESETS[0]))
    seating = PositionSeating(ruleset, _winds(named.get("seats", ""), ruleset), named)
    known = read_known(seating)
    check_sizes(seating, known)
    rules = rules_of(seating)
    dealt = deal_the_rest(seating, known, hashlib.sha256(text.encode()).digest())
    return Position(Classic(rules), state_of(seating, known, dealt))


def _ruleset(text: str) -> Ruleset:
    if not text.startswith("{"):
        try:
            return load_ruleset(text)
        except InvalidOption as error:
            raise InvalidText(f"ruleset: {error}") from None
    try:
        return msgspec.json.decode(text, type=Ruleset)
    except msgspec.DecodeError as error:
        raise InvalidText(f"ruleset: {plain(error)}") from None


def _winds(text: str, ruleset: Ruleset) -> BySeat[Wind]:
    words = text.lower().split()
    winds = tuple(WINDS[word] for word in words if word in WINDS) if words else tuple(ruleset.winds)
    turned = (winds[-number:] + winds[:-number] for number in range(len(winds)))
    if len(winds) != (len(words) or len(winds)) or tuple(ruleset.winds) not in turned:
        raise InvalidText(f"seats: expected {' '.join(ruleset.winds)} in this order, any first, got {shown(text)}")
    return winds
