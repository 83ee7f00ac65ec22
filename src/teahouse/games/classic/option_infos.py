"""The options of Classic's rulesets for people, with their value in each ruleset of the house."""

from typing import Final

from teahouse.games.classic.rulesets.groups import group_of
from teahouse.games.classic.rulesets.ruleset import RULESETS, load_ruleset, option_text, option_value, options
from teahouse.games.classic.scoring.names import rule_options
from teahouse.games.description import OptionInfo

NAMED_BY_RULES: Final = ("pairs", "doublings", "special_hands")
"""The sections whose options each hold the value of one rule and have its name."""


def ruleset_options() -> tuple[OptionInfo, ...]:
    """Every option of a ruleset, in the order of the files."""
    rulesets = [load_ruleset(name) for name in RULESETS]
    rules = {option: rule for rule, option in rule_options().items() if option.partition(".")[0] in NAMED_BY_RULES}
    return tuple(
        OptionInfo(
            key=f"ruleset.{option.name}",
            name=option.name,
            group=group_of(option.name),
            meaning=option.meaning,
            values=option.values,
            usual={ruleset.name: option_text(ruleset, option.name) for ruleset in rulesets},
            sureness=option.sureness,
            reconstructed=option.is_reconstructed,
            accepts=option.accepts,
            defaults={ruleset.name: option_value(ruleset, option.name) for ruleset in rulesets},
            rule=rules.get(option.name, ""),
        )
        for option in options()
    )
