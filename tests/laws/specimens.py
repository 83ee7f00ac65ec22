"""Every game for the laws, with its bound and a function that redeals its hidden tiles."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import msgspec

from teahouse.core.game import AnyGame
from teahouse.core.seats import Seat
from teahouse.core.tiles import parse_tiles
from teahouse.games.battle import Battle, BattleRules, BattleState
from teahouse.games.classic import Classic, ClassicRules, ClassicState, load_ruleset
from teahouse.games.classic.rulesets.ruleset import RULESETS, Ruleset, with_options
from teahouse.games.solitaire import Board, DealLevel, Solitaire, SolitaireRules, SolitaireState, find_layout, shape_of
from teahouse.games.solitaire.sets import faces_of, faces_text
from teahouse.games.solitaire.shape import bits
from tests.fourth_game.games.game import Caravan, CaravanRules, CaravanState
from tests.laws.classic import Redeal, classic_material


class Specimen(NamedTuple):
    """A game under the laws.

    bound: the most moves of a deal. redeal: another state that looks the same to a seat (None is an onlooker).
    material: something about a state that no move may change, such as all its tiles sorted. has_left: has a seat
    finished or given up, though play goes on? share: the share of the usual number of deals that each law is tried on,
    smaller for long deals.
    """

    id: str
    game: AnyGame
    bound: int
    redeal: Callable[[Any, Seat | None, random.Random], Any]
    material: Callable[[Any], object]
    has_left: Callable[[Any, Seat], bool]
    share: float = 1.0


def nobody_leaves(_state: Any, _seat: Seat) -> bool:
    """False, because play ends when the first seat gives up."""
    return False


def classic_left(state: ClassicState, seat: Seat) -> bool:
    """Has this seat given up? It then plays automatically."""
    return state.gone[seat]


def solitaire_left(state: SolitaireState, seat: Seat) -> bool:
    """Has this seat finished its board?"""
    return state.boards[seat].ending is not None


def same_state(state: Any, _seat: Seat | None, _rng: random.Random) -> Any:
    """The same state, because nothing is hidden."""
    return state


def battle_material(state: BattleState) -> object:
    """The points taken and on the table, and whether every kind is left in an even number."""
    tiles = list(state.board.tiles())
    return sum(state.scores) + state.board.value(), {tiles.count(tile) % 2 for tile in tiles} <= {0}


def caravan_material(state: CaravanState) -> object:
    """The sum of the points taken and in the row."""
    return sum(state.scores) + sum(tile.rank for tile in state.row)


def classic(name: str, share: float = 1 / 12, **options: object) -> Specimen:
    """Classic mahjong under a built-in ruleset with some options changed."""
    ruleset = with_options(load_ruleset(name), options | ({"name": "changed"} if options else {}))
    return classic_specimen("-".join(["classic", name, *options]), ruleset, share)


def goulash(name: str) -> Specimen:
    """A goulash under a built-in ruleset: tiles are passed before the first discard."""
    return classic_specimen(f"goulash-{name}", load_ruleset(name), goulash=True)


def classic_specimen(name: str, ruleset: Ruleset, share: float = 1 / 12, *, goulash: bool = False) -> Specimen:
    """Classic mahjong under any ruleset."""
    game = Classic(ClassicRules(ruleset=ruleset, goulash=goulash))
    return Specimen(name, game, 600, Redeal(game), classic_material, classic_left, share)


def solitaire_redeal(state: SolitaireState, seat: Seat | None, rng: random.Random) -> SolitaireState:
    """Redeal the tiles that a seat does not see on its board and in the deal, and the other boards entirely.

    The key of the shuffles and the certificate are replaced, too.
    """
    shape = shape_of(find_layout(state.deal.layout))
    eye = 0 if seat is None and len(state.boards) == 1 else seat

    def mixed(faces: bytes, left: int, *, is_own: bool) -> bytes:
        slots = [slot for slot in bits(left) if not is_own or not shape.is_seen(slot, left)]
        other = bytearray(faces)
        for slot, face in zip(slots, rng.sample([faces[slot] for slot in slots], len(slots)), strict=True):
            other[slot] = face
        return bytes(other)

    def redealt(number: int, board: Board) -> Board:
        return msgspec.structs.replace(board, faces=mixed(board.faces, board.left, is_own=number == eye))

    tiles = mixed(faces_of(parse_tiles(state.deal.tiles)), shape.full, is_own=eye is not None)
    return msgspec.structs.replace(
        state,
        deal=msgspec.structs.replace(state.deal, tiles=faces_text(tiles), certificate=None),
        key=rng.randbytes(32),
        boards=tuple(redealt(number, board) for number, board in enumerate(state.boards)),
    )


def solitaire_material(state: SolitaireState) -> object:
    """The tiles of every board, including removed ones, and of the deal."""
    return sorted(faces_of(parse_tiles(state.deal.tiles))), {bytes(sorted(board.faces)) for board in state.boards}


@cache
def solitaire_specimen(players: int, layout: str, level: DealLevel) -> Specimen:
    """Practice with two start-overs, or a contest. Its bound: all pairs, all undone pairs, all help, and the end."""
    rules = SolitaireRules(layout=layout, level=level, players=players, start_overs=2)
    pairs = len(find_layout(layout).places) // 2
    bound = (pairs + 4 * rules.uses + 1) * players * (3 if players == 1 else 1)
    kind = "practice" if players == 1 else f"contest-of-{players}"
    name = layout if ":" not in layout else "small"
    return Specimen(
        f"solitaire-{kind}-{name}-{level}",
        Solitaire(rules),
        bound,
        solitaire_redeal,
        solitaire_material,
        solitaire_left,
        1.0 if name == "small" else 4 / 12,
    )


def casual_specimen(layout: str) -> Specimen:
    """A casual game: everything can be undone and redone, a shuffle too."""
    specimen = solitaire_specimen(1, layout, "gentle")
    game = Solitaire(SolitaireRules(layout=layout, level="gentle", start_overs=0, casual=True))
    bound = len(find_layout(layout).places) // 2 + 4 * game.rules.help_uses + 1
    return specimen._replace(id="solitaire-casual", game=game, bound=bound, share=1 / 12)


SMALL_LAYOUT = "z0 y0/2: 0-8; y4: 1-7\nz1 y1: 1-7; y3: 2-6\nz2 y2: 2-4\nz3 y2: 3"

SPECIMENS = [
    Specimen("battle", Battle(), 54, same_state, battle_material, nobody_leaves),
    Specimen(
        "battle-second-seat-starts",
        Battle(BattleRules(first_seat=Seat(1), least_opening_moves=5)),
        54,
        same_state,
        battle_material,
        nobody_leaves,
    ),
    *(classic(name) for name in RULESETS),
    *(goulash(name) for name in ("bmja", "three-players", "two-players")),
    classic("british", bonus_tiles=False),
    classic(
        "british",
        must_declare_ready=True,
        rob_concealed_kong="thirteen_wonders",
        multiple_mahjong="all_win",
        kong_box_replenish=True,
    ),
    solitaire_specimen(1, "turtle", "gentle"),
    solitaire_specimen(1, "escalator", "wild"),
    solitaire_specimen(2, "five-spot", "classic"),
    solitaire_specimen(3, SMALL_LAYOUT, "wild"),
    casual_specimen(SMALL_LAYOUT),
    Specimen("caravan", Caravan(), 12, same_state, caravan_material, nobody_leaves),
    Specimen("caravan-odd", Caravan(CaravanRules(tiles=7)), 7, same_state, caravan_material, nobody_leaves),
]
