"""Kernels as plain Python: a mark that says how a function is compiled by those who want it compiled.

Importing a kernel costs nothing and needs no compiler: the function runs as it stands, on lists.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

Numbers = Any
"""A list of int, or an array of int64 when compiled."""
Arrays = Any
"""A tuple of them."""


NUMBER: Final = "int64"
NUMBERS: Final = "int64[::1]"
FLAG: Final = "boolean"
NOTHING: Final = "void"


def arrays(count: int) -> str:
    """The type of a tuple of so many arrays."""
    return f"UniTuple({NUMBERS}, {count})"


def kernel(result: str, *arguments: str) -> Callable[[F], F]:
    """Mark a function with the types it is compiled for."""

    def marked(function: F) -> F:
        vars(function)["signature"] = f"{result}({', '.join(arguments)})"
        return function

    return marked
