"""The oracle, the bound, difficulty, the survey and the analysis, compared with slow methods or the rules."""

import random
from typing import Any

import numpy as np
import pytest

from teahouse.core.errors import InvalidOption
from teahouse.core.seats import Seat
from teahouse.core.tiles import TILES, parse_tiles
from teahouse.games.solitaire import (
    LAYOUT_NAMES,
    Board,
    Shuffle,
    Slot,
    Solitaire,
    SolitaireRules,
    TakePair,
    deal_layout,
    find_layout,
    layout_text,
    parse_layout,
    shape_of,
)
from teahouse.games.solitaire.board import free_pairs
from teahouse.games.solitaire.deals.proof import prove, puzzle_of
from teahouse.games.solitaire.sets import VALUES, faces_of
from teahouse.games.solitaire.view import COVERED
from teahouse.kernels.record import plain_record
from teahouse.kernels.solitaire import careful, policy, scoring
from teahouse.kernels.solitaire.types import KeySheet, Policy, Puzzle, SearchCounters, Workspace
from teahouse.players import Budget, make_player
from teahouse.players.compiling import compiled
from teahouse.players.player import SearchLimits
from teahouse.players.solitaire.analysis import analyse
from teahouse.players.solitaire.bots import CarefulPlayer, own_board
from teahouse.players.solitaire.bound import any_bound, earlier_tiles, score_bound
from teahouse.players.solitaire.difficulty import Difficulty, difficulty
from teahouse.players.solitaire.expert import CHANGES, ExpertPlayer, imagined
from teahouse.players.solitaire.oracle import Oracle, best_line, line_score, new_sheet
from teahouse.players.solitaire.prover import ProofPosition, blank, decide, decide_many, ints, play_counters
from teahouse.players.solitaire.shuffles import Start, best_play
from teahouse.players.solitaire.survey import SurveyTask, summary, survey
from tests.games.solitaire.brute_force import best_score, is_clearable, pairs, random_faces, random_layout

YOU = Seat(0)
DEALS = 1


def small(seed: int) -> tuple[Any, bytes]:
    chance = random.Random(seed)
    tiles = 2 * chance.randint(1, 7)
    return shape_of(random_layout(chance, tiles)), random_faces(chance, tiles, (2, 4, 8))


def faces_from(layout: str, seed: bytes) -> bytes:
    return faces_of(parse_tiles(deal_layout(find_layout(layout), "wild", seed).tiles))


def test_on_small_boards_the_oracle_finds_the_best_total_and_the_bound_is_never_below_it() -> None:
    exact = 0
    for seed in range(250):
        shape, faces = small(seed)
        best = best_score(shape, faces)
        found = best_line(shape, faces, plays=4000)
        assert found.score <= best <= found.bound, seed
        exact += found.score == best
    assert exact >= 245


@pytest.mark.parametrize("layout", LAYOUT_NAMES)
def test_the_oracles_score_is_the_rules_score_of_its_line(layout: str) -> None:
    game = Solitaire(SolitaireRules(layout=layout, level="wild", uses=0))
    state = game.deal(b"line")
    found = best_line(game.shape, state.boards[0].faces, plays=2000)
    for first, second in found.line:
        state, _ = game.apply(state, YOU, TakePair(first, second))
    assert state.boards[0].score == found.score == line_score(state.boards[0].faces, found.line)
    assert found.score <= found.bound


def test_the_bound_is_not_below_what_any_player_reaches_without_help() -> None:
    for seed in range(10):
        game = Solitaire(SolitaireRules(level="wild", uses=0))
        state, rng = game.deal(b"bound %d" % seed), random.Random(seed)
        bound = score_bound(game.shape, state.boards[0].faces)
        while game.to_move(state):
            move = make_player("solitaire", "hint").choose(
                game.view(state, YOU), game.legal_moves(state, YOU), Budget(), rng
            )
            state, _ = game.apply(state, YOU, move)
        assert state.boards[0].score <= bound <= 9429


