"""What Classic adds to profiles: hands, special ones among them, tiles given to winners, and tiles claimed."""

from typing import Final

from teahouse.core.seats import Seat
from teahouse.games.classic import Classic, ClassicRules
from teahouse.games.classic.play.state import ClassicState
from teahouse.games.classic.scoring.names import SPECIAL_NAMES
from teahouse.games.classic.scoring.score import special_names
from teahouse.service.hosting.rules import DealFigures, ProfileRules

BADGES: Final = {f"special:{key}": name for key, name in SPECIAL_NAMES.items()}


def variant(rules: ClassicRules) -> str:
    """The name of the ruleset."""
    return rules.chosen().name


def deal_figures(game: Classic, state: ClassicState, seat: Seat) -> DealFigures:
    """What a seat won with, whether it gave the winning tile to another seat, and how many tiles it claimed."""
    has_dealt_in = any(win.giver == seat and win.seat != seat for win in state.wins)
    figures = {"deal_in": int(has_dealt_in), "claimed": sum(one.by == seat for one in state.claimed)}
    own = [win for win in state.wins if win.seat == seat]
    if not own:
        return DealFigures(figures)
    rules = {line.rule for win in own for line in win.score.lines}
    is_special = not rules.isdisjoint(special_names(game.rules.chosen()))
    figures |= {"hand": max(win.score.score for win in own), "special": int(is_special)}
    return DealFigures(figures, tuple(badge for badge, name in BADGES.items() if name in rules))


PROFILE: Final = ProfileRules(variant, deal_figures, records=("hand",), badges=BADGES)
