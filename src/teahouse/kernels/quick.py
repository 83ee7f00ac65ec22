"""The quick form of plain kernels: the same source compiled with numba, and kept on disk in the user's cache folder.

Only this module knows the compiler, so that whoever runs a kernel plain never loads it.
"""

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any, TypeVar, cast

from numba import njit

F = TypeVar("F", bound=Callable[..., Any])


def quick(function: F) -> F:
    """Compile a kernel and all kernels that it calls, without the interpreter's lock, unless that was done before."""
    return cast("F", _quick(function))


@cache
def _quick(function: Any) -> Any:
    """A kernel calls others by their names: the compiled one gets names that mean the compiled ones."""
    names = function.__globals__
    called = {name: names[name] for name in function.__code__.co_names if hasattr(names.get(name), "signature")}
    quick_names = names | {name: _quick(kernel) for name, kernel in called.items()}
    copy = FunctionType(function.__code__, quick_names, function.__name__)
    copy.__qualname__ = function.__qualname__
    compiler: Any = njit
    return compiler(function.signature, nogil=True, cache=True)(copy)
