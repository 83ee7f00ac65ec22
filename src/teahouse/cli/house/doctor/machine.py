"""Checks of the machine: folders, disk, memory, open files, kernels, clock."""

import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from teahouse.cli.house.doctor.finding import Finding, fault, ok, warning
from teahouse.games import GAMES
from teahouse.players.compiling import is_compiled, kernel_folder
from teahouse.players.memory import MEGABYTE
from teahouse.service.settings import Settings

LITTLE_DISK_MB: Final = 1024
NO_DISK_MB: Final = 100
SERVER_MB: Final = 256
"""The memory that the server itself takes beside its engines, with a few hundred tables."""
LIMIT: Final = "ulimit -n 4096 or more; LimitNOFILE=65536 in a systemd unit"
SHARE: Final = 0.8
BUILT: Final = 1_750_000_000  # seconds: no machine that runs this program has an earlier time


def folder(settings: Settings) -> Iterator[Finding]:
    """The data folder can be written, and nobody else can read it."""
    if settings.database:
        return
    place = settings.data_folder
    there = nearest(place)
    if not _is_writable(there):
        owner = f"chown it to the user who runs the server, or choose another folder with data (now {place})"
        yield fault("data folder", f"{there} cannot be written by this user", owner)
    elif place.exists() and place.stat().st_mode & (stat.S_IROTH | stat.S_IRGRP):
        yield warning("data folder", f"{place} can be read by others, and holds hidden tiles", f"chmod 700 {place}")
    else:
        yield ok("data folder", str(place) if place.exists() else f"{place} is made at the first start")


def nearest(place: Path) -> Path:
    """The folder itself, or the nearest one above it that is there."""
    return next(one for one in (place, *place.parents) if one.exists())


def _is_writable(place: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=place):
            return True
    except OSError:
        return False


def disk(settings: Settings) -> Iterator[Finding]:
    """The disk has room for new games."""
    if settings.database.startswith("postgresql"):
        return
    place = nearest(database_file(settings).parent)
    free = shutil.disk_usage(place).free // MEGABYTE
    text = f"{_size(free)} free at {place}"
    remedy = "delete something, or move the data folder to a larger disk; a game takes about 20 kB"
    if free < NO_DISK_MB:
        yield fault("disk", text, remedy)
    elif free < LITTLE_DISK_MB:
        yield warning("disk", text, remedy)
    else:
        yield ok("disk", text)


def database_file(settings: Settings) -> Path:
    """The file of the SQLite database."""
    return Path(settings.database_url.removeprefix("sqlite:///"))


def _size(megabytes: int) -> str:
    return f"{megabytes / 1024:.1f} GB" if megabytes >= 1024 else f"{megabytes} MB"


def memory(settings: Settings) -> Iterator[Finding]:
    """The engines fit into the memory of the machine, or of its container."""
    count = settings.engines or max(1, (os.cpu_count() or 1) - 1)
    needed, there = count * settings.engine_memory_mb + SERVER_MB, total_memory_mb()
    engines = "1 engine" if count == 1 else f"{count} engines"
    text = f"{engines} of {settings.engine_memory_mb} MB and the server may take {_size(needed)} of {_size(there)}"
    remedy = "set fewer engines, or a smaller engine_memory_mb (at least 320)"
    if needed > there:
        yield fault("memory", text, remedy)
    elif needed > SHARE * there:
        yield warning("memory", text, remedy)
    else:
        yield ok("memory", text)


def total_memory_mb() -> int:
    """The memory of this machine, or of its container if that is smaller."""
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // MEGABYTE
    try:
        return min(total, int(Path("/sys/fs/cgroup/memory.max").read_text()) // MEGABYTE)
    except (OSError, ValueError):
        return total


def files(_settings: Settings) -> Iterator[Finding]:
    """Enough files may be open at once; each connection is one."""
    from teahouse.web.middleware.tcp import ENOUGH_FILES, allowed_files, connections_for

    allowed = allowed_files()
    text = f"{allowed} may be open: room for {connections_for(allowed)} connections"
    if allowed < ENOUGH_FILES:
        yield warning("open files", text, LIMIT)
    else:
        yield ok("open files", text)


def kernels(_settings: Settings) -> Iterator[Finding]:
    """The engines' compiled kernels are kept between two starts."""
    place = kernel_folder()
    missing = [game for game in GAMES if not is_compiled(game)]
    if not _is_writable(nearest(place)):
        remedy = "set XDG_CACHE_HOME to a folder that the server may write, as deploy/teahouse.service does"
        yield warning("kernels", f"{place} cannot be written: engines are compiled at every start", remedy)
    elif missing:
        yield ok("kernels", f"compiled at the first start, in a minute or two: {', '.join(missing)}")
    else:
        yield ok("kernels", f"compiled, in {place}")


def clock(_settings: Settings) -> Iterator[Finding]:
    """The clock shows a time that can be right; a wrong clock gives wrong days and ends sessions."""
    now = time.time()
    text = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(now))
    if now < BUILT:
        yield fault("clock", f"it shows {text}", "synchronise the clock of the machine (timedatectl set-ntp true)")
    else:
        yield ok("clock", text)
