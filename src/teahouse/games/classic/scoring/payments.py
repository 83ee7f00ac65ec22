"""Who pays what to whom after a deal; payments sum to zero."""

from collections.abc import Mapping, Sequence

import msgspec

from teahouse.core.seats import BySeat, Seat
from teahouse.games.classic.rulesets.options import Ruleset


class Parties(msgspec.Struct, frozen=True):
    """The seats of a payment.

    discarder: whose discard or robbed kong the winning tile was; None when the winner drew it. robbed: it was a kong.
    also_won: who else went Mahjong with the same tile; they pay nothing. liable: who pays for everybody.
    """

    winner: Seat
    dealer: Seat
    east: Seat
    discarder: Seat | None = None
    robbed: bool = False
    also_won: tuple[Seat, ...] = ()
    liable: Seat | None = None

    def doubling(self, ruleset: Ruleset) -> Seat:
        """The seat that pays and receives the dealer's factors."""
        return self.dealer if ruleset.doubling_role == "dealer" else self.east


def payments(score: int, parties: Parties, ruleset: Ruleset) -> BySeat[int]:
    """What each seat receives for a win of this score; negative if it pays. The amounts sum to zero.

    >>> from teahouse.games.classic.rulesets.ruleset import load_ruleset
    >>> payments(896, Parties(winner=Seat(1), dealer=Seat(0), east=Seat(0)), load_ruleset("british"))
    (-1792, 3584, -896, -896)
    """
    losers = [Seat(seat) for seat in range(ruleset.players) if seat != parties.winner]
    paid = {seat: _amount(score * factor(seat, parties, ruleset), ruleset) for seat in losers}
    if parties.liable is not None:
        paid = {seat: sum(paid.values()) if seat == parties.liable else 0 for seat in losers}
    return tuple(sum(paid.values()) if seat == parties.winner else -paid[Seat(seat)] for seat in range(ruleset.players))


def _amount(amount: int, ruleset: Ruleset) -> int:
    amount = divided(amount, ruleset)
    if ruleset.limit is None or ruleset.limit_applies_to == "hand":
        return amount
    return min(amount, ruleset.limit)


def divided(amount: int, ruleset: Ruleset) -> int:
    """An amount in parts of the score as whole tallies; the remainder is not paid."""
    units = abs(amount) // ruleset.payment.divisor
    return units if amount > 0 else -units


def factor(seat: Seat, parties: Parties, ruleset: Ruleset) -> int:
    """The factor by which a losing seat pays the score."""
    if seat in parties.also_won:
        return 0
    doubling = parties.doubling(ruleset)
    drawn = parties.discarder is None or (parties.robbed and ruleset.robbed_player_pays_as == "self_drawn")
    if doubling == parties.winner:
        return _to_dealer(seat, parties, ruleset, drawn=drawn)
    is_dealer = seat == doubling
    if drawn:
        row = ruleset.payment.other_self_drawn
        return row.dealer if is_dealer else row.others
    return _for_discard(seat, parties, ruleset, is_dealer=is_dealer)


def _to_dealer(seat: Seat, parties: Parties, ruleset: Ruleset, *, drawn: bool) -> int:
    if drawn:
        return ruleset.payment.dealer_self_drawn.others
    row = ruleset.payment.dealer_on_discard
    return row.discarder if seat == parties.discarder else row.others


def _for_discard(seat: Seat, parties: Parties, ruleset: Ruleset, *, is_dealer: bool) -> int:
    row, who = ruleset.payment.other_on_discard, ruleset.non_dealer_discard_payment
    if seat == parties.discarder:
        return row.discarder_if_dealer if is_dealer else row.discarder
    if is_dealer:
        return 0 if who == "discarder_only" else row.dealer
    return row.others if who == "everybody" else 0


def settlements(scores: Mapping[Seat, int], parties: Parties, ruleset: Ruleset) -> BySeat[int]:
    """What each seat receives when the losers, whose scores these are, pay one another the differences.

    The seat with the doubling role pays and receives double, unless the ruleset's factors never double.
    """
    received = [0] * ruleset.players
    for one, mine in scores.items():
        for other, theirs in scores.items():
            received[one] += divided((mine - theirs) * _share(one, other, parties, ruleset), ruleset)
    return tuple(received)


def _share(one: Seat, other: Seat, parties: Parties, ruleset: Ruleset) -> int:
    row = ruleset.payment.other_self_drawn
    return row.dealer if parties.doubling(ruleset) in (one, other) else row.others


def total(parts: Sequence[BySeat[int]]) -> BySeat[int]:
    """Several payments added up, seat by seat."""
    return tuple(sum(amounts) for amounts in zip(*parts, strict=True))
