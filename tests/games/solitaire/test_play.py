"""Solitaire: scores, help, endings, the pot, and hidden information."""

import base64
from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teahouse.core.errors import IllegalMove, InvalidOption, InvalidText
from teahouse.core.game import Forfeit, Result
from teahouse.core.match import Match
from teahouse.core.play import Play
from teahouse.core.record import LONGEST_LINE, parse_record, record_lines
from teahouse.core.seats import Seat
from teahouse.core.tiles import Tile, parse_tiles
from teahouse.games import make_match
from teahouse.games.solitaire import (
    EndGame,
    Event,
    Hint,
    Hinted,
    Move,
    Redo,
    Shuffle,
    Slot,
    Solitaire,
    SolitaireMatch,
    SolitaireRules,
    SolitaireState,
    SolitaireView,
    StartOver,
    TakePair,
    Undo,
    find_layout,
    layout_text,
)
from teahouse.games.solitaire.board import has_pair
from teahouse.games.solitaire.sets import SETS, TEXTS, VALUES, material
from teahouse.games.solitaire.shape import bits

YOU = Seat(0)
ROW = "z0 y0: 0-14"  # eight tiles; the first and the last are free
PILE = "z0 y0: 0-2,10,14\nz1 y0: 1\nz2 y0: 1"  # one free tile on a pile, and two free ones beside it


def given_game(tiles: str, layout: str, **options: int) -> tuple[Solitaire, SolitaireState]:
    game = Solitaire(SolitaireRules(layout=layout, **options))  # type: ignore[arg-type]  # numbers only
    return game, game.start(parse_tiles(tiles))


def after(game: Solitaire, state: SolitaireState, *moves: Move | str, seat: Seat = YOU) -> SolitaireState:
    for move in moves:
        state, _ = game.apply(state, seat, game.parse_move(move) if isinstance(move, str) else move)
    return state


def turtle_with(first: str, second: str) -> SolitaireState:
    """A Turtle with these two tiles at the ends of its first row, where they are free."""
    tiles = [TEXTS[face] for face in material(144)]
    tiles.remove(first)
    tiles.remove(second)
    tiles.insert(0, first)
    tiles.insert(11, second)
    return Solitaire().start([Tile(tile) for tile in tiles])


@pytest.mark.parametrize(
    ("first", "second", "points"),
    [
        ("5s", "5s", 216),
        ("1f", "5f", 504),
        ("1f", "2f", 432),
        ("5f", "8f", 504),
        ("9m", "9m", 72),
        ("1p", "1p", 144),
        ("1z", "1z", 288),
        ("7z", "7z", 360),
    ],
)
def test_the_first_pair_scores_its_value_72_times(first: str, second: str, points: int) -> None:
    game, state = Solitaire(), turtle_with(first, second)
    after_first = after(game, state, TakePair(Slot(0), Slot(11)))
    assert after_first.boards[0].score == points
    assert after_first.boards[0].pairs_left == 71


