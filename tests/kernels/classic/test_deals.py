"""Deals of the kernel are replayed by the rules: every move must be legal and every event the same."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

import pytest

from teahouse.core.errors import InvalidOption
from teahouse.core.seats import Seat
from teahouse.core.shuffle import Stream
from teahouse.core.tiles import TILES
from teahouse.games.classic import Classic, ClassicRules, ClassicView, load_ruleset
from teahouse.games.classic.play.claims import KONG, MAHJONG, PASS, PONG
from teahouse.games.classic.play.events import BonusShown, Discarded, Drew, Event, KongDeclared, Melded, Won
from teahouse.games.classic.play.moves import ClaimChow, DeclareKong, Discard, Move
from teahouse.games.classic.play.opening import broken_wall, built_wall, side_of
from teahouse.games.classic.play.state import ClassicState
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.rulesets.ruleset import parse_ruleset, with_options
from teahouse.kernels.classic.deals import choice, deal_state
from teahouse.players import AnyPlayer, Budget, make_player
from teahouse.players.classic.deals import POLICIES, STYLES, DealSetting, play_deal, play_deals
from teahouse.players.classic.engine import Engine
from teahouse.players.classic.hands import counted
from teahouse.players.classic.learned.supported_rules import is_learned
from teahouse.players.classic.levels import EasyPlayer
from teahouse.players.classic.numbers import meld_number
from teahouse.players.classic.simple import SimplePlayer

Row = tuple[int, ...]
SUPPLIES = {"wall": deal_state.HEAD, "kong_box": deal_state.BOX, "wall_tail": deal_state.TAIL}


def start(chance: Random, ruleset: Ruleset) -> tuple[Classic, ClassicState, DealSetting]:
    """The same deal for the rules and for the kernel."""
    seats = ruleset.players
    rules = ClassicRules(
        ruleset, Seat(chance.randrange(seats)), Seat(chance.randrange(seats)), prevailing=chance.choice(ruleset.winds)
    )
    game, seed = Classic(rules), chance.randbytes(8)
    opening = game.opening(Stream(seed, "classic/dice/"))
    broken = broken_wall(built_wall(seed, ruleset), side_of(opening.dealer, seats), opening.heaps, ruleset)
    wall, box = ([tile.code for tile in tiles] for tiles in (broken.wall, broken.box))
    setting = DealSetting(wall, box, opening.dealer, opening.east, opening.prevailing, chance.randrange(1, 1 << 30))
    return game, game.start(opening, broken), setting


def check_deal(chance: Random, players: Sequence[str], ruleset: Ruleset, choices: bool = True) -> list[Row]:
    """Play a deal twice, optionally with every choice made again; return the rows of its log."""
    game, state, setting = start(chance, ruleset)
    rows, numbers = play_deal(setting, players, ruleset)
    dealt = next(number for number, row in enumerate(rows) if row[0] not in (deal_state.SHOWED, deal_state.DREW))
    assert [row[1:3] for row in rows[:dealt] if row[0] == deal_state.SHOWED] == [
        (event.seat, event.tile.code) for event in state.opening.shown
    ]
    found: list[Row] = []
    at = dealt
    while game.result(state) is None:
        at = next((number for number in range(at, len(rows)) if is_move(rows[number])), len(rows))
        move = turn_move(rows[at])
        if choices:
            check_choice(game, state, state.turn, move, players)
        state, events = game.apply(state, state.turn, move)
        found += event_rows(events)
        at += 1
        while state.window is not None:
            seat = game.to_move(state)[0]
            claims = {row[1]: claim_move(row) for row in claimed(rows, at)}
            move = claims.get(seat, PASS)
            if choices:
                check_choice(game, state, seat, move, players)
            state, events = game.apply(state, seat, move)
            found += event_rows(events)
    assert found == [row for row in rows[dealt:] if row[0] != deal_state.CLAIMED]
    check_end(game, state, numbers)
    return rows


def check_choice(game: Classic, state: ClassicState, seat: Seat, move: Move, players: Sequence[str]) -> None:
    """Check that only `random` misses Mahjong, and that every level makes the choice of the player of that name."""
    if players[seat] == "random":
        return
    moves = game.legal_moves(state, seat)
    assert (MAHJONG in moves) == (move == MAHJONG)
    if move == MAHJONG or len(moves) == 1:
        return
    view, player = game.view(state, seat), seated(players[seat], game.ruleset)
    if POLICIES[players[seat]] <= choice.SIMPLE:
        assert isinstance(player, EasyPlayer | SimplePlayer)
        assert move in player.equals(view, moves)
    elif players[seat] in STYLES or not is_learned(game.ruleset):
        level = "expert" if players[seat] == "master" else players[seat]
        check_weighed(engine_of(level, game.ruleset), view, moves, move)
    else:
        assert move == player.choose(view, moves, Budget(), Random(1))


def check_weighed(engine: Engine, view: ClassicView, moves: Sequence[Move], chosen: Move) -> None:
    """Check that the move is among the engine's best; nearly equal values count as equal."""
    weighed = {each.move: each for each in engine.weigh(view, moves)}
    hurry = max(engine.key(each)[0] for each in weighed.values())
    best = max(each.expected for each in weighed.values() if engine.key(each)[0] == hurry)
    assert engine.key(weighed[chosen])[0] == hurry
    assert weighed[chosen].expected == pytest.approx(best, abs=1e-5)


