"""The complete hands that are nearest to a hand: what each still lacks, what it leaves over, and how it reads."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from teahouse.core.tiles import Tile, sorted_tiles
from teahouse.games.classic.melds import Meld, chows
from teahouse.games.classic.options import Ruleset
from teahouse.games.classic.readings import Reading, readings
from teahouse.players.hands import look, unseen

Tiles = tuple[Tile, ...]


class NearHand(NamedTuple):
    """A complete hand, melds left out: its tiles, those that are missing, those left over, and its first reading.

    A special hand that is told by its tiles has no reading.
    """

    tiles: Tiles
    missing: Tiles
    spare: Tiles
    reading: Reading | None


class Asked(NamedTuple):
    """A hand with its melds, the ruleset, and how many tiles of each kind are seen."""

    tiles: Tiles
    melds: tuple[Meld, ...]
    ruleset: Ruleset
    seen: Mapping[Tile, int]


def near_hands(asked: Asked, most: int = 3) -> list[NearHand]:
    """Up to so many of the nearest complete hands, those first whose missing tiles are seen least.

    >>> from teahouse.games.classic.notation import parse_hand
    >>> from teahouse.games.classic.ruleset import load_ruleset
    >>> hand = parse_hand("123m 456p 77s 23s 9s [555p]")
    >>> found = near_hands(Asked(hand.tiles, hand.melds, load_ruleset(), {Tile.S4: 3}), 1)[0]
    >>> found.missing, found.spare
    ((<Tile.S1: '1s'>,), (<Tile.S9: '9s'>,))
    """
    found: dict[Tiles, NearHand] = {}
    for missing in _ways(asked, (), None):
        near = _completed(asked, missing)
        found.setdefault(near.tiles, near)
        if len(found) >= most:
            break
    return list(found.values())


def _ways(asked: Asked, added: Tiles, last: tuple[int, int] | None) -> Iterator[Tiles]:
    """The fewest tiles that make the hand complete, in every way, likely ones first; each way in one order only."""
    here = look((*asked.tiles, *added), asked.melds, asked.ruleset)
    if here.distance == 0:
        yield added
        return
    left = unseen(here.useful, asked.seen)
    for order, tile in sorted(((-left[tile], tile.code), tile) for tile in here.useful):
        if last is None or order >= last:
            yield from _ways(asked, (*added, tile), order)


def _completed(asked: Asked, missing: Tiles) -> NearHand:
    """The complete hand among the tiles: whatever may go without spoiling it is left over."""
    tiles, spare = [*asked.tiles, *missing], list[Tile]()
    whole = 14 - 3 * len(asked.melds)
    for tile in reversed(asked.tiles):
        if len(tiles) > whole:
            rest = tiles.copy()
            rest.remove(tile)
            if look(rest, asked.melds, asked.ruleset).distance == 0:
                tiles = rest
                spare.append(tile)
    return NearHand(sorted_tiles(tiles), missing, sorted_tiles(spare), _reading(tiles, asked))


def _reading(tiles: Sequence[Tile], asked: Asked) -> Reading | None:
    """The first reading with no chow too many."""
    most = asked.ruleset.max_chows - chows(asked.melds)
    return next((reading for reading in readings(tiles) if chows(reading.sets) <= most), None)
