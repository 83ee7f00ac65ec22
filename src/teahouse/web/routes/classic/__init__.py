"""The routes of Classic: the scorer, the scorebooks and the house rules. `CLASSIC` lists them and their types."""

from typing import Final

from fastapi import APIRouter

from teahouse.games.classic.scorebook.table_deal import SettledTable, TableDeal
from teahouse.games.classic.scoring.complaints import COMPLAINTS
from teahouse.games.classic.scoring.table_score import ScoreRequest
from teahouse.service.hosting.classic.saved_rules import (
    CheckedRules,
    HouseRules,
    HouseRulesTitle,
    NewHouseRules,
    ReadRules,
    RulesRequest,
)
from teahouse.service.hosting.classic.saved_scorebooks import NewScorebook, Scorebook, ScorebookEntry, ScorebookTitle
from teahouse.web.routes.classic import house_rules, scorebooks, scoring
from teahouse.web.routes.classic.bodies import Scored
from teahouse.web.routes.game_routes import GameRoutes, WordType

_router = APIRouter()
_router.include_router(scoring.router)
_router.include_router(scorebooks.router)
_router.include_router(house_rules.router)

CLASSIC: Final = GameRoutes(
    router=_router,
    types=(
        ScoreRequest,
        Scored,
        TableDeal,
        SettledTable,
        NewScorebook,
        ScorebookEntry,
        Scorebook,
        ScorebookTitle,
        NewHouseRules,
        HouseRules,
        HouseRulesTitle,
        RulesRequest,
        CheckedRules,
        ReadRules,
    ),
    sent_in=(ScoreRequest, TableDeal, NewScorebook, ScorebookEntry, NewHouseRules, RulesRequest),
    words=(WordType("Complaint", "Why a win cannot be scored.", tuple(COMPLAINTS)),),
)
