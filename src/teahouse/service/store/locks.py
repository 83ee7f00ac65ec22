"""The numbers of the locks that servers of one PostgreSQL database take. One place, so that no two are the same."""

from enum import IntEnum


class Lock(IntEnum):
    """UPGRADE: one server at a time upgrades the schema. BOOKS: one writes the ledger. SERVERS: which ones may run."""

    UPGRADE = 7_204_001
    BOOKS = 7_204_002
    SERVERS = 7_204_003
