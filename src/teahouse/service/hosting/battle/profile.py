"""What Battle adds to profiles: what somebody makes of beginning, and the margin of a game."""

from typing import Final

from teahouse.core.seats import Seat, seat_after
from teahouse.games.battle import Battle, BattleState
from teahouse.service.hosting.rules import Feat, ProfileRules


def variant(_rules: object) -> str:
    """There is one kind of Battle."""
    return ""


def feat(game: Battle, state: BattleState, seat: Seat) -> Feat:
    """Whether a seat began and won then, and by how much it was ahead."""
    result = game.result(state)
    assert result is not None
    margin = result.scores[seat] - result.scores[seat_after(seat, 2)]
    won = int(seat in result.winners)
    begins = game.rules.first_seat == seat
    return Feat({"won_beginning" if begins else "won_second": won, "margin": margin})


PROFILE: Final = ProfileRules(variant, feat, records=("margin",))
