"""Checks of the engines: each game's strongest bot chooses one move, in a process with the memory of the settings."""

import asyncio
import time
from collections.abc import Iterator
from typing import Final

from teahouse.cli.house.doctor.finding import Finding, fault, ok
from teahouse.cli.shared.engine import compile_engine
from teahouse.games import GAMES, make_game
from teahouse.players import PLAYERS, Budget
from teahouse.players.compiling import use_kernel_folder
from teahouse.service.engines.engines import EngineLimits, Engines
from teahouse.service.engines.question import MoveQuestion
from teahouse.service.settings import Settings

PATIENT: Final = EngineLimits(grace=30.0, patience=60.0, warm_up=120.0)
BUDGET: Final = Budget(seconds=0.2)
SEED: Final = b"doctor"
REMEDIES: Final = {
    "memory": "give engines more memory (engine_memory_mb), or the machine",
    "compiling": "wait until the engine is compiled, and try again",
}
LOOK: Final = "the log of the server says more; install teahouse again if the engine crashes"


def engines(settings: Settings) -> Iterator[Finding]:
    """Every game's strongest bot answers one question."""
    use_kernel_folder()
    for game in GAMES:
        compile_engine(game)
    yield from asyncio.run(_asked(settings.engine_memory_mb))


async def _asked(memory_mb: int) -> list[Finding]:
    pool = Engines(1, memory_mb, limits=PATIENT, warm_all=False)
    await pool.start()
    try:
        return [await _answer(pool, game) for game in GAMES]
    finally:
        await pool.close()


async def _answer(pool: Engines, game: str) -> Finding:
    level, started = list(PLAYERS[game].levels)[-1], time.monotonic()
    choice = await pool.choose(level, _question(game))
    if choice.fallback is not None:
        text = f"{game}: {level} does not answer ({choice.fallback})"
        return fault("engine", text, REMEDIES.get(choice.fallback, LOOK))
    return ok("engine", f"{game}: {level} chose a move {time.monotonic() - started:.1f} s after it was asked first")


def _question(name: str) -> MoveQuestion[object]:
    game = make_game(name)
    state = game.deal(SEED)
    seat = game.to_move(state)[0]
    return MoveQuestion(name, {}, game.view(state, seat), game.legal_moves(state, seat), BUDGET, "1")
