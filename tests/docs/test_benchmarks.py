"""The page of figures."""

from benchmarks.__main__ import SUBJECTS
from benchmarks.measure import Figure
from benchmarks.page import PAGE, page, promise, row, section, sections

RATE = Figure("a figure", "moves/s", 300.0, 100.0, "a peer 1.2", 2.0, "a note")
TIME = Figure("a wait", "ms", 3.0, 1.5, "a peer 1.2")


def test_the_page_holds_nothing_but_subjects() -> None:
    found = sections(PAGE.read_text(encoding="utf-8"))
    assert set(found) <= set(SUBJECTS)
    assert any("ratio" in body for body in found.values())


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


def test_a_ratio_of_times_is_told_as_one_and_a_broken_promise_as_broken() -> None:
    assert "2 × the time" in row(TIME)
    assert promise(RATE._replace(ours=150.0)) == "2 ×, missed"
    assert promise(TIME) == ""
