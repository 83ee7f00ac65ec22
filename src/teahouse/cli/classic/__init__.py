"""Commands of Classic, and what other commands do for Classic alone. `CLASSIC` says where everything is."""

from typing import Final

from teahouse.cli.game_commands import GameCommands

CLASSIC: Final = GameCommands(
    analyse="teahouse.cli.classic.analyse:analyse_classic",
    judge="teahouse.cli.classic.judge:judge_deal",
    option_files={"ruleset": "teahouse.cli.classic.rulesets:file_option"},
    more_options="teahouse.cli.classic.rulesets:folded",
)
