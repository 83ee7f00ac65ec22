"""The exact engine of Battle: boards packed for the search, threads over one table, bounds that are always true."""

import hashlib
import threading
import time
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from teahouse.core.errors import InvalidOption
from teahouse.games.battle import Board, Slot
from teahouse.games.battle.board import COLUMNS, ROWS, VALUES
from teahouse.players.compiling import use_kernel_folder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from teahouse.kernels.battle import search

    Words = NDArray[np.int64]

use_kernel_folder()
import numpy as np
from teahouse.kernels.battle import moves as K
from teahouse.kernels.battle import search as S
from teahouse.kernels.battle import table as T

SUITS: Final = "mps"

class Packed(NamedTuple):
    position: "Words"
    root: "Words"
    ends: "NDArray[np.int8]"
    keys: "Words"

def kind_of(tile) -> int:
    return (int(tile[0]) - 1) * 3 + SUITS.index(tile[1])

@lru_cache(1<<14)
def content_keys(content: bytes) -> tuple[int, int]:
    digest = hashlib.blake2b(min(content, content[::-1]), digest_size=16).digest()
    return int.from_bytes(digest[:8], "big") & T.PLACE_MASK, int.from_bytes(digest[8:], "big") & T.CHECK_MASK

def packed(board: Board) -> Packed:
    ends = np.full((3, COLUMNS * K.INTERVALS), -1, np.int8)
    ends[2] = 0
    keys = np.zeros((2, COLUMNS * K.INTERVALS), np.int64)
    position = np.zeros(K.POSITION, np.int64)
    for column, tiles in enumerate(board.columns):
        kinds = bytes(kind_of(t) for t in tiles)
        n = len(kinds)
        for lo in range(n):
            for hi in range(lo + 1, n + 1):
                at = K.INTERVALS * column + 10 * lo + hi
                ends[0, at] = kinds[lo]; ends[1, at] = kinds[hi - 1]; ends[2, at] = hi - lo
                keys[0, at], keys[1, at] = content_keys(kinds[lo:hi])
        position[column] = n
        for k in kinds:
            position[K.LEFT + k] += 1
        if n > 0: position[K.FREE + kinds[0]] |= 1 << (2 * column)
        if n > 1: position[K.FREE + kinds[-1]] |= 1 << (2 * column + 1)
    root = np.zeros(S.FRAME, np.int64)
    for c in range(COLUMNS):
        root[K.PLACE] += keys[0, c * 100 + position[c]]
        root[K.CHECK] += keys[1, c * 100 + position[c]]
    for k in range(27):
        f = int(position[K.FREE + k]).bit_count()
        root[K.OPEN_ONCE] |= (f > 1) << k
        root[K.OPEN_TWICE] |= (f > 3) << k
        root[K.CHOICES] += f * (f - 1) // 2
        left = int(position[K.LEFT + k])
        root[S.COUNTS] += (left // 2) << (4 * (k // 3))
        root[S.PAIRS] += left // 2
        root[S.POINTS] += left // 2 * (k // 3 + 1)
    return Packed(position, root, ends, keys)

def new_table(mb: float):
    buckets = max(int(mb * (1 << 20)) // 64, 16)
    raw = np.zeros(buckets * 8 + 8, np.int64)
    off = (-raw.ctypes.data % 64) // 8
    return raw[off:off + buckets * 8]

def work():
    return np.zeros((S.PLIES, S.FRAME), np.int64), np.zeros((S.PLIES * K.MOST_MOVES, K.MOVE), np.int64)

def solve(board, table, threads=1, guess=4, limit=1 << 60):
    p = packed(board)
    shared = np.zeros(S.NODES + S.LINE * threads, np.int64)
    shared[S.LOW], shared[S.HIGH], shared[S.GUESS], shared[S.LIMIT] = -127, 127, guess, limit
    if p.root[K.OPEN_ONCE] == 0:
        return 0, 0, 0, 0.0
    def go(h):
        frames, moves = work()
        frames[0] = p.root
        S.solve(p.position.copy(), frames, moves, p.ends, p.keys, table, shared, h)
    t0 = time.perf_counter()
    ts = [threading.Thread(target=go, args=(h,)) for h in range(1, threads)]
    for t in ts: t.start()
    go(0)
    for t in ts: t.join()
    return int(shared[S.LOW]), int(shared[S.HIGH]), int(shared[S.NODES::S.LINE].sum()), time.perf_counter() - t0
