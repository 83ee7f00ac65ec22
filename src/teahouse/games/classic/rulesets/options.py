"""Every option and every value of Classic mahjong: its name, its type, its meaning for people, and how sure it is.

A ruleset is one value of each. Where the rule book left a table out, its values were put together from the rules of the
same family; `Sureness` tells which, so that a table can show its players what is reconstructed.
"""

from typing import Annotated, Any, Final, Literal

import msgspec

from teahouse.core.errors import InvalidOption
from teahouse.core.tiles import Wind
from teahouse.games.description import Sureness
from teahouse.games.option_values import within

FORMAT: Final = 1
MOST_POINTS: Final = 1_000_000
MOST_TIMES: Final = 20
LONGEST_TITLE: Final = 60
KONG_BOX_SIZES: Final = range(2, 41, 2)

"""Stated in the rule book; or reconstructed: all sources agree, most agree, they disagree; or the house's reading."""


def about(meaning: str, sureness: Sureness = "choice") -> msgspec.Meta:
    """What a field means, and how sure its value in `british` is."""
    return msgspec.Meta(description=meaning, extra={"sureness": sureness})


def points(meaning: str, sureness: Sureness = "choice", *, least: int = 0) -> msgspec.Meta:
    """The same for a number of points, tallies or tiles."""
    return msgspec.Meta(description=meaning, extra={"sureness": sureness}, ge=least, le=MOST_POINTS)


def times(meaning: str, sureness: Sureness = "choice") -> msgspec.Meta:
    """The same for a number of doublings, or a factor of payment."""
    return msgspec.Meta(description=meaning, extra={"sureness": sureness}, ge=0, le=MOST_TIMES)


def line(meaning: str, sureness: Sureness = "choice") -> msgspec.Meta:
    """The same for a short text."""
    return msgspec.Meta(description=meaning, extra={"sureness": sureness}, min_length=1, max_length=LONGEST_TITLE)


def sets(meaning: str, sureness: Sureness = "choice") -> msgspec.Meta:
    """The same for a number of sets of one hand."""
    return msgspec.Meta(description=meaning, extra={"sureness": sureness}, ge=0, le=4)


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """A part of a ruleset; every field must be given."""


Points = Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)]
Count = Annotated[int, msgspec.Meta(ge=1, le=MOST_POINTS)]
KongBoxSize = Annotated[int, within(KONG_BOX_SIZES[0], KONG_BOX_SIZES[-1])]


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


SpecialValue = Literal["limit", "half_limit", "off"]
"""What a special hand can be worth."""


class SpecialHands(Section, frozen=True):
    """What each special hand is worth: `limit`, `half_limit`, or `off` where it is not played."""

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
    """Another player won on a discard; `non_dealer_discard_payment` tells who pays at all."""

    discarder: Annotated[int, times("what a discarder other than the dealer pays, times the score", "certain")]
    discarder_if_dealer: Annotated[int, times("what a discarder who is the dealer pays, times the score")]
    dealer: Annotated[int, times("what the dealer pays for another's discard, where owed")]
    others: Annotated[int, times("what the other losers pay for another's discard, where owed")]


class Payment(Section, frozen=True):
    """The factors of payment; the dealer here is the seat that `doubling_role` names."""

    dealer_self_drawn: DealerSelfDrawn
    dealer_on_discard: DealerOnDiscard
    other_self_drawn: OtherSelfDrawn
    other_on_discard: OtherOnDiscard


