"""Classic mahjong: four players, British and Classical scoring."""

from teahouse.games.classic.events import (
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
from teahouse.games.classic.game import Classic
from teahouse.games.classic.match import ClassicMatch
from teahouse.games.classic.melds import Meld
from teahouse.games.classic.moves import (
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
from teahouse.games.classic.opening import Layout, Opening
from teahouse.games.classic.ruleset import Ruleset, load_ruleset
from teahouse.games.classic.state import ClassicRules, ClassicState, ClassicView, LaidTile, Offer

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
