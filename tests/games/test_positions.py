"""Positions as text: every position of a game can be written, read and played on; invalid texts are refused."""

from random import Random
from typing import Any

import pytest

from teahouse.core.errors import InvalidText, TeahouseError
from teahouse.core.game import AnyGame
from teahouse.core.seats import Seat
from teahouse.core.tiles import Tile
from teahouse.games import GAMES, make_game
from teahouse.games.classic import Classic, ClassicState
from teahouse.games.positions import LONGEST_POSITION, PlayedMove, PositionText
from teahouse.games.solitaire import StartOver, TakePair
from teahouse.games.solitaire.layout import Slot

PLAYED: list[tuple[str, dict[str, Any]]] = [
    ("battle", {}),
    ("classic", {"ruleset": "british"}),
    ("classic", {"ruleset": "club"}),
    ("classic", {"ruleset": "two-players"}),
    ("classic", {"ruleset": "three-players", "east": 2}),
    ("solitaire", {"level": "wild"}),
    ("solitaire", {"level": "wild", "casual": True}),
    ("solitaire", {"level": "wild", "layout": "z0 y0/2: 0-6\nz1 y1: 2-4"}),
]


def texts_of(game: str) -> PositionText:
    texts = GAMES[game].positions
    assert texts is not None
    return texts


def is_between_answers(state: Any) -> bool:
    """Has somebody already answered the open claim? Such a state cannot be written as a position."""
    window = getattr(state, "window", None)
    return window is not None and any(answer is not None for answer in window.answers)


@pytest.mark.parametrize(("name", "options"), PLAYED)
def test_a_deal_written_and_read_again_is_played_the_same_way_to_the_end(name: str, options: dict[str, Any]) -> None:
    texts, game, rng = texts_of(name), make_game(name, options), Random(7)
    state = game.deal(b"positions")
    other, again = texts.parse(texts.write(game, state, Seat(0)))
    for _ in range(600):
        if game.result(state) is not None:
            break
        seat = game.to_move(state)[0]
        moves = [move for move in game.legal_moves(state, seat) if not isinstance(move, StartOver)]
        assert moves == list(other.legal_moves(again, seat))
        move = rng.choice(moves)
        (state, _), (again, _) = game.apply(state, seat, move), other.apply(again, seat, move)
        check_round_trip(texts, game, state)
    ended, same = game.result(state), other.result(again)
    assert ended is not None
    assert same is not None
    assert (ended.scores, ended.winners) == (same.scores, same.winners)


def check_round_trip(texts: PositionText, game: AnyGame, state: Any) -> None:
    if game.result(state) is None and not is_between_answers(state):
        text = texts.write(game, state, Seat(0))
        assert texts.write(*texts.parse(text), Seat(0)) == text


@pytest.mark.parametrize("name", GAMES)
def test_the_example_of_a_game_can_be_played(name: str) -> None:
    game, state = texts_of(name).parse(texts_of(name).example())
    assert len(game.legal_moves(state, game.to_move(state)[0])) > 1


def classic(text: str) -> tuple[Classic, ClassicState]:
    game, state = texts_of("classic").parse(text)
    assert isinstance(game, Classic)
    return game, state


def test_a_hand_alone_is_a_position_of_east_with_random_other_tiles() -> None:
    game, state = classic("123m 456p 77s 23s 88p 1z 5p\ndiscards: 1z 9m 5p")
    assert state.turn == 0
    assert state.drawn == Tile.P5
    assert [laid.seat for laid in state.discards] == [1, 2, 3]
    everything = [*state.wall, *state.box, *(laid.tile for laid in state.discards)]
    everything += [tile for hand in state.hands for tile in hand]
    assert len(everything) == 144
    assert all(everything.count(tile) == (1 if tile.is_bonus else 4) for tile in Tile)
    assert classic("123m 456p 77s 23s 88p 1z 5p\ndiscards: 1z 9m 5p")[1] == state
    assert len(game.legal_moves(state, Seat(0))) > 5


def test_a_discard_on_offer_asks_the_others() -> None:
    game, state = classic("south: 55m 123p 456p 789p 99s\nwest: ? [111z]\noffer: 5m@west")
    assert game.to_move(state) == (0, 1, 3)
    assert [game.move_text(move) for move in game.legal_moves(state, Seat(1))] == ["mahjong", "pong", "pass"]
    assert len(state.hands[2]) == 10


