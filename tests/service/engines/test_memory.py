"""Engines with their default memory: every bot thinks for itself, whatever else is loaded."""

import asyncio
import errno
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

import teahouse.kernels
from teahouse.core.errors import InvalidOption
from teahouse.games import GAMES
from teahouse.games.battle import Battle, BattleState
from teahouse.players import PLAYERS, Budget
from teahouse.players.compiling import is_compiled, note_compiled
from teahouse.players.memory import COMPILER_MB, NotEnoughMemory, lacks_memory
from teahouse.service.engines.compiler import Compiler
from teahouse.service.engines.engines import Choice, EngineLimits, Engines
from teahouse.service.engines.process import EngineProcess
from teahouse.service.engines.question import MoveQuestion
from teahouse.service.engines.wire import Compile, Warmed
from tests.service.engines.test_engines import COMPILED, PATIENT, SOON

TILES = 40
A_MOMENT = Budget(seconds=0.05)  # memory is allocated before a bot begins to think


def ending(seed: int) -> BattleState:
    """A Battle position late enough to be solved exactly in a moment."""
    game, rng = Battle(), Random(seed)
    state = game.deal(f"ending {seed}".encode())
    while state.board.left() > TILES:
        state, _ = game.apply(state, state.mover, rng.choice(game.legal_moves(state, state.mover)))
    return state


async def asked(engines: Engines, state: BattleState, level: str) -> Choice[Any]:
    game = Battle()
    view, moves = game.view(state, state.mover), game.legal_moves(state, state.mover)
    return await engines.choose(level, MoveQuestion("battle", {}, view, moves, Budget(seconds=1.0), "1"))


async def every_bot(engines: Engines) -> None:
    """Make every bot of every game think once, as if all games were being played."""
    for name in PLAYERS:
        view, moves = opening(name)
        for level in PLAYERS[name].levels:
            made = await engines.choose(level, MoveQuestion(name, {}, view, moves, A_MOMENT, "1"))
            assert (level, made.level, made.fallback) == (level, level, None)
            assert made.move in moves
        advice = await engines.advise(MoveQuestion(name, {}, view, moves, A_MOMENT, "1"))
        assert advice is not None


def opening(name: str) -> tuple[Any, Sequence[Any]]:
    """The view and the moves at the beginning of a game."""
    game = GAMES[name].game()
    state = game.deal(b"opening")
    seat = game.to_move(state)[0]
    return game.view(state, seat), game.legal_moves(state, seat)


def points_lost(state: BattleState, move: Any) -> int:
    """The points that a move gives away, found by exact search."""
    from teahouse.players.battle.engine import Engine

    engine = Engine(16)
    values = {value.move: value.lower for value in engine.values(state.board)}
    return max(values.values()) - values[move]


@pytest.mark.parametrize("memory_mb", [288, pytest.param(512, marks=pytest.mark.slow)])
def test_every_bot_of_every_game_thinks_for_itself_in_one_engine(memory_mb: int) -> None:
    """If not all games fit into memory together, processes are restarted, and no bot gets weaker."""

    async def play() -> None:
        engines = Engines(1, memory_mb, limits=PATIENT)
        await engines.start()
        try:
            await every_bot(engines)
            for seed in range(4):
                state = ending(seed)
                made = await asked(engines, state, "perfect")
                assert (made.level, made.fallback) == ("perfect", None)
                assert points_lost(state, made.move) == 0
            assert engines.stats().fallbacks == {}
            assert max(engines.stats().memory_mb) <= memory_mb
        finally:
            await engines.close()

    asyncio.run(play())


def test_a_search_table_uses_the_memory_that_is_left() -> None:
    code = """
import resource
from teahouse.players.memory import RESERVE_MB, limit_memory, memory_left, memory_used, table_mb
assert table_mb(64) == 64
limit_memory(memory_used() + 200)
assert 150 <= memory_left() <= 200
assert table_mb(64) == 64
assert table_mb(1000) == memory_left() - RESERVE_MB
limit_memory(memory_used() + RESERVE_MB)
try:
    table_mb(64)
except MemoryError as error:
    print(error)
"""
    output = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert output.startswith("expected 33 MB for a table and a search, got ")


def chain(first: BaseException, cause: BaseException) -> BaseException:
    first.__cause__ = cause
    return first


@pytest.mark.parametrize(
    ("error", "lacks"),
    [
        (MemoryError(), True),
        (NotEnoughMemory("no table"), True),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), True),
        (RuntimeError("can't start new thread"), True),
        (chain(ValueError("compiling failed"), MemoryError()), True),
        (ValueError("wrong"), False),
        (InvalidOption("no such thing"), False),
    ],
    ids=repr,
)
def test_every_error_for_too_little_memory_is_recognised(error: BaseException, lacks: bool) -> None:
    assert lacks_memory(error) is lacks


def test_missing_kernels_are_compiled_separately_the_game_in_use_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Meanwhile a level that needs no engine plays at once and gives the reason."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))

    async def play() -> None:
        engines = Engines(1, limits=EngineLimits(patience=0.2))
        await engines.start()
        try:
            assert engines.stats().compiling == ("battle", "classic", "solitaire")
            made = await asked(engines, ending(1), "perfect")
            assert (made.level, made.fallback) == ("greedy", "compiling")
            assert await engines.advise(MoveQuestion("solitaire", {}, *opening("solitaire"), Budget(seconds=0.1), "1"))
            assert engines.stats().compiling == ("battle", "solitaire", "classic")
            async with asyncio.timeout(SOON):
                while (made := await asked(engines, ending(1), "greedy")).fallback == "busy":
                    assert made.level == "greedy"  # until the process has started and is warm
            assert (made.level, made.fallback) == ("greedy", None)
            assert engines.stats().replaced == 0
        finally:
            await engines.close()

    asyncio.run(play())


def test_a_long_compilation_is_waited_for_only_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table continues with a weaker level instead of waiting at every move."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))

    async def play() -> None:
        compiler = Compiler(nice=0, start=1.0)
        compiler.find_uncompiled()
        assert not await compiler.wait("classic", 0.01)
        async with asyncio.timeout(30):
            assert not await compiler.wait("classic", 3600)

    asyncio.run(play())


def test_a_game_is_compiled_once_on_a_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("NUMBA_OPT", "0")  # the speed of the code does not matter here
    assert not is_compiled("battle")

    async def play() -> None:
        engine = await EngineProcess.start({"memory-mb": COMPILER_MB}, 60.0)
        assert await engine.ask(Compile("battle", COMPILED), Warmed) == Warmed()
        await engine.kill()

    asyncio.run(play())
    assert is_compiled("battle")
    assert not is_compiled("solitaire")


def test_a_copy_of_the_package_elsewhere_has_its_own_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    note_compiled("battle")
    assert is_compiled("battle")
    elsewhere = shutil.copytree(teahouse.kernels.__path__[0], tmp_path / "kernels")
    monkeypatch.setattr(teahouse.kernels, "__path__", [str(elsewhere)])
    assert not is_compiled("battle")
