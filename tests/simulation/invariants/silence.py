"""The end of a world: all stop acting, then leave. Timed play must end, and every table close with an empty pot."""

from typing import Final

from tests.simulation.world import HOUR, World

SILENT_HOURS: Final = 6
DESERTED_HOURS: Final = 6
LOOKS: Final = 20  # an hour
NOT_OVER: Final = ("open", "playing", "between")


def check(world: World) -> None:
    """Let everybody stop acting and check the tables; then let everybody leave."""
    from tests.simulation.run import wait

    world.store.heal()
    world.machine.heal()
    for _ in range(SILENT_HOURS * LOOKS):
        if _timed_in_play(world):
            wait(world, HOUR / LOOKS)
    for letter in _timed_in_play(world):
        world.fault("ends", letter, "timed play never ends where everybody is silent")
    for tab in world.tabs.values():
        tab.close(politely=False)
    for _ in range(DESERTED_HOURS * LOOKS):
        if _with_status(world, *NOT_OVER):
            wait(world, HOUR / LOOKS)
    for letter in _with_status(world, *NOT_OVER):
        table = world.witnesses[letter].table
        assert table is not None
        timed = "timed" if table.opened.clock.is_timed else "untimed"
        world.fault("deserted", letter, f"a deserted {timed} table stays {table.status}")


def _timed_in_play(world: World) -> list[str]:
    playing = _with_status(world, "playing")
    tables = {letter: world.witnesses[letter].table for letter in playing}
    return [letter for letter, table in tables.items() if table is not None and table.opened.clock.is_timed]


def _with_status(world: World, *among: str) -> list[str]:
    tables = {letter: witness.table for letter, witness in world.witnesses.items()}
    return [letter for letter, table in tables.items() if table is not None and table.status in among]
