"""Random rulesets: every option may have any value within its bounds; the number of players and the winds fit."""

from typing import Any

from hypothesis import strategies as st

from teahouse.core.tiles import Wind
from teahouse.games.classic.rulesets.fields import KONG_BOX_SIZES
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.rulesets.ruleset import RULESETS, Option, load_ruleset, options, with_options
from teahouse.games.option_values import OptionValue

FIXED = ("format", "name", "title", "players", "winds", "limit", "special_hand_value", "special_half_limit", "unit")
"""Options that say nothing about play, or that must fit one another and are drawn together."""

OWN_HANDS = (
    ["run 1-9 X", "pong any", "pair any"],
    ["2 pongs X", "4 pairs Y"],
    ["7 pairs majors, repeats allowed"],
    ["each winds", "one more winds", "3 pongs suits"],
)


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """A built-in ruleset with about half of its options changed at random, and sometimes with its own special hand."""
    base = load_ruleset(draw(st.sampled_from(RULESETS)))
    changes = {
        option.name: draw(value_of(option)) for option in options() if option.name not in FIXED and draw(st.booleans())
    }
    players = draw(st.sampled_from((2, 3, 4)))
    limit = draw(st.none() | st.integers(1, 5000))
    value = draw(st.integers(1, 5000))
    changes |= {"players": players, "winds": list(Wind)[:players], "limit": limit, "special_hand_value": value}
    changes["unit"] = 4 * draw(st.integers(1, 25))  # every number of faan can win
    changes["special_half_limit"] = draw(st.integers(1, limit or value))
    if draw(st.booleans()):
        changes["hands.own"] = draw(own_hand())
    return with_options(base, changes)


def own_hand() -> st.SearchStrategy[dict[str, Any]]:
    """A random special hand, as in a custom ruleset."""
    parts, covers = st.sampled_from(OWN_HANDS), st.sampled_from(("concealed", "open", "half"))
    return st.fixed_dictionaries(
        {"name": st.just("Own Hand"), "parts": parts, "value": st.integers(1, 5000), "cover": covers}
    )


def value_of(option: Option) -> st.SearchStrategy[Any]:
    """Any value that an option accepts."""
    if option.name == "kong_box_size":
        return st.just("dice") | st.sampled_from(KONG_BOX_SIZES)
    return st.one_of([_value(each) for each in option.accepts])


def _value(accepted: OptionValue) -> st.SearchStrategy[Any]:
    match accepted.kind:
        case "number":
            assert accepted.least is not None
            assert accepted.most is not None
            return st.integers(accepted.least, accepted.most)
        case "choice":
            return st.sampled_from(accepted.choices)
        case "flag":
            return st.booleans()
        case "list":
            return st.lists(_value(accepted.items[0]), min_size=accepted.count or 0, max_size=accepted.count or 0)
        case "none":
            return st.none()
        case "text" | "table":
            raise AssertionError(accepted)
