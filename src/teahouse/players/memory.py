"""Memory for engines: the one place that sets the limit, measures what is left, and sizes tables.

A process that searches holds the interpreter, the compiler's runtime, and the kernels of the games it has searched.
The rest of its limit goes to tables. Bots, advice and analysis all size their tables here.
"""

from contextlib import suppress
from pathlib import Path
from typing import Final

from teahouse.core.errors import InvalidOption

MEGABYTE: Final = 1 << 20
COMPILER_MB: Final = 1024
"""The limit of a process that may have to compile kernels: compiling the kernels of Classic takes about 500 MB."""
RESERVE_MB: Final = 32
"""What a search needs beside its table: the stacks of its threads, its working memory, the answer."""
LEAST_TABLE_MB: Final = 1
KERNELS_MB: Final = 128
"""What the compiler's runtime and the compiled kernels of one game take."""
UNKNOWN: Final = 1 << 20
SIGNS: Final = ("cannot allocate memory", "can't start new thread", "failed to map segment", "unable to allocate")
GROUPS: Final = Path("/sys/fs/cgroup")


class NotEnoughMemory(InvalidOption, MemoryError):
    """There is too little memory for the task."""


def lacks_memory(error: BaseException | None) -> bool:
    """Was too little memory the cause of an error? Threads and libraries report it only as text."""
    while error is not None:
        if isinstance(error, MemoryError) or any(sign in str(error).lower() for sign in SIGNS):
            return True
        error = error.__cause__ or error.__context__
    return False


def limit_memory(megabytes: int) -> None:
    """Limit the memory that this process may write to.

    RLIMIT_DATA counts what can be written to. RLIMIT_AS would also count every library and what LLVM only reserves.
    """
    import resource

    resource.setrlimit(resource.RLIMIT_DATA, (megabytes * MEGABYTE, megabytes * MEGABYTE))


def table_mb(wanted: float, left: int | None = None) -> float:
    """The size of a table: what is wanted, or less if memory is short after the reserve.

    >>> table_mb(256, left=400), table_mb(256, left=100)
    (256, 68)
    """
    left = memory_left() if left is None else left
    if left < RESERVE_MB + LEAST_TABLE_MB:
        raise NotEnoughMemory(f"expected {RESERVE_MB + LEAST_TABLE_MB} MB for a table and a search, got {left} MB")
    return min(wanted, left - RESERVE_MB)


def check_kernels_fit(left: int | None = None) -> None:
    """Refuse to load kernels if they and a search do not fit: libraries that run out of memory fail in unclear ways.

    >>> check_kernels_fit(left=124)
    Traceback (most recent call last):
    ...
    teahouse.players.memory.NotEnoughMemory: expected 161 MB for the compiled kernels and a search, got 124 MB
    """
    left, needed = memory_left() if left is None else left, KERNELS_MB + RESERVE_MB + LEAST_TABLE_MB
    if left < needed:
        raise NotEnoughMemory(f"expected {needed} MB for the compiled kernels and a search, got {left} MB")


def memory_left() -> int:
    """The megabytes this process can still take: of its own limit, of its container's, and of the machine."""
    return max(0, min(_limit_left(), _group_left(), machine_left()))


def machine_left() -> int:
    """The megabytes this machine can give now; a very large number if it does not say."""
    return _read_number(Path("/proc/meminfo"), "MemAvailable:")


def memory_used(pid: int | str = "self") -> int | None:
    """The megabytes a process can write to now, as its limit counts them; None if the machine does not say."""
    used = _read_number(Path(f"/proc/{pid}/status"), "VmData:")
    return None if used == UNKNOWN else used


def _read_number(place: Path, name: str) -> int:
    with suppress(OSError, ValueError, IndexError):
        for line in place.read_text().splitlines():
            if line.startswith(name):
                return int(line.split()[1]) // 1024
    return UNKNOWN


def _limit_left() -> int:
    with suppress(ImportError):
        import resource

        limit, used = resource.getrlimit(resource.RLIMIT_DATA)[0], memory_used()
        if limit != resource.RLIM_INFINITY and used is not None:
            return limit // MEGABYTE - used
    return UNKNOWN


def _group_left() -> int:
    """What is left in the control group of this process, including cached files that the system can drop."""
    with suppress(OSError, ValueError, KeyError, StopIteration):
        group = next(line[3:] for line in Path("/proc/self/cgroup").read_text().splitlines() if line[:3] == "0::")
        folder = GROUPS / group.strip("/")
        most = int((folder / "memory.max").read_text())
        kept = dict(line.split() for line in (folder / "memory.stat").read_text().splitlines())["inactive_file"]
        return (most - int((folder / "memory.current").read_text()) + int(kept)) // MEGABYTE
    return UNKNOWN
