"""The rules of Caravan. `CARAVAN` describes the game."""

from typing import Any, Final

import msgspec

from teahouse.core.game import Result
from teahouse.core.ledger import Entry
from teahouse.core.match import Setup
from teahouse.core.tiles import tiles_text
from teahouse.games.description import ONE_DEAL, GameDescription
from tests.fourth_game.games.game import MATERIAL, Caravan, CaravanRules, CaravanState


class OneCaravan(msgspec.Struct, frozen=True):
    """The plan of a match of one deal."""

    rules: CaravanRules = CaravanRules()

    @property
    def deals(self) -> int:
        """One deal."""
        return 1

    def setup(self, results: tuple[Result, ...]) -> Setup | None:
        """The only deal."""
        return None if results else Setup(Caravan(self.rules), 0)

    def entries(self, results: tuple[Result, ...]) -> tuple[Entry, ...]:
        """No entries."""
        return ()


def deal_text(state: CaravanState) -> str:
    """The row in one line."""
    return tiles_text(state.row)


def deal_facts(state: CaravanState) -> dict[str, Any]:
    """The row for a program."""
    return {"row": [str(tile) for tile in state.row]}


def client_facts() -> dict[str, Any]:
    """The limits of a row's length."""
    return {"mostTiles": len(MATERIAL)}


CARAVAN: Final = GameDescription(
    game=Caravan,
    matches={ONE_DEAL: OneCaravan},
    deal_text=deal_text,
    deal_facts=deal_facts,
    client_facts=client_facts,
)
