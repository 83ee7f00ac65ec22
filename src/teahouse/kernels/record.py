"""The base class of records. It needs no NumPy, so kernels that also run as plain Python can import it alone."""

from typing import TypeVar


class KernelRecord:
    """A record: its annotations are its fields. `arrays.new_record` makes one that compiled kernels can take."""


R = TypeVar("R", bound=KernelRecord)


def plain_record(kind: type[R]) -> R:
    """A record of zeros for kernels that run as plain Python; its fields are integers."""
    made = kind()
    for name in kind.__annotations__:
        setattr(made, name, 0)
    return made
