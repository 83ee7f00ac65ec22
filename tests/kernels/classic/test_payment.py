"""Losing hands and dangerous discards in the kernel of deals, compared with the rules in random positions.

The kernels run as plain Python: compiling them alone takes longer, and compiled deals are compared move for move.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from teahouse.core.seats import Seat
from teahouse.core.tiles import HONOUR_TILES, SUIT_TILES, Tile
from teahouse.games.classic import Classic, ClassicRules, load_ruleset
from teahouse.games.classic.melds import Meld, can_start_run
from teahouse.games.classic.play import liability
from teahouse.games.classic.play.mahjong import loss_of
from teahouse.games.classic.play.state import ClassicState, LaidTile, Offer
from teahouse.games.classic.scoring.losers import score_loser
from teahouse.kernels.arrays import new_record
from teahouse.kernels.classic.deals.deal_state import DealState, sheet_of
from teahouse.kernels.classic.deals.liability import is_to_blame
from teahouse.kernels.classic.deals.payment import losing_score
from teahouse.kernels.classic.numbers import WinNumbers
from teahouse.players.classic.hands import counted
from teahouse.players.classic.learned.supported_rules import write_rules_of_play
from teahouse.players.classic.numbers import meld_number, new_reading, sheets_of
from teahouse.players.classic.patterns import patterns_of

WESTERN = load_ruleset("western")
ALL_KINDS = (*SUIT_TILES, *HONOUR_TILES)
SORTS = tuple(tuple(sorted(sort)) for sort in (*liability.SORTS, liability.DRAGONS, liability.WINDS))
GIVER, WINNER = Seat(0), Seat(1)


def any_meld(chance: Random, kinds: Sequence[Tile]) -> Meld:
    """A chow, pong or kong that begins with one of these kinds."""
    tile, shape = chance.choice(kinds), chance.randrange(4)
    if shape == 0 and can_start_run(tile):
        return Meld("chow", tile)
    if shape < 3:
        return Meld("pong", tile)
    concealed = chance.random() < 0.5
    return Meld("kong", tile, concealed=concealed, added=not concealed and chance.random() < 0.5)


def any_melds(chance: Random, kinds: Sequence[Tile], many: int) -> tuple[Meld, ...]:
    """At most this many melds of these kinds, as far as there are tiles."""
    melds = [any_meld(chance, kinds) for _ in range(many)]
    tiles = Counter(tile for meld in melds for tile in meld.tiles)
    return tuple(meld for meld in melds if all(tiles[tile] <= 4 for tile in meld.tiles))


def any_position(chance: Random, kinds: Sequence[Tile]) -> ClassicState:
    """A deal in which the winner's tiles are mostly of these kinds, and the first seat discarded last."""
    game = Classic(ClassicRules(WESTERN, Seat(0), Seat(0)))
    state, many = game.deal(chance.randbytes(4)), chance.randrange(1, 5)
    melds = any_melds(chance, kinds, many)
    pool = kinds if chance.random() < 0.8 else ALL_KINDS
    held = Counter(dict.fromkeys(pool, 4)) - Counter(tile for meld in melds for tile in meld.tiles)
    left = list(held.elements())
    hand = tuple(sorted(chance.sample(left, min(len(left), 13 - 3 * many))))
    other = tuple(sorted(chance.choices(kinds if chance.random() < 0.3 else ALL_KINDS, k=13)))
    laid = tuple(LaidTile(GIVER, tile) for tile in (*chance.sample(ALL_KINDS, 20), chance.choice(pool)))
    hands = (other, hand, *state.hands[2:])
    wall = state.wall[: chance.choice((3, 5, 6, 40))]
    return replace(state, hands=hands, melds=((), melds, (), ()), bonus=((),) * 4, discards=laid, wall=wall)


def in_numbers(state: ClassicState) -> DealState:
    """The position in the form of the kernel."""
    numbers = new_record(DealState)
    write_rules_of_play(numbers, WESTERN)
    numbers.wall_end = len(state.wall)
    for seat, (hand, melds) in enumerate(zip(state.hands, state.melds, strict=True)):
        numbers.hands[seat] = counted(hand)
        numbers.melds[seat, : len(melds)] = [meld_number(meld) for meld in melds]
        numbers.meld_count[seat] = len(melds)
        numbers.seen[:] += counted(tile for meld in melds for tile in meld.tiles)
    numbers.seen[:] += counted(each.tile for each in state.discards)
    return numbers


def test_the_kernel_finds_the_same_liable_players_as_the_rules() -> None:
    chance, found = Random(1), [[0, 0] for _ in SORTS]
    for number in range(1000):
        state = any_position(chance, SORTS[number % len(SORTS)])
        tile, numbers = state.discards[-1].tile, in_numbers(state)
        blamed = liability.is_to_blame(state, WINNER, Offer(tile, GIVER, "discard"))
        numbers.hands[WINNER, tile.code] += 1
        assert is_to_blame(numbers, WINNER, GIVER, tile.code) == blamed, state
        found[number % len(SORTS)][blamed] += len(state.wall) > liability.FEW_TILES
    assert all(blamed and spared for spared, blamed in found), found


def test_the_kernel_scores_losing_hands_as_the_rules_do() -> None:
    chance, rules, win, reading = Random(2), set[str](), new_record(WinNumbers), new_reading()
    for _ in range(500):
        state = any_position(chance, chance.choice((*SORTS, HONOUR_TILES, HONOUR_TILES)))
        numbers, expected = in_numbers(state), score_loser(loss_of(state, WINNER, WESTERN), WESTERN)
        sheet, patterns = sheets_of(WESTERN)[sheet_of(numbers, WINNER)], patterns_of(WESTERN)
        assert losing_score(numbers, sheet, patterns, win, reading, WINNER) == expected.score, state
        rules |= {line.rule for line in expected.lines}
    assert {"Three concealed pongs", "Three dragon sets", "Three wind sets and the fourth as pair"} <= rules