def test_pairs_by_set_and_multipliers_add_up_as_the_rules_say() -> None:
    pairs = [kinds * 2 if name not in ("Flowers", "Seasons") else kinds // 2 for name, kinds, _ in SETS]
    assert pairs == [18, 18, 18, 8, 6, 2, 2]
    assert sum(range(1, 73)) == 2628
    values = sorted((VALUES[face] for face in material(144)), reverse=True)
    most_valuable = [7] * 4 + [value for value in values[::2] if value < 6]
    assert sum(value * pairs for value, pairs in zip(most_valuable, range(72, 0, -1), strict=True)) == 9429
    cheapest = [*sorted(value for value in values[::2] if value < 6), 6, 6, 7, 7]
    assert sum(value * pairs for value, pairs in zip(cheapest, range(72, 0, -1), strict=True)) == 5018


def test_every_pair_counts_the_pairs_on_the_table() -> None:
    game, state = given_game("1m 2s 1z 1f 5f 1z 2s 1m", ROW)
    scores: list[int] = []
    for _ in range(4):
        state = after(game, state, game.legal_moves(state, YOU)[0])
        scores.append(state.boards[0].score)
    assert scores == [4, 4 + 9, 4 + 9 + 8, 4 + 9 + 8 + 7]
    assert game.result(state) == Result((28,), (YOU,), "cleared")


def test_all_eight_bonus_tiles_match_one_another() -> None:
    game, state = given_game("1f 2f 3f 4f 5f 6f 7f 8f", "z0 y0/4/8/12/16/20/24/28: 0")
    assert len([move for move in game.legal_moves(state, YOU) if isinstance(move, TakePair)]) == 8 * 7 // 2


# Help: a test for each row of the rules.


@pytest.mark.parametrize("help_", [Undo(), Shuffle(), Hint()])
def test_help_costs_five_times_the_pairs_on_the_table(help_: Move) -> None:
    game = Solitaire()
    state = game.deal(b"price")
    if not isinstance(help_, Undo):
        assert after(game, state, help_).boards[0].score == -360
    state = after(game, state, game.legal_moves(state, YOU)[0])
    earned = 0 if isinstance(help_, Undo) else state.boards[0].score
    assert after(game, state, help_).boards[0].score == earned - 355


def test_undo_restores_tiles_and_points_and_keeps_its_price() -> None:
    game = Solitaire()
    start = game.deal(b"undo")
    first = after(game, start, game.legal_moves(start, YOU)[0])
    second = after(game, first, game.legal_moves(first, YOU)[1])
    back = after(game, second, Undo()).boards[0]
    assert (back.left, back.free, back.faces) == (first.boards[0].left, first.boards[0].free, first.boards[0].faces)
    assert back.score == first.boards[0].score - 5 * 70
    further = after(game, second, Undo(), Undo()).boards[0]
    assert (further.left, further.free, further.score) == (start.boards[0].left, start.boards[0].free, -5 * 70 - 5 * 71)


def test_undo_is_not_possible_across_a_shuffle() -> None:
    game = Solitaire()
    state = game.deal(b"across")
    state = after(game, state, game.legal_moves(state, YOU)[0], Shuffle())
    with pytest.raises(IllegalMove, match="no pair to undo since the deal or the last shuffle"):
        game.apply(state, YOU, Undo())
    state = after(game, state, game.legal_moves(state, YOU)[0])
    assert Undo() in game.legal_moves(state, YOU)


@pytest.mark.parametrize(("help_", "word"), [(Undo(), "undo"), (Shuffle(), "shuffle"), (Hint(), "hint")])
def test_each_help_can_be_used_five_times(help_: Move, word: str) -> None:
    game = Solitaire()
    state = game.deal(b"five")
    for _ in range(5):
        if isinstance(help_, Undo):
            state = after(game, state, game.legal_moves(state, YOU)[0])
        state = after(game, state, help_)
    state = after(game, state, game.legal_moves(state, YOU)[0])
    assert help_ not in game.legal_moves(state, YOU)
    with pytest.raises(IllegalMove, match=f"no {word} is left"):
        game.apply(state, YOU, help_)


@settings(max_examples=30)
@given(st.binary(min_size=1, max_size=8), st.integers(0, 60))
def test_a_shuffle_moves_only_the_tiles_left_and_brings_a_free_pair(seed: bytes, pairs: int) -> None:
    game = Solitaire(SolitaireRules(level="wild"))
    state = game.deal(seed)
    for _ in range(pairs):
        taken = [move for move in game.legal_moves(state, YOU) if isinstance(move, TakePair)]
        if not taken:
            break
        state = after(game, state, taken[len(taken) // 2])
    before = state.boards[0]
    if Shuffle() not in game.legal_moves(state, YOU):
        return
    mixed = after(game, state, Shuffle()).boards[0]
    assert has_pair(mixed)
    assert (mixed.left, mixed.free) == (before.left, before.free)
    gone = list(bits(~before.left & game.shape.full))
    assert [mixed.faces[slot] for slot in gone] == [before.faces[slot] for slot in gone]
    assert sorted(mixed.faces) == sorted(before.faces)


@pytest.mark.parametrize("number", range(25))
def test_a_shuffle_brings_a_pair_even_when_only_two_places_are_free(number: int) -> None:
    game = Solitaire(SolitaireRules(layout="z0 y0: 0-94", level="wild"))
    assert has_pair(after(game, game.deal(b"row %d" % number), Shuffle()).boards[0])


def test_a_shuffle_with_fewer_than_two_free_places_is_refused_and_free_of_charge() -> None:
    game, state = given_game("1m 2m 5z 5z 1m 2m", PILE)
    state = after(game, state, "a1.3-a1.4")
    assert [game.move_text(move) for move in game.legal_moves(state, YOU)] == ["undo", "end", "restart"]
    with pytest.raises(IllegalMove, match="fewer than two places are free"):
        game.apply(state, YOU, Shuffle())
    assert state.boards[0].help.shuffles == 5


def test_equal_play_gets_equal_shuffles() -> None:
    game = Solitaire(SolitaireRules(players=2))
    state = game.deal(b"luck")
    for seat in (Seat(0), Seat(1)):
        state = after(game, state, game.legal_moves(state, seat)[3], Shuffle(), seat=seat)
    assert state.boards[0].faces == state.boards[1].faces
    assert after(game, state, Shuffle()).boards[0].faces != state.boards[0].faces
    other = game.deal(b"luck!")
    assert after(game, other, game.legal_moves(other, YOU)[3], Shuffle()).boards[0].faces != state.boards[0].faces


def test_the_luck_of_a_shuffle_depends_on_its_number_and_the_tiles_left_alone() -> None:
    """Two players who reach the same tiles in a different order get the same shuffle."""
    game = Solitaire()
    start = game.deal(b"order")
    pairs = [move for move in game.legal_moves(start, YOU) if isinstance(move, TakePair)]
    first = pairs[0]
    second = next(pair for pair in pairs if not {pair.first, pair.second} & {first.first, first.second})
    one = after(game, start, first, second, Shuffle()).boards[0]
    two = after(game, start, second, first, Shuffle()).boards[0]
    assert one.faces == two.faces


def test_the_same_shuffle_of_other_tiles_is_random_again() -> None:
    """With the same number and places but other tiles, the tiles that both boards share are shuffled differently."""
    game, start = given_game("1m 1m 2m 2m 3m 3m 4m 4m 5m 5m 6m 6m", "z0 y0/4/8/12/16/20/24/28/32/36/40/44: 0")
    _, other = given_game("1m 1m 2m 2m 3m 3m 4m 4m 5m 5m 9m 9m", game.rules.layout)
    other = msgspec.structs.replace(other, key=start.key)
    one, two = (after(game, state, Shuffle()).boards[0].faces for state in (start, other))
    assert [slot for slot in range(12) if one[slot] < 5] != [slot for slot in range(12) if two[slot] < 5]
    first = after(game, start, TakePair(Slot(0), Slot(1)), Shuffle()).boards[0]
    second = after(game, start, TakePair(Slot(2), Slot(3)), Shuffle()).boards[0]
    assert list(first.faces[4:]) != list(second.faces[4:])


def test_a_hint_shows_the_most_valuable_free_pair_in_the_lowest_slots() -> None:
    game, state = given_game("5z 1m 6z 1f 6z 1m 5z 2f", "z0 y0/4/8/12/16/20/24/28: 0")
    state, events = game.apply(state, YOU, Hint())
    assert events == (Hinted(YOU, 20, (Slot(3), Slot(7))),)
    assert state.boards[0].hint == (3, 7)
    state = after(game, state, TakePair(Slot(3), Slot(7)))
    assert state.boards[0].hint is None
    assert after(game, state, Hint()).boards[0].hint == (0, 6)


def test_a_hint_without_a_free_pair_is_refused_and_free_of_charge() -> None:
    game, state = given_game("1m 2m 1m 2m", "z0 y0: 0-6")
    with pytest.raises(IllegalMove, match="there is no free pair to hint at"):
        game.apply(state, YOU, Hint())
    assert (state.boards[0].help.hints, state.boards[0].score) == (5, 0)


def test_end_game_is_offered_when_no_shuffle_is_left_and_costs_nothing() -> None:
    game = Solitaire()
    state = game.deal(b"end")
    for _ in range(5):
        assert EndGame() not in game.legal_moves(state, YOU)
        with pytest.raises(IllegalMove, match="can be ended only when no shuffle is left"):
            game.apply(state, YOU, EndGame())
        state = after(game, state, Shuffle())
    assert EndGame() in game.legal_moves(state, YOU)
    ended = after(game, state, EndGame())
    assert game.result(ended) == Result((-5 * 360,), (), "ended")


def test_practice_starts_over_on_the_same_deal_with_fresh_help() -> None:
    game = Solitaire()
    start = game.deal(b"over")
    state = after(game, start, game.legal_moves(start, YOU)[0], Hint(), Shuffle(), StartOver())
    assert state.boards == start.boards
    assert after(game, state, Shuffle()).boards == after(game, start, Shuffle()).boards


def test_a_casual_game_undoes_and_redoes_everything_and_counts_no_points() -> None:
    game = Solitaire(SolitaireRules(casual=True))
    start = game.deal(b"casual")
    state = start
    for _ in range(8):
        state = after(game, state, game.legal_moves(state, YOU)[0])
    shuffled = after(game, state, Shuffle())
    back = after(game, shuffled, *[Undo()] * 9)
    assert (back.boards[0].faces, back.boards[0].left) == (start.boards[0].faces, start.boards[0].left)
    again = after(game, back, *[Redo()] * 9)
    assert (again.boards[0].faces, again.boards[0].left) == (shuffled.boards[0].faces, shuffled.boards[0].left)
    assert {one.boards[0].score for one in (state, shuffled, back, again)} == {0}
    with pytest.raises(IllegalMove, match="there is nothing to redo"):
        game.apply(again, YOU, Redo())


def test_a_casual_game_forgets_what_was_undone_when_another_pair_is_taken() -> None:
    game = Solitaire(SolitaireRules(casual=True))
    first, other, *_ = game.legal_moves(game.deal(b"casual"), YOU)
    state = after(game, game.deal(b"casual"), first, Undo(), Hint())
    assert Redo() in game.legal_moves(state, YOU)
    assert Redo() not in game.legal_moves(after(game, state, other), YOU)


def test_a_second_shuffle_of_a_casual_game_differs_from_the_first() -> None:
    game = Solitaire(SolitaireRules(casual=True))
    once = after(game, game.deal(b"casual"), Shuffle())
    assert after(game, once, Shuffle()).boards[0].faces != once.boards[0].faces


def test_a_contest_cannot_be_casual_and_a_scored_game_has_no_redo() -> None:
    with pytest.raises(InvalidOption, match="expected 1 player in a casual game, got 2"):
        SolitaireRules(players=2, casual=True)
    game = Solitaire()
    state = after(game, game.deal(b"x"), game.legal_moves(game.deal(b"x"), YOU)[0], Undo())
    with pytest.raises(IllegalMove, match="only a casual game has redo"):
        game.apply(state, YOU, Redo())


def test_a_contest_cannot_be_started_over_and_practice_only_a_few_times() -> None:
    contest = Solitaire(SolitaireRules(players=2))
    with pytest.raises(IllegalMove, match="only practice can be started over"):
        contest.apply(contest.deal(b"x"), YOU, StartOver())
    once = Solitaire(SolitaireRules(start_overs=1))
    with pytest.raises(IllegalMove, match="at most 1 start-over"):
        after(once, once.deal(b"x"), StartOver(), StartOver())


@pytest.mark.parametrize(
    ("tiles", "layout", "uses", "moves", "ending"),
    [
        ("1m 2m 2m 1m", "z0 y0: 0-6", 5, ["a1.1-a1.4", "a1.2-a1.3"], "cleared"),
        ("1m 2m 5z 5z 1m 2m", PILE, 0, ["a1.3-a1.4"], "stuck"),
        ("1m 2m 5z 5z 1m 2m", PILE, 1, ["a1.3-a1.4", "undo", "a1.3-a1.4"], "stuck"),
    ],
    ids=["board empty", "no help at all", "undo used up"],
)
def test_a_game_ends_automatically(tiles: str, layout: str, uses: int, moves: list[str], ending: str) -> None:
    game, state = given_game(tiles, layout, uses=uses)
    for move in moves:
        assert game.result(state) is None
        state = after(game, state, move)
    result = game.result(state)
    assert result is not None
    assert result.ending == ending


def test_a_stuck_board_goes_on_while_a_shuffle_or_an_undo_could_help() -> None:
    game, state = given_game("1m 2m 1m 2m", "z0 y0: 0-6")
    assert [game.move_text(move) for move in game.legal_moves(state, YOU)] == ["shuffle", "restart"]
    assert game.result(game.apply(state, YOU, Forfeit("time"))[0]) == Result((0,), (), "time")


# Bad moves.


@pytest.mark.parametrize(
    ("first", "second", "complaint"),
    [
        (0, 1, "expected a free tile, got 2s in a1.2"),
        (0, 0, "expected two slots in their order, got a1.1 a1.1"),
        (7, 0, "expected two slots in their order, got a1.8 a1.1"),
        (0, 7, "expected two matching tiles, got 1m in a1.1 and 2m in a1.8"),
        (0, 8, "expected slots from 0 to 7, got 8"),
        (-1, 7, "expected slots from 0 to 7, got -1"),
    ],
)
def test_a_bad_pair_is_refused_and_nothing_changes(first: int, second: int, complaint: str) -> None:
    game, state = given_game("1m 2s 1m 5z 5z 2m 2s 2m", ROW)
    before = msgspec.json.encode(state)
    with pytest.raises(IllegalMove, match=complaint):
        game.apply(state, YOU, TakePair(Slot(first), Slot(second)))
    assert msgspec.json.encode(state) == before


def test_an_error_does_not_reveal_a_covered_tile() -> None:
    game = Solitaire()
    state = game.deal(b"covered")
    covered = next(slot for slot in bits(game.shape.full) if not game.shape.is_seen(slot, game.shape.full))
    with pytest.raises(IllegalMove, match=r"expected a free tile, got a covered tile in "):
        game.apply(state, YOU, TakePair(covered, Slot(143)))


def test_a_removed_tile_cannot_be_taken_again() -> None:
    game, state = given_game("1m 2s 1m 5z 5z 1m 2s 1m", ROW)
    state = after(game, state, "a1.1-a1.8")
    with pytest.raises(IllegalMove, match=r"got none in a1.1"):
        game.apply(state, YOU, TakePair(Slot(0), Slot(1)))


@pytest.mark.parametrize(
    ("tiles", "complaint"),
    [
        ("1m 1m", "expected 8 tiles for this layout, got 2"),
        ("1m 1m 1m 2m 2m 2m 3m 3m", "expected an even number of tiles 1m, got 3"),
        ("1f 2f 3f 2m 2m 2m 2m 5z", "expected an even number of tiles 5z, got 1"),
        ("1f 2f 3f 2m 2m 2m 2m 2m", "expected an even number of tiles 2m, got 5"),
        ("1f 2f 3f 4f 5f 2m 2m 2m", "expected an even number of tiles 2m, got 3"),
    ],
)
def test_tiles_that_do_not_fit_are_refused(tiles: str, complaint: str) -> None:
    with pytest.raises(InvalidText, match=complaint):
        given_game(tiles, ROW)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"players": 13}, "expected players from 1 to 12, got 13"),
        ({"players": 0}, "expected players from 1 to 12, got 0"),
        ({"uses": 6}, "expected uses from 0 to 5, got 6"),
        ({"start_overs": -1}, "expected start_overs from 0 to 100, got -1"),
        ({"layout": "tortoise"}, "expected a layout .turtle, .* got 'tortoise'"),
    ],
)
def test_bad_options_are_refused(options: dict[str, int], complaint: str) -> None:
    with pytest.raises(InvalidOption, match=complaint):
        SolitaireRules(**options)  # type: ignore[arg-type]  # meant to be wrong


