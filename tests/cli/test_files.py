"""Files are written whole or not at all."""

from pathlib import Path

import pytest

from teahouse.cli.files import FileTrouble, write_whole


def test_a_file_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.mkdir()
    with pytest.raises(FileTrouble, match="cannot write"):
        write_whole(taken, b"tea")
    assert list(tmp_path.iterdir()) == [taken]


def test_an_older_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "record.jsonl"
    write_whole(path, b"old and long")
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(path.parent.iterdir()) == [path]
