"""A game that was quit can be resumed, in plain lines; nothing is ever lost."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.test_commands import Terminal, teahouse

__all__ = ["teahouse"]


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    return tmp_path / "data" / "teahouse" / "saved"


def test_a_quit_game_is_resumed_and_its_file_deleted_at_the_end(
    teahouse: Terminal, saved: Path, tmp_path: Path
) -> None:
    out = teahouse("play", "battle", "--seed", "tea", "--record", "r.jsonl", typed="9p\nq\n")
    assert "saved: `teahouse play --resume` continues this game" in out
    assert len(list(saved.iterdir())) == 1
    out = teahouse("play", "--resume", typed="7s\nq\n")
    assert "you: 9   Tavi: 9   on the table: 252" in out
    assert "verified: battle, 4 moves, no result yet" in teahouse("verify", tmp_path / "r.jsonl")
    out = teahouse("play", "battle", "--resume", typed="undo\nundo\nresign\ny\n")
    assert "you: 0   Tavi: 0   on the table: 270" in out
    assert "verified: battle, 1 moves" in teahouse("verify", tmp_path / "r.jsonl")
    assert list(saved.iterdir()) == []
    assert "there is no saved game to resume" in teahouse.refused("play", "--resume")


@pytest.mark.parametrize(
    ("game", "typed"), [("classic", "2m\nq\n"), ("solitaire", "6z\nq\n")], ids=["classic", "solitaire"]
)
def test_every_game_is_resumed_where_it_was_left(game: str, typed: str, teahouse: Terminal) -> None:
    teahouse("play", game, "--seed", "tea", typed=typed)
    first = teahouse("play", game, "--resume", typed="q\n")
    assert first == teahouse("play", "--resume", typed="q\n")
    assert "your move" in first


def test_a_game_without_a_move_is_not_saved(teahouse: Terminal, saved: Path) -> None:
    assert "saved:" not in teahouse("play", "battle", typed="q\n")
    assert not saved.exists()


def test_a_double_match_is_resumed_in_its_second_deal(teahouse: Terminal, tmp_path: Path) -> None:
    argv = ("play", "battle", "--seed", "tea", "--match", "double", "--record", "d.jsonl")
    teahouse(*argv, typed="9p\nresign\ny\nq\n")
    out = teahouse("play", "--resume", typed="resign\ny\n")
    assert "together: you 9, Tavi 531: Tavi wins" in out
    assert json.loads((tmp_path / "d-2.jsonl").read_text().splitlines()[-1])["result"]["ending"] == "resigned"


def test_the_newest_game_is_resumed_first(teahouse: Terminal, saved: Path) -> None:
    teahouse("play", "battle", "--seed", "tea", typed="9p\nq\n")
    teahouse("play", "solitaire", "--seed", "tea", typed="6z\nq\n")
    assert "solitaire, seed tea" in teahouse("play", "--resume", typed="q\n")
    assert "battle, seed tea" in teahouse("play", "battle", "--resume", typed="q\n")
    assert "there is no saved classic game to resume" in teahouse.refused("play", "classic", "--resume")


def test_resume_takes_no_options(teahouse: Terminal) -> None:
    assert "expected --resume alone or with a game" in teahouse.refused("play", "--resume", "--seed", "tea")


def swap(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


DAMAGES: dict[str, tuple[Callable[[Path, Path], object], str]] = {
    "no JSON": (lambda saved, record: saved.write_text("{"), "cannot resume the match saved in "),
    "no text": (lambda saved, record: saved.write_bytes(b"\xff\xfe"), "cannot resume the match saved in "),
    "a newer format": (lambda saved, record: swap(saved, '"format": 1', '"format": 2'), "expected format 1, got 2"),
    "another game": (lambda saved, record: swap(saved, '"battle"', '"chess"'), "expected a game"),
    "another seed": (lambda saved, record: swap(saved, '"tea"', '"pot"'), "got one with another seed"),
    "other names": (lambda saved, record: swap(saved, '"you"', '"Ann"'), "got one with other names"),
    "other options": (
        lambda saved, record: swap(saved, '"least_opening_moves": 2', '"least_opening_moves": 3'),
        "got one with other options",
    ),
    "a changed move": (
        lambda saved, record: swap(record, '"seat":1', '"seat":0'),
        "line 3: the record was changed here",
    ),
    "cut off": (lambda saved, record: record.write_bytes(record.read_bytes()[:-9]), "line 4: expected"),
    "no record": (lambda saved, record: record.unlink(), "No such file or directory"),
}


@pytest.mark.parametrize(("damage", "complaint"), DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_is_named_and_nothing_is_lost(
    damage: Callable[[Path, Path], object], complaint: str, teahouse: Terminal, saved: Path
) -> None:
    teahouse("play", "battle", "--seed", "tea", typed="9p\nq\n")
    (file,) = saved.iterdir()
    record = Path(json.loads(file.read_text())["record"])
    damage(file, record)
    before = file.read_bytes(), record.read_bytes() if record.exists() else None
    error = teahouse.refused("play", "--resume")
    assert complaint in error
    assert (file.read_bytes(), record.read_bytes() if record.exists() else None) == before


def test_a_game_that_cannot_be_saved_is_played_all_the_same(teahouse: Terminal, tmp_path: Path) -> None:
    (tmp_path / "data" / "teahouse").mkdir(parents=True)
    (tmp_path / "data" / "teahouse" / "records").write_text("in the way")
    out = teahouse("play", "battle", "--seed", "tea", typed="9p\nq\n")
    assert "cannot make the folder" in out
    assert "record: " in out
    assert "saved:" not in out
