"""The compiled deals of Classic. Import them from here, so that the compiled code lands in its folder."""

from teahouse.players.compiling import use_kernel_folder

use_kernel_folder()

from teahouse.kernels.classic import numbers  # noqa: E402 the folder is named above
from teahouse.kernels.classic.deals import choice, simple, table, weighing  # noqa: E402 the folder is named above
from teahouse.kernels.classic.deals import play as deals  # noqa: E402 the folder is named above
from teahouse.kernels.classic.scoring import score as scoring  # noqa: E402 the folder is named above

__all__ = ["choice", "deals", "numbers", "scoring", "simple", "table", "weighing"]
