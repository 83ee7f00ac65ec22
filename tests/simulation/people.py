"""Simulated people, whose temperament decides what they do next."""

from collections.abc import Mapping
from random import Random
from typing import Final, NamedTuple

from tests.simulation.steps import Step
from tests.simulation.tab import Tab
from tests.simulation.world import World


class Temperament(NamedTuple):
    """How a person behaves.

    acts: how often they act when it is their turn. odd: how often they do one of `oddities` instead. returns: how often
    they come back when absent. arrives: how often they join at first. sulks: how often they give up while others claim
    a tile. flees: how often they vanish with a stake in the pot. welshes: how often they leave between two deals of a
    match for a stake, half of the time after declaring ready.
    """

    acts: float = 0.9
    odd: float = 0.02
    oddities: tuple[str, ...] = ("chats", "repeats", "closes", "vanishes", "resigns", "leaves", "tries", "stale")
    returns: float = 0.5
    arrives: float = 0.9
    sulks: float = 0.0
    flees: float = 0.0
    welshes: float = 0.0


TEMPERAMENTS: Final[Mapping[str, Temperament]] = {
    "patient": Temperament(acts=0.5, odd=0.002),
    "hasty": Temperament(acts=1.0, odd=0.1, oddities=("repeats", "stale", "tries", "twice", "ready")),
    "absent-minded": Temperament(acts=0.5, odd=0.08, oddities=("closes", "vanishes", "vanishes"), returns=0.05),
    "resigning": Temperament(odd=0.04, oddities=("resigns", "resigns", "chats"), sulks=0.1),
    "sulking": Temperament(acts=0.6, sulks=0.3),
    "leaving": Temperament(odd=0.04, oddities=("leaves", "leaves", "closes", "sits")),
    "two tabs": Temperament(odd=0.1, oddities=("second", "second", "closes", "twice", "repeats")),
    "reconnecting": Temperament(odd=0.2, oddities=("closes", "vanishes"), returns=0.9),
    "flooding": Temperament(odd=0.1, oddities=("floods", "chats", "repeats", "tries", "stale")),
    "colluding": Temperament(acts=0.8, odd=0.06, oddities=("resigns", "leaves", "ready", "absent", "ends"), sulks=0.1),
    "answering twice": Temperament(odd=0.3, oddities=("twice", "twice", "repeats", "stale")),
    "late": Temperament(acts=0.3, odd=0.05, arrives=0.02, returns=0.05),
    "hosting": Temperament(odd=0.1, oddities=("seats", "dismisses", "hushes", "seats", "ends", "absent")),
    "strict": Temperament(odd=0.2, oddities=("removes", "removes", "hushes", "chats")),
    "fleeing": Temperament(flees=0.15, returns=0.02),
    "welshing": Temperament(welshes=0.8),
}
PICKING: Final = ("plays", "stale", "twice")  # one of the moves on offer
ARGUMENTS: Final[Mapping[str, tuple[str, ...]]] = {
    "tries": (
        '{"type":"pass"}',
        '{"type":"nonsense"}',
        '{"type":"forfeit","reason":"time"}',
        '{"type":"forfeit","reason":"absent"}',
        '{"type":"discard","tile":"1m"}',
    ),
    "floods": ("5", "5", "5", "300"),
    "seats": ("random",),
    "dismisses": ("0", "1", "2", "3"),
    "absent": ("0", "1", "2", "3"),
}


def next_action(world: World, tab: Tab, temperament: Temperament, rng: Random) -> Step | None:
    """What a person does now, or None."""
    if not tab.is_open:
        chance = temperament.returns if tab.folded.has_begun else temperament.arrives
        return _step(tab, "looks") if rng.random() < chance else None
    if not tab.is_up_to_date or (tab.unanswered and rng.random() < 0.9):
        return None
    if tab.folded.window and tab.folded.seat is not None and rng.random() < temperament.sulks:
        return _step(tab, "resigns")
    if (escape := _escape(tab, temperament, rng)) is not None:
        return escape
    if rng.random() < temperament.odd:
        return _oddity(world, tab, rng.choice(temperament.oddities), rng)
    return _duty(tab, rng) if rng.random() < temperament.acts else None


def _escape(tab: Tab, temperament: Temperament, rng: Random) -> Step | None:
    """How a person tries to avoid losing a stake, or None."""
    seen = tab.folded
    if seen.seat is None or not seen.table["stake"]:
        return None
    if seen.status == "playing" and rng.random() < temperament.flees:
        return _step(tab, "vanishes")
    is_within_match = seen.status == "between" and seen.table["played"] and not seen.table["match_over"]
    if not is_within_match or rng.random() >= temperament.welshes:
        return None
    is_ready = seen.table["seats"][seen.seat].get("ready")
    return _step(tab, "leaves" if is_ready or rng.random() < 0.5 else "ready")


def _duty(tab: Tab, rng: Random) -> Step | None:
    """What the table waits for this person to do, or None."""
    seen, seats = tab.folded, tab.folded.table["seats"]
    if seen.status == "over":
        return None
    if seen.seat is None:
        return _step(tab, "sits") if None in seats and seen.status != "playing" else None
    if seen.status == "playing":
        return _step(tab, "plays", str(rng.randrange(len(seen.moves)))) if seen.moves else None
    if seats[seen.seat].get("ready"):
        return None
    return _step(tab, "ready")


def _oddity(world: World, tab: Tab, verb: str, rng: Random) -> Step | None:
    """Something that the table does not wait for."""
    moves = len(tab.folded.moves)
    if verb == "second":
        return Step("looks", "", tab.letter, f"{tab.person}/2")
    if verb in PICKING:
        return _step(tab, verb, str(rng.randrange(moves))) if moves else None
    if verb in ("hushes", "removes"):
        return _step(tab, verb, rng.choice([other.person for other in world.tabs_at(tab.letter)]))
    return _step(tab, verb, rng.choice(ARGUMENTS.get(verb, ("",))))


def _step(tab: Tab, verb: str, arg: str = "") -> Step:
    return Step(verb, arg, tab.letter, tab.who)
