"""The tiles that the text of a position does not place: always dealt in the same way."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from teahouse.core.errors import InvalidText
from teahouse.core.seats import BySeat, Seat
from teahouse.core.shuffle import shuffled
from teahouse.core.tiles import Tile, parse_tiles
from teahouse.games.classic.play.opening import HEAP, material
from teahouse.games.classic.position.known import KnownTiles
from teahouse.games.classic.position.seating import PositionSeating
from teahouse.games.classic.rulesets.ruleset import Ruleset
from teahouse.games.positions import whole_numbers

MOST_HEAPS: Final = 36
USUAL_HEAPS: Final = 7


class DealtTiles(NamedTuple):
    """The places of all tiles that the text leaves open."""

    hands: BySeat[tuple[Tile, ...]]
    wall: tuple[Tile, ...]
    box: tuple[Tile, ...]


def deal_the_rest(seating: PositionSeating, known: KnownTiles, seed: bytes) -> DealtTiles:
    """Deal the tiles that are left: hidden hands first, which hold no bonus tiles, then the wall and the Kong Box."""
    wall, box = (_supply(seating, name) for name in ("wall", "box"))
    unseen = _unseen(seating.ruleset, (*known.tiles(), *(wall or ()), *(box or ())))
    mixed = shuffled(unseen, seed, "classic/position/")
    plain_tiles, bonus = [tile for tile in mixed if not tile.is_bonus], [tile for tile in mixed if tile.is_bonus]
    hands: list[tuple[Tile, ...]] = []
    for seat, hand in enumerate(known.hands):
        size = known.size(Seat(seat)) if hand is None else 0
        if size > len(plain_tiles):
            raise InvalidText(f"expected {size} tiles left for {seating.winds[seat]}, got {len(plain_tiles)}")
        hands.append(hand.tiles if hand else tuple(plain_tiles[:size]))
        plain_tiles = plain_tiles[size:]
    rest = tuple(shuffled((*plain_tiles, *bonus), seed, "classic/wall/"))
    return _supplied(tuple(hands), rest, wall, box, box_size(seating))


def _supplied(
    hands: BySeat[tuple[Tile, ...]],
    rest: tuple[Tile, ...],
    wall: tuple[Tile, ...] | None,
    box: tuple[Tile, ...] | None,
    size: int,
) -> DealtTiles:
    if wall is not None and box is not None and rest:
        raise InvalidText(
            f"wall: expected every tile in a place, got {len(rest)} that are nowhere, {rest[0]} among them"
        )
    if wall is None and box is None:
        wall_size = max(len(rest) - size, min(1, len(rest)))
        return DealtTiles(hands, rest[:wall_size], rest[wall_size:])
    return DealtTiles(hands, rest if wall is None else wall, rest if box is None else box)


def _supply(seating: PositionSeating, name: str) -> tuple[Tile, ...] | None:
    try:
        return parse_tiles(seating.facts[name]) if name in seating.facts else None
    except InvalidText as error:
        raise InvalidText(f"{name}: {error}") from None


def _unseen(ruleset: Ruleset, placed: Sequence[Tile]) -> list[Tile]:
    left = Counter(material(ruleset))
    for tile, count in Counter(placed).items():
        if count > left[tile]:
            raise InvalidText(f"expected at most {left[tile]} tiles {tile}, got {count}")
        left[tile] -= count
    return sorted(left.elements(), key=lambda tile: tile.code)


def heaps(seating: PositionSeating) -> int:
    """The heaps that were counted off to the place where the wall is broken."""
    return whole_numbers("heaps", seating.facts.get("heaps", str(USUAL_HEAPS)), 1, MOST_HEAPS)[0]


def box_size(seating: PositionSeating) -> int:
    """The tiles of a whole Kong Box."""
    size = seating.ruleset.kong_box_size
    if not seating.ruleset.kong_box:
        return 0
    return HEAP * (heaps(seating) + 1) if size == "dice" else int(size)
