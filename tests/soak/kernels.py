"""Copies compiled kernels from these sources to the installed package, so that a short soak need not compile them."""

import hashlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import teahouse.kernels
from teahouse.players.compiling import kernel_folder


def share_kernels(site: Path, cache: Path) -> None:
    """Copy compiled kernels to the folder where the installed package looks for them by their source."""
    ours, theirs = kernel_folder(), cache / "teahouse" / kernel_folder().name
    sources = Path(teahouse.kernels.__path__[0])
    for place in _folders(sources):
        made = ours / _stored_as(place)
        target = theirs / _stored_as(site / "teahouse" / "kernels" / place.relative_to(sources))
        if made.is_dir() and not target.exists():
            shutil.copytree(made, target)


def _folders(sources: Path) -> Iterator[Path]:
    yield sources
    yield from (place for place in sources.rglob("*") if place.is_dir() and place.name != "__pycache__")


def _stored_as(place: Path) -> str:
    """The name that numba gives to the compiled functions of a folder."""
    digest = hashlib.sha1(str(place).encode(), usedforsecurity=False).hexdigest()
    return f"{place.name}_{digest}"
