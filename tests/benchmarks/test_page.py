"""The page of figures."""

import pytest
from benchmarks.battle import search
from benchmarks.battle.growth_picture import Cost
from benchmarks.measure import Figure
from benchmarks.page import PAGE, page, promise, row, section, sections
from benchmarks.subjects import SUBJECTS

from benchmarks import __main__ as command

RATE = Figure("a figure", "moves/s", 300.0, 100.0, "a peer 1.2", 2.0, "a note")
TIME = Figure("a wait", "ms", 3.0, 1.5, "a peer 1.2")


def test_the_page_has_no_other_section_than_subjects() -> None:
    found = sections(PAGE.read_text(encoding="utf-8"))
    assert set(found) <= set(SUBJECTS)
    assert any("ratio" in body for body in found.values())


def test_a_failing_subject_is_named_and_the_others_are_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measured(subject: str, *, is_written: bool) -> list[Figure]:
        if subject == "classic":
            raise OSError("no peer")
        return [RATE] if is_written else []

    monkeypatch.setattr(command, "measured", measured)
    assert command.measure_all(["battle", "classic", "hands"], is_written=True) == ([RATE, RATE], ["classic"])
    errors = capsys.readouterr().err
    assert "3 of 3: hands" in errors
    assert "OSError: no peer" in errors


def test_measuring_a_subject_replaces_its_section_alone() -> None:
    text = page({"battle": "old battle\n", "classic": "old classic\n"}, SUBJECTS)
    found = sections(text)
    assert list(found) == list(SUBJECTS)
    found["battle"] = section("battle", [RATE, TIME], (0.5, 1.5))
    again = sections(page(found, SUBJECTS))
    assert again["classic"].strip() == "old classic"
    assert "| a figure | 300 moves/s | 100 moves/s | 3 × | 2 ×, kept | a peer 1.2 | a note |" in again["battle"]
    assert "under a load of 0.5 before and 1.5 after" in again["battle"]
    assert "Not measured yet: `python -m benchmarks solitaire --write`" in again["solitaire"]


def test_ratios_of_times_and_broken_promises_are_written() -> None:
    assert "2 × the time" in row(TIME)
    assert promise(RATE._replace(ours=150.0)) == "2 ×, missed"
    assert promise(TIME) == ""


def test_the_cost_of_battle_replaces_only_its_old_table() -> None:
    text = search.PAGE.read_text(encoding="utf-8")
    cost = Cost(60, 2, 1000.0, 2000.0, 12.0, 34.0)
    again = search.with_table(text, [cost], "measured so")
    assert "| 60 | 2 | 1,000 | 2,000 | 12 | 34 | aim 30 ms, worst 300 ms: kept |\n\nmeasured so\n" in again
    before, _, after = text.partition(search.HEAD)
    assert again.startswith(before)
    assert again.endswith(after.partition("![Growth")[2])
    assert search.with_table(again, [cost], "measured so") == again


def test_an_aim_is_kept_only_where_median_and_worst_are() -> None:
    cost = Cost(60, 2, 1000.0, 2000.0, 30.0, 300.0)
    assert search.aim(cost).endswith(": kept")
    assert search.aim(cost._replace(ms=31.0)).endswith(": missed")
    assert search.aim(cost._replace(worst_ms=301.0)).endswith(": missed")
    assert search.aim(cost._replace(tiles=64)) == ""


def test_two_threads_are_measured_beside_one() -> None:
    one, two = Cost(70, 1, 1e5, 1e6, 80.0, 500.0), Cost(70, 2, 1e5, 1e6, 50.0, 400.0)
    assert search.growth(one, None).peer is None
    assert search.growth(two, one).ratio == 50 / 80
    assert search.growth(two, two).peer is None
