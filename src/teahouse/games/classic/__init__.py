"""Classic mahjong: two to four players, under British, Hong Kong, Western or their own rules."""

from functools import partial
from typing import Final

from teahouse.games.classic.client_facts import client_facts
from teahouse.games.classic.game import Classic
from teahouse.games.classic.match import ClassicMatch
from teahouse.games.classic.melds import Meld
from teahouse.games.classic.option_infos import ruleset_options
from teahouse.games.classic.play.deal_text import deal_facts, deal_text
from teahouse.games.classic.play.events import (
    Answered,
    BonusShown,
    DiceRolled,
    Discarded,
    Drew,
    Event,
    Gave,
    KongDeclared,
    Melded,
    Received,
    Won,
)
from teahouse.games.classic.play.moves import (
    Claim,
    ClaimChow,
    ClaimKong,
    ClaimPong,
    DeclareKong,
    DeclareMahjong,
    Discard,
    Move,
    Pass,
)
from teahouse.games.classic.play.opening import BrokenWall, Opening
from teahouse.games.classic.play.state import ClaimedTile, ClassicRules, ClassicState, ClassicView, LaidTile, Offer
from teahouse.games.classic.position import example_position, parse_position, position_text
from teahouse.games.classic.prose.text import rules_in_words
from teahouse.games.classic.prose.words import languages
from teahouse.games.classic.rulesets.ruleset import Ruleset, load_ruleset
from teahouse.games.classic.table_terms import terms
from teahouse.games.description import GameDescription, Prose
from teahouse.games.positions import PositionText

CLASSIC: Final = GameDescription(
    game=Classic,
    matches={"session": partial(ClassicMatch, "session"), "single": partial(ClassicMatch, "single")},
    deal_text=deal_text,
    deal_facts=deal_facts,
    more_options=ruleset_options,
    client_facts=client_facts,
    positions=PositionText(parse_position, position_text, example_position),
    terms=terms,
    prose=Prose(languages(), rules_in_words),
)

__all__ = [
    "CLASSIC",
    "Answered",
    "BonusShown",
    "BrokenWall",
    "Claim",
    "ClaimChow",
    "ClaimKong",
    "ClaimPong",
    "ClaimedTile",
    "Classic",
    "ClassicMatch",
    "ClassicRules",
    "ClassicState",
    "ClassicView",
    "DeclareKong",
    "DeclareMahjong",
    "DiceRolled",
    "Discard",
    "Discarded",
    "Drew",
    "Event",
    "Gave",
    "KongDeclared",
    "LaidTile",
    "Meld",
    "Melded",
    "Move",
    "Offer",
    "Opening",
    "Pass",
    "Received",
    "Ruleset",
    "Won",
    "load_ruleset",
]
