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


def is_kernel(value: object) -> bool:
    """Is this a function marked as a kernel?"""
    return hasattr(value, "is_kernel")
