"""What a ruleset pays for: going Mahjong, sets, pairs, doublings, and the factors of payment."""

from typing import Annotated

from teahouse.games.classic.rulesets.fields import Points, Section, about, parts, points, times


class MahjongBonus(Section, frozen=True):
    """What going Mahjong is worth: one row for where the winning tile came from, and the concealed hand."""

    wall_points: Annotated[int, points("points for a winning tile drawn from the Wall", "certain")]
    wall_doublings: Annotated[int, times("doublings for a winning tile drawn from the Wall", "certain")]
    kong_box_points: Annotated[int, points("points for a winning tile drawn from the Kong Box", "certain")]
    kong_box_doublings: Annotated[int, times("doublings for a winning tile from the Kong Box", "certain")]
    discard_points: Annotated[int, points("points for winning on another player's discard", "certain")]
    discard_doublings: Annotated[int, times("doublings for winning on another player's discard", "certain")]
    last_wall_tile_points: Annotated[int, points("points for winning with the last tile of the Wall", "certain")]
    last_wall_tile_doublings: Annotated[int, times("doublings for the last tile of the Wall", "certain")]
    last_discard_points: Annotated[
        int, points("points for winning on the discard after the last tile of the Wall", "certain")
    ]
    last_discard_doublings: Annotated[
        int, times("doublings for the discard after the last tile of the Wall", "certain")
    ]
    robbed_kong_points: Annotated[int, points("points for robbing a kong", "certain")]
    robbed_kong_doublings: Annotated[int, times("doublings for robbing a kong", "certain")]
    concealed_points: Annotated[int, points("points added when the whole hand is concealed", "certain")]
    concealed_doublings: Annotated[int, times("doublings when the whole hand is concealed", "certain")]
    only_tile_points: Annotated[int, points("points when no other kind of tile could have won")] = 0
    minor_pair_points: Annotated[int, points("points for completing a pair of 2s to 8s with the winning tile")] = 0
    major_pair_points: Annotated[int, points("points for completing any other pair with the winning tile")] = 0


class SetPoints(Section, frozen=True):
    """What a set is worth: melded, then concealed."""

    chow: Annotated[tuple[Points, Points], about("a chow", "certain")]
    pong_minor: Annotated[tuple[Points, Points], about("a pong of 2s to 8s", "strong")]
    pong_major: Annotated[tuple[Points, Points], about("a pong of 1s or 9s", "strong")]
    pong_wind: Annotated[tuple[Points, Points], about("a pong of winds", "strong")]
    pong_dragon: Annotated[tuple[Points, Points], about("a pong of dragons", "strong")]
    kong_minor: Annotated[tuple[Points, Points], about("a kong of 2s to 8s", "strong")]
    kong_major: Annotated[tuple[Points, Points], about("a kong of 1s or 9s", "strong")]
    kong_wind: Annotated[tuple[Points, Points], about("a kong of winds", "strong")]
    kong_dragon: Annotated[tuple[Points, Points], about("a kong of dragons", "strong")]


class PairPoints(Section, frozen=True):
    """What a pair is worth."""

    dragon: Annotated[int, points("a pair of dragons", "strong")]
    own_wind: Annotated[int, points("a pair of the Personal Wind", "strong")]
    prevailing_wind: Annotated[int, points("a pair of the Prevailing Wind", "strong")]
    own_and_prevailing: Annotated[int, points("a pair that is both winds", "fair")]
    other_wind: Annotated[int, points("a pair of another wind, where `scoring_pairs` lets it score", "weak")]
    terminal: Annotated[int, points("a pair of 1s or 9s, where `scoring_pairs` lets it score", "weak")]
    minor: Annotated[int, points("a pair of 2s to 8s", "strong")]


class Doublings(Section, frozen=True):
    """How often a condition doubles the points; 0 is never."""

    dragon_set: Annotated[int, times("each pong or kong of dragons", "certain")]
    own_wind_set: Annotated[int, times("a pong or kong of the Personal Wind", "certain")]
    prevailing_wind_set: Annotated[int, times("a pong or kong of the Prevailing Wind", "strong")]
    own_flower: Annotated[int, times("the Flower of the Personal Wind", "certain")]
    own_season: Annotated[int, times("the Season of the Personal Wind", "certain")]
    no_chows: Annotated[int, times("four pongs or kongs and a pair", "strong")]
    one_suit_with_honours: Annotated[int, times("one suit and honours", "fair")]
    one_suit_only: Annotated[int, times("one suit and no honours", "fair")]
    majors_only: Annotated[int, times("only 1s, 9s and honours, some of each", "fair")]
    original_call: Annotated[int, times("ready from the deal, and the hand never changed")]
    little_dragons: Annotated[int, times("two sets of dragons and a pair of the third")]
    little_winds: Annotated[int, times("three sets of winds and a pair of the fourth")]
    three_concealed_pongs: Annotated[int, times("three or more concealed pongs or kongs")]
    four_chows: Annotated[int, times("four chows and a pair that scores nothing")]
    all_chows: Annotated[int, times("four chows and any pair")] = 0
    big_dragons: Annotated[int, times("three sets of dragons")] = 0
    big_winds: Annotated[int, times("four sets of winds")] = 0
    four_concealed_pongs: Annotated[int, times("four concealed pongs or kongs, instead of no chows")] = 0
    kong_upon_kong: Annotated[int, times("winning on the replacement of a kong made by a replacement")] = 0
    own_flower_and_season: Annotated[int, times("the Flower and the Season of the Personal Wind together")] = 0
    no_bonus_tiles: Annotated[int, times("winning without any Flower or Season")] = 0


class DealerSelfDrawn(Section, frozen=True):
    """The dealer drew the winning tile."""

    others: Annotated[int, times("what every loser pays, times the score", "certain")]


class DealerOnDiscard(Section, frozen=True):
    """The dealer won on a discard."""

    discarder: Annotated[int, times("what the discarder pays, times the score", "certain")]
    others: Annotated[int, times("what the other losers pay, times the score", "certain")]


class OtherSelfDrawn(Section, frozen=True):
    """Another player drew the winning tile."""

    dealer: Annotated[int, times("what the dealer pays, times the score", "certain")]
    others: Annotated[int, times("what the other losers pay, times the score", "certain")]


class OtherOnDiscard(Section, frozen=True):
    """Another player won on a discard; `non_dealer_discard_payment` says who pays at all."""

    discarder: Annotated[int, times("what a discarder other than the dealer pays, times the score", "certain")]
    discarder_if_dealer: Annotated[int, times("what a discarder who is the dealer pays, times the score")]
    dealer: Annotated[int, times("what the dealer pays for another's discard, where owed")]
    others: Annotated[int, times("what the other losers pay for another's discard, where owed")]


class Payment(Section, frozen=True):
    """The factors of payment; the dealer here is the seat that `doubling_role` names.

    divisor: every factor counts so many parts of the score, 1 for the whole score.
    """

    dealer_self_drawn: DealerSelfDrawn
    dealer_on_discard: DealerOnDiscard
    other_self_drawn: OtherSelfDrawn
    other_on_discard: OtherOnDiscard
    divisor: Annotated[int, parts("what every factor is divided by: with 4, a factor of 2 is half the score")] = 1
