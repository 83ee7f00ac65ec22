"""The folder for files of tests: in memory if there is room, because writing many files to a disk is slow."""

import os
import shutil
from pathlib import Path
from typing import Final

MEMORY: Final = Path("/dev/shm")  # noqa: S108 - only folders with names of their own are made there
ROOM: Final = 4_000_000_000  # bytes for the files of all tests


def quick_folder() -> str | None:
    """A folder in memory if there is one with enough room; None to use the default one."""
    roomy = MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM
    return str(MEMORY) if roomy else None
