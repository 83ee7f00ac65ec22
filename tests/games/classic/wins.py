"""Random wins, complete or not, ordinary or special, for comparing scorers."""

import random
from collections.abc import Sequence

from teahouse.core.tiles import BONUS_TILES, HONOUR_TILES, SUIT_TILES, TILES, Tile, Wind
from teahouse.games.classic.melds import Meld, can_start_run
from teahouse.games.classic.scoring.wins import SOURCES, Win

PLAIN = (*SUIT_TILES, *HONOUR_TILES)
NARROW = (
    PLAIN,
    SUIT_TILES[:9],
    (*SUIT_TILES[:9], *HONOUR_TILES),
    tuple(tile for tile in PLAIN if tile.is_honour or tile.rank in (1, 9)),
    (*SUIT_TILES[18:22], Tile.S6, Tile.S8, Tile.GREEN),
    SUIT_TILES[9:14],
    HONOUR_TILES,
)


def random_win(rng: random.Random) -> Win:
    """A win with at most four tiles of a kind; most are complete."""
    while True:
        concealed, melds = rng.choice((_sets_hand, _sets_hand, _sets_hand, _tiles_hand))(rng)
        tiles = [*concealed, *(tile for meld in melds for tile in meld.tiles)]
        if concealed and max(tiles.count(tile) for tile in tiles) <= 4:
            return Win(
                concealed=tuple(rng.sample(concealed, len(concealed))),
                melds=tuple(melds),
                winning_tile=rng.choice(concealed),
                source=rng.choice(SOURCES),
                personal_wind=rng.choice(list(Wind)),
                prevailing_wind=rng.choice(list(Wind)),
                bonus=tuple(rng.sample(BONUS_TILES, rng.choice((0, 0, 0, 1, 2, 4, 6, 7, 8)))),
                on_discard=False,
                kong_upon_kong=rng.random() < 0.1,
                original_call=rng.random() < 0.1,
                streak=rng.random() < 0.1,
                gone=tuple(rng.sample(PLAIN, rng.choice((0, 0, 3)))),
            )


def _sets_hand(rng: random.Random) -> tuple[list[Tile], list[Meld]]:
    tiles = rng.choice(NARROW)
    concealed: list[Tile] = [rng.choice(tiles)] * 2
    melds: list[Meld] = []
    closed = rng.random() < 0.4
    chow_share = rng.choice((0.0, 0.3, 0.8))
    for _ in range(4):
        meld = _random_meld(rng, tiles, chow_share)
        if meld.kind == "kong" or not (closed or rng.random() < 0.5):
            melds.append(meld)
        else:
            concealed += meld.tiles
    return concealed, melds


def _random_meld(rng: random.Random, tiles: Sequence[Tile], chow_share: float) -> Meld:
    starts = [tile for tile in tiles if can_start_run(tile)]
    if starts and rng.random() < chow_share:
        return Meld("chow", rng.choice(starts))
    tile = rng.choice(tiles)
    if rng.random() < 0.3:
        return rng.choice((Meld("kong", tile), Meld("kong", tile, added=True), Meld("kong", tile, concealed=True)))
    return Meld("pong", tile)


def _tiles_hand(rng: random.Random) -> tuple[list[Tile], list[Meld]]:
    """One of the special hands without sets, sometimes with one tile changed."""
    suits = rng.sample((0, 9, 18), 3)
    make = rng.choice((_wonders, _gates, _snake, _knitting, _triples, _pairs))
    tiles = [TILES[code] for code in make(rng, suits)]
    if rng.random() < 0.2:
        tiles[rng.randrange(14)] = rng.choice(PLAIN)
    return tiles, []


def _wonders(rng: random.Random, _: Sequence[int]) -> list[int]:
    kinds = [tile.code for tile in NARROW[3]]
    return [*kinds, rng.choice(kinds)]


def _gates(rng: random.Random, suits: Sequence[int]) -> list[int]:
    return [suits[0] + rank for rank in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, rng.randrange(9))]


def _snake(rng: random.Random, suits: Sequence[int]) -> list[int]:
    return [*(suits[0] + rank for rank in range(9)), suits[0] + rng.choice((0, 0, 3)), 27, 28, 29, 30]


def _knitting(rng: random.Random, suits: Sequence[int]) -> list[int]:
    ranks = [rng.randrange(9) for _ in range(7)]
    return [suit + rank for suit in suits[:2] for rank in ranks]


def _triples(rng: random.Random, suits: Sequence[int]) -> list[int]:
    ranks, pair = [rng.randrange(9) for _ in range(4)], rng.randrange(9)
    return [*(suit + rank for suit in suits for rank in ranks), suits[0] + pair, suits[1] + pair]


def _pairs(rng: random.Random, _: Sequence[int]) -> list[int]:
    kinds = [tile.code for tile in NARROW[3]]
    chosen = rng.sample(kinds, 7) if rng.random() < 0.7 else rng.choices(kinds, k=7)
    return [code for code in chosen for _ in range(2)]
