"""Pages that are photographed right after opening."""

from collections.abc import Sequence
from typing import Final, NamedTuple


class Sight(NamedTuple):
    """A page to photograph: its name, its address, an element that shows that it is loaded, and whether it is long."""

    name: str
    path: str
    shows: str
    full: bool = False


FRONT: Final[Sequence[Sight]] = (
    Sight("lobby-days", "/days", "main h1"),
    Sight("purse", "/purse", "main h1"),
    Sight("account-page", "/account", "main h1", full=True),
    Sight("record", "/replay", "main h1"),
    Sight("sorry", "/table/0123456789abcdef", "main a[href='/']"),
)
LEARNING: Final[Sequence[Sight]] = (
    Sight("tiles-lesson", "/learn", "main .tile"),
    Sight("battle-lesson", "/learn/battle", ".slot"),
    Sight("classic-lesson", "/learn/classic", "main .tile"),
    Sight("lesson", "/learn/solitaire", ".slot"),
    Sight("rules", "/rules/classic", "main table"),
    Sight("battle-rules", "/rules/battle", "main h1"),
    Sight("rulesets", "/rulesets", "main h1", full=True),
    Sight("scorer-table", "/scorer/table", "main h1", full=True),
    Sight("train", "/train", "main h1", full=True),
    Sight("analysis", "/analysis?game=battle", ".slot"),
    Sight("classic-analysis", "/analysis?game=classic", ".hand .able"),
)
PEOPLE: Final[Sequence[Sight]] = (
    Sight("profile", "/@J.%20Doe", "main figure", full=True),
    Sight("profile-classic", "/@J.%20Doe?game=classic", "main h1", full=True),
    Sight("compare", "/@J.%20Doe/@Emily%20Reed", "main h1"),
    Sight("leaders", "/leaders/battle", "main h1"),
    Sight("games", "/games", "main h1"),
)