def test_equal_layouts_have_the_same_text_without_comments() -> None:
    spelled = SolitaireRules(layout="# a remark\nz0 y0: 0,2,4,6  # another\n\n")
    assert spelled.layout == "z0 y0: 0-6"
    assert spelled == SolitaireRules(layout="z0 y0: 0-6")
    assert Solitaire(spelled).view(Solitaire(spelled).deal(b"tea"), YOU).layout == "z0 y0: 0-6"
    assert SolitaireRules(layout="#\n" + layout_text(find_layout("moat"))).layout == "moat"
    with pytest.raises(InvalidOption, match="expected the text of a layout in at most 50000 characters"):
        SolitaireRules(layout="z0 y0: 0-6 #" + "x" * 70_000)


def test_the_largest_layout_in_its_longest_text_fits_into_a_record() -> None:
    scattered = "\n".join(f"z{z} " + "; ".join(f"y{2 * y}: {z + 4 * y}" for y in range(100, 140)) for z in range(25))
    rules = SolitaireRules(layout=scattered, level="gentle")  # with a certificate
    table = Play[SolitaireState, Move, Event, SolitaireView](Solitaire(rules), b"tea")
    assert len(table.state.boards[0].faces) == 1000
    assert table.state.deal.certificate is not None
    assert len(next(record_lines(table.record()))) < LONGEST_LINE
    assert parse_record(record_lines(table.record())) == table.record()


