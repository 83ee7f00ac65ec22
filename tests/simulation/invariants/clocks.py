"""Clocks: every tab shows the stored clocks, and no clock jumps, except by the increment of a move."""

from typing import Any, Final

from teahouse.service.tables.actor import Actor
from tests.folding import Folded
from tests.simulation.world import World

ROUNDING_MS: Final = 2


def check(world: World, letter: str, actor: Actor) -> None:
    """Compare the clocks of every open tab with the stored ones, and those with the stored ones of a moment ago."""
    if not actor.table.left or not (actor.table.status == "playing" or _has_news(world, letter)):
        return
    now, kept = world.timers.now(), kept_clocks(actor, world.timers.now())
    for tab in world.tabs_at(letter):
        if tab.is_up_to_date and (wrong := _difference(tab.folded, kept, now)) is not None:
            world.fault("clocks", letter, f"{wrong} shown is not {wrong} kept")
    _check_continuity(world, letter, actor, kept)


def _has_news(world: World, letter: str) -> bool:
    return letter in world.changed or any(tab in world.updated for tab in world.tabs_at(letter))


def kept_clocks(actor: Actor, now: float) -> Folded:
    """The stored clocks, as a tab would show them if they were sent now."""
    kept, clocks = Folded(), actor.clocks
    kept.clocks, kept.running, kept.updated_at = list(clocks.shown()), clocks.running(), now
    kept.turns, kept.window = list(clocks.turns()), actor.window.left()
    return kept


def _difference(folded: Folded, kept: Folded, now: float) -> str | None:
    shown = folded.clocks_at(now)
    pairs: dict[str, tuple[Any, Any]] = {
        "bank": (shown[0], kept.clocks),
        "turn": (shown[1], kept.turns),
        "window": ([shown[2]], [kept.window]),
    }
    if list(folded.running) != list(kept.running):
        return "running"
    return next((name for name, (shown, is_) in pairs.items() if not _alike(shown, is_)), None)


def _alike(shown: list[float], kept: list[float]) -> bool:
    return len(shown) == len(kept) and all(abs(a - b) <= ROUNDING_MS for a, b in zip(shown, kept, strict=True))


def _check_continuity(world: World, letter: str, actor: Actor, kept: Folded) -> None:
    """Between two moments a bank falls as shown, or grows by the increment of a move.

    The time that the store takes to write a move is given back.
    """
    table, now = actor.table, world.timers.now()
    if table.status != "playing":  # these clocks belong to the deal before
        world.clocks.pop(letter, None)
        return
    before = world.clocks.get(letter)
    world.clocks[letter] = (actor, table.last.seq, kept)
    is_new = before is None or before[0] is not actor
    if before is None or is_new or (before[1] != table.last.seq and table.last.at != world.timers.date()):
        return  # not every change in between was observed
    step = 0 if table.opened.clock.fresh else table.opened.clock.step
    most = now - before[2].updated_at + ROUNDING_MS
    for was, is_ in zip(before[2].clocks_at(now)[0], kept.clocks, strict=False):
        if not any(-ROUNDING_MS <= is_ - was - given <= most for given in (0, step)):
            way = "grows" if is_ > was else "falls"
            alone = "alone" if len(table.persons) == 1 else "of several"
            world.fault("clocks", letter, f"a bank of a person {alone} {way} at once")
