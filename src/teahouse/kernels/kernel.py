"""Decorators that mark kernels: functions on plain numbers, which run as Python or compiled.

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

    Its compiled code is inlined in every kernel that calls it. If Python calls it, no index of it and of all kernels
    below it may be negative, and there is no check for that, which saves a tenth of the time. Plain kernels that Python
    calls have the check: loops over whole arrays compile better with it.
    """
    vars(function)["is_hot"] = True
    return kernel(function)


def is_kernel(value: object) -> bool:
    """Is this a function marked as a kernel?"""
    return hasattr(value, "is_kernel")


def is_hot(function: object) -> bool:
    """Is this a kernel of the hottest loops?"""
    return hasattr(function, "is_hot")
