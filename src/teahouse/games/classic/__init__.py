"""Classic mahjong: four players, British and Classical scoring."""

from teahouse.games.classic.game import Classic
from teahouse.games.classic.match import ClassicMatch
from teahouse.games.classic.melds import Meld
from teahouse.games.classic.play.events import (
    Answered,
    BonusShown,
    DiceRolled,
    Discarded,
    Drew,
    Event,
    KongDeclared,
    Melded,
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
from teahouse.games.classic.play.opening import Layout, Opening
from teahouse.games.classic.play.state import ClassicRules, ClassicState, ClassicView, LaidTile, Offer
from teahouse.games.classic.rulesets.ruleset import Ruleset, load_ruleset

__all__ = [
    "Answered",
    "BonusShown",
    "Claim",
    "ClaimChow",
    "ClaimKong",
    "ClaimPong",
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
    "KongDeclared",
    "LaidTile",
    "Layout",
    "Meld",
    "Melded",
    "Move",
    "Offer",
    "Opening",
    "Pass",
    "Ruleset",
    "Won",
    "load_ruleset",
]
