"""The compiled search of Battle. Import it from here, so that the compiled code lands in its folder."""

from teahouse.players.compiling import use_kernel_folder

use_kernel_folder()

from teahouse.kernels import compiled  # noqa: E402 the folder must be named before the first kernel is imported
from teahouse.kernels.battle import bounds, evaluation, moves, search, table  # noqa: E402 as above

__all__ = ["bounds", "compiled", "evaluation", "moves", "search", "table"]
