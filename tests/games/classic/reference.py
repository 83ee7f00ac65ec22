"""A second scorer, as slow and plain as can be: what the clever one is compared with.

It shares nothing with it but the ruleset's values and the types of a win.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from teahouse.core.tiles import SUIT_TILES, TILES, Tile, Wind
from teahouse.games.classic.melds import Meld
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.scoring.wins import Win

WINDS = list(Wind)
TERMINALS = [tile for tile in SUIT_TILES if tile.rank in (1, 9)]
HONOURS = [tile for tile in TILES if tile.is_honour]
DRAGON_TILES = [tile for tile in TILES if tile.dragon]
WIND_TILES = [tile for tile in TILES if tile.wind]
GREEN = [Tile.S2, Tile.S3, Tile.S4, Tile.S6, Tile.S8, Tile.GREEN]


class Group(NamedTuple):
    """A chow, pong or kong somewhere in a hand."""

    kind: str
    tile: Tile
    concealed: bool


class Value(NamedTuple):
    """What a hand is worth to the plain scorer."""

    score: int
    doubled: int


def all_readings(tiles: list[Tile]) -> set[tuple[tuple[tuple[str, Tile], ...], Tile]]:
    """Take each possible pair, then split the rest in every way."""
    found: set[tuple[tuple[tuple[str, Tile], ...], Tile]] = set()
    for pair in set(tiles):
        if tiles.count(pair) >= 2:
            rest = list(tiles)
            rest.remove(pair)
            rest.remove(pair)
            found.update((tuple(sorted(sets)), pair) for sets in split(rest))
    return found


def split(tiles: list[Tile]) -> Iterator[list[tuple[str, Tile]]]:
    """Every way to split tiles into chows and pongs, some of them several times."""
    if not tiles:
        yield []
        return
    first = min(tiles, key=TILES.index)
    for kind, group in (("pong", [first] * 3), ("chow", run(first))):
        if group and all(tiles.count(tile) >= group.count(tile) for tile in group):
            rest = list(tiles)
            for tile in group:
                rest.remove(tile)
            for others in split(rest):
                yield [(kind, first), *others]


def run(tile: Tile) -> list[Tile]:
    """The run from this tile, or nothing."""
    if tile.suit is None or tile.rank > 7:
        return []
    place = TILES.index(tile)
    return [TILES[place], TILES[place + 1], TILES[place + 2]]


def best_value(win: Win, rules: Ruleset) -> Value | None:
    """The score of a win and its undoubled limitless worth, or None when it is not complete."""
    hands = [
        hand for hand in arrangements(win, rules) if sum(group.kind == "chow" for group in hand[0]) <= rules.max_chows
    ]
    full = rules.limit or rules.special_hand_value
    worth = {"limit": full, "half_limit": rules.special_half_limit, "off": 0}
    by_tiles = [key for key in tile_specials(win, rules) if getattr(rules.special_hands, key) != "off"]
    if not hands and not by_tiles:
        return None
    keys = [
        *by_tiles,
        *circumstances(win),
        *(key for groups, pair in hands for key in set_specials(groups, pair, win, rules)),
    ]
    special = max((worth[getattr(rules.special_hands, key)] for key in keys), default=0)
    if special and rules.special_hand_adds_bonus_tiles:
        points, doublings = bonus(win, rules)
        special += points * 2**doublings
    values = [ordinary(groups, pair, win, rules) for groups, pair in hands]
    doubled = max((points * 2**doublings for points, doublings in values), default=0)
    scores = [value for value in (special, doubled) if value]
    if rules.limit is not None and rules.limit_applies_to == "hand":
        scores = [min(rules.limit, value) for value in scores]
    return Value(max(scores, default=0), doubled)


def arrangements(win: Win, rules: Ruleset) -> list[tuple[list[Group], Tile]]:
    """Every reading with its melds, and with each set that the winning discard may have completed."""
    melds = [Group(meld.kind, meld.tile, meld.concealed) for meld in win.melds]
    found: list[tuple[list[Group], Tile]] = []
    for sets, pair in all_readings(list(win.concealed)):
        groups = [Group(kind, tile, True) for kind, tile in sets]
        if not (claimed(win) and rules.winning_discard_set == "melded"):
            found.append((groups + melds, pair))
            continue
        if pair == win.winning_tile:
            found.append((groups + melds, pair))
        for place, group in enumerate(groups):
            if win.winning_tile in (run(group.tile) if group.kind == "chow" else [group.tile]):
                shown = group._replace(concealed=False)
                found.append(([*groups[:place], shown, *groups[place + 1 :], *melds], pair))
    return found


def claimed(win: Win) -> bool:
    return win.source in ("discard", "last_discard", "robbed_kong") or (win.source == "earthly" and win.on_discard)


def row(tile: Tile) -> str:
    if tile.dragon:
        return "dragon"
    if tile.wind:
        return "wind"
    return "major" if tile in TERMINALS else "minor"


def ordinary(groups: list[Group], pair: Tile, win: Win, rules: Ruleset) -> tuple[int, int]:
    """Points and doublings of one arrangement, rule by rule."""
    points, doublings = bonus(win, rules)
    for group in groups:
        name = "chow" if group.kind == "chow" else f"{group.kind}_{row(group.tile)}"
        points += getattr(rules.sets, name)[group.concealed]
    pair_points = points_of_pair(pair, win, rules)
    points += pair_points
    pongs = [group for group in groups if group.kind != "chow"]
    for group in pongs:
        doublings += rules.doublings.dragon_set * (group.tile.dragon is not None)
        doublings += rules.doublings.own_wind_set * (group.tile.wind == win.personal_wind)
        doublings += rules.doublings.prevailing_wind_set * (group.tile.wind == win.prevailing_wind)
    more_points, more_doublings = mahjong(win, rules)
    return points + more_points, doublings + more_doublings + whole_hand(groups, pair, pair_points, win, rules)


def points_of_pair(pair: Tile, win: Win, rules: Ruleset) -> int:
    everything = rules.scoring_pairs == "all_majors"
    if pair.wind:
        return points_of_winds(pair.wind, win, rules)
    if pair in TERMINALS:
        return rules.pairs.terminal if everything else 0
    return rules.pairs.dragon if pair.dragon else rules.pairs.minor


def points_of_winds(wind: Wind, win: Win, rules: Ruleset) -> int:
    if wind == win.personal_wind and wind == win.prevailing_wind:
        return rules.pairs.own_and_prevailing
    if wind == win.personal_wind:
        return rules.pairs.own_wind
    if wind == win.prevailing_wind:
        return rules.pairs.prevailing_wind
    return rules.pairs.other_wind if rules.scoring_pairs == "all_majors" else 0


def mahjong(win: Win, rules: Ruleset) -> tuple[int, int]:
    source: str = win.source
    if source in ("heavenly", "earthly"):
        source = "discard" if win.on_discard else "wall"
    bonus_rows: Any = rules.mahjong
    points, doublings = getattr(bonus_rows, f"{source}_points"), getattr(bonus_rows, f"{source}_doublings")
    if is_closed(win, rules):
        if not rules.concealed_bonus_stacks_with_wall:
            points = min(points, rules.mahjong.discard_points)
        points += rules.mahjong.concealed_points
        doublings += rules.mahjong.concealed_doublings
    if win.original_call:
        doublings += rules.doublings.original_call
    return points, doublings


def is_closed(win: Win, rules: Ruleset) -> bool:
    def spoils(meld: Meld) -> bool:
        claimed_kong = meld.kind == "kong" and not meld.added and not meld.concealed
        return not meld.concealed and not (claimed_kong and rules.claimed_kong_is == "concealed")

    if claimed(win) and not rules.concealed_allows_winning_discard:
        return False
    return not any(spoils(meld) for meld in win.melds)


def bonus(win: Win, rules: Ruleset) -> tuple[int, int]:
    own = WINDS.index(win.personal_wind) + 1
    points = rules.bonus_tile_points * len(win.bonus)
    doublings = rules.doublings.own_flower * (f"{own}f" in win.bonus)
    doublings += rules.doublings.own_season * (f"{own + 4}f" in win.bonus)
    for first in (1, 5):
        doublings += rules.bouquet_doublings * all(f"{number}f" in win.bonus for number in range(first, first + 4))
    return points, doublings


def all_tiles(win: Win) -> list[Tile]:
    return [*win.concealed, *(tile for meld in win.melds for tile in meld.tiles)]


def whole_hand(groups: list[Group], pair: Tile, pair_points: int, win: Win, rules: Ruleset) -> int:
    """Doublings that the hand earns as a whole."""
    tiles, worth = all_tiles(win), rules.doublings
    suits = {tile.suit for tile in tiles if tile.suit}
    honours = any(tile in HONOURS for tile in tiles)
    chows = sum(group.kind == "chow" for group in groups)
    pure = len(suits) == 1 and not honours and (chows == 0 or rules.one_suit_only_allows_chows)
    pongs = {group.tile for group in groups if group.kind != "chow"}
    doublings = worth.no_chows * (chows == 0)
    doublings += worth.one_suit_only * pure
    doublings += worth.one_suit_with_honours * (len(suits) == 1 and not pure)
    majors = all(tile in TERMINALS or tile in HONOURS for tile in tiles)
    doublings += worth.majors_only * (majors and honours and any(tile in TERMINALS for tile in tiles))
    doublings += worth.little_dragons * (pair.dragon is not None and len(pongs & set(DRAGON_TILES)) == 2)
    doublings += worth.little_winds * (pair.wind is not None and len(pongs & set(WIND_TILES)) == 3)
    hidden = [group for group in groups if group.kind != "chow" and group.concealed]
    doublings += worth.three_concealed_pongs * (len(hidden) >= 3)
    doublings += worth.four_chows * (chows == 4 and pair_points == 0)
    return doublings


def tile_specials(win: Win, rules: Ruleset) -> Iterator[str]:
    """Special hands told by the fourteen tiles alone."""
    if win.melds:
        return
    counts = Counter(win.concealed)
    suits = [
        Counter({tile.rank: counts[tile] for tile in SUIT_TILES if tile.suit == suit and counts[tile]})
        for suit in "mps"
    ]
    kinds = set(counts)
    if kinds == {*TERMINALS, *HONOURS}:
        yield "thirteen_wonders"
    for suit in suits:
        gates = Counter({1: 3, 9: 3, **dict.fromkeys(range(2, 9), 1)})
        extra = list((suit - gates).elements())
        if (
            not gates - suit
            and sum(suit.values()) == 14
            and (rules.gates_of_heaven_extra == "any" or extra[0] in range(2, 9))
        ):
            yield "gates_of_heaven"
        if suit == Counter({1: 2, **dict.fromkeys(range(2, 10), 1)}) and all(counts[tile] == 1 for tile in WIND_TILES):
            yield "wriggling_snake"
    if not kinds & set(HONOURS):
        if sorted(map(bool, suits)) == [False, True, True] and len({tuple(sorted(s.items())) for s in suits if s}) == 1:
            yield "knitting"
        if any(is_triples(suits, rank, lacking) for rank in range(1, 10) for lacking in range(3)):
            yield "triple_knitting"
    if kinds <= {*TERMINALS, *HONOURS}:
        allowed = (2,) if rules.all_pair_honours_all_different else (2, 4)
        if all(count in allowed for count in counts.values()):
            yield "all_pair_honours"


def is_triples(suits: list[Counter[int]], rank: int, lacking: int) -> bool:
    """Without a pair of this rank in the other two suits, is there as much of everything in each suit?"""
    left = [suit.copy() for suit in suits]
    for number in range(3):
        if number != lacking:
            if not left[number][rank]:
                return False
            left[number][rank] -= 1
    plain = [+suit for suit in left]
    return plain[0] == plain[1] == plain[2] and sum(plain[0].values()) == 4


def set_specials(groups: list[Group], pair: Tile, win: Win, rules: Ruleset) -> Iterator[str]:
    """Special hands of four sets and a pair."""
    tiles = all_tiles(win)
    pongs = {group.tile for group in groups if group.kind != "chow"}
    chows = 4 - sum(group.kind != "chow" for group in groups)
    if all(tile in TERMINALS for tile in tiles):
        yield "heads_and_tails"
    if all(tile in HONOURS for tile in tiles):
        yield "all_honours"
    if pongs >= set(DRAGON_TILES) and (chows == 0 or rules.three_scholars_allows_chow):
        yield "three_scholars"
    if pongs >= set(WIND_TILES):
        yield "four_blessings"
    if all(tile in GREEN for tile in tiles) and (Tile.GREEN in pongs or not rules.imperial_jade_needs_green_dragon):
        yield "imperial_jade"
    if all(group.kind == "kong" for group in groups):
        yield "fourfold_plenty"
    if all(group.kind == "pong" and group.concealed for group in groups):
        one_suit = len({tile.suit for tile in tiles if tile.suit}) == 1
        from_wall = win.source in ("wall", "last_wall_tile", "heavenly", "earthly") and not win.on_discard
        if one_suit if rules.buried_treasure_tiles == "one_suit" else from_wall:
            yield "buried_treasure"


def circumstances(win: Win) -> Iterator[str]:
    """Special ways to win."""
    if win.source == "heavenly":
        yield "heavenly_hand"
    if win.source == "earthly":
        yield "earthly_hand"
    if win.source == "kong_box" and win.winning_tile == "5p":
        yield "plum_blossom"
    if win.source == "last_wall_tile" and win.winning_tile == "1p":
        yield "plucking_moon"
    if win.source == "kong_box" and win.kong_upon_kong:
        yield "twofold_fortune"
    if win.source == "robbed_kong" and win.winning_tile == "2s":
        yield "carrying_pole"
