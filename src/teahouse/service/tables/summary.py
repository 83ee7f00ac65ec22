"""What the row of a table in the lists says about it: its public facts, and whether it is played for practice."""

from typing import Final

import msgspec

from teahouse.service.tables.viewers.messages import TableInfo

LIVE: Final = ("open", "playing", "between")
"""The status of tables that are not over, named one by one, because an index finds nothing by what a value is not."""
INFO: Final = msgspec.json.Decoder(TableInfo)


def read_summary(summary: str) -> TableInfo | None:
    """The public facts of a table from its row in the lists; None if they cannot be read."""
    try:
        return INFO.decode(summary)
    except msgspec.DecodeError:
        return None


def is_practice(info: TableInfo) -> bool:
    """Does one person play, alone or with house players, without a stake or rating?"""
    persons = sum(one is not None and one.person is not None for one in info.seats)
    return persons == 1 and not info.stake and not info.rated


def is_daily_deal(info: TableInfo) -> bool:
    """Is the deal that is played, or comes next, the daily deal? Only the first of a table is."""
    return bool(info.day) and info.deal == 0


def is_dealt_again(info: TableInfo) -> bool:
    """Are the tiles of the last deal played again? Only then the deal has no commitment of its own."""
    is_within_match = info.played > 0 and not info.match_over and info.status in ("between", "playing")
    return is_within_match and info.commitment is None
