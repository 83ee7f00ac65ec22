"""Runs a world from a seed or from a script."""

import gc
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from tests.simulation.actions import do
from tests.simulation.chance import Chance, setting_of
from tests.simulation.invariants import check, silence
from tests.simulation.steps import Script, Setting, Step
from tests.simulation.world import Fault, World

STEPS: Final = 300

Chooser = Callable[[World], Iterator[Step]]
Wanted = Callable[[Fault], bool]


class Outcome(NamedTuple):
    """The result of a world: the steps taken, the faults found, and how much was checked."""

    script: Script
    faults: tuple[Fault, ...]
    tables: int
    moments: int
    messages: int
    hours: float
    broken: int


def run_seed(seed: int, steps: int = STEPS, wanted: Wanted | None = None) -> Outcome:
    """Run the world of a seed for this many steps, then its end (`invariants.silence`)."""
    chance = Chance(seed)

    def chosen(world: World) -> Iterator[Step]:
        for _ in range(steps):
            yield chance.next(world)

    return _run(setting_of(seed), chosen, wanted)


def run_script(script: Script, wanted: Wanted | None = None) -> Outcome:
    """Run a script and then the end of the world; if one fault is wanted, stop when it is found."""
    return _run(script.setting, lambda _: iter(script.steps), wanted)


def _run(setting: Setting, chosen: Chooser, wanted: Wanted | None = None) -> Outcome:
    with _one_collection():
        return _run_world(setting, chosen, wanted)


@contextmanager
def _one_collection() -> Generator[None]:
    """Collect the garbage of a world at its end, because collecting all the time is slow."""
    is_collecting = gc.isenabled()
    gc.disable()
    gc.freeze()
    try:
        yield
    finally:
        gc.collect()
        gc.unfreeze()
        if is_collecting:
            gc.enable()


def _run_world(setting: Setting, chosen: Chooser, wanted: Wanted | None) -> Outcome:
    world, taken = World(setting), list[Step]()
    try:
        for step in chosen(world):
            taken.append(step)
            take(world, step)
            if wanted is not None and any(map(wanted, world.faults)):
                break
        else:
            silence.check(world)
        broken = world.kills + world.restarts + world.store.failures + world.machine.failures
        return Outcome(
            Script(setting, tuple(taken)),
            tuple(world.faults),
            len(world.tables),
            world.moments,
            world.messages,
            world.timers.now() / 3_600_000,
            broken,
        )
    finally:
        world.end()


def take(world: World, step: Step) -> None:
    """Execute a step, and check the world after it and after every timer that fires meanwhile."""
    if step.verb == "wait":
        wait(world, int(step.arg))
        return
    do(world, step)
    world.settle()
    check(world)


def wait(world: World, ms: float) -> None:
    """Let time pass, timer by timer."""
    until = world.timers.now() + ms
    while world.next_moment(until):
        if world.has_news():
            check(world)
    check(world)
