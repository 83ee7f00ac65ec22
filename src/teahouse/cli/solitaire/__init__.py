"""Commands of Solitaire, and what other commands do for Solitaire alone. `SOLITAIRE` says where everything is."""

from typing import Final

from teahouse.cli.game_commands import GameCommands, OwnSurvey

SOLITAIRE: Final = GameCommands(
    solve="teahouse.cli.solitaire.solve:solve_solitaire",
    survey=OwnSurvey("teahouse.cli.solitaire.survey:survey_solitaire", ("layout", "plays", "svg", "time")),
    analyse="teahouse.cli.solitaire.analyse:analyse_solitaire",
    deal="teahouse.cli.solitaire.deals:DEAL",
)
