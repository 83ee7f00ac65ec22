"""Where files of tests are kept: in memory where there is room, because a disk is slow to take so many."""

import os
import shutil
from pathlib import Path
from typing import Final

MEMORY: Final = Path("/dev/shm")  # noqa: S108 - only folders with names of their own are made there
ROOM: Final = 4_000_000_000  # bytes that the files of all tests may take


def quick_folder() -> str | None:
    """A folder in memory where there is one with room, else none: then the usual one is taken."""
    roomy = MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM
    return str(MEMORY) if roomy else None