def test_practice_starts_over_only_as_often_as_a_record_can_hold() -> None:
    assert SolitaireRules().start_overs == 100
    large = SolitaireRules(layout="z0 y0/2/4/6/8/10/12/14/16/18: 0-98\nz1 y0/2/4/6/8/10/12/14/16/18: 0-98")
    assert large.start_overs == 20_000 // (500 + 21) - 1 == 37
    game = Solitaire(msgspec.structs.replace(large, level="wild"))
    state, played = game.deal(b"long"), 0
    for _ in range(large.start_overs + 1):
        while pairs := [move for move in game.legal_moves(state, YOU) if isinstance(move, TakePair)][:1]:
            state, played = after(game, state, *pairs), played + 1
        if StartOver() in game.legal_moves(state, YOU):
            state, played = after(game, state, StartOver()), played + 1
    assert StartOver() not in game.legal_moves(state, YOU)
    assert played < 20_000


def test_the_refusal_of_a_move_helps_its_player() -> None:
    with pytest.raises(InvalidText, match=r"undo, shuffle, hint, end, resign, restart, got 'tea'"):
        Solitaire().parse_move("tea")
    with pytest.raises(InvalidText, match=r"undo, shuffle, hint, end, resign, got 'tea'"):
        Solitaire(SolitaireRules(players=2)).parse_move("tea")


