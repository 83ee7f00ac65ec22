"""The level `simple` of Classic: it keeps pairs and neighbours, and claims what helps them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from random import Random
from typing import Final, NamedTuple, assert_never

from teahouse.core.game import Forfeit
from teahouse.core.tiles import Suit, Tile
from teahouse.games.classic import (
    ClaimChow,
    ClaimKong,
    ClaimPong,
    ClassicView,
    DeclareKong,
    DeclareMahjong,
    Discard,
    Move,
    Pass,
)
from teahouse.games.classic.melds import chows, run_from
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.players.player import Budget

SET: Final = 12
PAIR: Final = 5
NEIGHBOURS: Final = 3
GAP: Final = 2
CERTAIN: Final = 1000
SUITS: Final = tuple(Suit)
MANY_CHOWS: Final = 4
"""With this limit of chows or a higher one, the limit never matters."""

Ranks = tuple[int, ...]


class HandContext(NamedTuple):
    """What the value of a hand depends on: melded sets, chows that are still allowed, tiles seen elsewhere."""

    sets: int
    chows: int
    seen: Mapping[Tile, int]


class SimplePlayer:
    """Keeps pairs and neighbours, claims what helps, wins when it can."""

    def choose(self, view: ClassicView, moves: Sequence[Move], budget: Budget, rng: Random) -> Move:
        """A move that leaves the best hand, at random among equals."""
        return rng.choice(self.equals(view, moves))

    def equals(self, view: ClassicView, moves: Sequence[Move]) -> list[Move]:
        """The moves that this player finds equally good."""
        context = HandContext(len(view.melds[view.seat or 0]), chows_left(view), seen(view))
        worths = [worth(view, move, context) for move in moves]
        best = max(worths)
        return [move for move, value in zip(moves, worths, strict=True) if value == best]


def passing_moves(view: ClassicView, moves: Sequence[Move]) -> list[Move]:
    """The moves that pass on the tiles a hand needs least in a goulash; pairs and pongs are kept."""
    return SimplePlayer().equals(view, moves)


def pongs_pay(ruleset: Ruleset) -> bool:
    """Are losers paid for pongs and kongs too, while chows are not limited?"""
    return ruleset.losers_settle and ruleset.max_chows >= MANY_CHOWS


def chows_left(view: ClassicView) -> int:
    """How many chows this seat may still have."""
    return view.opening.max_chows - chows(view.melds[view.seat or 0])


def seen(view: ClassicView) -> Counter[Tile]:
    """The tiles that lie open on the table."""
    open_tiles = Counter(laid.tile for laid in view.discards)
    for melds in view.melds:
        for meld in melds:
            open_tiles.update(meld.tiles)
    return open_tiles


def worth(view: ClassicView, move: Move, context: HandContext) -> float:
    """How good the hand is after this move, with its best discard."""
    hand = Counter(view.hand)
    match move:
        case DeclareMahjong():
            return CERTAIN
        case Discard():
            return hand_worth(without(hand, [move.tile]), context) + (SET if move.ready else 0)
        case DeclareKong():
            return best_discard(hand, context) + 1
        case Pass():
            return hand_worth(hand, context)
        case ClaimChow() | ClaimPong() | ClaimKong():
            return claim_worth(view, move, context)
        case Forfeit():
            return -CERTAIN
        case _:
            assert_never(move)


def claim_worth(view: ClassicView, claim: ClaimChow | ClaimPong | ClaimKong, context: HandContext) -> float:
    """How good the hand is with the set that the discard completes; a kong also brings a tile."""
    assert view.offer is not None
    tile, hand = view.offer.tile, Counter(view.hand)
    match claim:
        case ClaimChow():
            own = [other for other in run_from(claim.first) if other != tile]
            left = HandContext(context.sets + 1, context.chows - 1, context.seen)
        case ClaimPong() | ClaimKong():
            own = [tile] * (2 if isinstance(claim, ClaimPong) else 3)
            left = context._replace(sets=context.sets + 1)
    return best_discard(without(hand, own), left) + len(own) - 2


def without(hand: Counter[Tile], tiles: Iterable[Tile]) -> Counter[Tile]:
    """The hand without some tiles."""
    left = hand.copy()
    left.subtract(tiles)
    return +left


def best_discard(hand: Counter[Tile], context: HandContext) -> float:
    """The value of the hand after its best discard."""
    return max(hand_worth(without(hand, [tile]), context) for tile in hand)


def hand_worth(hand: Counter[Tile], context: HandContext) -> float:
    """Sets, pairs and neighbours added up; a little more for tiles of which more are left to draw."""
    suits = [tuple(hand[tile] for tile in tiles) for tiles in SUIT_KINDS]
    total = SET * context.sets + best_suits(suits, context.chows)
    total += sum(group_worth(count) for tile, count in hand.items() if tile.is_honour)
    alive = sum(4 - count - context.seen.get(tile, 0) for tile, count in hand.items())
    return total + alive / 100


SUIT_KINDS: Final = tuple(tuple(tile for tile in Tile if tile.suit == suit) for suit in SUITS)


def group_worth(count: int) -> int:
    """The value of this many equal tiles."""
    return (0, 0, PAIR, SET, SET)[count]


def best_suits(suits: Sequence[Ranks], chow_limit: int) -> int:
    """The three suits at their best, sharing the chows that are allowed."""
    if chow_limit >= MANY_CHOWS - 1:
        return sum(suit_worth(suit, MANY_CHOWS) for suit in suits)
    shares = product(range(chow_limit + 1), repeat=len(suits))
    return max(
        sum(suit_worth(suit, share) for suit, share in zip(suits, each, strict=True))
        for each in shares
        if sum(each) <= chow_limit
    )


@lru_cache(maxsize=1 << 16)
def suit_worth(ranks: Ranks, chow_limit: int) -> int:
    """One suit at its best: every way to take its lowest tile out is tried."""
    first = next((rank for rank, count in enumerate(ranks) if count), None)
    if first is None:
        return 0
    best = suit_worth(without_ranks(ranks, first), chow_limit)
    if ranks[first] >= 3:
        best = max(best, SET + suit_worth(without_ranks(ranks, first, first, first), chow_limit))
    if ranks[first] >= 2:
        best = max(best, PAIR + suit_worth(without_ranks(ranks, first, first), chow_limit))
    return max(best, *run_worths(ranks, first, chow_limit))


def run_worths(ranks: Ranks, first: int, chow_limit: int) -> list[int]:
    """What the lowest tile is worth in a run, with a neighbour, or with a gap between."""
    if not chow_limit:
        return [0]
    near, far = ((first + step < 9 and ranks[first + step] > 0) for step in (1, 2))
    found = [0]
    if near and far:
        found.append(SET + suit_worth(without_ranks(ranks, first, first + 1, first + 2), chow_limit - 1))
    if near:
        found.append(NEIGHBOURS + suit_worth(without_ranks(ranks, first, first + 1), chow_limit - 1))
    if far:
        found.append(GAP + suit_worth(without_ranks(ranks, first, first + 2), chow_limit - 1))
    return found


def without_ranks(ranks: Ranks, *taken: int) -> Ranks:
    """The ranks without one tile of each rank taken."""
    left = list(ranks)
    for rank in taken:
        left[rank] -= 1
    return tuple(left)
