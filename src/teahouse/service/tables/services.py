"""The services that tables need, and the settings that tables follow."""

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from teahouse.service.engines.workers import Workers
from teahouse.service.settings import Settings
from teahouse.service.store.store import Store
from teahouse.service.tables.bots import Thinker
from teahouse.service.tables.inbox import InboxJob
from teahouse.service.tables.viewers.bus import LocalBus
from teahouse.service.timers import DAY_MS, MINUTE_MS, Timers


class HouseSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What the settings say about tables and people, with times in milliseconds.

    pace_ms: the least time that a bot takes for a move.
    idle_ms: a table leaves memory after this long without events.
    absent_ms: how long the others wait for somebody who is away.
    deserted_ms, practice_ms: a table, or a game of one person, is closed when nobody has been there for this long.
    guest_ms, empty_ms: a guest who left nothing behind, or a closed table without a deal, is deleted after this long.
    chat: may people write freely?
    leaver_pauses: must people who leave running games wait before the next?
    waiting_tables: how many public tables of one host may wait for players.
    """

    pace_ms: int
    idle_ms: int
    absent_ms: int
    deserted_ms: int
    practice_ms: int
    guest_ms: int
    empty_ms: int
    chat: bool
    leaver_pauses: bool
    waiting_tables: int


class Services(NamedTuple):
    """The services that an actor needs, and the settings that it follows."""

    store: Store
    bus: LocalBus
    thinker: Thinker
    timers: Timers
    random: Callable[[int], bytes]
    workers: Workers
    settings: HouseSettings
    in_current_span: Callable[[InboxJob], InboxJob] | None = None  # makes a job part of its caller's trace


def house_settings(settings: Settings) -> HouseSettings:
    """What the settings of a server say about tables and people."""
    return HouseSettings(
        pace_ms=settings.bot_pace_ms,
        idle_ms=settings.idle_minutes * MINUTE_MS,
        absent_ms=settings.absent_seconds * 1000,
        deserted_ms=settings.deserted_minutes * MINUTE_MS,
        practice_ms=settings.practice_days * DAY_MS,
        guest_ms=settings.guest_days * DAY_MS,
        empty_ms=settings.empty_table_days * DAY_MS,
        chat=settings.chat,
        leaver_pauses=settings.leaver_pauses,
        waiting_tables=settings.waiting_tables,
    )