# Contests.


def test_a_contest_is_never_over_before_its_first_move() -> None:
    practice = Solitaire(SolitaireRules(layout=ROW, level="wild", uses=0))
    contest = Solitaire(SolitaireRules(layout=ROW, level="wild", uses=0, players=2))
    seeds = [b"stuck %d" % number for number in range(40)]
    assert {practice.result(practice.deal(seed)) is None for seed in seeds} == {True, False}
    for seed in seeds:
        assert contest.to_move(contest.deal(seed)) == (0, 1)
        if practice.result(practice.deal(seed)) is None:
            assert contest.deal(seed).deal == practice.deal(seed).deal
    tower = Solitaire(SolitaireRules(layout="z0 y0: 0\nz1 y0: 0", level="wild", players=2))
    with pytest.raises(InvalidOption, match="expected a contest that begins with a free pair or help"):
        tower.deal(b"tea")


def test_a_pair_is_called_by_the_tiles_on_the_board_of_the_seat_that_takes_it() -> None:
    table: Play[SolitaireState, Move, Event, SolitaireView] = Play(Solitaire(SolitaireRules(players=2)), b"tea")
    before = [table.game.shorthands(table.state, YOU, move) for move in table.legal(YOU)]
    table.apply(Seat(1), Shuffle())
    assert [table.game.shorthands(table.state, YOU, move) for move in table.legal(YOU)] == before
    board = table.state.boards[1]
    pairs = [move for move in table.legal(Seat(1)) if isinstance(move, TakePair)]
    for move in pairs:
        first, second = TEXTS[board.faces[move.first]], TEXTS[board.faces[move.second]]
        assert first + second in table.game.shorthands(table.state, Seat(1), move)
    lone = next(words for words in before if sum(words[0] in other for other in before) == 1)
    assert table.play(lone[0], YOU)


