"""Par figures of a day that is over: what each level of house players reaches, the best line known, and the bound.

They are computed when somebody first asks for the day: moves by the engines, dealing and judging in other processes,
one game after the other, so that tables never wait for them.
"""

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, func, select

from teahouse.core.fair import fair_seed
from teahouse.core.game import AnyGame
from teahouse.core.play import Play
from teahouse.core.record import record_bytes
from teahouse.core.seats import Seat
from teahouse.games import make_game
from teahouse.players import PLAYERS, Budget
from teahouse.service.engines.judge import JudgeService
from teahouse.service.engines.question import MoveQuestion
from teahouse.service.engines.workers import DEAL_SECONDS, Workers
from teahouse.service.errors import Refused
from teahouse.service.hosting.daily import NO_SHARE, daily_tables, deal_secret
from teahouse.service.store.schema import daily_par, daily_score, daily_secret
from teahouse.service.store.store import Store
from teahouse.service.store.upsert import upsert
from teahouse.service.tables.bots import BOT_SECONDS, Thinker

log = logging.getLogger(__name__)

OWN: Final = Seat(0)
MOST_MOVES: Final = 2000


class LevelScore(msgspec.Struct, frozen=True):
    """What a level of house players reaches with a deal."""

    level: str
    score: int


class Par(msgspec.Struct, frozen=True):
    """What is known of a daily deal: the score of each level, the best score known, and one that nobody can exceed.

    bound: None if no bound is known.
    """

    levels: tuple[LevelScore, ...]
    best: int
    bound: int | None = None


class _Played(NamedTuple):
    score: int
    record: bytes


def pars_of(connection: Connection, day: str) -> dict[str, Par]:
    """The figures of a day, by game."""
    rows = connection.execute(select(daily_par.c.game, daily_par.c.figures).where(daily_par.c.day == day))
    return {row.game: msgspec.json.decode(row.figures, type=Par) for row in rows}


class Pars:
    """Computes the figures of days that are over, one after the other."""

    def __init__(self, store: Store, thinker: Thinker, workers: Workers, judge_service: JudgeService) -> None:
        """Start without work."""
        self._workers = workers
        self._store = store
        self._thinker = thinker
        self._judge_service = judge_service
        self._task: asyncio.Task[None] | None = None

    def want(self, day: str, known: Mapping[str, Par]) -> None:
        """Start computing the missing figures of a day that is over, unless another day is being computed."""
        missing = [game for game in daily_tables(day) if game not in known]
        if missing and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._compute_all(day, missing), name="par")

    async def wait(self) -> None:
        """Wait until the work is done."""
        if self._task is not None:
            await self._task

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _compute_all(self, day: str, games: list[str]) -> None:
        for game in games:
            try:
                par = await self._compute(day, game)
            except Refused as error:
                log.warning("par figures could not be computed", extra={"code": error.code})
                continue
            except Exception:
                log.exception("par figures could not be computed")
                continue
            await self._store.write(_keeping(day, game, par))

    async def _compute(self, day: str, game: str) -> Par:
        query = select(daily_secret.c.secret).where(daily_secret.c.day == day)
        secret = bytes.fromhex(await self._store.read(lambda connection: connection.execute(query).scalar_one()))
        seed = fair_seed(deal_secret(secret, game, day), [bytes.fromhex(NO_SHARE)])
        options, bots = daily_tables(day)[game]
        game_object = make_game(game, options)
        plays: dict[str, _Played] = {}
        others = {Seat(int(seat)): bot for seat, bot in bots.items()}
        for level in PLAYERS[game].levels:
            played = await self._play(game_object, seed, {OWN: level} | others)
            if played is not None:
                plays[level] = played
        levels = tuple(LevelScore(level, played.score) for level, played in plays.items())
        known = [one.score for one in levels] + await self._scores(day, game)
        best, bound = await self._judged(game, max(plays.values(), default=None))
        return Par(levels, max([*known, *best], default=0), bound)

    async def _scores(self, day: str, game: str) -> list[int]:
        query = select(func.max(daily_score.c.score)).where(daily_score.c.day == day, daily_score.c.game == game)
        best: int | None = await self._store.read(lambda connection: connection.execute(query).scalar())
        return [] if best is None else [best]

    async def _play(self, game: AnyGame, seed: bytes, players: Mapping[Seat, str]) -> _Played | None:
        """Play the deal; None when an engine failed and a weaker level moved instead."""
        play: Any = await self._workers.run(self._workers.lane_of(""), DEAL_SECONDS, Play, game, seed)
        for number in range(MOST_MOVES):
            if not play.to_move:
                result = game.result(play.state)
                return None if result is None else _Played(result.scores[OWN], record_bytes(play.record()))
            seat = play.to_move[0]
            question: MoveQuestion[Any] = MoveQuestion(
                game.name,
                msgspec.to_builtins(game.rules),
                game.view(play.state, seat),
                tuple(play.legal(seat)),
                Budget(seconds=BOT_SECONDS),
                seed=f"par/{players[seat]}/{number}",
                table="par",
            )
            chosen = await self._thinker.choose(players[seat], question)
            if chosen.level not in (None, players[seat]):
                return None
            play.apply(seat, chosen.move)
        return None

    async def _judged(self, game: str, played: _Played | None) -> tuple[list[int], int | None]:
        """The best score known to the game's judge, and its bound, if it has them."""
        judge = PLAYERS[game].judge
        if played is None or judge is None or "bound" not in judge.analysis.__struct_fields__:
            return [], None
        analysis: Any = (await self._judge_service.judge(played.record)).analysis
        best, bound = getattr(analysis, "best", None), getattr(analysis, "bound", None)
        return ([best] if isinstance(best, int) else []), bound if isinstance(bound, int) else None


def _keeping(day: str, game: str, par: Par) -> Any:
    def job(connection: Connection) -> None:
        new = upsert(connection, daily_par).values(day=day, game=game, figures=msgspec.json.encode(par).decode())
        connection.execute(new.on_conflict_do_nothing(index_elements=["day", "game"]))

    return job
