"""A judge for tests that judges at once and counts its calls."""

from teahouse.players.battle.judge import BattleAnalysis
from teahouse.players.judgement import Judgement, SeatJudgement
from teahouse.service.engines.judge import NOBODY, JudgeService
from teahouse.service.engines.judge_tasks import JudgedRecord
from teahouse.service.engines.queue import Lane
from teahouse.service.errors import refused
from teahouse.service.judging.jobs import JUDGE_VERSIONS

SEAT = SeatJudgement(choices=3, exact=1, lost=4.0, merit=250.0, accuracy=None, like=None, luck=1.5)


class QuickJudge(JudgeService):
    """Gives the same opinion on every record; refuses if `fails` is set."""

    def __init__(self, engine: str = JUDGE_VERSIONS["battle"]) -> None:
        super().__init__()
        self.engine = engine
        self.asked: list[bytes] = []
        self.fails = False
        self.hurried = 0

    def hurry(self) -> None:
        """Count the calls."""
        self.hurried += 1

    async def judge(self, data: bytes, lane: Lane = NOBODY) -> JudgedRecord:
        """Note the record, and return what a judge might say."""
        self.asked.append(data)
        if self.fails:
            raise refused("record/unjudged")
        made = Judgement(
            game="battle", engine=self.engine, favours="", seats=(SEAT, SEAT), curve=(), turning=(), slips=()
        )
        return JudgedRecord(made, BattleAnalysis((), (0,), None))