def contest(players: int, *, rake: int = 0, stake: int = 100) -> SolitaireMatch:
    return SolitaireMatch("pot", SolitaireRules(players=players, layout=ROW), stake, rake)


@pytest.mark.parametrize(
    ("players", "winners", "stake", "rake", "gains"),
    [
        (3, (1,), 100, 0, {"seat 0": -100, "seat 1": 200, "seat 2": -100}),
        (4, (2, 0), 100, 0, {"seat 0": 100, "seat 1": -100, "seat 2": 100, "seat 3": -100}),
        (5, (3, 0, 1), 5, 0, {"seat 0": 3, "seat 1": 3, "seat 2": -5, "seat 3": 4, "seat 4": -5}),
        (2, (0,), 100, 5, {"seat 0": 90, "seat 1": -100, "house": 10}),
        (3, (2, 1), 101, 10, {"seat 0": -101, "seat 1": 35, "seat 2": 36, "house": 30}),
        (2, (0, 1), 0, 0, {"seat 0": 0, "seat 1": 0}),
    ],
    ids=["one takes all", "a tie is shared", "odd tallies to the first to finish", "rake", "rake and odd", "no stake"],
)
def test_the_pot_goes_to_the_winners(
    players: int, winners: Sequence[int], stake: int, rake: int, gains: dict[str, int]
) -> None:
    scores = tuple(9 if seat in winners else 1 for seat in range(players))
    result = Result(scores, tuple(Seat(seat) for seat in winners), "all_finished")
    ledger = Match(contest(players, stake=stake, rake=rake), b"pot").add(result).ledger
    balances = ledger.balances()
    assert balances.pop("pot") == 0
    assert balances == gains
    assert sum(balances.values()) == 0


