"""Shortens a failing script: leaves out what the fault does not need, and simplifies the rest."""

from collections.abc import Callable, Sequence
from itertools import compress
from typing import Final

from tests.simulation.run import run_script
from tests.simulation.steps import Script, Step, without
from tests.simulation.world import Fault

MOST_RUNS: Final = 2000

Fails = Callable[[Script], bool]


def fails_by(invariant: str, text: str | None = None) -> Fails:
    """Does a script break this invariant, with these words if some are given?"""

    def is_wanted(fault: Fault) -> bool:
        return fault.invariant == invariant and text in (None, fault.text)

    return lambda script: any(map(is_wanted, run_script(script, is_wanted).faults))


def shrink(script: Script, fails: Fails) -> Script:
    """The shortest script found that still fails."""
    runs = 0

    def still_fails(shorter: Script) -> bool:
        nonlocal runs
        runs += 1
        return runs <= MOST_RUNS and fails(shorter)

    before = None
    while script != before:
        before = script
        script = _without_more(_simpler(_truncated(script, still_fails), still_fails), still_fails)
        script = _merged(script, still_fails)
    return script


def _truncated(script: Script, fails: Fails) -> Script:
    """Cut off the end, half by half."""
    fewest, most = 0, len(script.steps)
    while fewest < most:
        middle = (fewest + most) // 2
        if fails(script._replace(steps=script.steps[:middle])):
            most = middle
        else:
            fewest = middle + 1
    shorter = script._replace(steps=script.steps[:most])
    return shorter if fails(shorter) else script


def _without_more(script: Script, fails: Fails) -> Script:
    """Leave out runs of steps, long ones first, then single steps."""
    size = max(1, len(script.steps) // 2)
    while True:
        place = 0
        while place < len(script.steps):
            shorter = script._replace(steps=without(script.steps, range(place, place + size)))
            if fails(shorter):
                script = shorter
            else:
                place += size
        if size == 1:
            return script
        size = max(1, size // 2)


def _simpler(script: Script, fails: Fails) -> Script:
    """Leave out delays, tables and people as a whole."""
    for field in ("delay", "think", "pace", "spent"):
        script = _if(script._replace(setting=script.setting._replace(**{field: 0})), fails, script)
    for letter in sorted({step.table for step in script.steps}):
        script = _if(_keeping(script, [step.table != letter for step in script.steps]), fails, script)
    for who in sorted({step.who for step in script.steps}):
        script = _if(_keeping(script, [step.who != who for step in script.steps]), fails, script)
    return script


def _if(simpler: Script, fails: Fails, otherwise: Script) -> Script:
    return simpler if simpler != otherwise and fails(simpler) else otherwise


def _keeping(script: Script, wanted: Sequence[bool]) -> Script:
    return script._replace(steps=tuple(compress(script.steps, wanted)))


def _merged(script: Script, fails: Fails) -> Script:
    """Join two waits in a row, and replace moves by the first one on offer."""
    for place in reversed(range(len(script.steps))):
        steps = script.steps
        step = steps[place]
        following = steps[place + 1] if place + 1 < len(steps) else None
        if step.verb == "wait" and following is not None and following.verb == "wait":
            both = Step("wait", str(int(step.arg) + int(following.arg)))
            changed = (*steps[:place], both, *steps[place + 2 :])
        elif step.verb == "plays" and step.arg != "0":
            changed = (*steps[:place], step._replace(arg="0"), *steps[place + 1 :])
        else:
            continue
        if fails(script._replace(steps=changed)):
            script = script._replace(steps=changed)
    return script
