"""Commands of Classic, and Classic's parts of other commands. `CLASSIC` names their functions."""

from typing import Final

from teahouse.cli.game_commands import GameCommands

CLASSIC: Final = GameCommands(
    analyse="teahouse.cli.classic.analyse:analyse_classic",
    advise_deal="teahouse.cli.classic.advise:advise_deal",
    option_files={"ruleset": "teahouse.cli.classic.rulesets:file_option"},
    more_options="teahouse.cli.classic.rulesets:folded",
)