class Ruleset(Section, frozen=True):
    """One way to play Classic mahjong: a value of every option."""

    format: Annotated[int, points("the version of the file's form", "certain", least=1)]
    name: Annotated[str, line("the ruleset's name", "certain")]
    title: Annotated[str, line("one line for people", "certain")]

    players: Annotated[Literal[2, 3, 4], about("the number of players", "certain")]
    winds: Annotated[
        tuple[Wind, ...], about("the personal winds, one for each player, in the order of play", "certain")
    ]
    bonus_tiles: Annotated[bool, about("play with Flowers and Seasons: 144 tiles instead of 136", "certain")]
    start_points: Annotated[int, points("tallies each player starts with", "certain")]

    non_dealer_discard_payment: Annotated[
        Literal["discarder_only", "discarder_and_dealer", "everybody"],
        about("who pays when a player other than the dealer wins on a discard"),
    ]
    doubling_role: Annotated[Literal["dealer", "east"], about("who pays and receives the dealer's factors")]
    robbed_player_pays_as: Annotated[
        Literal["discarder", "self_drawn"],
        about("a robbed kong is paid as the robbed player's discard, or by everybody as a drawn tile"),
    ]
    losers_settle: Annotated[bool, about("the losers pay one another the differences of their hands")]
    concealed_allows_winning_discard: Annotated[
        bool, about("a hand stays concealed when the winning tile is a discard")
    ]
    concealed_bonus_stacks_with_wall: Annotated[
        bool, about("a concealed hand won from the Wall keeps the Wall's points; otherwise it has those of a discard")
    ]
    winning_discard_set: Annotated[
        Literal["melded", "concealed"], about("how the set that a winning discard completes scores")
    ]
    claimed_kong_is: Annotated[
        Literal["melded", "concealed"], about("whether a kong claimed onto a concealed pong spoils a concealed hand")
    ]
    limit: Annotated[Count | None, about("the most a hand can score; with `none` it is a million", "certain")]
    special_hand_value: Annotated[int, points("what a special hand of the limit is worth without a limit", least=1)]
    special_half_limit: Annotated[int, points("what a special hand of half the limit is worth", "strong", least=1)]
    limit_applies_to: Annotated[Literal["hand", "payment"], about("what the limit caps: the hand or each payment")]
    scoring_pairs: Annotated[
        Literal["all_majors", "valued_honours"],
        about("pairs that score: all winds, dragons, 1s and 9s; or dragons, own and prevailing wind", "weak"),
    ]
    bonus_tile_points: Annotated[int, points("each Flower or Season", "strong")]
    bouquet_doublings: Annotated[
        int, times("all four Flowers, or all four Seasons, in addition to your own tile's", "fair")
    ]
    one_suit_only_allows_chows: Annotated[
        bool,
        about("one suit only counts with chows too; otherwise such a hand counts as one suit with honours", "fair"),
    ]
    special_hand_adds_bonus_tiles: Annotated[
        bool, about("a special hand adds its bonus tiles and their doublings, up to the limit", "fair")
    ]
    gates_of_heaven_extra: Annotated[
        Literal["any", "minor"], about("the fourteenth tile of the Gates of Heaven: 1 to 9, or 2 to 8")
    ]
    buried_treasure_tiles: Annotated[
        Literal["one_suit", "any_from_wall"],
        about("Buried Treasure: one suit with or without honours, or any tiles won from the Wall"),
    ]
    imperial_jade_needs_green_dragon: Annotated[bool, about("Imperial Jade needs a set of Green Dragons")]
    three_scholars_allows_chow: Annotated[bool, about("the fourth set of the Three Great Scholars may be a chow")]
    all_pair_honours_all_different: Annotated[bool, about("no two pairs of All Pair Honours are alike")]
    least_doublings: Annotated[int, times("the least doublings of a win, unless it reaches `least_score`; 0 for any")]
    least_score: Annotated[int, points("the least score of a win, unless it reaches `least_doublings`; 0 for any")]

    on_bankrupt: Annotated[
        Literal["allow_debt", "end_session", "pay_what_is_left"], about("what happens when a player cannot pay in full")
    ]
    first_dealer: Annotated[Literal["die", "east"], about("who deals first: the player chosen by East's dice, or East")]
    dealer_dice: Annotated[Literal[1, 2], about("how many dice East rolls for the first dealer")]
    next_dealer: Annotated[
        Literal["winner", "rotate"], about("who deals after a dealer who lost: the winner, or the next player")
    ]
    personal_winds: Annotated[
        Literal["fixed", "rotate"], about("personal winds stay for the session, or move with the deal")
    ]
    prevailing_wind_rule: Annotated[
        Literal["literal", "blocks_of_four", "extend_on_dealer_win"],
        about(
            "East for four games and on until a dealer loses, then blocks of four; or plain blocks of four; "
            "or four lost deals a wind"
        ),
    ]
    session_end: Annotated[
        Literal["after_north_block", "after_east_block", "open"],
        about("when the session ends: after the last prevailing wind, after the first, or by agreement"),
    ]
    max_games: Annotated[Count | None, about("the most games of a session; `none` for no limit")]
    earthly_hand: Annotated[
        Literal["first_turn_uninterrupted", "first_turn", "first_discard_only"],
        about("Earthly Hand: on the first turn with nothing claimed before, on any first turn, or the first discard"),
    ]
    heavenly_allows_replacements: Annotated[bool, about("a Heavenly Hand may follow replaced bonus tiles")]
    rob_added_kong: Annotated[
        Literal["any_draw", "wall_draw"],
        about("which added kongs can be robbed: all, or all but those of a tile just drawn from the Kong Box"),
    ]
    rob_concealed_kong: Annotated[
        Literal["never", "thirteen_wonders"], about("what a concealed kong can be robbed for")
    ]
    kong_box: Annotated[bool, about("use a Kong Box; otherwise replacements come from the Wall's tail", "certain")]
    kong_box_size: Annotated[
        Literal["dice"] | KongBoxSize,
        about("tiles of the Kong Box: two a stack rolled and two more, or an even number"),
    ]
    kong_box_empty: Annotated[
        Literal["take_from_wall_tail", "draw_game"], about("what happens when the Kong Box is empty")
    ]
    kong_box_replenish: Annotated[bool, about("refill the Kong Box from the Wall's tail after each replacement")]
    draw_game: Annotated[
        Literal["no_payment_same_dealer", "no_payment_next_dealer"], about("who deals after a drawn game")
    ]
    draw_counts_as_game: Annotated[bool, about("a drawn game counts for the prevailing wind")]
    after_draw: Annotated[Literal["redeal"], about("what follows a drawn game: the tiles are dealt again")]
    multiple_mahjong: Annotated[
        Literal["nearest", "best_hand", "all_win"], about("who wins when several claim one tile for Mahjong")
    ]
    declare_concealed_kong: Annotated[
        Literal["optional_on_own_turn", "at_once"], about("when a concealed kong is declared")
    ]
    kong_after_claim: Annotated[bool, about("a kong may be declared in a turn that began with a claim")]
    max_chows: Annotated[int, sets("how many chows a hand may have", "certain")]
    must_declare_ready: Annotated[bool, about("a player must announce a ready hand before winning with it")]

    mahjong: MahjongBonus
    sets: SetPoints
    pairs: PairPoints
    doublings: Doublings
    special_hands: SpecialHands
    payment: Payment

    def __post_init__(self) -> None:
        """Refuse values that contradict each other."""
        for complaint in _contradictions(self):
            raise InvalidOption(complaint)


def _contradictions(rules: Ruleset) -> list[str]:
    size = rules.kong_box_size
    checks: list[tuple[bool, str, str, Any]] = [
        (rules.format == FORMAT, "format", f"{FORMAT}", rules.format),
        (len(rules.winds) == rules.players, "winds", f"{rules.players} winds, one a player", len(rules.winds)),
        (len(set(rules.winds)) == len(rules.winds), "winds", "different winds", ", ".join(rules.winds)),
        (Wind.EAST in rules.winds[:1], "winds", "East first", ", ".join(rules.winds) or "none"),
        (size == "dice" or size in KONG_BOX_SIZES, "kong_box_size", "dice or an even number 2 to 40", size),
        (rules.special_half_limit <= (rules.limit or rules.special_hand_value), "special_half_limit",
         f"at most {rules.limit or rules.special_hand_value}", rules.special_half_limit),
    ]  # fmt: skip
    return [f"expected {wanted}, got {got} (option {name})" for holds, name, wanted, got in checks if not holds]