def test_a_tile_in_a_row_waits_for_its_shorter_side() -> None:
    before = earlier_tiles(shape_of(parse_layout("z0 y0: 0-10\nz1 y0: 4,20")))
    assert [each.least for each in before] == [0, 1, 3, 2, 1, 0, 0, 0]
    assert before[2].tiles == 1 << 6


def test_more_plays_never_give_less_and_the_same_plays_give_the_same() -> None:
    shape, faces = shape_of(find_layout("turtle")), faces_from("turtle", b"more")
    few, many = (best_line(shape, faces, plays=plays) for plays in (500, 20_000))
    assert few.score <= many.score
    assert many == best_line(shape, faces, plays=20_000)
    assert many.score > 7500


def test_the_oracle_goes_on_from_its_best_line() -> None:
    oracle = Oracle(shape_of(find_layout("turtle")), faces_from("turtle", b"on"))
    oracle.round(5000)
    before = oracle.score
    assert oracle.round(5000, anew=False) == (oracle.score > before)
    assert oracle.found().score == oracle.score >= before


def test_with_a_shuffle_the_score_is_that_of_the_rules_and_never_below_the_line_without_help() -> None:
    shuffled = 0
    for seed in range(3):
        game = Solitaire(SolitaireRules(level="wild"))
        state = game.deal(b"bought %d" % seed)
        start = Start(game.shape, state.boards[0], state.key)
        found = best_play(start, plays=60_000)
        assert seed or found == best_play(start, plays=60_000)
        line = best_line(game.shape, state.boards[0].faces, plays=12_000)
        assert line.score <= found.score <= found.bound <= 9429
        for move in found.moves:
            state, _ = game.apply(state, YOU, move)
        assert state.boards[0].score == found.score
        shuffled += Shuffle() in found.moves
    assert shuffled


def test_without_shuffles_in_the_rules_none_is_used() -> None:
    game = Solitaire(SolitaireRules(level="wild", uses=0))
    state = game.deal(b"bought 0")
    found = best_play(Start(game.shape, state.boards[0], state.key), plays=20_000)
    assert Shuffle() not in found.moves


def test_no_play_exceeds_the_bound_of_a_full_set() -> None:
    assert any_bound(faces_from("turtle", b"any")) == 9429


def test_a_search_without_a_limit_is_refused() -> None:
    with pytest.raises(InvalidOption, match="expected a limit of seconds or plays, got none"):
        best_line(shape_of(parse_layout("z0 y0: 0-2")), b"\1\1")


def plain_counters(random_state: int) -> SearchCounters:
    """Counters for kernels that run as plain Python."""
    counters = plain_record(SearchCounters)
    counters.random_state = random_state
    return counters


def test_scoring_and_careful_kernels_give_the_same_plain_and_compiled() -> None:
    shape, faces = shape_of(find_layout("turtle")), faces_from("turtle", b"same")
    puzzle, size = puzzle_of(shape, faces, shape.full), len(faces)
    values = [VALUES[face] for face in faces]
    keys = [400 * value for value in values]
    quick = new_sheet(np.array(values), np.array(keys))
    sheet = KeySheet(*([int(number) for number in each] for each in quick))
    total = scoring.improve(puzzle.made(list), sheet, plain_counters(777), 40, 30, 50)
    assert compiled(scoring.improve)(puzzle.made(ints), quick, play_counters(777), 40, 30, 50) == total
    assert [list(each) for each in quick] == [list(each) for each in sheet]
    workspace = Workspace(*([0] * size for _ in Workspace._fields))
    cleared = careful.cleared_plays(puzzle.made(list), values, workspace, plain_counters(4321), 3)
    assert cleared == difficulty(shape, faces, 3).cleared


