"""A Battle match: one game, or two on the same deal with the start swapped and the points added."""

from typing import Literal

import msgspec

from teahouse.core.game import Result
from teahouse.core.ledger import Entry
from teahouse.core.match import Setup
from teahouse.core.seats import seat_after
from teahouse.games.battle.game import Battle, BattleRules

MatchKind = Literal["single", "double"]


class BattleMatch(msgspec.Struct, frozen=True):
    """The plan of a Battle match.

    >>> plan = BattleMatch("double")
    >>> [setup.game.rules.first_seat for setup in (plan.setup(()), plan.setup((None,)))]
    [0, 1]
    """

    kind: MatchKind = "double"
    rules: BattleRules = BattleRules()

    @property
    def deals(self) -> int:
        """Two in a double match."""
        return 2 if self.kind == "double" else 1

    def setup(self, results: tuple[Result, ...]) -> Setup | None:
        """The first game; in a double match a second one on the same deal, started by the other seat."""
        if not results:
            return Setup(Battle(self.rules), 0)
        if self.kind == "double" and len(results) == 1:
            swapped = msgspec.structs.replace(self.rules, first_seat=seat_after(self.rules.first_seat, 2))
            return Setup(Battle(swapped), 0)
        return None

    def entries(self, results: tuple[Result, ...]) -> tuple[Entry, ...]:
        """No entries, because nothing is paid."""
        return ()
