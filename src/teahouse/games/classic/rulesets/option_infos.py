"""The options of Classic's rulesets for people, with their value in each ruleset of the house."""

from teahouse.games.classic.rulesets.ruleset import RULESETS, load_ruleset, option_text, option_value, options
from teahouse.games.description import OptionInfo


def ruleset_options() -> tuple[OptionInfo, ...]:
    """Every option of a ruleset, in the order of the files."""
    rulesets = [load_ruleset(name) for name in RULESETS]
    return tuple(
        OptionInfo(
            key=f"ruleset.{option.name}",
            name=option.name,
            meaning=option.meaning,
            values=option.values,
            usual={ruleset.name: option_text(ruleset, option.name) for ruleset in rulesets},
            sureness=option.sureness,
            reconstructed=option.is_reconstructed,
            accepts=option.accepts,
            defaults={ruleset.name: option_value(ruleset, option.name) for ruleset in rulesets},
        )
        for option in options()
    )
