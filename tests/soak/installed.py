"""The wheel, built from these sources and installed into an environment with nothing but its dependencies.

Nothing is downloaded: dependencies are linked from the environment that runs the soak test. Packages that the wheel
does not require are missing, as on another machine.
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
WHEEL_TIME: Final = 1_580_601_600  # the time of every file in a wheel built by hatchling
STAMP: Final = "installed-sources"
OF_THE_WHEEL: Final = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE")
HOME: Final = Path(sys.prefix) / "soak"


def installed(folder: Path = HOME) -> Path:
    """Install these sources into a folder, once for the same sources; return the path of the `teahouse` command."""
    folder.mkdir(exist_ok=True)
    digest = digest_of_sources()
    stamp = folder / STAMP
    if not stamp.is_file() or stamp.read_text() != digest:
        stamp.unlink(missing_ok=True)
        make_environment(folder / "env", build_wheel(folder))
        stamp.write_text(digest)
    return folder / "env" / "bin" / "teahouse"


def digest_of_sources() -> str:
    """A digest of every file that goes into the wheel, including the built app."""
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
    """Make an environment with the wheel and links to its dependencies."""
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
    """All distributions that one requires on this machine, directly or indirectly."""
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


if __name__ == "__main__":  # built early, while the kernels are compiled
    installed()
