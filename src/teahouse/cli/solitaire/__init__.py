"""Commands of Solitaire, and Solitaire's parts of other commands. `SOLITAIRE` names their functions."""

from typing import Final

from teahouse.cli.game_commands import GameCommands, OwnSurvey

SOLITAIRE: Final = GameCommands(
    solve="teahouse.cli.solitaire.solve:solve_solitaire",
    survey=OwnSurvey("teahouse.cli.solitaire.survey:survey_solitaire", ("layout", "plays", "svg", "time")),
    analyse="teahouse.cli.solitaire.analyse:analyse_solitaire",
    deal="teahouse.cli.solitaire.deals:DEAL",
)
