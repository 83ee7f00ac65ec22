"""Why a win cannot be scored: every complaint by its code, with its sentence for terminals and programs."""

from collections.abc import Mapping
from typing import Final

from teahouse.core.errors import InvalidText

COMPLAINTS: Final[Mapping[str, str]] = {
    "size": "expected 14 tiles, a kong counted as three, got {n} (hand)",
    "copies": "expected at most 4 of a kind, got {n} tiles {tile} (hand)",
    "winning_tile": "expected the winning tile among {held}, got {tile} (winning tile)",
    "winning_tile_melded": (
        "expected the winning tile among {held}, got {tile} (winning tile): write the set it completed without brackets"
    ),
    "bonus_tile": "expected Flowers and Seasons, got {tile} (bonus)",
    "bonus_twice": "expected every Flower and Season at most once, got {tile} {n} times (bonus)",
    "bonus_none": "expected no Flowers and Seasons under {ruleset}, got {tiles} (bonus)",
    "personal_wind": "expected {winds} under {ruleset}, got {wind} (personal wind)",
    "prevailing_wind": "expected {winds} under {ruleset}, got {wind} (prevailing wind)",
    "kong_box": "expected a kong or a bonus tile that the Kong Box replaced, got neither (source {source})",
    "robbed_kong": "expected no second {tile} beside the robbed kong's, got one in the hand (source {source})",
    "dealt_melds": "expected a hand as dealt, without melds, got {n} (source {source})",
    "dealt_bonus": "expected no replaced bonus tiles under {ruleset}, got {tiles} (source {source})",
    "own_tile": "expected a winning tile of the player's own, got a discard (source {source})",
    "kong_upon_kong": (
        "expected two kongs and a replacement tile for a kong upon a kong, got something else (source {source})"
    ),
    "original_call": "expected a hand unchanged since the deal for an original call, got melds (source {source})",
    "chows": "expected no more chows than {most} under {ruleset}, got {n} (hand)",
    "incomplete": "expected four sets and a pair or a special hand of {ruleset}, got {hand} (hand)",
    "too_little": (
        "expected {doublings} doublings or a score of {score} to win under {ruleset}, got {n} and {reached} (hand)"
    ),
    "too_few_doublings": "expected {doublings} doublings to win under {ruleset}, got {n} (hand)",
    "too_few_faan": "expected {doublings} faan that count to win under {ruleset}, got {n} (hand)",
    "too_low_score": "expected a score of {score} to win under {ruleset}, got {reached} (hand)",
    "east_deals": "expected East and nobody else to deal under {ruleset}, got {wind} (dealer)",
    "heavenly_dealer": "expected the dealer, got another player (source heavenly)",
    "earthly_dealer": "expected a player other than the dealer, got the dealer (source earthly)",
    "drawn_tile": "expected no discarder for a drawn tile, got one (source {source})",
    "streak_east": "expected East to win so often in a row, got {wind} (winning streak)",
    "insured": "expected a dangerous discard that is paid for all under {ruleset}, got {source} (insured)",
    "two_dealers": "expected one dealer, got the winner and the discarder (dealer)",
    "two_easts": "expected one East, got the winner and the discarder (personal wind)",
}


class ImpossibleWin(InvalidText):
    """A win that cannot have happened, or that the ruleset does not count as one.

    >>> str(ImpossibleWin("size", n=13))
    'expected 14 tiles, a kong counted as three, got 13 (hand)'
    """

    def __init__(self, code: str, **values: str | int) -> None:
        """Store the code and its values with the sentence, so that it can be translated."""
        super().__init__(COMPLAINTS[code].format(**values))
        self.code = code
        self.values = values