def test_winners_stand_in_the_order_they_finished() -> None:
    game = Solitaire(SolitaireRules(players=3, layout=ROW))
    state = game.start(parse_tiles("1m 2m 3m 4m 4m 3m 2m 1m"))
    for seat in (Seat(2), Seat(0)):
        while seat in game.to_move(state):
            state = after(game, state, game.legal_moves(state, seat)[0], seat=seat)
    assert game.result(state) is None
    assert game.to_move(state) == (1,)
    state = after(game, state, Forfeit("time"), seat=Seat(1))
    assert game.result(state) == Result((10, 0, 10), (Seat(2), Seat(0)), "all_finished")


def test_a_player_who_resigns_keeps_the_score_and_may_win_with_it() -> None:
    game = Solitaire(SolitaireRules(players=2))
    state = game.deal(b"resign")
    state = after(game, state, game.legal_moves(state, YOU)[0], Forfeit("resigned"))
    reached = state.boards[0].score
    with pytest.raises(IllegalMove, match="seat 0 has finished: resigned"):
        game.apply(state, YOU, Shuffle())
    state = after(game, state, Forfeit("absent"), seat=Seat(1))
    assert game.result(state) == Result((reached, 0), (YOU,), "all_finished")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [({"rake": 101}, "expected a rake from 0 to 100 percent"), ({"stake": -1}, "expected a stake of at least 0")],
)
def test_an_impossible_contest_is_refused(options: dict[str, int], complaint: str) -> None:
    with pytest.raises(InvalidOption, match=complaint):
        contest(2, **options)


