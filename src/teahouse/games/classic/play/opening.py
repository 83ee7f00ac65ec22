"""Setting up a deal: the square wall, the dice, the winds, the Kong Box and dealing in heaps.

The wall stands two high on four sides. Its heaps are counted from the right end of a seat's own side leftwards, then on
through the side of the left neighbour, and so round the table: the way in which tiles are taken from it.
"""

from collections.abc import Sequence
from typing import Final, TypeVar

import msgspec

from teahouse.core.seats import BySeat, Seat
from teahouse.core.shuffle import Stream, shuffled
from teahouse.core.tiles import BONUS_TILES, COPIES, PLAIN_TILES, Tile, Wind
from teahouse.games.classic.play.events import BonusShown, DiceRolled, Purpose
from teahouse.games.classic.rulesets.ruleset import Ruleset

T = TypeVar("T")

SIDES: Final = 4
HEAP: Final = 2
PLAIN_MATERIAL: Final = tuple(tile for tile in PLAIN_TILES for _ in range(COPIES))
WHOLE_MATERIAL: Final = PLAIN_MATERIAL + BONUS_TILES
HEAPS_EACH: Final = 3
"""How many times every seat gets two heaps."""


class Opening(msgspec.Struct, frozen=True):
    """How a deal was set up; everybody knows this.

    rolls: every throw of dice in its order. winds: each seat's Personal Wind. heaps: the heaps counted off from the
    right end of the dealer's side. lifted: whether the next heap was laid on top of them. wall, box: how many tiles
    stood in the wall and in the Kong Box before dealing. shown: the bonus tiles laid open after dealing. tallies: the
    tallies of every seat, if they are kept. max_chows: how many chows a hand may have. streak: how many deals in a
    row East has just won. goulash: whether tiles are passed before the first discard, and nobody has chows.
    """

    rolls: tuple[DiceRolled, ...]
    winds: BySeat[Wind]
    prevailing: Wind
    dealer: Seat
    heaps: int
    lifted: bool = False
    wall: int = 0
    box: int = 0
    shown: tuple[BonusShown, ...] = ()
    tallies: BySeat[int] | None = None
    max_chows: int = 4
    streak: int = 0
    goulash: bool = False

    @property
    def east(self) -> Seat:
        """The seat whose Personal Wind is East."""
        return Seat(self.winds.index(Wind.EAST))


def material(ruleset: Ruleset) -> tuple[Tile, ...]:
    """Every tile in play: 144, or 136 without bonus tiles."""
    return WHOLE_MATERIAL if ruleset.bonus_tiles else PLAIN_MATERIAL


def side_of(seat: Seat, players: int) -> int:
    """The side of the table a seat has: 0 to 3 anticlockwise; two players sit opposite each other.

    >>> side_of(Seat(1), 4), side_of(Seat(1), 2)
    (1, 2)
    """
    return seat * 2 if players == 2 else seat


def personal_winds(east: Seat, winds: Sequence[Wind]) -> BySeat[Wind]:
    """Each seat's Personal Wind, given who is East and the winds in the order of play.

    >>> [str(wind) for wind in personal_winds(Seat(3), tuple(Wind))]
    ['South', 'West', 'North', 'East']
    """
    return tuple(winds[(seat - east) % len(winds)] for seat in range(len(winds)))


def built_wall(seed: bytes, ruleset: Ruleset) -> tuple[Tile, ...]:
    """The tiles of the wall, heap by heap (upper tile first), from the right end of seat 0's side."""
    return tuple(shuffled(material(ruleset), seed, "classic/wall/"))


def throw(dice: Stream, purpose: Purpose, seat: Seat, count: int) -> DiceRolled:
    """Throw this many dice for a seat."""
    return DiceRolled(purpose, seat, tuple(dice.below(6) + 1 for _ in range(count)))


def roll_for_east(dice: Stream, players: int) -> tuple[Seat, tuple[DiceRolled, ...]]:
    """Everybody throws one die, the highest is East; players who tie throw again."""
    rolls: list[DiceRolled] = []
    contenders = [Seat(number) for number in range(players)]
    while len(contenders) > 1:
        thrown = [throw(dice, "east", seat, 1) for seat in contenders]
        best = max(roll.dice for roll in thrown)
        contenders = [roll.seat for roll in thrown if roll.dice == best]
        rolls += thrown
    return contenders[0], tuple(rolls)


def roll_for_dealer(dice: Stream, east: Seat, ruleset: Ruleset) -> tuple[Seat, tuple[DiceRolled, ...]]:
    """East throws and counts sides from its own; the seat that is reached deals first, unless East always does."""
    if ruleset.first_dealer == "east":
        return east, ()
    roll = throw(dice, "dealer", east, ruleset.dealer_dice)
    return Seat((east + sum(roll.dice) - 1) % ruleset.players), (roll,)


class BrokenWall(msgspec.Struct, frozen=True):
    """The tiles of a broken wall: what is drawn from, and the Kong Box, each in the order in which tiles are taken."""

    wall: tuple[Tile, ...]
    box: tuple[Tile, ...]


def broken_wall(built: Sequence[Tile], dealer_side: int, heaps: int, ruleset: Ruleset) -> BrokenWall:
    """Break the wall this many heaps from the right end of the dealer's side.

    By dice, the heaps counted off and the next one, laid on top of them, are the Kong Box: the loose tiles on top are
    taken first, then the heaps from the break backwards. A Kong Box of fixed size is the tiles just before the break.
    Without a Kong Box everything is wall, and its tail serves instead.
    """
    start = (-dealer_side % SIDES) * (len(built) // SIDES)
    ordered = (*built[start:], *built[:start])
    cut = heaps * HEAP
    if not ruleset.kong_box:
        return BrokenWall((*ordered[cut:], *ordered[:cut]), ())
    if ruleset.kong_box_size == "dice":
        return BrokenWall(ordered[cut + HEAP :], (*ordered[cut : cut + HEAP], *from_the_break(ordered[:cut])))
    behind = (*ordered[cut:], *ordered[:cut])
    size = int(ruleset.kong_box_size)
    return BrokenWall(behind[:-size], from_the_break(behind[-size:]))


def from_the_break(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """The last heap first; in each heap the upper tile first."""
    return tuple(tile for start in range(len(tiles) - HEAP, -1, -HEAP) for tile in tiles[start : start + HEAP])


def dealt_hands(wall: Sequence[T], dealer: Seat, players: int) -> tuple[BySeat[list[T]], tuple[T, ...]]:
    """Give two heaps each, three times round from the dealer, then two more to the dealer and one to each other.

    The hands are in the order in which their tiles came; with them, the rest of the wall.
    """
    hands: BySeat[list[T]] = tuple([] for _ in range(players))
    order = [(dealer + number) % players for number in range(players)]
    portions = [(seat, 2 * HEAP) for seat in order * HEAPS_EACH]
    portions += [(seat, 2 if seat == dealer else 1) for seat in order]
    count_taken = 0
    for seat, count in portions:
        hands[seat].extend(wall[count_taken : count_taken + count])
        count_taken += count
    return hands, tuple(wall[count_taken:])
