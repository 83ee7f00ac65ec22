"""What people save for Classic: house rules and scorebooks."""

from collections.abc import Callable
from typing import NamedTuple

from teahouse.service.hosting.classic.saved_rules import SavedRules
from teahouse.service.hosting.classic.saved_scorebooks import Scorebooks
from teahouse.service.hosting.rules import NamesOf
from teahouse.service.store.store import Store


class SavedForClassic(NamedTuple):
    """The house rules and the scorebooks of all people."""

    rules: SavedRules
    scorebooks: Scorebooks


def saved_for_classic(store: Store, date: Callable[[], int], names_of: NamesOf) -> SavedForClassic:
    """House rules and scorebooks in this store; `date` returns the time in milliseconds."""
    return SavedForClassic(SavedRules(store, date), Scorebooks(store, date, names_of))