BAD = [
    ("battle", "", "expected 9 rows"),
    ("battle", "to move: 2\n" + "\n".join([" ".join([".."] * 12)] * 9), "to move: expected at most 1"),
    ("battle", "scores: 500 0\n" + "\n".join([" ".join([".."] * 12)] * 9), "scores: expected at most"),
    ("battle", "\n".join([" ".join(["5m", *[".."] * 11])] + [" ".join([".."] * 12)] * 8), "tiles 5m, got 1"),
    ("classic", "", "expected a hand"),
    ("classic", "123m 456p 77s 23s 88p 1z", "east: expected 14 tiles beside 0 melds (on its turn), got 13"),
    ("classic", "11111m 456p 77s 23s 88p", "expected at most 4 tiles 1m, got 5"),
    ("classic", "123m 456p 77s 23s 88p 1z 5p\ncolour: red", "line 2: expected one of"),
    ("classic", "123m 456p 77s 23s 88p 1z 5p\ndiscards: 5x", "discards: expected a tile"),
    ("classic", "123m 456p 77s 23s 88p 1z 5p\noffer: 5m@west up", "offer: expected a tile"),
    ("classic", "123m 456p 77s 23s 88p 1z 5p\nturn: noon", "turn: expected one of"),
    ("classic", "ruleset: chess\n123m 456p 77s 23s 88p 1z 5p", "ruleset: expected a ruleset"),
    ("classic", 'ruleset: {"limit": 3}\n123m 456p 77s 23s 88p 1z 5p', "ruleset: "),
    ("classic", "seats: east north west south\n123m 456p 77s 23s 88p 1z 5p", "seats: expected"),
    ("classic", "123m 456p 77s 23s 88p 1z 5p\nbonus: 5m", "bonus: expected Flowers"),
    ("classic", "123m 456p 77s 23s 88p 1z 5p\nwall: 5m\nbox: 5m", "wall: expected every tile in a place"),
    ("solitaire", "", "expected layout: with a name"),
    ("solitaire", "layout: maze", "layout: expected one of turtle"),
    ("solitaire", "layout: turtle\n5m 5m", "expected 144 tiles or .. for this layout, got 2"),
    ("solitaire", "z0 y0: 0-6\n5m 5m 6m ..", "expected an even number of tiles 6m, got 1"),
    ("solitaire", "z0 y0: 0-6\nb1: 5m 5m .. ..", "line 2: expected row a1 with 4 tiles or .., got row b1 with 4"),
    ("solitaire", "z0 y0: 0-6\nhelp: 9 0 0\n5m 5m .. ..", "help: expected at most 5"),
    ("solitaire", "z0 y0: 0-6\nkey: tea\n5m 5m .. ..", "key: expected"),
    ("solitaire", "z0 y0: 0-6\nscore: many\n5m 5m .. ..", "score: expected"),
]


@pytest.mark.parametrize(("name", "text", "says"), BAD, ids=[f"{name}: {says}" for name, _, says in BAD])
def test_a_bad_position_is_refused_with_what_was_expected(name: str, text: str, says: str) -> None:
    with pytest.raises(TeahouseError, match=r".") as refusal:
        texts_of(name).parse(text)
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("name", GAMES)
def test_a_position_has_a_largest_size(name: str) -> None:
    with pytest.raises(InvalidText, match="at most"):
        texts_of(name).parse("#" * (LONGEST_POSITION + 1))


def test_what_the_deal_command_prints_of_solitaire_is_a_position() -> None:
    game = make_game("solitaire", {"level": "gentle"})
    state = game.deal(b"tea")
    assert texts_of("solitaire").parse(GAMES["solitaire"].deal_text(state)).state.boards[0].left == state.boards[0].left


def test_a_line_of_solitaire_begins_where_the_board_was_last_started_over() -> None:
    first, second = TakePair(Slot(0), Slot(1)), TakePair(Slot(2), Slot(3))
    moves = [PlayedMove(1, Seat(0), first), PlayedMove(2, Seat(0), StartOver()), PlayedMove(3, Seat(0), second)]
    assert texts_of("solitaire").line(moves, Seat(0)) == [PlayedMove(3, Seat(0), second)]
    others = [PlayedMove(1, Seat(1), first), PlayedMove(2, Seat(0), second)]
    assert texts_of("solitaire").line(others, Seat(1)) == [PlayedMove(1, Seat(0), first)]
