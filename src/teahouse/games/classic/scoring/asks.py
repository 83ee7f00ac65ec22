"""What a scorer must ask people about under a ruleset, beside the tiles and where the last one came from."""

from functools import lru_cache
from typing import Final, Literal, get_args

from teahouse.core.tiles import Wind
from teahouse.games.classic.patterns.conditions import KONG_UPON_KONG, ORIGINAL_CALL, STREAK
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.scoring.sheet import Sheet, sheet_for

Ask = Literal["losers", "several_winners", "liable", "streak", "original_call", "kong_upon_kong", "fishing", "gone"]
"""The losers' hands; several winners; who pays for all; East's wins in a row; a hand ready from the deal; a kong upon a
kong; losers who declared a ready hand; kinds all in sight."""

ASKS: Final[tuple[Ask, ...]] = get_args(Ask)


@lru_cache(maxsize=64)
def asks(ruleset: Ruleset) -> tuple[Ask, ...]:
    """What changes a score or a payment under this ruleset.

    >>> from teahouse.games.classic.rulesets.ruleset import load_ruleset
    >>> asks(load_ruleset("hongkong"))
    ('kong_upon_kong',)
    """
    sheet = sheet_for(ruleset, Wind.EAST, Wind.EAST)
    asked: dict[Ask, bool] = {
        "losers": ruleset.losers_settle,
        "several_winners": ruleset.multiple_mahjong == "all_win",
        "liable": ruleset.liability != "none",
        "streak": _needs(sheet, STREAK),
        "original_call": _needs(sheet, ORIGINAL_CALL),
        "kong_upon_kong": _needs(sheet, KONG_UPON_KONG),
        "fishing": ruleset.losers_settle and ruleset.fishing_fifths > 0 and ruleset.must_declare_ready,
        "gone": sheet.asks_only_tile,
    }
    return tuple(name for name in ASKS if asked[name])


def _needs(sheet: Sheet, fact: int) -> bool:
    return any(test.asks.needs & fact for row in sheet.rows for test in row.tests)
