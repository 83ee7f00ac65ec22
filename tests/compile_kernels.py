"""`python -m tests.compile_kernels`: compiles the kernels that tests ask for, in parallel, before any test needs them.

Otherwise each process of the tests compiles the kernels that it needs, the same ones many times over.
"""

import gc
import os
import pkgutil
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from typing import Any

from teahouse.kernels.kernel import is_kernel
from teahouse.players import PLAYERS
from teahouse.players.compiling import compiled, note_compiled, use_kernel_folder


def folders_of(game: str) -> list[str]:
    """The packages of a game's kernels, those with the most modules first: they take longest."""
    room = import_module(f"teahouse.kernels.{game}")
    modules = [module.name for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}.") if not module.ispkg]
    folders = [name.rpartition(".")[0] for name in modules]
    return sorted(set(folders), key=folders.count, reverse=True)


def kernels_of(folder: str) -> Iterator[Callable[..., Any]]:
    """The kernels that are defined in a package."""
    for module in pkgutil.iter_modules(import_module(folder).__path__, f"{folder}."):
        for each in vars(import_module(module.name)).values():
            if is_kernel(each) and each.__module__ == module.name:
                yield each


def compile_folder(folder: str) -> None:
    """Compile the kernels of a package that no other kernel of it calls; the kernels that they call are compiled in."""
    kernels = list(kernels_of(folder))
    called = {each.__globals__.get(name) for each in kernels for name in each.__code__.co_names}
    for each in kernels:
        if each not in called:
            compiled(each)


def load_game(game: str) -> None:
    """Load what a game's bots need, and note that its kernels are compiled."""
    load = PLAYERS[game].load
    assert load is not None
    load()
    note_compiled(game)


def main() -> None:
    """Compile all kernels that are not compiled yet."""
    use_kernel_folder()
    games = [game for game in PLAYERS if PLAYERS[game].load is not None]
    with ProcessPoolExecutor(os.cpu_count(), initializer=gc.disable) as workers:  # saves a tenth of the time
        folders = workers.map(compile_folder, [folder for game in games for folder in folders_of(game)])
        loaded = workers.map(load_game, games)  # starts when no folder waits, before the longest one is done
        for _ in (*folders, *loaded):
            pass


if __name__ == "__main__":
    main()
