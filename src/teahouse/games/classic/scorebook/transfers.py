"""Who pays whom after a deal of a real table, and why."""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from teahouse.core.seats import BySeat, Seat
from teahouse.games.classic.rulesets.ruleset import Ruleset
from teahouse.games.classic.scoring.lines import ScoreLine
from teahouse.games.classic.scoring.payments import Parties, settlements

TransferCause = Literal["win", "difference"]
TransferReason = Literal["self_drawn", "discarder", "robbed", "dealer", "east", "liable"]
"""The reason for an amount: self-drawn; by discard or robbed kong; the dealer's or East's factor; one pays for all."""


class HandScore(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a hand is worth. counted: the players worked it out, so there are no lines."""

    seat: Seat
    score: int
    points: int = 0
    doublings: int = 0
    lines: tuple[ScoreLine, ...] = ()
    counted: bool = False


class Transfer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An amount that one player owes another: for the win, or for the difference of two losing hands.

    of: the score, or the difference, that is paid for. reasons: why it is paid as it is.
    """

    payer: Seat
    payee: Seat
    amount: int
    cause: TransferCause
    of: int = 0
    reasons: tuple[TransferReason, ...] = ()


def for_win(receipts: BySeat[int], score: int, parties: Parties, ruleset: Ruleset) -> Iterator[Transfer]:
    """What everybody owes a winner."""
    for seat, amount in enumerate(receipts):
        if seat != parties.winner and amount:
            reasons = tuple(_reasons(Seat(seat), parties, ruleset))
            yield Transfer(Seat(seat), parties.winner, -amount, "win", score, reasons)


def _reasons(payer: Seat, parties: Parties, ruleset: Ruleset) -> Iterator[TransferReason]:
    if payer == parties.liable:
        yield "liable"
    elif parties.discarder is None:
        yield "self_drawn"
    elif payer == parties.discarder:
        yield "robbed" if parties.robbed else "discarder"
    yield from _doubling(payer, parties.winner, parties, ruleset)


def _doubling(one: Seat, other: Seat, parties: Parties, ruleset: Ruleset) -> Iterator[TransferReason]:
    if parties.doubling(ruleset) in (one, other):
        yield "dealer" if ruleset.doubling_role == "dealer" else "east"


def differences(lost: Sequence[HandScore], parties: Parties, ruleset: Ruleset) -> Iterator[Transfer]:
    """What each loser owes the losers with a higher score."""
    for place, one in enumerate(lost):
        for other in lost[place + 1 :]:
            received = settlements({one.seat: one.score, other.seat: other.score}, parties, ruleset)
            payer, payee = (other.seat, one.seat) if received[one.seat] > 0 else (one.seat, other.seat)
            if received[payee]:
                reasons = tuple(_doubling(payer, payee, parties, ruleset))
                difference = abs(one.score - other.score)
                yield Transfer(payer, payee, received[payee], "difference", difference, reasons)
