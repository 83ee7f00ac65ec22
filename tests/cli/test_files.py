"""Files are written whole or not at all."""

import os
from pathlib import Path

import pytest

from teahouse.cli.shared.files import FileTrouble, write_whole


def test_a_file_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.mkdir()
    with pytest.raises(FileTrouble, match="cannot write"):
        write_whole(taken, b"tea")
    assert list(tmp_path.iterdir()) == [taken]


def test_an_older_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    write_whole(path, b"old and long")
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(path.parent.iterdir()) == [path]


def test_a_reader_sees_the_old_file_or_the_new_one_and_never_a_part(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    write_whole(path, b"old")
    with path.open("rb") as reader:
        write_whole(path, b"new and longer")
        assert reader.read() == b"old"


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_a_special_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with pytest.raises(FileTrouble, match="no plain file"):
        write_whole(fifo, b"tea")
    assert fifo.is_fifo()


def test_a_long_name_is_no_trouble(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 250)
    write_whole(path, b"tea")
    assert path.read_bytes() == b"tea"
