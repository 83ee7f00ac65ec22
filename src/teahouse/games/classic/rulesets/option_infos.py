"""The options of Classic's rulesets for people, with their value in each ruleset of the house."""

from teahouse.games.classic.rulesets.ruleset import RULESETS, load_ruleset, option_text, options
from teahouse.games.description import OptionInfo


def ruleset_options() -> tuple[OptionInfo, ...]:
    """Every option of a ruleset, in the order of the files."""
    rulesets = [load_ruleset(name) for name in RULESETS]
    return tuple(
        OptionInfo(
            f"ruleset.{option.name}",
            option.name,
            option.meaning,
            option.values,
            {ruleset.name: option_text(ruleset, option.name) for ruleset in rulesets},
            option.sureness,
            option.is_reconstructed,
        )
        for option in options()
    )
