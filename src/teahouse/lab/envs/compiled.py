"""The kernels of batches, compiled when they are first used and kept in the user's cache folder."""

from functools import cache

from teahouse.kernels.plain import F


@cache
def quick(function: F) -> F:
    """A kernel compiled; the first call in a process loads it, the first of all compiles it."""
    from teahouse.players.compiling import use_kernel_folder

    use_kernel_folder()
    from teahouse.kernels.quick import quick as made

    return made(function)
