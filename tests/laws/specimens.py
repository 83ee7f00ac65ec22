"""Every game as the laws need it: the game, its bound, and how its hidden tiles could lie otherwise."""

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from teahouse.core.game import AnyGame
from teahouse.core.seats import Seat
from teahouse.games.battle import Battle, BattleRules, BattleState
from teahouse.games.classic import Classic, ClassicRules, load_ruleset
from teahouse.games.classic.ruleset import with_options
from tests.laws.classic import Redeal, classic_material


class Specimen(NamedTuple):
    """A game under the laws.

    bound: no deal has more moves than this. redeal: another state that looks the same to a seat (None is an
    onlooker). material: something about a state that no move may change, such as all its tiles sorted. share: the
    share of the usual number of deals that each law is tried on, smaller where a deal is long.
    """

    id: str
    game: AnyGame
    bound: int
    redeal: Callable[[Any, Seat | None, random.Random], Any]
    material: Callable[[Any], object]
    share: float = 1.0


def same_state(state: Any, _seat: Seat | None, _rng: random.Random) -> Any:
    """Where nothing is hidden there is only one world."""
    return state


def battle_material(state: BattleState) -> object:
    """Points taken and points on the table are 270 together, and every kind is left in even number."""
    tiles = list(state.board.tiles())
    return sum(state.scores) + state.board.value(), {tiles.count(tile) % 2 for tile in tiles} <= {0}


def classic(name: str, share: float = 1 / 12, **options: object) -> Specimen:
    """Classic mahjong under one of the house's rulesets, with some options changed."""
    ruleset = with_options(load_ruleset(name), options)
    game = Classic(ClassicRules(ruleset=ruleset))
    specimen = "-".join(["classic", name, *options])
    return Specimen(specimen, game, 600, Redeal(game), classic_material, share)


SPECIMENS = [
    Specimen("battle", Battle(), 54, same_state, battle_material),
    Specimen(
        "battle-second-seat-starts",
        Battle(BattleRules(first_seat=Seat(1), least_opening_moves=5)),
        54,
        same_state,
        battle_material,
    ),
    classic("british", 2 / 12),
    classic("bmja"),
    classic("two-players"),
    classic("three-players"),
    classic("british", bonus_tiles=False),
    classic(
        "british",
        must_declare_ready=True,
        rob_concealed_kong="thirteen_wonders",
        multiple_mahjong="all_win",
        kong_box_replenish=True,
    ),
]
