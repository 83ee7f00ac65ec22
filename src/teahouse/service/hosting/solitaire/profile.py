"""What Solitaire adds to profiles: boards cleared, and the best score of each layout."""

from typing import Final

from teahouse.core.seats import Seat
from teahouse.games.solitaire import LAYOUT_NAMES, Solitaire, SolitaireRules
from teahouse.games.solitaire.game import SolitaireState
from teahouse.service.hosting.rules import DealFigures, ProfileRules

OWN: Final = "own"
"""The variant of all layouts that people made themselves; the text of such a layout may be long."""
BADGES: Final = {f"cleared:{layout}": layout for layout in LAYOUT_NAMES}


def variant(rules: SolitaireRules) -> str:
    """The name of the layout."""
    return rules.layout if rules.layout in LAYOUT_NAMES else OWN


def deal_figures(game: Solitaire, state: SolitaireState, seat: Seat) -> DealFigures:
    """Whether a seat cleared its board, of this layout too."""
    has_cleared = state.boards[seat].ending == "cleared"
    layout = variant(game.rules)
    badge = f"cleared:{layout}"
    is_won = has_cleared and badge in BADGES and not game.rules.casual
    return DealFigures({"cleared": int(has_cleared), badge: int(has_cleared)}, (badge,) if is_won else ())


PROFILE: Final = ProfileRules(variant, deal_figures, best_by_variant=True, badges=BADGES)
