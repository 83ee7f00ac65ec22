"""`python -m tests.compile_kernels`: compiles every kernel once, one process a game, before the tests need them.

Otherwise each process of the tests compiles what it meets first, the same kernels many times over.
"""

import os
import pkgutil
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module

from teahouse.kernels.kernel import is_kernel
from teahouse.players import PLAYERS
from teahouse.players.compiling import compiled, note_compiled, use_kernel_folder


def compile_game(game: str) -> None:
    """Compile every kernel of a game, and note that its bots need not wait for any."""
    room = import_module(f"teahouse.kernels.{game}")
    for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
        for each in vars(import_module(module.name)).values():
            if is_kernel(each):
                compiled(each)
    load = PLAYERS[game].load
    assert load is not None
    load()
    note_compiled(game)


def main() -> None:
    """Compile what is not compiled yet."""
    use_kernel_folder()
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        list(workers.map(compile_game, [game for game in PLAYERS if PLAYERS[game].load is not None]))


if __name__ == "__main__":
    main()
