"""A second scorer, slow and plain, to compare the real one with.

The two share only the ruleset's values and the types of a win.
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
    """The plain scorer's answer for a hand."""

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
    """Every way to split tiles into chows and pongs, with some duplicates."""
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
    """The three tiles of the chow from this tile on, or an empty tuple."""
    if tile.suit is None or tile.rank > 7:
        return []
    place = TILES.index(tile)
    return [TILES[place], TILES[place + 1], TILES[place + 2]]


def best_value(win: Win, rules: Ruleset) -> Value | None:
    """The score of a win, and its points without doublings and limit; None if the hand is not complete."""
    hands = [
        hand for hand in arrangements(win, rules) if sum(group.kind == "chow" for group in hand[0]) <= rules.max_chows
    ]
    full = rules.limit or rules.special_hand_value
    shares = {"limit": full, "half_limit": rules.special_half_limit, "off": 0}
    shares |= {"limit_and_half": full * 3 // 2, "double_limit": full * 2}
    by_tiles = [key for key in tile_specials(win, rules) if getattr(rules.special_hands, key) != "off"]
    alone = [key for key in bonus_hands(win) if getattr(rules.special_hands, key) != "off" and rules.bonus_tiles]
    if not hands and not by_tiles and not alone:
        return None
    keys = [
        *by_tiles,
        *(circumstances(win) if hands or by_tiles else ()),
        *(key for groups, pair in hands for key in set_specials(groups, pair, win, rules)),
    ]
    played = [getattr(rules.special_hands, key) for key in keys]
    bare = special = max((int(shares.get(value, value) or 0) for value in played), default=0)
    if special and rules.special_hand_adds_bonus_tiles:
        points, doublings = bonus(win, rules)
        special += points * 2**doublings
    values = [ordinary(groups, pair, win, rules) for groups, pair in hands]
    doubled = max((points * 2**doublings for points, doublings in values), default=0)
    flat = max(
        (int(shares.get(value, value) or 0) for value in (getattr(rules.special_hands, key) for key in alone)),
        default=0,
    )
    scores = [value for value in (special, doubled, flat) if value]
    if rules.limit is not None and rules.limit_applies_to == "hand":
        scores = [min(rules.limit, value) for value in scores]
    if rules.special_hand_cap == "none":
        scores.append(bare)
    return Value(max(scores, default=0), doubled)


def bonus_hands(win: Win) -> Iterator[str]:
    """Mahjong by bonus tiles alone."""
    if len(win.bonus) >= 7:
        yield "seven_bonus_tiles" if len(win.bonus) == 7 else "eight_bonus_tiles"


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
    more_points += last_tile(groups, pair, win, rules)
    return points + more_points, doublings + more_doublings + whole_hand(groups, pair, pair_points, win, rules)


def last_tile(groups: list[Group], pair: Tile, win: Win, rules: Ruleset) -> int:
    """Points for what the winning tile completed, and for the only possible winning tile."""
    points = rules.mahjong.only_tile_points * (list(winners(win, rules)) == [win.winning_tile])
    spoiled = claimed(win) and rules.winning_discard_set == "melded"
    in_sets = spoiled and sum(not group.concealed for group in groups) > sum(not meld.concealed for meld in win.melds)
    if pair == win.winning_tile and not in_sets:
        points += rules.mahjong.minor_pair_points if row(pair) == "minor" else rules.mahjong.major_pair_points
    return points


def winners(win: Win, rules: Ruleset) -> Iterator[Tile]:
    """Every kind that would have completed four sets and a pair."""
    held = list(win.concealed)
    held.remove(win.winning_tile)
    melded = [tile for meld in win.melds for tile in meld.tiles]
    chows = sum(meld.kind == "chow" for meld in win.melds)
    for tile in (*SUIT_TILES, *HONOURS):
        if tile == win.winning_tile or ((*held, *melded).count(tile) < 4 and tile not in win.gone):
            read = all_readings([*held, tile])
            if any(chows + sum(kind == "chow" for kind, _ in sets) <= rules.max_chows for sets, _ in read):
                yield tile


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
    if win.kong_upon_kong:
        doublings += rules.doublings.kong_upon_kong
    return points, doublings


def is_closed(win: Win, rules: Ruleset) -> bool:
    def spoils(meld: Meld) -> bool:
        claimed_kong = meld.kind == "kong" and not meld.added and not meld.concealed
        return not meld.concealed and not (claimed_kong and rules.claimed_kong_is != "melded")

    if claimed(win) and not rules.concealed_allows_winning_discard:
        return False
    if any(meld.kind == "kong" for meld in win.melds) and not rules.concealed_allows_kongs:
        return False
    return not any(spoils(meld) for meld in win.melds)


def bonus(win: Win, rules: Ruleset) -> tuple[int, int]:
    own = WINDS.index(win.personal_wind) + 1
    points = rules.bonus_tile_points * len(win.bonus)
    flower, season = f"{own}f" in win.bonus, f"{own + 4}f" in win.bonus
    four = [all(f"{number}f" in win.bonus for number in range(first, first + 4)) for first in (1, 5)]
    instead = rules.bouquet_replaces_own and rules.bouquet_doublings > 0
    doublings = rules.bouquet_doublings * sum(four)
    doublings += rules.doublings.own_flower * (flower and not (four[0] and instead))
    doublings += rules.doublings.own_season * (season and not (four[1] and instead))
    doublings += rules.doublings.own_flower_and_season * (flower and season)
    doublings += rules.doublings.no_bonus_tiles * (not win.bonus and rules.bonus_tiles)
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
    more = sum(meld.kind == "kong" and not meld.concealed and not meld.added for meld in win.melds)
    hidden = sum(group.kind != "chow" and group.concealed for group in groups)
    hidden += more * (rules.claimed_kong_is == "concealed_for_doublings")
    four = worth.four_concealed_pongs > 0 and hidden == 4
    doublings = worth.four_concealed_pongs if four else worth.no_chows * (chows == 0)
    doublings += worth.one_suit_only * pure
    doublings += worth.one_suit_with_honours * (len(suits) == 1 and not pure)
    majors = all(tile in TERMINALS or tile in HONOURS for tile in tiles)
    doublings += worth.majors_only * (majors and honours and any(tile in TERMINALS for tile in tiles))
    doublings += worth.little_dragons * (pair.dragon is not None and len(pongs & set(DRAGON_TILES)) == 2)
    doublings += worth.little_winds * (pair.wind is not None and len(pongs & set(WIND_TILES)) == 3)
    doublings += worth.big_dragons * (len(pongs & set(DRAGON_TILES)) == 3)
    doublings += worth.big_winds * (len(pongs & set(WIND_TILES)) == 4)
    doublings += worth.three_concealed_pongs * (hidden >= 3 and not four)
    doublings += worth.four_chows * (chows == 4 and pair_points == 0)
    doublings += worth.all_chows * (chows == 4)
    return doublings


def tile_specials(win: Win, rules: Ruleset) -> Iterator[str]:
    """Special hands that follow from the fourteen tiles alone."""
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
            and (rules.gates_of_heaven_extra != "minor" or extra[0] in range(2, 9))
            and (rules.gates_of_heaven_extra != "last" or extra[0] == win.winning_tile.rank)
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
    """Without pairs of this rank in the other two suits, are the ranks in all three suits the same?"""
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
    one_suit = {tile.suit for tile in tiles if tile not in HONOURS}
    if len(one_suit) == 1 and not any(tile in HONOURS for tile in tiles) and is_closed(win, rules) and not claimed(win):
        yield "hidden_suit"
    more = sum(meld.kind == "kong" and not meld.concealed and not meld.added for meld in win.melds)
    hidden = sum(group.kind != "chow" and group.concealed for group in groups)
    hidden += more * (rules.claimed_kong_is == "concealed_for_doublings")
    if rules.buried_treasure_tiles == "any_drawn":
        if hidden == 4 and not claimed(win):
            yield "buried_treasure"
    elif all(group.kind == "pong" and group.concealed for group in groups):
        from_wall = win.source in ("wall", "last_wall_tile", "heavenly", "earthly") and not win.on_discard
        if len(one_suit) == 1 if rules.buried_treasure_tiles == "one_suit" else from_wall:
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
    if win.source in ("kong_box", "wall", "last_wall_tile") and win.kong_upon_kong:
        yield "twofold_fortune"
    if win.streak:
        yield "winning_streak"
    if win.source == "robbed_kong" and win.winning_tile == "2s":
        yield "carrying_pole"
