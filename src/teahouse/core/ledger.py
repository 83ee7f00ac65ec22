"""Double-entry bookkeeping in coins or tallies: every entry moves amounts between accounts and sums to zero."""

from typing import Final

import msgspec

from teahouse.core.errors import InvalidOption

POT: Final = "pot"
"""The account of a pot, into which everybody pays a stake in coins; in a match without a pot, amounts are tallies."""


class Posting(msgspec.Struct, frozen=True):
    """An amount that an account receives; negative if it pays."""

    account: str
    amount: int


class Entry(msgspec.Struct, frozen=True):
    """One booking: its memo, and who pays what to whom.

    >>> Entry("pot", (Posting("ann", -100), Posting("pot", 100))).memo
    'pot'
    """

    memo: str
    postings: tuple[Posting, ...]

    def __post_init__(self) -> None:
        """Refuse an entry that does not sum to zero."""
        total = sum(posting.amount for posting in self.postings)
        if total:
            raise InvalidOption(f"expected an entry that sums to zero, got {total:+d} in {self.memo!r}")


class Ledger(msgspec.Struct, frozen=True):
    """Entries in the order they were booked."""

    entries: tuple[Entry, ...] = ()

    def book(self, *entries: Entry) -> "Ledger":
        """The ledger with these entries added at the end."""
        return Ledger(self.entries + entries)

    def balance(self, account: str) -> int:
        """What an account has received minus what it has paid."""
        return sum(posting.amount for entry in self.entries for posting in entry.postings if posting.account == account)

    def balances(self) -> dict[str, int]:
        """Every account's balance, in the order the accounts first occur; they sum to zero."""
        accounts = dict.fromkeys(posting.account for entry in self.entries for posting in entry.postings)
        return {account: self.balance(account) for account in accounts}
