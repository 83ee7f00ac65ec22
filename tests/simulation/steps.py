"""The steps of a simulated world, one line of text each, so that a failing case can be pasted as a test."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from teahouse.core.errors import InvalidText, shown


class Setting(NamedTuple):
    """How a world begins: its random seed, and the delays of store and bots in milliseconds.

    spent: the coins that everybody has already lost today.
    """

    seed: int = 0
    delay: int = 0
    think: int = 0
    pace: int = 0
    spent: int = 0


class Step(NamedTuple):
    """One step: of the world (`wait 8000`), or of a person at a table (`a: ann plays 3`).

    A table has a letter. `ann/2` acts in Ann's second tab.
    """

    verb: str
    arg: str = ""
    table: str = ""
    who: str = ""

    @property
    def person(self) -> str:
        """The person who acts, without the tab."""
        return self.who.partition("/")[0]


class Script(NamedTuple):
    """A setting and its steps."""

    setting: Setting
    steps: tuple[Step, ...]


def step_text(step: Step) -> str:
    """Write a step as a line.

    >>> step_text(Step("plays", "3", "a", "ann")), step_text(Step("wait", "8000"))
    ('a: ann plays 3', 'wait 8000')
    """
    words = [f"{step.table}:", step.who] if step.table else []
    return " ".join([*words, step.verb, *([step.arg] if step.arg else [])])


def parse_step(text: str) -> Step:
    """Read what `step_text` writes.

    >>> parse_step("a: ann/2 opens {}")
    Step(verb='opens', arg='{}', table='a', who='ann/2')
    """
    table, colon, rest = text.partition(": ")
    if not colon or not table.isidentifier():
        verb, _, arg = text.partition(" ")
        return Step(verb, arg)
    who, _, action = rest.partition(" ")
    verb, _, arg = action.partition(" ")
    if not verb:
        raise InvalidText(f"expected a step such as 'a: ann plays 3', got {shown(text)}")
    return Step(verb, arg, table, who)


def script_text(script: Script) -> str:
    """Write a script: the setting, then the steps."""
    setting = " ".join(f"{name}={value}" for name, value in script.setting._asdict().items() if value)
    return "\n".join([f"world {setting}".rstrip(), *map(step_text, script.steps)]) + "\n"


def parse_script(text: str) -> Script:
    """Read a script; empty lines and lines that begin with `#` are skipped."""
    lines = [line.strip() for line in text.splitlines()]
    first, *steps = [line for line in lines if line and not line.startswith("#")]
    word, *settings = first.split()
    if word != "world":
        raise InvalidText(f"expected a script to begin with 'world', got {shown(first)}")
    values = dict(setting.split("=") for setting in settings)
    return Script(Setting(**{name: int(value) for name, value in values.items()}), tuple(map(parse_step, steps)))


def without(steps: Sequence[Step], left_out: Iterable[int]) -> tuple[Step, ...]:
    """The steps without those at these places."""
    gone = set(left_out)
    return tuple(step for place, step in enumerate(steps) if place not in gone)
