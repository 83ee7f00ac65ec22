"""The build of the web app: when it is skipped, what it is built from, and installing without it."""

import gzip
import json
import os
import re
import subprocess
from pathlib import Path
from typing import NoReturn

import hatch_build
import pytest

from teahouse.core.tiles import HONOUR_TILES, TILES
from teahouse.pictures.faces.marks import LANGUAGES
from teahouse.pictures.sprite import tile_sprite
from teahouse.pictures.tiles import Faces, tile_face

APP = Path(__file__).parent.parent / "frontend"


def unreachable(*_: str) -> NoReturn:
    raise subprocess.CalledProcessError(1, "npm ci", "getaddrinfo ENOTFOUND")


def test_nothing_is_built_when_the_built_files_are_newer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hatch_build, "is_fresh", lambda: True)
    monkeypatch.setattr(hatch_build, "is_compressed", lambda: True)
    monkeypatch.setattr(hatch_build, "npm", unreachable)
    assert hatch_build.build() is None


def test_an_older_build_is_compressed_without_building_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[tuple[str, ...]] = []

    def npm(*arguments: str) -> None:
        ran.append(arguments)

    monkeypatch.setattr(hatch_build, "is_fresh", lambda: True)
    monkeypatch.setattr(hatch_build, "is_compressed", lambda: False)
    monkeypatch.setattr(hatch_build, "npm", npm)
    assert hatch_build.build() is None
    assert ran == [("run", "compress")]


def test_every_compressible_file_has_a_brotli_and_a_gzip_copy(tmp_path: Path) -> None:
    text = ("tea " * 500).encode()
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "app.js").write_bytes(text)
    (tmp_path / "assets" / "tiny.js").write_bytes(b"1")
    (tmp_path / "assets" / "gone.js.br").write_bytes(b"of a file that is no more")
    command, _path = hatch_build.npm_command()
    subprocess.run([command[0], str(APP / "compress.mjs"), str(tmp_path)], check=True)
    assert {file.name for file in (tmp_path / "assets").iterdir()} == {"app.js", "app.js.br", "app.js.gz", "tiny.js"}
    assert gzip.decompress((tmp_path / "assets" / "app.js.gz").read_bytes()) == text
    assert len((tmp_path / "assets" / "app.js.br").read_bytes()) < 100


def test_without_a_registry_the_installation_continues_with_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hatch_build, "is_fresh", lambda: False)
    monkeypatch.setattr(hatch_build, "generate", lambda: None)
    monkeypatch.setattr(hatch_build, "npm", unreachable)
    said = hatch_build.build()
    assert said is not None
    assert "could not be built" in said
    assert "everything else works" in said
    assert "ENOTFOUND" in said


def test_built_files_are_fresh_until_a_source_is_newer(tmp_path: Path) -> None:
    made, source = tmp_path / "made", tmp_path / "source"
    source.touch()
    assert not hatch_build.is_newer(made, [source])
    made.touch()
    os.utime(source, (1, 1))
    assert hatch_build.is_newer(made, [source])
    os.utime(source, (2**33, 2**33))
    assert not hatch_build.is_newer(made, [source])


def test_the_sources_are_the_app_and_the_drawings_but_nothing_generated() -> None:
    sources = {path.name for path in hatch_build.sources()}
    assert {"App.svelte", "package-lock.json", "body.py", "index.html"} <= sources
    assert not any(name.startswith("tiles-") for name in sources)
    assert "tiles.json" not in sources


def test_the_lock_holds_no_download_address_and_rolldown_is_pinned() -> None:
    assert '"resolved"' not in (APP / "package-lock.json").read_text()
    assert json.loads((APP / "package.json").read_text())["overrides"] == {"rolldown": "1.2.14"}


def test_the_built_app_does_not_contain_the_parts_page() -> None:
    if not hatch_build.STAMP.is_file():
        pytest.skip("the app is not built: `make app`")
    mark = "exhausted_wall"
    assert mark in (APP / "src" / "gallery" / "Parts.svelte").read_text()
    assert [path.name for path in hatch_build.BUILT.rglob("*.js") if mark in path.read_text()] == []


@pytest.mark.parametrize("faces", Faces)
def test_the_sprite_holds_every_tile_once_and_no_drawing_twice(faces: Faces) -> None:
    sprite = tile_sprite(faces)
    ids = re.findall(r'<symbol id="([\w-]+)"', sprite)
    in_english = [name for name in ids if not re.search(r"-[a-z]{2}$", name)]
    assert len(ids) == len(set(ids))
    assert len(in_english) == 2 * len(TILES) + 3  # body and two sides; the backs are in another file
    assert 0 < len(ids) - len(in_english) <= 2 * len(HONOUR_TILES) * (len(LANGUAGES) - 1)
    for tile in TILES:
        assert sprite.count(tile_face(tile, faces)) == 1
