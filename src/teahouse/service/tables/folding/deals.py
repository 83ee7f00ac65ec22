"""The deals of a table: what they are made from, those that are over, and the one that comes next."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from teahouse.core.fair import fair_seed
from teahouse.core.game import AnyGame, Result
from teahouse.core.record import RECORD_FORMAT, Ending, Header, Record, RecordedMove
from teahouse.core.seats import Seat
from teahouse.service.hosting.daily import NO_SHARE
from teahouse.service.tables import events as ev
from teahouse.service.tables.folding.standing import TableStanding
from teahouse.service.tables.log import Logged


class PlayedDeal(NamedTuple):
    """A finished deal: everything its record needs. kept: what the log contains instead of names, by seat."""

    game: AnyGame
    kept: tuple[str, ...]
    persons: tuple[str | None, ...]
    commitment: str
    secret: str
    shares: tuple[str | None, ...]
    moves: tuple[ev.Moved, ...]
    result: Result | None

    def record(self, names: tuple[str, ...], seed: str) -> Record:
        """The record of this deal; `seed` if everybody may know it."""
        header = Header(
            format=RECORD_FORMAT,
            game=self.game.name,
            options=msgspec.to_builtins(self.game.rules),
            names=names,
            seed=seed or None,
            commitment=self.commitment or None,
            shares=self.shares,
        )
        moves = tuple(RecordedMove(one.seat, msgspec.json.decode(one.move), one.ms) for one in self.moves)
        return Record(header, moves, Ending(self.result, self.secret or None))


class Seed(NamedTuple):
    """The source and the proof of a deal: the server's secret and the players' shares."""

    seed: bytes
    committed: ev.Committed
    shares: tuple[str | None, ...]


class DealSource(TableStanding):
    """The deals of a table that are over, and what the next one is made from."""

    def __init__(self, opened: Logged) -> None:
        """Start before the first deal."""
        super().__init__(opened)
        self.deals: list[PlayedDeal] = []
        self.seeds: dict[int, Seed] = {}
        self._dealt: tuple[bytes, Any] | None = None

    def next_deal(self) -> tuple[AnyGame, bytes]:
        """The game and the seed of the next deal, so that it can be dealt elsewhere: some games take long to deal."""
        setup = self.setup or self._new_match(self.matches + 1).setup
        assert setup is not None
        known = None if self.setup is None else self.seeds.get(setup.deal)
        seed = (known or self._seed(self.shares)).seed
        return setup.game, seed

    def dealt_ahead(self, seed: bytes) -> Any:
        """The next deal, dealt from its seed: the one dealt elsewhere, or dealt now."""
        ahead = self._dealt
        return ahead[1] if ahead is not None and ahead[0] == seed else self.next_deal()[0].deal(seed)

    def note_deal(self, seed: bytes, state: Any) -> None:
        """Remember the state that was dealt from a seed until the deal is logged."""
        self._dealt = (seed, state)

    def _seed(self, shares: Mapping[Seat, str]) -> Seed:
        if self.opened.seed:
            return Seed(bytes.fromhex(self.opened.seed), ev.Committed(self.deal, "", ""), ())
        committed = self.commitments[self.deal]
        received = tuple(shares.get(seat) for seat in self.game.seats)
        if self.is_daily_deal:
            received = tuple(share and NO_SHARE for share in received)
        seed = fair_seed(bytes.fromhex(committed.secret), [bytes.fromhex(one) for one in received if one is not None])
        return Seed(seed, committed, received)

    @property
    def is_daily_deal(self) -> bool:
        """Is the next deal, or the one that is played, the daily deal? Only the first of a table is."""
        return bool(self.opened.day) and self.deal == 0

    def shows_deal_of(self, day: str) -> bool:
        """Is what the table shows now, in play or at its end, a deal that others still play on this day?"""
        is_shown = self.deal == 0 or (self.deal == 1 and self.status != "playing")
        return bool(self.opened.day) and self.opened.day >= day and is_shown

    def is_withheld(self, deal: int, day: str) -> bool:
        """Is a finished deal still being played: on its day by others, or here with the same tiles again?"""
        if deal == 0 and self.opened.day and self.opened.day >= day:
            return True
        seed = self.deals[deal].commitment
        again = self.setup is not None and self.setup.deal in self.seeds
        return again and self.status != "over" and self.seeds[self._setup().deal].committed.commitment == seed

    def again(self, person: str) -> tuple[ev.Committed, str] | None:
        """The commitment and the share of the last deal, if this person may play the same tiles once more.

        That is possible at a table for one person, without a stake, opened for neither a daily deal nor a known one.
        """
        if self.opened.day or self.opened.stake or self.opened.seed or len(self.game.seats) > 1 or not self.deals:
            return None
        last = self.deals[-1]
        if self.setup is not None or last.persons != (person,) or last.shares[0] is None:
            return None
        return ev.Committed(self.deal, last.commitment, last.secret), last.shares[0]

    def needs_commitment(self) -> bool:
        """Must the server commit itself before the next deal? Not if everybody may know its seed."""
        if self.opened.seed:
            return False
        setup = self.setup
        repeated = setup is not None and setup.deal in self.seeds
        return self.status in ("open", "between") and self.deal not in self.commitments and not repeated