@lru_cache(maxsize=16)
def seated(level: str, ruleset: Ruleset) -> AnyPlayer:
    return make_player("classic", level, ClassicRules(ruleset))


@lru_cache(maxsize=16)
def engine_of(level: str, ruleset: Ruleset) -> Engine:
    return Engine(ruleset, STYLES[level]())


def is_move(row: Row) -> bool:
    """Does this row describe a move at a seat's own turn?"""
    return row[0] in (deal_state.DISCARDED, deal_state.KONG_DECLARED, deal_state.WENT_MAHJONG)


def claimed(rows: list[Row], at: int) -> Iterator[Row]:
    """The rows of claims that come next."""
    for row in rows[at:]:
        if row[0] != deal_state.CLAIMED:
            return
        yield row


def turn_move(row: Row) -> Move:
    """The move of a row."""
    match row[0]:
        case deal_state.DISCARDED:
            return Discard(TILES[row[2]], ready=bool(row[3]))
        case deal_state.KONG_DECLARED:
            return DeclareKong(TILES[row[2] & 63])
        case _:
            return MAHJONG


def claim_move(row: Row) -> Move:
    """The claim of a row."""
    if row[2] >= choice.CLAIM_CHOW:
        return ClaimChow(TILES[row[2] - choice.CLAIM_CHOW])
    claims: dict[int, Move] = {choice.CLAIM_PONG: PONG, choice.CLAIM_KONG: KONG, choice.CLAIM_MAHJONG: MAHJONG}
    return claims[row[2]]


def event_rows(events: Sequence[Event]) -> Iterator[Row]:
    """The events of the rules, in the form of the kernel's rows."""
    for event in events:
        match event:
            case Drew(seat, tile, supply) if tile is not None:
                yield deal_state.DREW, seat, tile.code, SUPPLIES[supply]
            case BonusShown(seat, tile):
                yield deal_state.SHOWED, seat, tile.code, 0
            case Discarded(seat, tile, ready):
                yield deal_state.DISCARDED, seat, tile.code, int(ready)
            case Melded(seat, meld, _, giver):
                yield deal_state.MELDED, seat, meld_number(meld), giver
            case KongDeclared(seat, meld):
                yield deal_state.KONG_DECLARED, seat, meld_number(meld), 0
            case Won():
                yield deal_state.WENT_MAHJONG, event.seat, event.tile.code, event.score.score
            case _:
                pass


def check_end(game: Classic, state: ClassicState, numbers: deal_state.DealState) -> None:
    """Check that hands, walls and payments at the end are the same."""
    result = game.result(state)
    assert result is not None
    for seat, hand in enumerate(state.hands):
        assert numbers.hands[seat].tolist() == counted(hand)
    assert numbers.wall_end - numbers.wall_at == len(state.wall)
    assert numbers.box_end - numbers.box_at == len(state.box)
    assert tuple(numbers.pays.tolist())[: len(game.seats)] == result.scores
    assert (numbers.ending == deal_state.MAHJONG) == (result.ending == "mahjong")


TABLES = (
    ["random"] * 4,
    ["easy"] * 4,
    ["medium", "easy", "random", "medium"],
    ["simple", "simple", "medium", "simple"],
)
SLOW_TABLES = (*TABLES, ["hard", "expert", "simple", "master"])


@pytest.mark.parametrize("players", TABLES, ids="-".join)
def test_the_kernel_plays_by_the_rules_move_for_move(players: list[str]) -> None:
    chance, british = Random(7), load_ruleset()
    rows = [row for _ in range(10) for row in check_deal(chance, players, british)]
    assert {deal_state.MELDED, deal_state.CLAIMED, deal_state.SHOWED} <= {row[0] for row in rows}


def test_the_kernel_plays_rulesets_with_other_scores_and_payments() -> None:
    changes = {"limit": 300, "special_half_limit": 150, "non_dealer_discard_payment": "everybody", "bonus_tiles": False}
    ruleset = with_options(load_ruleset(), changes | {"winning_discard_set": "concealed"})
    chance = Random(8)
    assert any(
        row[0] == deal_state.WENT_MAHJONG for _ in range(10) for row in check_deal(chance, ["easy"] * 4, ruleset)
    )


