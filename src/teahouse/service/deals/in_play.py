"""Deals in play: refuses to analyse them, by their seed or by a position.

In play are the deals of all tables, the first game of a double until the second is over, and today's deals. A position
with few tiles, or of a game whose tiles are mostly hidden, could come from any deal. People who play a deal of that
game may therefore analyse no such position, with two exceptions: they play for practice, where advice is given anyway,
or the position was reached from a puzzle whose deal is over.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, select

from teahouse.core.errors import InvalidRecord
from teahouse.core.fair import fair_seed
from teahouse.core.record import record_digest, record_seed
from teahouse.games import make_game
from teahouse.service.engines.workers import DEAL_SECONDS, Workers
from teahouse.service.errors import refused
from teahouse.service.hosting import HOSTING
from teahouse.service.hosting.daily import NO_SHARE, daily_tables, day_of, deal_secret
from teahouse.service.listings import SEATED
from teahouse.service.replays import read_record
from teahouse.service.store.schema import daily_secret, deal_in_play, puzzle, seat, table_summary
from teahouse.service.store.store import Store
from teahouse.service.tables.results.deals_in_play import seed_key
from teahouse.service.tables.summary import LIVE, is_daily_deal, is_dealt_again, is_practice, read_summary
from teahouse.service.timers import Timers
from teahouse.service.training.puzzles import position_id

PLAYED: Final = select(deal_in_play.c.tiles).join(
    table_summary, (table_summary.c.id == deal_in_play.c.table_id) & table_summary.c.status.in_(LIVE)
)


class DailyDeal(NamedTuple):
    """A deal of today: the key of its seed, and its tiles if positions of its game can be recognised."""

    seed_key: str
    tiles: str | None


class DealsInPlay:
    """Checks whether a record or a position belongs to a deal that is being played, on any server."""

    def __init__(self, store: Store, workers: Workers, timers: Timers) -> None:
        """Check against the deals of this store."""
        self._store = store
        self._workers = workers
        self._timers = timers
        self._today: tuple[str, Mapping[str, DailyDeal]] = ("", {})

    async def check_record(self, data: bytes) -> tuple[str, str]:
        """The game and the digest of a record; refused if its deal is played now, or if it is no record."""
        try:
            game, record = read_record(data)
            key, digest = seed_key(game.name, record_seed(record)), record_digest(record)
        except InvalidRecord as error:
            raise refused("record/invalid", str(error), "line", {"line": error.line}) from None
        await self._check_key(game.name, key)
        return game.name, digest

    async def check_seed(self, game: str, seed: bytes) -> None:
        """Refuse the seed of a deal that is played now."""
        await self._check_key(game, seed_key(game, seed))

    async def _check_key(self, game: str, key: str) -> None:
        if await self.is_deal_in_play(game, key, None):
            raise refused("record/sealed")

    async def is_deal_in_play(self, game: str, key: str, position: str | None) -> bool:
        """Is a deal being played: one with this key of its seed, or one from which this position comes?"""
        query = PLAYED.where(deal_in_play.c.seed_key == key).limit(1)
        if await self._store.read(lambda connection: connection.execute(query).first() is not None):
            return True
        daily = (await self._deals_of_today()).get(game)
        if daily is not None and daily.seed_key == key:
            return True
        return position is not None and await self.is_position_in_play(game, position)

    async def is_position_in_play(self, game: str, position: str) -> bool:
        """Does a position come from a deal that is played now? Its text is that of its game's `DealRecognition`."""
        recognised = HOSTING[game].deal_recognition
        if recognised is None:
            return False
        daily = (await self._deals_of_today()).get(game)
        query = PLAYED.where(deal_in_play.c.game == game, deal_in_play.c.tiles.is_not(None))

        def job(connection: Connection) -> bool:
            known = connection.execute(query).scalars()
            return any(recognised.leads_to(str(tiles), position) for tiles in known)

        if daily is not None and daily.tiles is not None and recognised.leads_to(daily.tiles, position):
            return True
        return await self._store.read(job)

    async def check_state(self, game: str, state: Any, person: str, start: str = "") -> None:
        """Refuse a state of a deal in play. People who play this game are also refused a state that fits many deals.

        start: the text of the position from which the state was reached; it is allowed if it is a puzzle of a deal
        that is over.
        """
        recognised = HOSTING[game].deal_recognition
        position = None if recognised is None else recognised.position(state)
        if position is not None and await self.is_position_in_play(game, position):
            raise refused("record/sealed")
        if recognised is not None and position is not None and recognised.identifies_deal(position):
            return
        table = await self._serious_table(game, person)
        if table is not None and not await self._is_puzzle(game, start):
            raise refused("analysis/playing", values={"table": table})

    async def _serious_table(self, game: str, person: str) -> str | None:
        """A table where this person plays a deal of this game now, and not for practice."""
        query = SEATED.join(deal_in_play, deal_in_play.c.table_id == seat.c.table_id).where(
            deal_in_play.c.game == game, seat.c.person == person, table_summary.c.status.in_(LIVE)
        )
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return next((str(row.table_id) for row in rows if not may_analyse(row.summary)), None)

    async def _is_puzzle(self, game: str, position: str) -> bool:
        """Is this position stored as a puzzle or card, and does nobody play the deal it comes from?"""
        query = select(puzzle.c.seed_key).where(puzzle.c.id == position_id(game, position))
        key = await self._store.read(lambda connection: connection.execute(query).scalar())
        return key is not None and not await self.is_deal_in_play(game, str(key), None)

    async def _deals_of_today(self) -> Mapping[str, DailyDeal]:
        """Today's deals, dealt once a day; none before the day's secret is chosen, because nobody has played it."""
        day = day_of(self._timers.date())
        if self._today[0] == day:
            return self._today[1]
        query = select(daily_secret.c.secret).where(daily_secret.c.day == day)
        secret = await self._store.read(lambda connection: connection.execute(query).scalar())
        if secret is None:
            return {}
        deals = {game: await self._dealt(game, day, bytes.fromhex(secret)) for game in daily_tables(day)}
        self._today = (day, deals)
        return deals

    async def _dealt(self, game: str, day: str, secret: bytes) -> DailyDeal:
        seed = fair_seed(deal_secret(secret, game, day), [bytes.fromhex(NO_SHARE)])
        recognised, tiles = HOSTING[game].deal_recognition, None
        if recognised is not None:
            game_object = make_game(game, daily_tables(day)[game].options)
            workers = self._workers
            state = await workers.run(workers.lane_of(""), DEAL_SECONDS, type(game_object).deal, game_object, seed)
            tiles = recognised.text(state)
        return DailyDeal(seed_key(game, seed), tiles)


def may_analyse(summary: str) -> bool:
    """May people at this table analyse positions meanwhile, by its row in the lists? Not if the row cannot be read.

    They may if they practise. The daily deal is refused as advice is. Tiles that are dealt again are refused, too,
    although there is advice on them: advice looks at the next move alone, but a person could analyse the game before,
    which nobody may see yet, and play the same tiles by what they found.
    """
    info = read_summary(summary)
    return info is not None and is_practice(info) and not is_daily_deal(info) and not is_dealt_again(info)
