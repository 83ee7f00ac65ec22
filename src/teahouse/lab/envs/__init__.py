"""Learning environments: the three games for PettingZoo and Gymnasium, and Battle and Solitaire in batches.

Nothing here imports a library of the extra `lab` before it is used.
"""

from teahouse.lab.envs.register import register

__all__ = ["register"]
