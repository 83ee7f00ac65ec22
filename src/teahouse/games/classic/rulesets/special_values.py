"""What each special hand is worth, and the special hands that a ruleset declares itself."""

from typing import Annotated, Literal

import msgspec

from teahouse.games.classic.patterns.library import Cover, Parts, TileNumber
from teahouse.games.classic.patterns.rows import Scope, When
from teahouse.games.classic.rulesets.fields import LONGEST_TITLE, Count, Points, Section, Times, about

SpecialValue = Literal["limit", "half_limit", "limit_and_half", "double_limit", "off"] | Count
"""The value of a special hand: a share of the limit, points, or `off` if it is not played."""


class SpecialHands(Section, frozen=True, kw_only=True):
    """What each special hand is worth: a share of the limit, points, or `off` if it is not played."""

    thirteen_wonders: Annotated[SpecialValue, about("each 1, 9, wind and dragon once, one of them twice", "strong")]
    gates_of_heaven: Annotated[SpecialValue, about("1112345678999 of one suit and one more of it", "strong")]
    wriggling_snake: Annotated[SpecialValue, about("11 and 2 to 9 of one suit, and each wind", "strong")]
    heads_and_tails: Annotated[SpecialValue, about("pongs or kongs and a pair of 1s and 9s only", "strong")]
    all_honours: Annotated[SpecialValue, about("winds and dragons only", "strong")]
    three_scholars: Annotated[SpecialValue, about("a pong or kong of every dragon", "strong")]
    four_blessings: Annotated[SpecialValue, about("a pong or kong of every wind", "strong")]
    imperial_jade: Annotated[SpecialValue, about("only Bamboo 2, 3, 4, 6, 8 and Green Dragons", "strong")]
    fourfold_plenty: Annotated[SpecialValue, about("four kongs and a pair", "strong")]
    buried_treasure: Annotated[SpecialValue, about("four concealed pongs and a pair", "fair")]
    heavenly_hand: Annotated[SpecialValue, about("the dealer wins with the tiles dealt", "certain")]
    earthly_hand: Annotated[SpecialValue, about("another player wins on the first turn", "certain")]
    plum_blossom: Annotated[SpecialValue, about("winning with Circles 5 from the Kong Box", "strong")]
    plucking_moon: Annotated[SpecialValue, about("winning with Circles 1 as the last tile of the Wall", "strong")]
    twofold_fortune: Annotated[
        SpecialValue, about("a kong, its replacement a second kong, and its replacement wins", "fair")
    ]
    carrying_pole: Annotated[SpecialValue, about("robbing a kong of Bamboo 2", "weak")]
    knitting: Annotated[SpecialValue, about("seven pairs of one number in the same two suits", "strong")]
    triple_knitting: Annotated[SpecialValue, about("four numbers in three suits each and one number in two", "strong")]
    all_pair_honours: Annotated[SpecialValue, about("seven pairs of 1s, 9s, winds and dragons", "strong")]
    run_pung_pair: Annotated[SpecialValue, about("1 to 9 of one suit, a pong and a pair of it", "strong")] = "off"
    great_snake: Annotated[
        SpecialValue,
        about("1 to 9 of one suit; a pong of dragons and a pair of winds, or the other way round", "strong"),
    ] = "off"
    coloured_snake: Annotated[
        SpecialValue, about("1 to 9 of one suit, a pong of its own dragon and a pair of honours", "weak")
    ] = "off"
    wriggly_snake: Annotated[
        SpecialValue, about("1 to 9 of one suit and each wind, one of these tiles twice", "weak")
    ] = "off"
    little_snake: Annotated[SpecialValue, about("1 to 9 of one suit, each wind, and one more honour", "strong")] = "off"
    wriggly_dragon: Annotated[
        SpecialValue, about("1 to 9 of one suit, three of one dragon and one of each other", "strong")
    ] = "off"
    squirming_snake: Annotated[
        SpecialValue, about("pongs of 1s and 9s, a pair of 2s, 5s or 8s and two chows, all of one suit", "strong")
    ] = "off"
    confused_gates: Annotated[
        SpecialValue,
        about("2 to 8 of one suit, one of them twice, a pong of 1s and a pong of 9s of the two others", "strong"),
    ] = "off"
    golden_gates: Annotated[
        SpecialValue,
        about("pairs of 2, 4, 6 and 8, a pong of 1s or 9s of the same suit, and a pong of its own dragon", "weak"),
    ] = "off"
    gerties_garter: Annotated[SpecialValue, about("1 to 7 of two suits", "strong")] = "off"
    gretas_garden: Annotated[SpecialValue, about("1 to 7 of one suit, each wind and each dragon", "strong")] = "off"
    gretas_dragon: Annotated[SpecialValue, about("1 to 7 of one suit, each wind and a pong of dragons", "strong")] = (
        "off"
    )
    heavenly_twins: Annotated[SpecialValue, about("seven different pairs of one suit", "strong")] = "off"
    all_pair: Annotated[SpecialValue, about("seven different pairs of one suit and honours", "strong")] = "off"
    dirty_pairs: Annotated[SpecialValue, about("any seven pairs", "weak")] = "off"
    all_pair_jade: Annotated[
        SpecialValue,
        about("seven pairs of Bamboo 2, 3, 4, 6, 8 and Green Dragons, one or two of them dragons", "strong"),
    ] = "off"
    sparrows_sanctuary: Annotated[
        SpecialValue, about("four Bamboo 1 and pairs of Bamboo 2, 3, 4, 6 and 8", "strong")
    ] = "off"
    windfall: Annotated[SpecialValue, about("five different pairs of one suit and each wind", "weak")] = "off"
    dragons_breath: Annotated[
        SpecialValue, about("five different pairs of one suit and each dragon, one of them twice", "strong")
    ] = "off"
    dragonfly: Annotated[SpecialValue, about("each dragon, a pong of each suit and a pair of any suit", "strong")] = (
        "off"
    )
    windy_numbers: Annotated[
        SpecialValue, about("each wind, one of them twice, and pongs of 1s, 3s, 7s or 9s in all three suits", "strong")
    ] = "off"
    lily_of_the_valley: Annotated[
        SpecialValue,
        about("pongs of White and Green Dragons, two pongs and a pair of Bamboo 2, 3, 4, 6 and 8", "strong"),
    ] = "off"
    red_lily: Annotated[
        SpecialValue, about("pongs of White and Red Dragons, two pongs and a pair of Bamboo 1, 5, 7 and 9", "strong")
    ] = "off"
    royal_ruby: Annotated[
        SpecialValue, about("a pong of Red Dragons, three pongs and a pair of Bamboo 1, 5, 7 and 9", "strong")
    ] = "off"
    ruby_hand: Annotated[SpecialValue, about("pongs of Bamboo 1, 5, 7 and 9 and a pair of Red Dragons", "weak")] = "off"
    jade_hand: Annotated[
        SpecialValue, about("four sets of Bamboo 2, 3, 4, 6 and 8 and a pair of Green Dragons", "weak")
    ] = "off"
    pearl_hand: Annotated[
        SpecialValue, about("four sets of Circles 2, 3, 4, 6 and 8 and a pair of White Dragons", "weak")
    ] = "off"
    coloured_dragon: Annotated[
        SpecialValue, about("three pongs and a pair of one suit and a pong of its own dragon", "strong")
    ] = "off"
    civil_war: Annotated[
        SpecialValue, about("pongs of South and North Winds, 1-8-6-1 of one suit and 1-8-6-5 of another", "weak")
    ] = "off"
    hidden_suit: Annotated[
        SpecialValue, about("four sets and a pair of one suit, all of them concealed and the last tile drawn")
    ] = "off"
    winning_streak: Annotated[SpecialValue, about("a win of East after `streak_wins` less one in a row")] = "off"
    seven_bonus_tiles: Annotated[
        SpecialValue, about("seven Flowers and Seasons: Mahjong at once, whatever the other tiles are")
    ] = "off"
    eight_bonus_tiles: Annotated[SpecialValue, about("all eight Flowers and Seasons, in the same way")] = "off"


class OwnHand(Section, frozen=True, kw_only=True):
    """A special hand that a ruleset declares itself, as a pattern of tiles."""

    key: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_TITLE)]
    parts: Parts
    value: SpecialValue
    cover: Cover = "concealed"
    numbers: tuple[TileNumber, ...] = ()


class OwnRow(Section, frozen=True, kw_only=True):
    """A doubling, a bonus or a special hand of sets that a ruleset declares itself, as conditions of a win.

    points, doublings, faan: what it adds. value: it is a special hand of this value instead. whole_hand: its faan
    are those of the whole hand. replaces: keys of rows that do not count together with it. counts_for_minimum: its
    doublings count for `least_doublings`.
    """

    key: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_TITLE)]
    when: Annotated[When, msgspec.Meta(min_length=1)]
    points: Points = 0
    doublings: Times = 0
    faan: Times = 0
    value: SpecialValue = "off"
    whole_hand: bool = False
    scope: Scope = "winner"
    any_hand: bool = False
    replaces: tuple[str, ...] = ()
    counts_for_minimum: bool = True
