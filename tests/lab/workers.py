"""Workers that die, in a module that is quick to import in a process of their own."""

import os
import signal
from pathlib import Path


class Mortal:
    """A worker that dies of a task until a file is there."""

    def __init__(self, mark: Path, deadly: int) -> None:
        self.mark, self.deadly = mark, deadly

    def __call__(self, number: int) -> int:
        if number == self.deadly and not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number * number

    def close(self) -> None:
        pass


class Doomed(Mortal):
    """A worker that dies of a task every time."""

    def __call__(self, number: int) -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        return number
