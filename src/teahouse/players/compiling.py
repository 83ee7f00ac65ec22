"""Loads compiled kernels: where they are kept, and whether they must be compiled first."""

import atexit
import hashlib
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, cast

import platformdirs

import teahouse.kernels
from teahouse.kernels.kernel import F
from teahouse.players.memory import check_kernels_fit

FOLDER: Final = "NUMBA_CACHE_DIR"
SWITCH: Final = "NUMBA_DISABLE_JIT"


def compiled(function: F) -> F:
    """A kernel compiled: the first call in a process loads it, the first call of all compiles it."""
    return cast("F", _compiled(function))


def load_compiled(*functions: Callable[..., Any]) -> None:
    """Load kernels, so that their first use takes no time."""
    for function in functions:
        compiled(function)


@cache
def _compiled(function: Any) -> Any:
    use_kernel_folder()
    if "numba" not in sys.modules:
        check_kernels_fit()
    from teahouse.kernels.compiler import compile_kernel

    return compile_kernel(function)


def kernel_folder() -> Path:
    """The folder of the compiled kernels, in the user's cache: a new one whenever any kernel's source changes.

    Numba checks only the file that defines a function, not what it calls; a digest of all sources covers them all.
    """
    if FOLDER in os.environ:
        return Path(os.environ[FOLDER])
    digest = hashlib.sha256(b"\0".join(source.read_bytes() for source in _sources())).hexdigest()
    return platformdirs.user_cache_path("teahouse", appauthor=False) / f"kernels-{digest[:16]}"


def _sources() -> list[Path]:
    return sorted(Path(teahouse.kernels.__path__[0]).rglob("*.py"))


def use_kernel_folder() -> None:
    """Make numba store its output in the kernels' folder; call this before numba is imported.

    If that folder is not writable, as on a server without a home folder, use a temporary one.
    """
    if FOLDER not in os.environ:
        os.environ[FOLDER] = str(_writable(kernel_folder()))


def _writable(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        passing = tempfile.mkdtemp(prefix="teahouse-kernels-")
        atexit.register(shutil.rmtree, passing, ignore_errors=True)
        return Path(passing)


def is_compiled(game: str) -> bool:
    """Were all kernels of a game compiled on this machine, by the compiler that is installed now?"""
    return os.environ.get(SWITCH, "0") not in ("", "0") or _mark(game).exists()


def note_compiled(game: str) -> None:
    """Note that all kernels of a game are compiled; if nothing can be stored they are compiled each time."""
    with suppress(OSError):
        _mark(game).touch()


def _mark(game: str) -> Path:
    return kernel_folder() / f"compiled-{game}-{_machine()}"


def _machine() -> str:
    """What numba checks before it loads a kernel: compiler, processor, and the place and time of each source."""
    facts = [version("numba"), version("llvmlite"), sys.version, platform.platform()]
    facts += [f"{source} {source.stat().st_mtime_ns}" for source in _sources()]
    with suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        facts += sorted({line for line in lines if line.startswith(("model name", "flags", "Features"))})
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()[:16]
