"""The compiled analysis of hands. Import it from here, so that the compiled code lands in its folder."""

from teahouse.players.compiling import use_kernel_folder

use_kernel_folder()

from teahouse.kernels.classic.distance import batch, lanes, layout, special, tables  # noqa: E402 the folder is named above
from teahouse.kernels.classic.distance import hand as distance  # noqa: E402 the folder is named above

__all__ = ["batch", "distance", "lanes", "layout", "special", "tables"]
