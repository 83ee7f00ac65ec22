"""The scorer of Classic, for people at a real table."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from teahouse.core.errors import TeahouseError
from teahouse.games.classic.rulesets.house_rules import chosen
from teahouse.games.classic.rulesets.ruleset import DEFAULT_RULESET
from teahouse.games.classic.scorebook.table_deal import SettledTable, TableDeal, settle_table
from teahouse.games.classic.scoring import table_score
from teahouse.games.classic.scoring.complaints import ImpossibleWin
from teahouse.games.classic.scoring.lines import ScoreLine
from teahouse.games.classic.scoring.names import reconstructed_rules
from teahouse.games.classic.scoring.table_score import ScoreRequest
from teahouse.service.errors import refused
from teahouse.web.answers import answer, body_of
from teahouse.web.routes.classic.bodies import Scored, ScoredLine
from teahouse.web.schemas import gives, takes

router = APIRouter(tags=["scorer"])


@router.post("/score", responses=gives(Scored), openapi_extra=takes(ScoreRequest))
async def score_hand(request: Request) -> Response:
    """Score a winning hand of Classic: every line, and who pays what."""
    hand = await body_of(request, ScoreRequest)
    try:
        return answer(_scored(hand))
    except ImpossibleWin as error:
        raise refused("score/hand", str(error), error.code, error.values) from None
    except TeahouseError as error:
        raise refused("score/hand", str(error)) from None


@router.post("/score/deal", responses=gives(SettledTable), openapi_extra=takes(TableDeal))
async def settle_deal(request: Request) -> Response:
    """Settle a deal of a real table: every hand with its lines, and who pays whom and why."""
    deal = await body_of(request, TableDeal)
    try:
        return answer(settle_table(deal, chosen(deal.ruleset or DEFAULT_RULESET, deal.options)))
    except ImpossibleWin as error:
        raise refused("score/hand", str(error), error.code, error.values) from None
    except TeahouseError as error:
        raise refused("score/hand", str(error)) from None


def _scored(hand: ScoreRequest) -> Scored:
    ruleset = chosen(hand.ruleset or DEFAULT_RULESET, hand.options)
    score = table_score.score_hand(hand, ruleset)
    reconstructed = reconstructed_rules(ruleset)
    lines = tuple(_line(line, reconstructed) for line in score.lines)
    return Scored(ruleset.name, score.score, score.points, score.doublings, lines, score.payments)


def _line(line: ScoreLine, unsure: frozenset[str]) -> ScoredLine:
    return ScoredLine(line.rule, line.points, line.doublings, line.tiles, line.rule in unsure)
