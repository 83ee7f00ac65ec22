"""The wheel, built from these sources and installed into an environment that holds it and what it asks for alone.

Nothing is fetched: what the wheel requires is linked from the environment that runs the soak, and what it does not
require is missing there, as it would be on another machine.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement

ROOT: Final = Path(__file__).parent.parent.parent
WHEELS: Final = "wheels"
WHEEL_TIME: Final = 1_580_601_600  # when every file of a wheel was made, as hatchling says
STAMP: Final = "installed-sources"
OF_THE_WHEEL: Final = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE")
HOME: Final = Path(sys.prefix) / "soak"


def installed(folder: Path = HOME) -> Path:
    """Install the house of these sources into a folder; the path of its command. The same sources are built once."""
    folder.mkdir(exist_ok=True)
    digest = digest_of_sources()
    stamp = folder / STAMP
    if not stamp.is_file() or stamp.read_text() != digest:
        stamp.unlink(missing_ok=True)
        make_environment(folder / "env", build_wheel(folder))
        stamp.write_text(digest)
    return folder / "env" / "bin" / "teahouse"


def digest_of_sources() -> str:
    """Of everything that a wheel is made of, the built app among it."""
    package = (file for file in (ROOT / "src").rglob("*") if file.is_file() and "__pycache__" not in file.parts)
    digest = hashlib.sha256()
    for file in sorted([*package, *(ROOT / name for name in OF_THE_WHEEL)]):
        digest.update(f"{file.relative_to(ROOT)}\0{file.stat().st_size}\0".encode() + file.read_bytes())
    return digest.hexdigest()


def build_wheel(folder: Path) -> Path:
    """Build the wheel, with the web app in it."""
    target = folder / WHEELS
    shutil.rmtree(target, ignore_errors=True)
    _pip("wheel", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", str(target), str(ROOT))
    (wheel,) = target.glob("*.whl")
    return wheel


def make_environment(env: Path, wheel: Path) -> None:
    """An empty environment, the wheel, and links to what it requires."""
    venv.create(env, clear=True, with_pip=False, symlinks=True)
    (site,) = env.glob("lib/python*/site-packages")
    for needed in required("teahouse", seen=set()):
        for name in sorted({file.parts[0] for file in needed.files or ()} - {"..", "__pycache__"}):
            link = site / name
            if not link.exists():
                link.symlink_to(Path(str(needed.locate_file(name))))
    _pip("--python", str(env / "bin" / "python"), "install", "--no-deps", "--no-index", str(wheel))
    for source in (site / "teahouse").rglob("*.py"):
        os.utime(source, (WHEEL_TIME, WHEEL_TIME))  # so that kernels are compiled again only when they change


def required(name: str, extras: frozenset[str] = frozenset(), *, seen: set[str]) -> Iterator[Distribution]:
    """Everything that a distribution requires on this machine, each once, itself left out."""
    for text in distribution(name).requires or ():
        need = Requirement(text)
        wanted = need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in ("", *extras))
        if wanted and need.name not in seen:
            seen.add(need.name)
            yield _found(need)
            yield from required(need.name, frozenset(need.extras), seen=seen)


def _found(need: Requirement) -> Distribution:
    try:
        return distribution(need.name)
    except PackageNotFoundError:
        raise AssertionError(f"expected {need} in {sys.prefix}; `make soak` sets it up") from None


def _pip(*arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


if __name__ == "__main__":  # beforehand, while the kernels are compiled
    installed()
