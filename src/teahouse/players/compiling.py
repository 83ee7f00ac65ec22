"""Where compiled kernels are kept, and the moment they are compiled."""

import hashlib
import os
from pathlib import Path

import platformdirs

import teahouse.kernels


def kernel_folder() -> Path:
    """The folder of the compiled kernels, in the user's cache: a new one whenever any kernel's source changes.

    Numba watches only the file a function stands in, not those it calls into; a digest of all sources watches them all.
    """
    sources = sorted(Path(teahouse.kernels.__path__[0]).rglob("*.py"))
    digest = hashlib.sha256(b"\0".join(source.read_bytes() for source in sources)).hexdigest()
    return platformdirs.user_cache_path("teahouse") / f"kernels-{digest[:16]}"


def use_kernel_folder() -> bool:
    """Have numba keep its work in the kernels' folder, unless the user named one; will anything have to be compiled?

    To be called before the first kernel is imported.
    """
    folder = Path(os.environ.setdefault("NUMBA_CACHE_DIR", str(kernel_folder())))
    compiles = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
    return compiles and not (folder.is_dir() and any(folder.rglob("*.nbi")))
