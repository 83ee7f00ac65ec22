"""Pictures of shared links, as PNG: of what an onlooker may see, drawn in a worker process and kept for a while."""

from collections import OrderedDict
from importlib import import_module
from itertools import islice
from typing import Any, Final, NamedTuple

from teahouse.core.record import record_bytes, record_deal, replay
from teahouse.service.engines.queue import Lane
from teahouse.service.engines.workers import Workers
from teahouse.service.errors import Refused
from teahouse.service.house import House
from teahouse.service.replays import read_record
from teahouse.service.timers import Timers

DRAW_SECONDS: Final = 5.0  # of processor time for one picture
FRESH_MS: Final = 60_000
MOST_KEPT: Final = 128

PreviewKey = tuple[str, ...]
"""What a picture shows: nothing but the house, a table, or a table and a deal."""


class _Kept(NamedTuple):
    until: float
    png: bytes


class Previews:
    """Draws each picture once a minute at most."""

    def __init__(self, house: House, workers: Workers, timers: Timers) -> None:
        """Draw what this house shows everybody."""
        self._house: Final = house
        self._workers: Final = workers
        self._timers: Final = timers
        self._kept: Final[OrderedDict[PreviewKey, _Kept]] = OrderedDict()

    async def png(self, subject: PreviewKey, lane: Lane) -> bytes:
        """The picture of a table or a replay, or the general one if neither may be shown."""
        kept = self._kept.get(subject)
        if kept is not None and kept.until > self._timers.now():
            return kept.png
        png = await self._drawn(subject, lane)
        self._kept[subject] = _Kept(self._timers.now() + FRESH_MS, png)
        self._kept.move_to_end(subject)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return png

    async def _drawn(self, subject: PreviewKey, lane: Lane) -> bytes:
        try:
            work = await self._work(subject)
        except Refused:
            work = None
        if work is None:
            return await self.png((), lane) if subject else await self._workers.run(lane, DRAW_SECONDS, house_png)
        return await self._workers.run(lane, DRAW_SECONDS, *work)

    async def _work(self, subject: PreviewKey) -> tuple[Any, ...] | None:
        match subject:
            case (table,):
                public_view = await self._house.shown_to_all(table)
                return None if public_view is None else (view_png, *public_view)
            case (table, deal):
                record = await self._house.record(table, int(deal))
                return record_png, record_bytes(record)
            case _:
                return None


def house_png() -> bytes:
    """The house's own picture."""
    from teahouse.pictures.card import house_card

    return rasterised(house_card())


def view_png(game: str, view: Any) -> bytes:
    """A view, as its game draws it."""
    from teahouse.pictures import PICTURES
    from teahouse.pictures.card import view_card

    return rasterised(view_card(PICTURES[game].svg(view)))


def record_png(data: bytes) -> bytes:
    """The middle of a finished deal, as an onlooker saw it."""
    game, record = read_record(data)
    state = record_deal(game, record)
    for step in islice(replay(game, record, state), len(record.moves) // 2):
        state = step.state
    return view_png(game.name, game.view(state, None))


def rasterised(svg: str) -> bytes:
    """A drawing as PNG. It needs no fonts: words are left out if the machine has none."""
    rasteriser = import_module("resvg_py")  # compiled code, which only a worker process loads
    return bytes(rasteriser.svg_to_bytes(svg_string=svg, skip_system_fonts=True))