def test_a_policy_is_adapted_and_weighed_the_same_plain_and_compiled() -> None:
    game = Solitaire(SolitaireRules(layout="five-spot", level="wild"))
    state = game.deal(b"same policy")
    board = own_board(game.view(state, YOU))
    worlds = imagined("five-spot", board, range(len(board.cells)), 3, random.Random(5))
    quick = Policy(
        np.zeros(len(board.cells), np.int64), 400 * np.array(VALUES, np.int64), worlds.kinds, blank(3), blank(3)
    )
    puzzle = Puzzle(*([int(number) for number in each] for each in worlds.puzzle))
    sheet = KeySheet(*([int(number) for number in each] for each in worlds.sheet))
    plain = Policy(*([int(number) for number in each] for each in quick))
    policy.adapt(puzzle, plain, sheet, plain_counters(777), 0, 90)
    before = sum(plain.totals)
    policy.adapt(puzzle, plain, sheet, plain_counters(777), 30, 90)
    assert sum(plain.totals) > before
    compiled(policy.adapt)(worlds.puzzle, quick, worlds.sheet, play_counters(777), 30, 90)
    assert [list(each) for each in quick] == [list(each) for each in plain]
    pair = free_pairs(state.boards[0])[0]
    sums, compiled_sums = [0], blank(1)
    policy.weigh_pairs(puzzle, plain, sheet, 90, list(pair), sums)
    compiled(policy.weigh_pairs)(worlds.puzzle, quick, worlds.sheet, 90, np.array(pair), compiled_sums)
    assert list(compiled_sums) == sums
    assert sorted(sheet.line[:2]) == sorted(pair), "the play began with the pair that was forced"


def test_worlds_differ_in_covered_faces_alone() -> None:
    game = Solitaire(SolitaireRules(level="wild"))
    board = own_board(game.view(game.deal(b"worlds"), YOU))
    worlds = imagined("turtle", board, range(len(board.cells)), 20, random.Random(5))
    faces = worlds.kinds.reshape(20, len(board.cells))
    covered = [slot for slot, cell in enumerate(board.cells) if cell == COVERED]
    seen = [slot for slot in range(len(board.cells)) if slot not in covered]
    assert len({tuple(row) for row in faces[:, seen]}) == 1
    assert len({tuple(row) for row in faces[:, covered]}) == 20
    assert len({tuple(sorted(row)) for row in faces}) == 1


def careful_clears(layout: str, seed: bytes, rng_seed: int) -> bool:
    game, rng = Solitaire(SolitaireRules(layout=layout, level="wild", uses=0)), random.Random(rng_seed)
    state, bot = game.deal(seed), make_player("solitaire", "careful")
    while game.to_move(state):
        move = bot.choose(game.view(state, YOU), game.legal_moves(state, YOU), Budget(), rng)
        state, _ = game.apply(state, YOU, move)
    return state.boards[0].ending == "cleared"


def test_difficulty_is_the_share_of_clearing_plays_of_the_careful_player() -> None:
    layout = "z0 y0/2/4: 0-10\nz1 y1/3: 2-8\nz2 y2: 4-6"
    for seed in (b"a", b"b", b"c"):
        shape = shape_of(find_layout(layout))
        share = difficulty(shape, faces_from(layout, seed), 2000).share
        played = sum(careful_clears(layout, seed, number) for number in range(150)) / 150
        assert abs(share - played) < 0.15


def test_a_deal_that_is_all_free_has_one_star_and_a_dead_one_five() -> None:
    assert difficulty(shape_of(parse_layout("z0 y0/4: 0-2")), b"\1\1\1\1").stars == 1
    assert difficulty(shape_of(parse_layout("z0 y0: 0-6")), bytes([1, 2, 1, 2])).stars == 5
    assert [Difficulty(1000, cleared).stars for cleared in (201, 200, 51, 50, 11, 10, 1, 0)] == [1, 2, 2, 3, 3, 4, 4, 5]
    with pytest.raises(InvalidOption, match="expected at least 1 play, got 0"):
        difficulty(shape_of(parse_layout("z0 y0: 0-2")), b"\1\1", 0)


