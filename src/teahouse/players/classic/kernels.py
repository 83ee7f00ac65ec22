"""The compiled plans and scores of Classic. Import them from here, so that the compiled code lands in its folder."""

from teahouse.players.compiling import use_kernel_folder

use_kernel_folder()

from teahouse.kernels.classic import numbers  # noqa: E402 the folder must be named first
from teahouse.kernels.classic.plans import reach, special, suits, worth  # noqa: E402 as above
from teahouse.kernels.classic.scoring import ends, finishing  # noqa: E402 the folder must be named first
from teahouse.kernels.classic.scoring import score as scoring  # noqa: E402 the folder must be named first

__all__ = ["ends", "finishing", "numbers", "reach", "scoring", "special", "suits", "worth"]
