"""Runs a world: by the chance of a seed, or by a script."""

import gc
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from tests.simulation.chance import Chance, setting_of
from tests.simulation.deeds import do
from tests.simulation.invariants import check, silence
from tests.simulation.steps import Script, Setting, Step
from tests.simulation.world import Fault, World

STEPS: Final = 300

Chooser = Callable[[World], Iterator[Step]]
Wanted = Callable[[Fault], bool]


class Outcome(NamedTuple):
    """What came of a world: the steps that were taken, the faults found, and how much was looked at."""

    script: Script
    faults: tuple[Fault, ...]
    tables: int
    moments: int
    messages: int
    hours: float
    broken: int


def run_seed(seed: int, steps: int = STEPS, wanted: Wanted | None = None) -> Outcome:
    """Run the world of a seed for so many steps and into the silence after them."""
    chance = Chance(seed)

    def chosen(world: World) -> Iterator[Step]:
        for _ in range(steps):
            yield chance.next(world)

    return _run(setting_of(seed), chosen, wanted)


def run_script(script: Script, wanted: Wanted | None = None) -> Outcome:
    """Run a script, and into the silence after it; where one fault is wanted, no further than to that."""
    return _run(script.setting, lambda _: iter(script.steps), wanted)


def _run(setting: Setting, chosen: Chooser, wanted: Wanted | None = None) -> Outcome:
    with _one_collection():
        return _run_world(setting, chosen, wanted)


@contextmanager
def _one_collection() -> Generator[None]:
    """Collect the garbage of a world when it is over: looking for it all the time is slow."""
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
    """Let a step happen, and look at the world after it and after each thing that happens by itself meanwhile."""
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
