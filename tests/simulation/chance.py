"""Chooses the next step of a world from its seed: who acts, how time passes, what fails."""

import json
from random import Random
from string import ascii_lowercase
from typing import Final, NamedTuple

from teahouse.games import make_game
from tests.simulation.people import TEMPERAMENTS, Temperament, next_action
from tests.simulation.random_tables import random_table
from tests.simulation.steps import Setting, Step
from tests.simulation.store import TROUBLES
from tests.simulation.tab import Tab
from tests.simulation.world import PEOPLE, World

WAITS: Final = (1, 50, 400, 1_000, 1_000, 3_000, 8_000, 8_000, 20_000, 61_000, 130_000)
DAY: Final = 24 * 3_600_000
JUMPS: Final = (-3_600_000, 3_600_000, DAY, 400 * DAY)
SPENT: Final = (0, 0, 1_000, 1_900)
ENGINE_FAULTS: Final = ("crash", "hang", "memory")


class Weather(NamedTuple):
    """How often each kind of failure happens in a world, per step."""

    kills: float
    store: float
    engines: float
    jumps: float
    shuts: float


def setting_of(seed: int) -> Setting:
    """The delays in the world of a seed."""
    rng = Random(f"setting {seed}")
    delay, think, pace = rng.choice((0, 0, 0, 30, 300)), rng.choice((0, 0, 50, 900)), rng.choice((0, 400))
    return Setting(seed, delay, think, pace, spent=rng.choice(SPENT))


class Chance:
    """Chooses the steps of one world."""

    def __init__(self, seed: int) -> None:
        self._rng = rng = Random(f"steps {seed}")
        self._weather = Weather(
            kills=rng.choice((0, 0.002, 0.01)),
            store=rng.choice((0, 0, 0.01, 0.05)),
            engines=rng.choice((0, 0, 0.01)),
            jumps=rng.choice((0, 0, 0.005)),
            shuts=rng.choice((0, 0, 0.004)),
        )
        self._tables = rng.choice((1, 2, 2, 3, 4))  # tables that are not open yet
        self._letters = iter(ascii_lowercase)
        self._guests: list[tuple[str, str]] = []
        self._temperaments: dict[str, Temperament] = {
            person: TEMPERAMENTS[rng.choice(list(TEMPERAMENTS))] for person in PEOPLE
        }

    def next(self, world: World) -> Step:
        """The next step."""
        rng = self._rng
        if self._tables and rng.random() < 0.2:
            self._tables -= 1
            return self._opening()
        if (broken := self._breakage()) is not None:
            return broken
        if rng.random() < 0.6 and world.tables and (action := self._action(world)) is not None:
            return action
        return Step("wait", str(rng.choice(WAITS)))

    def _opening(self) -> Step:
        """The steps in which a person opens a table and others join it."""
        letter, rng = next(self._letters), self._rng
        table = random_table(rng)
        seats = len(make_game(table["game"], table["options"]).seats) - len(table.get("bots", ()))
        people = rng.sample(PEOPLE, max(1, seats + rng.choice((-1, 0, 0, 0, 0, 1))))
        self._guests += [(letter, person) for person in people]
        return Step("opens", json.dumps(table, separators=(",", ":")), letter, people[0])

    def _breakage(self) -> Step | None:
        rng, weather = self._rng, self._weather
        if rng.random() < weather.kills:
            return Step(rng.choice(("kill", "restart")))
        if rng.random() < weather.store:
            return Step("store", f"{rng.choice((1, 1, 2, 5))} {rng.choice(TROUBLES).partition('/')[2]}")
        if rng.random() < weather.engines:
            return Step("engines", f"{rng.choice((1, 3))} {rng.choice(ENGINE_FAULTS)}")
        if rng.random() < weather.jumps:
            return Step("date", str(rng.choice(JUMPS)))
        if rng.random() < weather.shuts and self._guests:
            return Step("shut", rng.choice(self._guests)[0])
        return None

    def _action(self, world: World) -> Step | None:
        """A person acts; people who have a move to choose act more often."""
        known = [world.tab(*place) for place in self._guests if place[0] in world.tables]
        tabs = [*known, *(tab for tab in world.tabs.values() if tab.is_second)]
        chosen: Tab = self._rng.choice([*tabs, *(tab for tab in tabs if tab.folded.moves and tab.is_open)])
        return next_action(world, chosen, self._temperaments[chosen.person], self._rng)
