"""The compiled plans of Classic. Whoever needs a part takes it from here, so that they are kept in their folder."""

from teahouse.players.compiling import use_kernel_folder

use_kernel_folder()

from teahouse.kernels.plans import reach, special, suits, worth  # noqa: E402 the folder must be named before the first kernel is imported

__all__ = ["reach", "special", "suits", "worth"]