def test_a_contest_for_a_pot_needs_several_players() -> None:
    with pytest.raises(InvalidOption, match="expected at least 2 players"):
        make_match(Solitaire(), "pot")


# Hidden information.


def test_a_contest_shows_scores_and_tiles_left_but_no_other_board() -> None:
    game = Solitaire(SolitaireRules(players=3))
    state = game.deal(b"view")
    state, (event,) = game.apply(state, YOU, game.legal_moves(state, YOU)[0])
    for eye in (Seat(1), Seat(2), None):
        view = game.view(state, eye)
        assert [standing.tiles for standing in view.standings] == [142, 144, 144]
        assert view.standings[0].score > 0
        assert view.deal is None
        assert msgspec.json.encode(game.seen_by(event, eye)).count(b"[]") == 2
    assert game.view(state, None).board is None
    own, other = game.view(state, YOU).board, game.view(state, Seat(1)).board
    assert own is not None
    assert other is not None
    assert (own.cells.count(".."), other.cells.count("..")) == (2, 0)


def test_the_key_of_the_shuffles_and_the_deal_never_reach_a_view_before_the_end() -> None:
    game = Solitaire(SolitaireRules(layout="escalator"))
    state = game.deal(b"secret")
    sent = b""
    moves = 0
    while game.to_move(state):
        sent += msgspec.json.encode(game.view(state, YOU))
        legal = game.legal_moves(state, YOU)
        state, events = game.apply(state, YOU, legal[moves % len(legal)] if moves < 40 else Forfeit())
        moves += 1
        if game.to_move(state):
            sent += msgspec.json.encode([game.seen_by(event, YOU) for event in events])
    assert base64.b64encode(state.key) not in sent
    assert state.deal.tiles.encode() not in sent
    assert game.view(state, YOU).deal == state.deal


def test_a_face_is_seen_when_some_part_of_the_tile_is_uncovered() -> None:
    layout = "z0 y0: 0-2\nz1 y0: 0; y1: 3\nz2 y0: 6-8"
    game, state = given_game("1m 2m 1m 2m 5z 5z", layout)
    view = game.view(state, YOU).board
    assert view is not None
    assert view.cells == ("??", "2m", "1m", "2m", "5z", "5z")
    assert view.unseen == (Tile.M1,)
    assert view.free == (2, 3, 4, 5)


def test_a_tile_that_is_covered_again_by_an_undo_is_hidden_again() -> None:
    game, state = given_game("1m 2m 1m 2m 5z 5z", "z0 y0: 0-2\nz1 y0: 0-2\nz2 y0: 0-2")
    top = after(game, state, "c1.1-c1.2")
    opened, hidden = game.view(top, YOU).board, game.view(after(game, top, Undo()), YOU).board
    assert opened is not None
    assert hidden is not None
    assert opened.cells == ("??", "??", "1m", "2m", "..", "..")
    assert hidden.cells == ("??", "??", "??", "??", "5z", "5z")
