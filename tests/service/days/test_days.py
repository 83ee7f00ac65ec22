"""Past days: their secret, par figures, and each person's calendar."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from teahouse.core.fair import commitment
from teahouse.players import PLAYERS
from teahouse.service.days.calendar import DayPage, calendar_of, day_page
from teahouse.service.days.par import Pars
from teahouse.service.engines.judge import JudgeService
from teahouse.service.engines.question import MoveQuestion
from teahouse.service.errors import Refused
from teahouse.service.hosting.daily import day_of
from teahouse.service.timers import DAY_MS
from tests.fakes import InThreads
from tests.service.days.test_daily import played_today
from tests.service.world import Quick, QuickThinker, World

pytestmark = pytest.mark.anyio


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await World.open(tmp_path)
    yield made
    await made.close()


def today_of(world: World) -> str:
    return day_of(world.timers.date())


async def page(world: World, day: str) -> DayPage:
    return await world.store.read(lambda connection: day_page(connection, day, today_of(world)))


async def test_a_days_secret_is_shown_when_it_is_over_and_fits_its_commitment(world: World) -> None:
    today = await world.house.today()
    now = await page(world, today.day)
    assert (now.secret, now.pars, now.commitment) == (None, {}, today.commitment)
    world.timers.advance(DAY_MS)
    after = await page(world, today.day)
    assert after.commitment == today.commitment == commitment(bytes.fromhex(after.secret or ""))


@pytest.mark.parametrize("days", [1, 2, -400])
async def test_nothing_is_shown_of_future_or_impossible_days(world: World, days: int) -> None:
    await world.house.today()
    day = day_of(world.timers.date() + days * DAY_MS)
    with pytest.raises(Refused) as refused:
        await page(world, day)
    assert refused.value.code == "daily/unknown"


async def test_a_calendar_has_the_own_scores_and_the_days_in_a_row(world: World) -> None:
    first = today_of(world)
    for _ in range(2):
        await played_today(world, "ann", 2)
        world.timers.advance(DAY_MS)
    await world.house.today()
    today = today_of(world)

    async def calendar(person: str) -> tuple[int, int, list[bool]]:
        found = await world.store.read(lambda c: calendar_of(c, person, first[:7], today))
        assert found.first == first
        return found.streak, found.longest, [bool(day.scores) for day in found.days]

    days = 3 if first[:7] == today[:7] else len([1 for day in (first, today) if day[:7] == first[:7]])
    assert (await calendar("ann"))[:2] == (2, 2)
    assert (await calendar("bob"))[:2] == (0, 0)
    assert len((await calendar("ann"))[2]) == days
    world.timers.advance(2 * DAY_MS)
    found = await world.store.read(lambda c: calendar_of(c, "ann", first[:7], today_of(world)))
    assert (found.streak, found.longest) == (0, 2)


class Figures:
    """The figures of an analysis of Solitaire."""

    best, bound = 9_999, 10_000


class Judged:
    """The judgement of an analysis of Solitaire."""

    analysis = Figures()


class QuickJudge(JudgeService):
    """Judges at once."""

    async def judge(self, *_: object) -> Judged:  # type: ignore[override] # a fake
        return Judged()


class HastyThinker(QuickThinker):
    """Plays the first move."""

    async def choose(self, level: str, question: MoveQuestion[Any]) -> Quick:
        """Choose at once."""
        return Quick(question.moves[0], level)


async def test_the_house_plays_a_day_that_is_over_with_every_level_and_keeps_the_figures(world: World) -> None:
    day = (await world.house.today()).day
    world.timers.advance(DAY_MS)
    pars = Pars(world.store, HastyThinker(), InThreads(), QuickJudge())
    pars.want(day, {})
    await pars.wait()
    found = (await page(world, day)).pars
    assert set(found) == {"battle", "solitaire"}
    for game, par in found.items():
        assert [one.level for one in par.levels] == list(PLAYERS[game].levels)
        assert par.best >= max(one.score for one in par.levels)
    assert (found["solitaire"].best, found["solitaire"].bound, found["battle"].bound) == (9_999, 10_000, None)
    pars.want(day, found)
    await pars.close()
