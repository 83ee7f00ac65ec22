"""Bots that behave badly, each in its own way, and a few that inspect their process. They play Battle."""

import ctypes
import itertools
import os
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

from teahouse.core.game import Forfeit
from teahouse.games.battle import BattleView
from teahouse.players import AnyPlayer, Budget, RandomPlayer
from teahouse.players.battle.bots import GreedyPlayer
from teahouse.service.engines.wire import Chosen, packed

Moves = Sequence[Any]
Choosing = Callable[[Any, Moves], Any]
DAY = 86_400  # seconds


class Bot:
    """A bot made of one function."""

    def __init__(self, choosing: Choosing) -> None:
        self._choosing = choosing

    def choose(self, view: object, moves: Moves, budget: Budget, rng: Random) -> Any:
        return self._choosing(view, moves)


class Counter:
    """Chooses the move with the number of choices it has made before."""

    def __init__(self) -> None:
        self._made = -1

    def choose(self, view: object, moves: Moves, budget: Budget, rng: Random) -> Any:
        self._made += 1
        return moves[self._made]


class Thinker:
    """Uses its whole time budget."""

    def choose(self, view: object, moves: Moves, budget: Budget, rng: Random) -> Any:
        time.sleep(budget.seconds)
        return rng.choice(moves)


def loops(_view: Any, _moves: Moves) -> Any:
    """Never ends, but sleeps, so that others can use the processor."""
    while True:
        time.sleep(0.001)


def is_deaf(_view: Any, _moves: Moves) -> Any:
    """Blocks all other threads of its process, but no other process."""
    return ctypes.PyDLL(None).sleep(DAY)  # unlike `CDLL`, it keeps Python's global lock


def raises(view: Any, _moves: Moves) -> Any:
    raise ValueError(f"my secret view is {view}")


def leaves(_view: Any, _moves: Moves) -> Any:
    os._exit(3)


def quits(_view: Any, _moves: Moves) -> Any:
    sys.exit("enough")


def faults(_view: Any, _moves: Moves) -> Any:
    os.kill(os.getpid(), signal.SIGSEGV)


def forfeits(_view: Any, _moves: Moves) -> Any:
    return Forfeit("resigned")


def babbles(_view: Any, _moves: Moves) -> Any:
    return "banana"


def hogs(_view: Any, _moves: Moves) -> Any:
    return [bytearray(1 << 20) for _ in itertools.count()]


def gulps(_view: Any, _moves: Moves) -> Any:
    return bytearray(1 << 40)


def starves(_view: Any, _moves: Moves) -> Any:
    """Allocates more memory than the process may have."""
    from teahouse.players.battle.tables import new_table

    return new_table(4096)


def swarms(_view: Any, _moves: Moves) -> Any:
    """Starts threads until their stacks use all memory."""
    while True:
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()


def aborts(_view: Any, _moves: Moves) -> Any:
    """Aborts, like a library that runs out of memory."""
    os.abort()


def prints(_view: Any, moves: Moves) -> Any:
    for _ in range(200):
        print("x" * 100_000)
        print("y" * 100_000, file=sys.stderr)
    os.write(1, b"z" * 1_000_000)
    return moves[1]


def scribbles(_view: Any, moves: Moves) -> Any:
    """Writes garbage to all open files."""
    for number in range(3, 32):
        with suppress(OSError):
            os.write(number, b"\xff" * 999)
    return moves[0]


def forges(_view: Any, moves: Moves) -> Any:
    """Writes answers to the engine's pipe itself, also for the next choice."""
    for number in range(3, 32):
        with suppress(OSError):
            os.write(number, packed(Chosen(0, 0.0), 77) * 2)
    return moves[1]


def has_children(_view: Any, _moves: Moves) -> Any:
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)", os.environ["TEST_MARK"]])
    time.sleep(0.5)
    return "banana"


def counts_sockets(_view: Any, moves: Moves) -> Any:
    """Chooses the move with the number of sockets it can reach."""
    count = 0
    for number in range(256):
        with suppress(OSError):
            count += stat.S_ISSOCK(os.fstat(number).st_mode)
    return moves[count]


def tells_politeness(_view: Any, moves: Moves) -> Any:
    return moves[1 if os.nice(0) >= 10 and os.getsid(0) == os.getpid() else 0]


def looks(view: Any, moves: Moves) -> Any:
    return moves[1 if type(view) is BattleView else 0]


def double(number: int) -> int:
    return 2 * number


def compiles(_view: Any, moves: Moves) -> Any:
    """Uses a compiler and the memory that it needs."""
    import numba

    doubled: Any = numba.njit(nogil=True)(double)
    return moves[doubled(1) - 1]


CHOOSINGS: dict[str, Choosing] = {
    "loops": loops,
    "deaf": is_deaf,
    "raises": raises,
    "leaves": leaves,
    "quits": quits,
    "faults": faults,
    "forfeits": forfeits,
    "babbles": babbles,
    "hogs": hogs,
    "gulps": gulps,
    "starves": starves,
    "swarms": swarms,
    "aborts": aborts,
    "prints": prints,
    "scribbles": scribbles,
    "forges": forges,
    "children": has_children,
    "sockets": counts_sockets,
    "polite": tells_politeness,
    "looks": looks,
    "compiles": compiles,
}

WEAK: dict[str, dict[str, Callable[[], AnyPlayer]]] = {
    "battle": {
        "random": RandomPlayer,
        "easy": GreedyPlayer,
        "medium": partial(Bot, forfeits),
        "hard": partial(Bot, raises),
        "perfect": partial(Bot, starves),
    },
    "classic": {"expert": partial(Bot, loops), "hard": partial(Bot, loops), "medium": partial(Bot, loops)},
    "solitaire": {"expert": partial(Bot, gulps)},
}
"""The strong levels of the house, all of which fail."""

BOTS: dict[str, dict[str, Callable[[], AnyPlayer]]] = {
    "battle": {
        "random": RandomPlayer,
        "counter": Counter,
        "thinker": Thinker,
        **{name: partial(Bot, choosing) for name, choosing in CHOOSINGS.items()},
    }
}
