"""Every option of Classic mahjong: its name, its type, its meaning for people, and how certain it is.

A ruleset is one value of each.
"""

from typing import Annotated, Any, Final, Literal

from teahouse.core.errors import InvalidOption
from teahouse.core.tiles import Wind
from teahouse.games.classic.rulesets.declared import check_patterns, check_tests, complaints
from teahouse.games.classic.rulesets.fields import (
    KONG_BOX_SIZES,
    Count,
    KongBoxSize,
    Section,
    about,
    faan,
    fifths,
    line,
    points,
    sets,
    times,
    wins,
)
from teahouse.games.classic.rulesets.special_values import OwnHand, OwnRow, SpecialHands
from teahouse.games.classic.rulesets.values import Doublings, MahjongBonus, PairPoints, Payment, SetPoints

FORMAT: Final = 1


class Ruleset(Section, frozen=True, kw_only=True):
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
        Literal["melded", "concealed", "concealed_for_doublings"],
        about(
            "a kong claimed onto a concealed pong spoils a concealed hand; or does not; "
            "or counts as concealed for every doubling, scoring as melded"
        ),
    ]
    concealed_allows_kongs: Annotated[bool, about("a hand stays concealed with a concealed kong")] = True
    counting: Annotated[
        Literal["points", "faan"],
        about("a hand scores points, doubled; or faan, which are its doublings, and a table tells what they score"),
    ] = "points"
    faan_table: Annotated[
        Literal["half_spicy", "spicy"], about("what faan score: rising by halves from 4 on, or doubling all the way")
    ] = "half_spicy"
    most_faan: Annotated[int, faan("the most faan that a hand is paid for")] = 10
    unit: Annotated[int, points("what one point of the table of faan is worth", least=1)] = 1
    limit: Annotated[Count | None, about("the most a hand can score; with `none` it is a million", "certain")]
    special_hand_value: Annotated[int, points("what a special hand of the limit is worth without a limit", least=1)]
    special_half_limit: Annotated[int, points("what a special hand of half the limit is worth", "strong", least=1)]
    special_hand_cap: Annotated[
        Literal["limit", "none"], about("whether a special hand that is worth more than the limit is cut down to it")
    ] = "limit"
    fishing_fifths: Annotated[
        int,
        fifths(
            "fifths of its value that a special hand one tile short is worth to a loser, where losers settle; "
            "0 for nothing"
        ),
    ] = 0
    limit_applies_to: Annotated[Literal["hand", "payment"], about("what the limit caps: the hand or each payment")]
    scoring_pairs: Annotated[
        Literal["all_majors", "valued_honours"],
        about("pairs that score: all winds, dragons, 1s and 9s; or dragons, own and prevailing wind", "weak"),
    ]
    bonus_tile_points: Annotated[int, points("each Flower or Season", "strong")]
    bouquet_doublings: Annotated[
        int, times("all four Flowers, or all four Seasons, in addition to your own tile's", "certain")
    ]
    bouquet_replaces_own: Annotated[bool, about("all four of a kind count instead of your own tile among them")] = False
    bonus_counts_for_minimum: Annotated[bool, about("doublings of Flowers and Seasons count for `least_doublings`")] = (
        True
    )
    one_suit_only_allows_chows: Annotated[
        bool,
        about("one suit only counts with chows too; otherwise such a hand counts as one suit with honours", "fair"),
    ]
    special_hand_adds_bonus_tiles: Annotated[
        bool, about("a special hand adds its bonus tiles and their doublings, up to the limit", "fair")
    ]
    gates_of_heaven_extra: Annotated[
        Literal["any", "minor", "last"],
        about("the fourteenth tile of the Gates of Heaven: 1 to 9, or 2 to 8, or 1 to 9 and it is the winning tile"),
    ]
    buried_treasure_tiles: Annotated[
        Literal["one_suit", "any_from_wall", "any_drawn"],
        about(
            "Buried Treasure: one suit with or without honours; or any tiles won from the Wall; "
            "or any tiles, kongs too, with the last one drawn"
        ),
    ]
    imperial_jade_needs_green_dragon: Annotated[bool, about("Imperial Jade needs a set of Green Dragons")]
    three_scholars_allows_chow: Annotated[bool, about("the fourth set of the Three Great Scholars may be a chow")]
    all_pair_honours_all_different: Annotated[bool, about("no two pairs of All Pair Honours are alike")]
    least_doublings: Annotated[int, times("the least doublings of a win, unless it reaches `least_score`; 0 for any")]
    least_score: Annotated[int, points("the least score of a win, unless it reaches `least_doublings`; 0 for any")]

    liability: Annotated[
        Literal["none", "dangerous_discard", "fed_sets"],
        about(
            "who pays for all: nobody; the player who discarded a winning tile that was plainly dangerous; "
            "or the player who fed a drawn win the last of 12 tiles of a suit, 3 dragon or 4 wind sets, or 4 kongs"
        ),
    ] = "none"
    streak_wins: Annotated[int, wins("which win of East in a row is a winning streak")] = 13

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
        Literal["first_turn", "first_turn_uninterrupted", "first_discard_only"],
        about("Earthly Hand: on any first turn, on one with no claim before it, or on the dealer's first discard only"),
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
    tail_replacement_is: Annotated[
        Literal["wall", "kong_box"],
        about("what a winning replacement from the Wall's tail counts as: a tile of the Wall, or of the Kong Box"),
    ] = "kong_box"
    bonus_replacement: Annotated[
        Literal["kong_box", "wall"],
        about("where a Flower's or Season's replacement comes from: as a kong's, or the Wall"),
    ] = "kong_box"
    kong_box_replenish: Annotated[bool, about("refill the Kong Box from the Wall's tail after each replacement")]
    draw_game: Annotated[
        Literal["no_payment_same_dealer", "no_payment_next_dealer"], about("who deals after a drawn game")
    ]
    draw_counts_as_game: Annotated[bool, about("a drawn game counts for the prevailing wind")]
    after_draw: Annotated[
        Literal["redeal", "goulash"],
        about("what follows a drawn game: a usual deal, or a goulash: three times three tiles are passed, no chows"),
    ]
    multiple_mahjong: Annotated[
        Literal["nearest", "best_hand", "all_win"], about("who wins when several claim one tile for Mahjong")
    ]
    declare_concealed_kong: Annotated[
        Literal["optional_on_own_turn", "at_once"], about("when a concealed kong is declared")
    ]
    kong_after_claim: Annotated[bool, about("a kong may be declared in a turn that began with a claim")]
    max_chows: Annotated[int, sets("how many chows a hand may have", "certain")]
    must_declare_ready: Annotated[
        bool, about("a player must declare a ready hand (fishing) with a discard before winning with it")
    ]
    original_call_from: Annotated[
        Literal["deal", "first_discard"],
        about("an original call: ready as dealt, or ready with the first discard, the first draw kept or not"),
    ] = "deal"

    mahjong: MahjongBonus
    sets: SetPoints
    pairs: PairPoints
    doublings: Doublings
    special_hands: SpecialHands
    payment: Payment
    hands: tuple[OwnHand, ...] = ()
    rows: tuple[OwnRow, ...] = ()

    def __post_init__(self) -> None:
        """Refuse values that contradict each other."""
        for complaint in (*_contradictions(self), *complaints(self.hands, self.rows, counts_faan=self.counts_faan)):
            raise InvalidOption(complaint)
        check_patterns(self.hands, self.rows)
        check_tests(self, self.rows, bonus_tiles=self.bonus_tiles)

    @property
    def counts_faan(self) -> bool:
        """Does it count faan instead of points?"""
        return self.counting == "faan"


def _contradictions(rules: Ruleset) -> list[str]:
    size = rules.kong_box_size
    checks: list[tuple[bool, str, str, Any]] = [
        (rules.format == FORMAT, "format", f"{FORMAT}", rules.format),
        (len(rules.winds) == rules.players, "winds", f"{rules.players} winds, one a player", len(rules.winds)),
        (len(set(rules.winds)) == len(rules.winds), "winds", "different winds", ", ".join(rules.winds)),
        (Wind.EAST in rules.winds[:1], "winds", "East first", ", ".join(rules.winds) or "none"),
        (size == "dice" or size in KONG_BOX_SIZES, "kong_box_size", "dice or an even number 2 to 40", size),
        (not rules.counts_faan or rules.least_doublings >= 2 or rules.unit % 4 == 0, "unit",
         "a multiple of 4 where fewer than 2 faan may win", rules.unit),
        (rules.special_half_limit <= (rules.limit or rules.special_hand_value), "special_half_limit",
         f"at most {rules.limit or rules.special_hand_value}", rules.special_half_limit),
    ]  # fmt: skip
    return [f"expected {wanted}, got {got} (option {name})" for holds, name, wanted, got in checks if not holds]