def test_many_boards_are_decided_in_their_order() -> None:
    shape = shape_of(find_layout("five-spot"))
    positions = [ProofPosition(shape, faces_from("five-spot", b"many %d" % number)) for number in range(20)]
    together = [found.proof for found in decide_many(positions, SearchLimits(nodes=3000), 3)]
    assert together == [decide(position, SearchLimits(nodes=3000)).proof for position in positions]


def test_time_is_a_limit_as_well() -> None:
    shape = shape_of(find_layout("moat"))
    found = [
        decide(ProofPosition(shape, faces_from("moat", b"late %d" % number)), SearchLimits(seconds=0.05))
        for number in range(5)
    ]
    assert all(each.seconds < 3 for each in found)
    position = ProofPosition(shape, faces_from("moat", b"late"))
    with pytest.raises(InvalidOption, match="expected a limit of at least 1 node, got 0"):
        decide(position, SearchLimits(nodes=0))
    for seconds in (0.0, -1.0, float("nan")):
        with pytest.raises(InvalidOption, match="expected a time above 0 seconds"):
            decide(position, SearchLimits(seconds))


def test_a_survey_counts_every_deal_once() -> None:
    found = list(survey(SurveyTask("nine-pillars", 25, b"count", SearchLimits(nodes=20_000), 20), 2))
    counts = summary("nine-pillars", found)
    assert counts.clearable + counts.dead + counts.unknown == counts.deals == sum(counts.stars) == 25
    assert 0 <= counts.low <= counts.clearable / (counts.clearable + counts.dead) <= counts.high <= 1
    assert list(counts.times) == sorted(counts.times)
    again = survey(SurveyTask("nine-pillars", 25, b"count", SearchLimits(nodes=20_000), 20), 1)
    assert [(each.clearable, each.nodes, each.difficulty) for each in again] == [
        (each.clearable, each.nodes, each.difficulty) for each in found
    ]


def spoiled_game() -> tuple[Solitaire, list[Board]]:
    """A small board that can be cleared, and a game whose first pair makes that impossible."""
    for seed in range(1000):
        shape, faces = small(seed)
        for pair in pairs(shape, faces, shape.full) if is_clearable(shape, faces) else ():
            left = shape.full & ~(1 << pair[0] | 1 << pair[1])
            if prove(shape, faces, left).clearable is False:
                game = Solitaire(SolitaireRules(layout=layout_text(shape.layout), uses=0))
                state = game.start([TILES[face] for face in faces])
                after, _ = game.apply(state, YOU, TakePair(Slot(pair[0]), Slot(pair[1])))
                return game, [state.boards[0], after.boards[0]]
    raise AssertionError("there is such a board")


def test_the_analysis_names_the_move_that_lost_the_game_and_what_was_left() -> None:
    game, boards = spoiled_game()
    best_line(game.shape, boards[0].faces, plays=1)  # loads the kernels; the fifth of a second is for the search alone
    analysis = analyse(game.shape, boards, SearchLimits(), 0.2)
    assert (analysis.clearable, analysis.lost_at) == ((True, False), 1)
    assert analysis.left == analysis.best.score - analysis.score > 0
    assert analysis.score == boards[-1].score


def test_the_expert_beats_the_careful_player_and_sees_only_its_view() -> None:
    totals: dict[str, int] = {}
    for name, bot in (("careful", CarefulPlayer()), ("expert", ExpertPlayer(CHANGES // 15))):
        totals[name] = 0
        for seed in range(DEALS):
            game, rng = Solitaire(SolitaireRules(level="wild")), random.Random(seed)
            state = game.deal(b"expert %d" % seed)
            while game.to_move(state):
                move = bot.choose(game.view(state, YOU), game.legal_moves(state, YOU), Budget(), rng)
                state, _ = game.apply(state, YOU, move)
            totals[name] += state.boards[0].score
    assert totals["expert"] > totals["careful"] + DEALS * 100
