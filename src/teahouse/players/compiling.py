"""Where compiled kernels are kept, and whether they must be compiled first."""

import hashlib
import os
from pathlib import Path
from typing import Final

import platformdirs

import teahouse.kernels

FOLDER: Final = "NUMBA_CACHE_DIR"
SWITCH: Final = "NUMBA_DISABLE_JIT"


def kernel_folder() -> Path:
    """The folder of the compiled kernels, in the user's cache: a new one whenever any kernel's source changes.

    Numba watches only the file a function stands in, not those it calls into; a digest of all sources watches them all.
    """
    if FOLDER in os.environ:
        return Path(os.environ[FOLDER])
    sources = sorted(Path(teahouse.kernels.__path__[0]).rglob("*.py"))
    digest = hashlib.sha256(b"\0".join(source.read_bytes() for source in sources)).hexdigest()
    return platformdirs.user_cache_path("teahouse", appauthor=False) / f"kernels-{digest[:16]}"


def use_kernel_folder() -> None:
    """Have numba keep its work in the kernels' folder; to be called before the first kernel is imported."""
    os.environ.setdefault(FOLDER, str(kernel_folder()))


def must_compile(kernel: str) -> bool:
    """Will importing a kernel, such as `battle`, take some seconds because it is not compiled yet?"""
    if os.environ.get(SWITCH, "0") not in ("", "0"):
        return False
    folder = kernel_folder()
    return not (folder.is_dir() and any(kernel in place.parts[-2] for place in folder.rglob("*.nbi")))
