"""The schemas of request and response bodies, made from the structs."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import msgspec

from teahouse.games.rule_book import RuleBook
from teahouse.players.advice import Advice
from teahouse.service.analysis.board import ExploreRequest, RecordRequest
from teahouse.service.analysis.explorer_wire import AnalysisEnded, AnalysisProgress, Queued
from teahouse.service.analysis.positions import AnalysisPosition, AnalysisRequest, AnalysisStart
from teahouse.service.analysis.saved_analyses import AnalysisTitle, AnalysisTree, SavedAnalysis
from teahouse.service.days.calendar import Calendar, DayPage
from teahouse.service.deals.known import KnownDealId, KnownDealPage, NewKnownDeal
from teahouse.service.deals.search import FoundDeals
from teahouse.service.engines.judge_tasks import JudgedRecord
from teahouse.service.hosting.daily import Today
from teahouse.service.hosting.lesson import Lesson
from teahouse.service.house import TableForPerson
from teahouse.service.judging.reviews import Review
from teahouse.service.moderation.fair_play import FairPlay
from teahouse.service.moderation.reports import NewReport
from teahouse.service.opening import OpenTable
from teahouse.service.people.access.passkeys import Passkey
from teahouse.service.people.coin_statements import StatementLine
from teahouse.service.people.ratings.reading import GameRating, RatingChange, SeatRating
from teahouse.service.people.social.follows import Followed
from teahouse.service.people.social.notices import Notices
from teahouse.service.people.standing import OwnStanding
from teahouse.service.people.statistics.lists import AccuracyPoint, HouseRecord, Leaders, ListedDeal, RatingPoint
from teahouse.service.people.statistics.profiles import Comparison, Profile
from teahouse.service.replays import Replay, Verdict
from teahouse.service.seeks.seeks import Alerts, OwnSeeks, SeekInfo
from teahouse.service.tables.viewers.messages import TableInfo
from teahouse.service.training.tasks import AnswerRequest, CardRequest, NextTask, TrainingVerdict
from teahouse.service.training.training import TrainingOverview
from teahouse.web.answers import JSON, LINES, Problem
from teahouse.web.bodies import access, bots, console, house, people
from teahouse.web.figures import LiveFigures

Answers = dict[int | str, dict[str, Any]]

TYPES: Final[tuple[Any, ...]] = (  # of any game; `by_game` adds those of one game
    Problem,
    OpenTable,
    TableForPerson,
    TableInfo,
    Verdict,
    Replay,
    JudgedRecord,
    Review,
    FoundDeals,
    KnownDealId,
    KnownDealPage,
    NewKnownDeal,
    StatementLine,
    house.GameInfo,
    house.RulesQuestion,
    people.Me,
    people.PersonName,
    OwnStanding,
    people.Reported,
    console.Why,
    console.NewSanction,
    console.ReportPage,
    console.CardPage,
    console.TablePage,
    console.AuditPage,
    NewReport,
    FairPlay,
    LiveFigures,
    people.NewName,
    access.Credentials,
    access.SessionInfo,
    access.MeWithRecoveryCode,
    access.Confirmation,
    access.AccountDeletion,
    access.NewPassword,
    access.RecoveryCode,
    access.WaysBack,
    access.ByCode,
    access.ByMail,
    access.ByLink,
    access.NewAddress,
    access.LinkSecret,
    access.AccountInfo,
    access.PasskeyOptions,
    access.NewPasskey,
    access.PasskeyName,
    access.UsedPasskey,
    Passkey,
    bots.NewToken,
    bots.TokenInfo,
    bots.BotSeat,
    bots.BotMove,
    bots.Done,
    house.TableFound,
    house.RecordInfo,
    AnalysisRequest,
    AnalysisPosition,
    AnalysisStart,
    AnalysisTree,
    AnalysisTitle,
    SavedAnalysis,
    ExploreRequest,
    RecordRequest,
    Queued,
    AnalysisProgress,
    AnalysisEnded,
    TrainingOverview,
    NextTask,
    TrainingVerdict,
    AnswerRequest,
    CardRequest,
    Advice,
    Lesson,
    Today,
    Calendar,
    DayPage,
    RuleBook,
    GameRating,
    RatingChange,
    SeatRating,
    SeekInfo,
    OwnSeeks,
    Alerts,
    people.NewChallenge,
    people.ProfilePrivacy,
    people.WinnableBadge,
    people.NoticesOff,
    Followed,
    Notices,
    Profile,
    Comparison,
    ListedDeal,
    RatingPoint,
    AccuracyPoint,
    Leaders,
    HouseRecord,
    house.RequestArrival,
    house.Health,
)


@cache
def components(types: tuple[Any, ...]) -> Mapping[str, Any]:
    """The schema of every one of these structs, by its name."""
    _, schemas = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    return schemas


def gives(kind: Any, *, many: bool = False, status: int = 200, description: str = "Done.") -> Answers:
    """The answers of a route: one of this kind, or a problem."""
    reference = _reference(kind)
    schema = {"type": "array", "items": reference} if many else reference
    return {status: {"description": description, "content": {JSON: {"schema": schema}}}} | PROBLEMS


def gives_schema(description: str) -> Answers:
    """The answers of a route that returns a JSON schema, or a problem."""
    return {200: {"description": description, "content": {JSON: {"schema": {"type": "object"}}}}} | PROBLEMS


def gives_nothing(description: str = "Done.") -> Answers:
    """The answers of a route without a body."""
    return {204: {"description": description}} | PROBLEMS


def takes(kind: Any) -> dict[str, Any]:
    """The body of a route."""
    return {"requestBody": {"required": True, "content": {JSON: {"schema": _reference(kind)}}}}


def takes_record() -> dict[str, Any]:
    """The body of a route that reads a record."""
    return {"requestBody": {"required": True, "content": {LINES: {"schema": {"type": "string"}}}}}


def _reference(kind: Any) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{kind.__name__}"}


PROBLEMS: Final[Answers] = {
    "4XX": {"description": "Refused; nothing has changed.", "content": {JSON: {"schema": _reference(Problem)}}},
    503: {"description": "Not now; try again later.", "content": {JSON: {"schema": _reference(Problem)}}},
}
