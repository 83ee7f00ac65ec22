"""A bot that cannot think is replaced by the next weaker level that can, never by random moves."""

import asyncio
import logging
from typing import Any

import pytest

from teahouse.games import GAMES
from teahouse.players import PLAYERS, Budget
from teahouse.players.advice import Advice
from teahouse.service.engines.engines import Choice, EngineLimits, Engines
from teahouse.service.engines.ladder import plain_level, weaker_levels
from teahouse.service.engines.question import MoveQuestion
from tests.service.engines.test_engines import until
from tests.service.engines.test_memory import opening

WEAK = "tests.service.bots:WEAK"
HASTY = EngineLimits(grace=0.5, patience=60.0, warm_up=1.0, replacing=2.0)
SHORT = Budget(seconds=0.1)


async def chosen(engines: Engines, game: str, level: str, seed: str = "1") -> Choice[Any]:
    view, moves = opening(game)
    return await engines.choose(level, MoveQuestion(game, {}, view, moves, SHORT, seed))


async def advised(engines: Engines, game: str) -> Advice | None:
    view, moves = opening(game)
    return await engines.advise(MoveQuestion(game, {}, view, moves, SHORT, "1"))


async def weak_engines(limits: EngineLimits) -> Engines:
    engines = Engines(1, limits=limits, players=WEAK, warm_all=False)
    await engines.start()
    await until(lambda: len(engines.pids) == 1)
    return engines


def test_the_next_weaker_level_that_can_think_plays(caplog: pytest.LogCaptureFixture) -> None:
    """The three strongest levels of Battle fail, each in a different way; the first reason is reported."""

    async def play() -> None:
        engines = await weak_engines(EngineLimits(grace=20.0, patience=60.0, replacing=60.0))
        made = await chosen(engines, "battle", "perfect")
        assert (made.level, made.fallback) == ("easy", "memory")
        assert made.move in opening("battle")[1]
        stats = engines.stats()
        assert stats.fallbacks == stats.recent == {"memory": 1}
        assert stats.weakened == {("battle", "perfect", "easy"): 1}
        assert stats.is_degraded
        await engines.close()

    with caplog.at_level(logging.WARNING):
        asyncio.run(play())
    warnings = [vars(record) for record in caplog.records if record.message == "a weaker level plays for a bot"]
    assert [(each["game"], each["bot"], each["reason"]) for each in warnings] == [
        ("battle", "perfect", "memory"),
        ("battle", "hard", "crash"),
        ("battle", "medium", "illegal"),
    ]
    assert "NotEnoughMemory_in_tables.py:" in warnings[0]["place"]


@pytest.mark.parametrize(
    ("game", "level", "plain"), [("classic", "expert", "simple"), ("solitaire", "expert", "careful")]
)
def test_if_every_engine_fails_a_level_without_an_engine_plays(game: str, level: str, plain: str) -> None:
    async def play() -> None:
        engines = await weak_engines(HASTY)
        made = await chosen(engines, game, level)
        assert made.level == plain
        assert made.fallback in ("hang", "memory")
        await engines.close()

    asyncio.run(play())


@pytest.mark.parametrize(("game", "level"), [(game, level) for game in PLAYERS for level in PLAYERS[game].levels])
def test_only_the_bot_random_plays_random_moves_after_the_engines_are_closed(game: str, level: str) -> None:
    async def play() -> None:
        made = await chosen(Engines(1), game, level)
        weakest = next(iter(PLAYERS[game].levels))
        assert made.fallback == "closed"
        assert made.level == plain_level(game, level)
        assert (made.level == weakest) == (level == weakest)

    asyncio.run(play())


@pytest.mark.parametrize("game", list(PLAYERS))
def test_weaker_levels_are_tried_down_to_one_without_an_engine(game: str) -> None:
    levels = list(PLAYERS[game].levels)
    for place, level in enumerate(levels):
        tried = weaker_levels(game, level)
        assert list(tried) == sorted(tried, key=levels.index, reverse=True)
        assert all(levels.index(each) < place for each in tried)
        assert plain_level(game, level) not in PLAYERS[game].searching


def test_advice_of_a_weaker_level_says_so() -> None:
    async def play() -> None:
        engines = Engines(1)
        for game, level in (("battle", "greedy"), ("classic", "simple"), ("solitaire", "careful")):
            advice = await advised(engines, game)
            assert advice is not None
            view, moves = opening(game)
            assert (advice.game, advice.weakened) == (game, level)
            assert advice.seat == getattr(view, "seat", 0)
            assert sorted(map(repr, (each.move for each in advice.moves))) == sorted(map(repr, moves))
            assert advice.moves[0].text == GAMES[game].game().move_text(advice.moves[0].move)

    asyncio.run(play())


def test_the_adviser_is_replaced_by_the_next_weaker_level_as_well() -> None:
    async def play() -> None:
        engines = Engines(1, 140, limits=EngineLimits(grace=20.0, patience=60.0, replacing=60.0), warm_all=False)
        await engines.start()
        advice = await advised(engines, "classic")
        assert advice is not None
        assert advice.weakened == "simple"
        assert set(engines.stats().fallbacks) <= {"memory", "crash"}
        await engines.close()

    asyncio.run(play())
