"""The rules of play that the kernel of deals knows, and the rules that the network of `master` learned."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from teahouse.core.tiles import Wind
from teahouse.games.classic.patterns.language import ALL_WINDS
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.rulesets.ruleset import load_ruleset, option_text
from teahouse.games.classic.scoring.tile_hands import PlayedHand, played_hands
from teahouse.kernels.classic.deals import deal_state
from teahouse.players.classic.hands import pongs_reach, shapes_of
from teahouse.players.classic.patterns import BUILT_IN, pattern_hands
from teahouse.players.classic.simple import pongs_pay

PLAYED: Final[dict[str, tuple[str, ...]]] = {
    "doubling_role": ("dealer",),
    "robbed_player_pays_as": ("discarder",),
    "limit_applies_to": ("hand",),
    "heavenly_allows_replacements": ("true",),
    "rob_added_kong": ("any_draw",),
    "rob_concealed_kong": ("never",),
    "kong_box_replenish": ("false",),
    "multiple_mahjong": ("nearest",),
    "declare_concealed_kong": ("optional_on_own_turn",),
    "liability": ("none", "dangerous_discard"),
}
"""Options for which the kernel plays only these values; it reads all other options from the ruleset."""
LEARNED_FROM: Final = ("british", "bmja", "three-players", "two-players")
"""The rulesets that the network learned from."""
GATES_CHOWS: Final = 3
"""The Gates of Heaven with any fourteenth tile are four sets and a pair, of which this many or fewer are chows."""
OPTIONS_OF_PLAY: Final = (
    "players",
    "losers_settle",
    "least_doublings",
    "least_score",
    "earthly_hand",
    "kong_box",
    "kong_box_size",
    "kong_box_empty",
    "tail_replacement_is",
    "kong_after_claim",
    "max_chows",
    "must_declare_ready",
    "original_call_from",
    "bonus_replacement",
    "counting",
    "payment.divisor",
    "liability",
    "special_hands.seven_bonus_tiles",
    "special_hands.eight_bonus_tiles",
)
"""The other options that change how to play. The network is used only if each has a value that it learned from."""
EARTHLY: Final = {
    "first_turn": deal_state.FIRST_TURN,
    "first_turn_uninterrupted": deal_state.UNINTERRUPTED,
    "first_discard_only": deal_state.FIRST_DISCARD,
}


def unknown_options(ruleset: Ruleset) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The options of a ruleset that the kernel does not play, each with the values that it does."""
    for name, values in PLAYED.items():
        if option_text(ruleset, name) not in values:
            yield name, values


def unplayed_hands(ruleset: Ruleset) -> Iterator[PlayedHand]:
    """The special hands of a ruleset that depend on the winning tile or on winds: the kernel does not play them.

    It does play the Gates of Heaven if as many chows are allowed as they have, because they are Mahjong with any tile.
    """
    for hand in played_hands(ruleset):
        if hand.key in BUILT_IN and ruleset.max_chows >= GATES_CHOWS:
            continue
        if any(each.variant.last or each.variant.winds != ALL_WINDS for each in hand.variants):
            yield hand


@lru_cache(maxsize=64)
def is_played(ruleset: Ruleset) -> bool:
    """Does the kernel play deals by this ruleset?"""
    return not any(unknown_options(ruleset)) and not any(unplayed_hands(ruleset))


@lru_cache(maxsize=64)
def is_learned(ruleset: Ruleset) -> bool:
    """Did the network learn the rules of play of this ruleset? Points and payments may differ."""
    if not is_played(ruleset) or pattern_hands(ruleset):
        return False
    return all(option_text(ruleset, name) in _learned_values(name) for name in OPTIONS_OF_PLAY)


@lru_cache(maxsize=64)
def _learned_values(name: str) -> frozenset[str]:
    """The values of an option in the rulesets that the network learned from."""
    return frozenset(option_text(load_ruleset(ruleset), name) for ruleset in LEARNED_FROM)


def write_rules_of_play(state: deal_state.RulesOfPlay, ruleset: Ruleset) -> None:
    """Write the rules of play for the kernel."""
    special = ruleset.special_hands
    state.players, state.most_chows, state.hands_played = ruleset.players, ruleset.max_chows, shapes_of(ruleset).hands
    state.winds[: ruleset.players] = [tuple(Wind).index(wind) for wind in ruleset.winds]
    _write_payment(state, ruleset)
    state.settles, state.fishing_fifths = ruleset.losers_settle, ruleset.fishing_fifths
    state.earthly, state.kong_after_claim = EARTHLY[ruleset.earthly_hand], ruleset.kong_after_claim
    state.from_tail = not ruleset.kong_box or ruleset.kong_box_empty == "take_from_wall_tail"
    state.tail_is_box = ruleset.tail_replacement_is == "kong_box"
    state.bonus_from_wall = ruleset.bonus_replacement == "wall"
    state.declares, state.calls_first = ruleset.must_declare_ready, ruleset.original_call_from == "first_discard"
    state.asks_least = bool(ruleset.least_doublings or ruleset.least_score)
    state.pongs_reach, state.pongs_pay = pongs_reach(ruleset), pongs_pay(ruleset)
    state.bonus_wins = special.seven_bonus_tiles != "off" or special.eight_bonus_tiles != "off"
    state.needs_more_than_tiles = state.declares or state.asks_least or state.bonus_wins
    state.blames = ruleset.liability == "dangerous_discard"
    state.has_patterns = bool(pattern_hands(ruleset))


def _write_payment(state: deal_state.RulesOfPlay, ruleset: Ruleset) -> None:
    pay, who = ruleset.payment, ruleset.non_dealer_discard_payment
    state.divisor = pay.divisor
    state.dealer_drew = pay.dealer_self_drawn.others
    state.dealer_claimed_giver, state.dealer_claimed_other = (
        pay.dealer_on_discard.discarder,
        pay.dealer_on_discard.others,
    )
    state.other_drew_dealer, state.other_drew_other = pay.other_self_drawn.dealer, pay.other_self_drawn.others
    state.other_claimed_giver = pay.other_on_discard.discarder
    state.other_claimed_giving_dealer = pay.other_on_discard.discarder_if_dealer
    state.other_claimed_dealer = 0 if who == "discarder_only" else pay.other_on_discard.dealer
    state.other_claimed_other = pay.other_on_discard.others if who == "everybody" else 0
