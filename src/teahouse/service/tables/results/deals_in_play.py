"""Which tiles are played now, noted when a deal begins, so that nobody analyses them meanwhile."""

import hashlib
from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, delete, insert

from teahouse.service.store.jobs import Change
from teahouse.service.store.schema import deal_in_play
from teahouse.service.tables import events as ev
from teahouse.service.tables.table import Table

ENDING: Final = (ev.DealEnded, ev.BrokenOff, ev.MatchEnded, ev.Closed)  # what may end the play of some tiles


def seed_key(game: str, seed: bytes) -> str:
    """The hash that is stored instead of a deal's seed while the seed is secret."""
    return hashlib.sha256(f"teahouse/in-play/{game}/".encode() + seed).hexdigest()


def deal_in_play_changes(table: Table, table_events: Sequence[ev.TableEvent]) -> list[Change]:
    """Note the deal that begins with these events, and forget it when its tiles are no longer played.

    A known deal is no secret: it is not noted, so that others can still analyse it.
    """
    if table.opened.known:
        return []
    if any(isinstance(one, ev.Dealt) for one in table_events):
        return [_note_deal(table)]
    if any(isinstance(one, ENDING) for one in table_events) and not _is_dealt_again(table, table_events):
        return [_forget_deal(table.id)]
    return []


def _is_dealt_again(table: Table, table_events: Sequence[ev.TableEvent]) -> bool:
    """Does the match continue with the same tiles, as in the second game of a double?"""
    after = table.after(table_events)
    return after.status == "between" and after.setup is not None and after.setup.deal in table.seeds


def _note_deal(table: Table) -> Change:
    game, seed = table.next_deal()
    recognised = table.hosting.deal_recognition
    tiles = None
    if recognised is not None:
        state = table.dealt_ahead(seed)
        table.note_deal(seed, state)
        tiles = recognised.text(state)
    row = {"table_id": table.id, "game": game.name, "seed_key": seed_key(game.name, seed), "tiles": tiles}

    def change(connection: Connection) -> None:
        _forget_deal(table.id)(connection)
        connection.execute(insert(deal_in_play), [row])

    return change


def _forget_deal(table: str) -> Change:
    def change(connection: Connection) -> None:
        connection.execute(delete(deal_in_play).where(deal_in_play.c.table_id == table))

    return change
