"""The routes of Classic: the scorer, the scorebooks and the house rules. `CLASSIC` lists them and their types."""

from typing import Final

from fastapi import APIRouter

from teahouse.games.classic.scorebook.table_deal import SettledTable, TableDeal
from teahouse.games.classic.scoring.complaints import COMPLAINTS
from teahouse.games.classic.scoring.table_score import Question
from teahouse.service.hosting.classic.house_rules import (
    CheckedRules,
    HouseRules,
    HouseRulesTitle,
    NewHouseRules,
    ReadRules,
    RulesWish,
)
from teahouse.service.hosting.classic.scorebooks import NewScorebook, Scorebook, ScorebookEntry, ScorebookTitle
from teahouse.web.routes.classic import house_rules, scorebooks, scoring
from teahouse.web.routes.classic.bodies import Scored
from teahouse.web.routes.game_routes import GameRoutes, Words

_router = APIRouter()
_router.include_router(scoring.router)
_router.include_router(scorebooks.router)
_router.include_router(house_rules.router)

CLASSIC: Final = GameRoutes(
    router=_router,
    types=(
        Question,
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
        RulesWish,
        CheckedRules,
        ReadRules,
    ),
    sent_in=(Question, TableDeal, NewScorebook, ScorebookEntry, NewHouseRules, RulesWish),
    words=(Words("Complaint", "Why a win cannot be scored.", tuple(COMPLAINTS)),),
)
