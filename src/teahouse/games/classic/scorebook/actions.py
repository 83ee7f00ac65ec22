"""What people at a real table may do with their scorebook."""

from typing import Annotated, Literal

from msgspec import Meta

from teahouse.core.errors import IllegalMove
from teahouse.core.game import Tagged
from teahouse.core.seats import BySeat, Seat
from teahouse.games.classic.play.state import MOST_TALLIES
from teahouse.games.classic.scorebook.entries import MOST_SEATS, DealEntry, HandEntry

LONGEST_NAME = 20
LONGEST_REASON = 80
Amount = Annotated[int, Meta(ge=-MOST_TALLIES, le=MOST_TALLIES)]
Fault = Literal["false_mahjong", "wrong_set", "wrong_tiles", "misnamed_discard", "false_fishing", "other"]
"""What a penalty is for, as the association names it; `other` is described in words."""


class OutOfDate(IllegalMove):
    """An action on a version of the scorebook that somebody else has changed meanwhile."""


class TakeSeat(Tagged, frozen=True):
    """Sit in this seat; only a free seat can be taken."""

    seat: Seat


class LeaveSeat(Tagged, frozen=True):
    """Free a seat: your own, or any seat if you opened the book."""

    seat: Seat


class NameSeat(Tagged, frozen=True):
    """Name a player who has no phone at the table."""

    seat: Seat
    name: Annotated[str, Meta(max_length=LONGEST_NAME)]


class EnterDeal(Tagged, frozen=True):
    """Write down how the next deal ended. draft: the number of the draft it replaces, 0 for none."""

    draft: int
    entry: DealEntry


class EnterHand(Tagged, frozen=True):
    """Write down one hand of the deal that is being entered. deal: how many deals were settled before it."""

    deal: int
    seat: Seat
    hand: HandEntry


class Confirm(Tagged, frozen=True):
    """Agree with a draft; when everybody at the table has, the deal counts."""

    draft: int


class SettleNow(Tagged, frozen=True):
    """As the keeper of the book, let a draft count without waiting for everybody."""

    draft: int


class DropDraft(Tagged, frozen=True):
    """Throw a draft away."""

    draft: int


class UndoDeal(Tagged, frozen=True):
    """Take the last deal back; it becomes the draft again. deal: how many deals are settled now."""

    deal: int


class Adjust(Tagged, frozen=True):
    """Move tallies between players, as the table agrees. amounts: what each seat receives; they sum to zero."""

    amounts: Annotated[BySeat[Amount], Meta(max_length=MOST_SEATS)]
    reason: Annotated[str, Meta(max_length=LONGEST_REASON)]


class Penalise(Tagged, frozen=True):
    """Let a seat pay for a fault. amount: what each receives. payee: who receives it; without one, everybody else.

    reason: more about it; a fault of another sort needs it.
    """

    seat: Seat
    fault: Fault
    amount: Annotated[int, Meta(ge=1, le=MOST_TALLIES)]
    payee: Seat | None = None
    reason: Annotated[str, Meta(max_length=LONGEST_REASON)] = ""


class UndoAdjustment(Tagged, frozen=True):
    """Take the last penalty or moved tallies back. adjustment: how many there are now."""

    adjustment: int


class CloseBook(Tagged, frozen=True):
    """End the evening; nothing can be entered any more."""


class ReopenBook(Tagged, frozen=True):
    """Go on with an evening that was ended."""


DraftAction = EnterDeal | EnterHand | Confirm | SettleNow | DropDraft
Adjusting = Adjust | Penalise | UndoAdjustment
BookEntry = DraftAction | Adjusting | NameSeat | UndoDeal
Action = BookEntry | TakeSeat | LeaveSeat | CloseBook | ReopenBook
