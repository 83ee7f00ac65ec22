"""Liability, the source of replacements for bonus tiles, and winning streaks: options of Hong Kong and the West."""

import pytest

from teahouse.core.game import Result
from teahouse.core.seats import Seat
from teahouse.games.classic import Classic, ClassicMatch, ClassicRules, Drew
from teahouse.games.classic.match import streak
from tests.deals.script import Script
from tests.games.classic.test_play_options import bare

FOURTH_WIND = """
ruleset western
hand 0 1z 2z 3z 147m 258p 77z 6z 5s 5z
hand 1 112233z 44z 556s 9m 1p
hand 2 369m 147p 258m 1z 99s 8s
hand 3 4z 18m 36p 9p 55z 66z 77s 3m
wall 1s 2s 3s 4s 6m 7m 8m 9m 1m 2m 3m 4m
0 1z; 1 pong
1 9m
2 9s
3 3m
0 2z; 1 pong
1 1p
2 8s
3 7s
0 3z; 1 pong
1 6s
2 1s
3 4z; 1 mahjong
"""


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("dangerous_discard", {"dangerous_discard": (0, 512, 0, -512), "none": (-256, 512, -128, -128)}),
        ("fed_twelve_tiles_of_a_suit", {"fed_sets": (0, 192, 0, -192), "none": (-64, 192, -64, -64)}),
    ],
)
def test_a_liable_player_pays_for_all(name: str, values: dict[str, tuple[int, ...]]) -> None:
    for value, scores in values.items():
        outcome = Script(bare(name), {"liability": value, "losers_settle": value == "dangerous_discard"}).play()
        assert outcome.scores == scores
        assert outcome.state.wins[0].liable == (None if value == "none" else 3)


def test_a_player_without_a_safe_discard_is_not_liable() -> None:
    outcome = Script(bare("dangerous_discard_without_a_choice")).play()
    assert outcome.state.wins[0].liable is None
    assert outcome.state.wins[0].losers


def test_the_giver_of_the_fourth_set_of_winds_pays_for_all() -> None:
    outcome = Script(FOURTH_WIND).play()
    assert outcome.state.wins[0].liable == 3


@pytest.mark.parametrize(("value", "supply"), [("wall", "wall"), ("kong_box", "kong_box")])
def test_bonus_tiles_are_replaced_from_the_wall_or_the_kong_box(value: str, supply: str) -> None:
    script = bare("bonus_tile_replaced_from_the_wall", until="1 mahjong")
    outcome = Script(script, {"bonus_replacement": value}).play()
    assert [event.supply for event in outcome.events if isinstance(event, Drew)][-1] == supply


def test_without_the_row_seven_bonus_tiles_are_no_mahjong() -> None:
    script = bare("seven_bonus_tiles", until="0 mahjong")
    assert "mahjong" in Script(script).play().may(0)
    assert "mahjong" not in Script(script, {"special_hands.seven_bonus_tiles": "off"}).play().may(0)


def won(east: int, *winners: int) -> Result:
    return Result((0, 0, 0, 0), tuple(Seat(seat) for seat in winners), "mahjong", {"east": east, "dealer": east})


def test_a_streak_is_easts_wins_in_a_row() -> None:
    assert streak(Seat(2), (won(1, 2), won(2, 2), won(2, 2))) == 2
    assert streak(Seat(2), (won(2, 2), won(2))) == 0
    assert streak(Seat(1), ()) == 0


@pytest.mark.parametrize(("wins", "option", "score"), [(12, 13, 1000), (11, 13, 128), (11, 12, 1000)])
def test_easts_thirteenth_win_in_a_row_is_a_limit_hand(wins: int, option: int, score: int) -> None:
    head = f"seats east=1 dealer=0\nstreak {wins}\n"
    outcome = Script(head + bare("bonus_tile_replaced_from_the_wall"), {"streak_wins": option}).play()
    assert outcome.state.wins[0].score.score == score


def test_a_session_carries_the_streak_into_the_next_deal() -> None:
    match = ClassicMatch("session", ClassicRules(ruleset="western"))
    setup = match.setup((won(0, 0), won(0, 0)))
    assert setup is not None
    game = setup.game
    assert isinstance(game, Classic)
    assert game.rules.streak == 2
    assert game.deal(b"streak").opening.streak == 2
