"""The mark of a kernel: a function on plain numbers, which runs as it stands or compiled.

The annotations of a kernel are the types that it is compiled for. Importing a kernel loads no compiler: see `compiler`.
"""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Mark a function as a kernel."""
    vars(function)["is_kernel"] = True
    return function


def hot(function: F) -> F:
    """Mark a function as a kernel of the hottest loops, which work on one number at a time.

    Compiled, its code is copied to every place that calls it. No index may be negative, and nobody looks whether one
    is; loops over whole arrays are compiled better with that look.
    """
    vars(function)["is_hot"] = True
    return kernel(function)


def is_kernel(value: object) -> bool:
    """Is this a function marked as a kernel?"""
    return hasattr(value, "is_kernel")


def is_hot(function: object) -> bool:
    """Is this a kernel of the hottest loops?"""
    return hasattr(function, "is_hot")
