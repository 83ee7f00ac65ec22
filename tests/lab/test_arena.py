"""Arenas: equal deals for all players, the same results on every machine, and correct statistics."""

from collections import Counter
from functools import partial
from pathlib import Path

import msgspec
import pytest

from teahouse.core.errors import InvalidOption, InvalidText
from teahouse.games import make_game
from teahouse.lab import Arena, run_arena
from teahouse.lab.arena import ArenaGame, ArenaTable, make_arena, seatings
from teahouse.lab.extras import MissingExtra, library
from teahouse.lab.results import OtherArena
from teahouse.lab.running import played
from teahouse.lab.standings import margin, share, standings
from teahouse.lab.statistics import Scores, estimate, ratings
from teahouse.lab.worker_pool import WorkLost, work_through
from teahouse.players.battle.bots import GreedyPlayer
from tests.lab.workers import Doomed, Mortal

DUEL = Arena(game="battle", players=("greedy", "random"), seed="tea")


def one_process(arena: Arena, deals: int, out: Path | None = None) -> list[ArenaGame]:
    found = played(make_arena(arena), deals, partial(work_through, jobs=1), out)
    return [game for deal in found for game in deal]


@pytest.mark.parametrize(("players", "seats"), [(2, 2), (3, 2), (2, 4), (3, 4), (4, 4), (6, 4), (2, 3)])
def test_everybody_sits_equally_often_in_every_seat(players: int, seats: int) -> None:
    found = Counter((player, seat) for seating in seatings(players, seats) for seat, player in enumerate(seating))
    assert len(found) == players * seats
    assert len(set(found.values())) == 1


def test_both_players_meet_the_same_deal_from_both_sides() -> None:
    first, second = one_process(DUEL, 1)
    assert first.players == second.players[::-1] == ("greedy", "random")
    assert first.deal == second.deal == 0


@pytest.mark.parametrize(("game", "best"), [("battle", "greedy"), ("classic", "simple"), ("solitaire", "careful")])
def test_the_number_of_processes_changes_no_result(game: str, best: str, tmp_path: Path) -> None:
    arena = Arena(game=game, players=(best, "random"))
    files = [tmp_path / f"{jobs}.jsonl" for jobs in (1, 2)]
    tables = [run_arena(arena, 3, jobs=jobs, out=file) for jobs, file in zip((1, 2), files, strict=True)]
    assert tables[0] == tables[1]
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_searching_player_has_the_same_results_twice() -> None:
    arena = Arena(game="battle", players=("easy", "medium"))
    assert one_process(arena, 1) == one_process(arena, 1)


