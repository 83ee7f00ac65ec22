"""The compiled plans and scores of Classic. Whoever needs a part takes it from here, where it finds its folder."""

from teahouse.players.compiling import use_kernel_folder

use_kernel_folder()

from teahouse.kernels.classic import ends, finishing, numbers, scoring  # noqa: E402 the folder must be named before the first kernel is imported
from teahouse.kernels.plans import reach, special, suits, worth  # noqa: E402 as above

__all__ = ["ends", "finishing", "numbers", "reach", "scoring", "special", "suits", "worth"]
