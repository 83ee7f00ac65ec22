"""Scripts survive being written and read, and failing ones are shortened."""

import pytest

from teahouse.core.errors import InvalidText
from tests.simulation.run import run_seed
from tests.simulation.shrink import shrink
from tests.simulation.steps import Script, Setting, Step, parse_script, parse_step, script_text


@pytest.mark.parametrize("seed", range(5))
def test_a_script_survives_its_text(seed: int) -> None:
    script = run_seed(seed, 100).script
    assert parse_script(script_text(script)) == script


@pytest.mark.parametrize("text", ["a: ann", "a: "])
def test_a_step_without_a_verb_is_refused(text: str) -> None:
    with pytest.raises(InvalidText):
        parse_step(text)


def test_a_failing_script_is_shrunk_to_what_it_needs() -> None:
    script = run_seed(3, 200).script._replace(setting=Setting(3, delay=30, think=50, pace=400, spent=1_000))

    def fails(one: Script) -> bool:
        return any(step.verb == "opens" for step in one.steps) and sum(step.verb == "wait" for step in one.steps) >= 2

    short = shrink(script, fails)
    assert sorted(step.verb for step in short.steps) == ["opens", "wait", "wait"]
    assert short.setting == Setting(3)


def test_waits_that_follow_each_other_become_one() -> None:
    steps = tuple(Step("wait", ms) for ms in ("1", "20", "300"))
    short = shrink(Script(Setting(), steps), lambda one: sum(int(step.arg) for step in one.steps) >= 321)
    assert short.steps == (Step("wait", "321"),)