def test_an_arena_continues_where_its_file_ends(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    one_process(DUEL, 4, whole)
    data = whole.read_bytes()
    broken.write_bytes(data[: int(len(data) * 0.7)])
    assert one_process(DUEL, 4, broken) == one_process(DUEL, 4)
    assert broken.read_bytes() == data


def test_a_finished_file_is_only_read(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    one_process(DUEL, 2, file)
    stamp = file.stat().st_mtime_ns
    assert len(one_process(DUEL, 1, file)) == 2
    assert file.stat().st_mtime_ns == stamp


@pytest.mark.parametrize(
    ("other", "complaint"),
    [
        (Arena(game="battle", players=("greedy", "random"), seed="coffee"), 'its seed is "coffee"'),
        (Arena(game="battle", players=("random", "greedy"), seed="tea"), 'its players is ["random","greedy"]'),
        (Arena(game="classic", players=("simple", "random"), seed="tea"), 'its game is "classic"'),
    ],
)
def test_a_results_file_of_another_arena_is_refused_and_kept(other: Arena, complaint: str, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    one_process(other, 1, file)
    before = file.read_bytes()
    with pytest.raises(OtherArena, match="got those of another") as caught:
        one_process(DUEL, 2, file)
    assert complaint in str(caught.value)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "text", [b"not json\n", b"{}\n", b'{"a":1}', b"\xff\xfe\n", b'{"arena":1,"format":1}\n'], ids=repr
)
def test_a_file_that_holds_no_results_is_refused_and_kept(text: bytes, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(text)
    with pytest.raises(InvalidText, match="line 1: not the results of an arena"):
        one_process(DUEL, 1, file)
    assert file.read_bytes() == text


def test_a_line_of_another_deal_is_named(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    one_process(DUEL, 2, file)
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:2] + lines[3:]))
    with pytest.raises(InvalidText, match="line 3: expected deal 0, got 1"):
        one_process(DUEL, 3, file)


@pytest.mark.parametrize(
    ("arena", "complaint"),
    [
        (Arena(game="go", players=("a", "b")), "expected a game"),
        (Arena(game="battle", players=("greedy", "nobody")), "expected a player of battle"),
        (Arena(game="battle", players=("greedy",)), "expected at least 2 players, got 1"),
        (Arena(game="battle", players=("greedy",) * 3), "expected at most 2 players at battle with its 2 seats, got 3"),
        (Arena(game="classic", players=("random",) * 5), "expected at most 4 players"),
        (Arena(game="solitaire", players=("random",) * 13), "expected at most 12 players"),
        (Arena(game="battle", players=("greedy", "random"), options={"x": 1}), "expected an option of battle"),
        (Arena(game="battle", players=("greedy", "random"), seed=""), "expected a seed"),
    ],
)
def test_an_impossible_arena_is_refused(arena: Arena, complaint: str) -> None:
    with pytest.raises(InvalidOption, match=complaint):
        make_arena(arena)


def test_every_pair_meets_in_a_round_robin() -> None:
    arena = Arena(game="battle", players=("greedy", "random", "random"), round_robin=True)
    met = Counter(game.players for game in one_process(arena, 1))
    names = ("greedy", "random", "random (2)")
    assert met == Counter((one, other) for one in names for other in names if one != other)


def test_an_arena_finds_the_better_player() -> None:
    found = run_arena(DUEL, 10, jobs=1)
    greedy, random = found.rows
    assert greedy.won + greedy.drawn + greedy.lost == 20 == found.games
    assert (greedy.won, greedy.lost) == (random.lost, random.won)
    assert greedy.elo is not None
    assert random.elo is not None
    assert greedy.elo.low is not None
    assert greedy.elo.low > 0 > random.elo.mean == pytest.approx(-greedy.elo.mean)
    assert greedy.ahead.mean == pytest.approx(-random.ahead.mean)


def test_the_points_of_a_classic_arena_sum_to_nothing() -> None:
    found = run_arena(Arena(game="classic", players=("simple", "random")), 2, jobs=1)
    assert sum(row.points.mean for row in found.rows) == pytest.approx(0)
    assert found.rows[0].elo is None
    assert found.rows[0].ahead.mean == 0


def test_a_failing_player_loses_its_moves_but_does_not_stop_the_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(GreedyPlayer, "choose", fail)
    found = standings(make_arena(DUEL), one_process(DUEL, 1))
    assert found.rows[0].faults == {"crash": pytest.approx(found.games * 25, abs=10)}
    assert not found.rows[1].faults
    assert "lost moves" in found.header()


def test_a_results_table_draws_itself() -> None:
    found = run_arena(DUEL, 2, jobs=1)
    html = found._repr_html_()  # pyright: ignore[reportPrivateUsage] - the name that notebooks call
    assert html.startswith("<table><caption>battle: 2 deals, 4 games, seed tea</caption>")
    assert html.count("<tr>") == 3


def test_shares_and_margins_of_a_playing() -> None:
    shared = ArenaGame(deal=0, players=("a", "b", "c"), scores=(5, 5, 2), winners=(0, 1), ending="x", plies=1)  # type: ignore[arg-type]
    assert [share(shared, seat) for seat in range(3)] == [0.5, 0.5, 0]
    assert [margin(shared, seat) for seat in range(3)] == [1.5, 1.5, -3]
    drawn = msgspec.structs.replace(shared, winners=())
    assert [share(drawn, seat) for seat in range(3)] == pytest.approx([1 / 3] * 3)


def test_elo_is_the_odds_of_winning() -> None:
    # 3 of 4 points, and the drawn game that is added: 3.5 of 5, odds 7 to 3
    deals: list[Scores] = [{(0, 1): (2.0, 2.0)}, {(0, 1): (1.0, 2.0)}]
    better, worse = ratings(2, deals)
    assert better.mean - worse.mean == pytest.approx(400 * 0.36797678, abs=1e-4)
    assert better.error == pytest.approx(worse.error)


def test_elo_of_three_players_agrees_with_all_their_results() -> None:
    deals: list[Scores] = [
        {(0, 1): (3.0, 4.0), (1, 2): (3.0, 4.0), (0, 2): (3.0 + each % 2, 4.0)} for each in range(40)
    ]
    first, second, third = (each.mean for each in ratings(3, deals))
    assert first > second > third
    assert first + second + third == pytest.approx(0, abs=1e-6)
    assert first - second == pytest.approx(second - third, abs=1e-6)


def test_intervals_shrink_with_the_root_of_the_deals() -> None:
    few, many = (estimate([0, 1] * count) for count in (50, 5000))
    assert few.error is not None
    assert many.error is not None
    assert few.error / many.error == pytest.approx(10, rel=0.03)
    assert estimate([3]).error is None


def test_a_worker_that_dies_is_replaced_and_its_task_done_again(tmp_path: Path) -> None:
    mark = tmp_path / "died"
    assert list(work_through(partial(Mortal, mark, 2), range(6), 2)) == [0, 1, 4, 9, 16, 25]
    assert mark.exists()


def test_a_task_that_kills_every_worker_is_reported(tmp_path: Path) -> None:
    with pytest.raises(WorkLost, match="got the death of 3 workers"):
        list(work_through(partial(Doomed, tmp_path / "x", 0), range(2), 2))


def test_an_arena_names_the_extra_of_a_missing_library() -> None:
    with pytest.raises(MissingExtra, match=r'pip install "teahouse\[ray\]"'):
        library("no_such_module", "ray")


def test_a_table_plays_with_the_options_of_its_arena() -> None:
    arena = make_arena(Arena(game="solitaire", players=("random", "hint"), options={"uses": 0}))
    assert arena.options["players"] == 2
    assert ArenaTable(arena).game.rules == make_game("solitaire", {"players": 2, "uses": 0}).rules