def test_hard_and_expert_choose_the_same_moves_in_the_kernel() -> None:
    chance, british = Random(9), load_ruleset()
    rows = [row for _ in range(4) for row in check_deal(chance, ["hard", "expert", "medium", "hard"], british)]
    assert {deal_state.MELDED, deal_state.WENT_MAHJONG} <= {row[0] for row in rows}


def test_with_three_of_four_chows_player_and_kernel_weigh_moves_equally() -> None:
    chance, british = Random(105), load_ruleset()
    for _ in range(89):
        start(chance, british)
    check_deal(chance, SLOW_TABLES[-1], british)


def test_master_chooses_the_same_moves_in_the_kernel() -> None:
    chance, british = Random(10), load_ruleset()
    rows = [row for _ in range(6) for row in check_deal(chance, ["master", "master", "medium", "master"], british)]
    assert {deal_state.MELDED, deal_state.WENT_MAHJONG, deal_state.KONG_DECLARED} <= {row[0] for row in rows}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_hundreds_of_deals_follow_the_rules(seed: int) -> None:
    chance, british = Random(100 + seed), load_ruleset()
    rows = [row for number in range(400) for row in check_deal(chance, list(SLOW_TABLES[number % 5]), british)]
    assert {row[3] for row in rows if row[0] == deal_state.DREW} == set(SUPPLIES.values())


@pytest.mark.slow
@pytest.mark.parametrize("part", range(50))
def test_no_level_makes_an_illegal_move_in_a_hundred_thousand_deals(part: int) -> None:
    chance, british, levels = Random(1000 + part), load_ruleset(), list(POLICIES)
    endings = {check_deal(chance, chance.choices(levels, k=4), british, choices=False)[-1][0] for _ in range(2000)}
    assert deal_state.WENT_MAHJONG in endings


OTHERS = ("two-players", "three-players", "bmja", "club", "hongkong", "western")
"""The rulesets beside `british` that the kernel plays."""


@pytest.mark.parametrize("name", OTHERS)
def test_the_kernel_plays_other_rulesets_move_for_move(name: str) -> None:
    chance, ruleset = Random(11), load_ruleset(name)
    rows: list[Row] = []
    for players in (["medium", "simple", "easy", "easy"], ["expert", "hard", "simple", "master"]):
        for _ in range(2):
            rows += check_deal(chance, players[: ruleset.players], ruleset)
    assert {deal_state.MELDED, deal_state.WENT_MAHJONG} <= {row[0] for row in rows}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", OTHERS)
def test_hundreds_of_deals_follow_other_rulesets(name: str, seed: int) -> None:
    chance, ruleset = Random(500 + seed), load_ruleset(name)
    for number in range(200):
        players = chance.sample([*SLOW_TABLES[number % 5], "medium", "easy"], ruleset.players)
        check_deal(chance, players, ruleset)


RED_LANTERN = """
format = 1
base = "british"
name = "mine"
title = "Mine"
[hands.red_lantern]
name = "Red Lantern"
parts = ["run 1-7 X", "one more 1234567X", "pong 7z", "pong own-wind"]
value = "limit"
"""


def test_rulesets_that_the_kernel_does_not_play_are_refused() -> None:
    everybody = with_options(load_ruleset(), {"multiple_mahjong": "all_win"})
    with pytest.raises(
        InvalidOption, match="expected multiple_mahjong nearest to play deals in the kernel, got all_win"
    ):
        play_deals(1, ["random"] * 4, 1, everybody)
    with pytest.raises(InvalidOption, match=r"expected red_lantern off to play deals in the kernel \(ruleset mine\)"):
        play_deals(1, ["random"] * 4, 1, parse_ruleset(RED_LANTERN, "mine.toml"))
    few_chows = with_options(load_ruleset("western"), {"max_chows": 1})  # its Gates of Heaven are no other Mahjong
    with pytest.raises(InvalidOption, match="expected gates_of_heaven off to play deals in the kernel"):
        play_deals(1, ["random"] * 4, 1, few_chows)


def test_players_that_the_kernel_does_not_know_are_refused() -> None:
    with pytest.raises(
        InvalidOption, match="expected a player among random, easy, simple, medium, hard, expert, master, got oracle"
    ):
        play_deals(1, ["oracle"] * 4, 1)
    with pytest.raises(InvalidOption, match="expected 4 players, got 3"):
        play_deals(1, ["random"] * 3, 1)
    with pytest.raises(InvalidOption, match="expected at least 1 deal, got 0"):
        play_deals(0, ["random"] * 4, 1)


def test_the_same_seed_plays_the_same_deals_and_points_sum_to_zero() -> None:
    first, second, other = (play_deals(40, ["easy", "random", "medium", "easy"], seed) for seed in (5, 5, 6))
    assert (first.receipts == second.receipts).all()
    assert (first.receipts != other.receipts).any()
    assert (first.receipts.sum(axis=1) == 0).all()
