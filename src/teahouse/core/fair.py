"""Deals that every player can verify: they follow from the server's committed secret and the players' shares.

Before a deal the house shows SHA-256 of its secret (96 bytes). Every player then adds 32 random bytes. The deal's seed
is HMAC-SHA-512(key = secret, message = "teahouse/deal" followed by the players' bytes in the order of seats). When the
deal is over the secret is shown, and anybody can compute all of this again.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final

from teahouse.core.errors import InvalidOption

SECRET_BYTES: Final = 96
SHARE_BYTES: Final = 32
LABEL: Final = b"teahouse/deal"


def commitment(secret: bytes) -> str:
    """The commitment that the server shows before the deal.

    >>> commitment(bytes(96))[:16]
    '2ea9ab9198d16380'
    """
    if len(secret) != SECRET_BYTES:
        raise InvalidOption(f"expected a secret of {SECRET_BYTES} bytes, got {len(secret)}")
    return hashlib.sha256(secret).hexdigest()


def fair_seed(secret: bytes, shares: Sequence[bytes]) -> bytes:
    """The deal's seed, made from the house's secret and a share of every player."""
    for seat, share in enumerate(shares):
        if len(share) != SHARE_BYTES:
            raise InvalidOption(f"expected a share of {SHARE_BYTES} bytes from seat {seat}, got {len(share)}")
    return hmac.digest(secret, LABEL + b"".join(shares), "sha512")
