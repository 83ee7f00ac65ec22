"""A deal of Classic mahjong at one moment, and the options it is played with."""

from typing import Annotated, Final, Literal

import msgspec

from teahouse.core.drawing import Drawn
from teahouse.core.errors import InvalidOption
from teahouse.core.game import Result, Rules
from teahouse.core.seats import BySeat, Seat
from teahouse.core.tiles import Tile, Wind
from teahouse.games.classic.melds import Meld
from teahouse.games.classic.play.events import OfferKind, Won
from teahouse.games.classic.play.moves import Claim
from teahouse.games.classic.play.opening import Opening
from teahouse.games.classic.rulesets.ruleset import DEFAULT_RULESET, RULESETS, Ruleset, load_ruleset
from teahouse.games.option_values import named, within

MOST_TALLIES: Final = 10**15
"""More than any session can move, and little enough for every ledger and browser."""

MOST_STREAK: Final = 10_000

TileOrigin = Literal["dealt", "wall", "last_wall_tile", "kong_box", "wall_tail", "claim"]
"""How the seat to move got its last tile."""


class ClassicRules(Rules, frozen=True):
    """The options of Classic mahjong.

    ruleset: a ruleset of the house by its name, or a whole ruleset.
    east: the seat whose Personal Wind is East; none to let the dice decide.
    dealer: the seat that deals; none to let the ruleset decide.
    prevailing: the Prevailing Wind.
    tallies: what every seat has when the deal begins; none if no score is kept.
    streak: how many deals in a row the seat with the East Wind has just won.
    goulash: pass three tiles three times before the first discard, and play without chows.
    """

    ruleset: Ruleset | Annotated[str, named(*RULESETS)] = DEFAULT_RULESET
    east: Annotated[Seat, within(0, 3)] | None = None
    dealer: Annotated[Seat, within(0, 3)] | None = None
    prevailing: Wind = Wind.EAST
    tallies: BySeat[int] | None = None
    streak: Annotated[int, within(0, MOST_STREAK)] = 0
    goulash: bool = False

    def filled(self) -> "ClassicRules":
        """The same rules with the whole ruleset instead of its name, so that a record can be replayed anywhere."""
        rules = msgspec.structs.replace(self, ruleset=self.chosen())
        players = rules.chosen().players
        for name, seat in (("east", rules.east), ("dealer", rules.dealer)):
            if seat is not None and not 0 <= seat < players:
                raise InvalidOption(f"expected {name} from 0 to {players - 1}, got {seat}")
        if not 0 <= rules.streak <= MOST_STREAK:
            raise InvalidOption(f"expected streak from 0 to {MOST_STREAK}, got {rules.streak}")
        winds = rules.chosen().winds
        if rules.prevailing not in winds:
            raise InvalidOption(f"expected a prevailing wind among {', '.join(winds)}, got {rules.prevailing}")
        if rules.tallies is not None and len(rules.tallies) != players:
            raise InvalidOption(f"expected tallies of {players} seats, got {len(rules.tallies)}")
        for amount in rules.tallies or ():
            if abs(amount) > MOST_TALLIES:
                raise InvalidOption(f"expected tallies up to {MOST_TALLIES}, got {amount}")
        return rules

    def chosen(self) -> Ruleset:
        """The ruleset itself."""
        return load_ruleset(self.ruleset) if isinstance(self.ruleset, str) else self.ruleset


class LaidTile(msgspec.Struct, frozen=True):
    """A discard that nobody claimed, and whose it was."""

    seat: Seat
    tile: Tile


class ClaimedTile(msgspec.Struct, frozen=True):
    """A discard that another seat took.

    seat: whose it was. by: who took it. at: how many unclaimed discards of all seats lay before it.
    """

    seat: Seat
    tile: Tile
    by: Seat
    at: int


class Offer(msgspec.Struct, frozen=True):
    """A tile that others may claim: a discard, or the fourth tile of a kong that may be robbed."""

    tile: Tile
    seat: Seat
    kind: OfferKind


class OpenOffer(msgspec.Struct, frozen=True):
    """A tile on offer and the answers so far; the seat that offers it and seats that resigned do not answer."""

    offer: Offer
    answers: BySeat[Claim | None]


class Exchange(msgspec.Struct, frozen=True):
    """An exchange of a goulash: which of the three it is, from 0 on, and the tiles that each seat has laid aside."""

    number: int
    given: BySeat[tuple[Tile, ...]]


class SeenExchange(msgspec.Struct, frozen=True):
    """An exchange as one seat sees it: to whom each seat passes, how many tiles each has laid aside, its own tiles."""

    number: int
    to: BySeat[Seat]
    given: BySeat[int]
    own: tuple[Tile, ...]


class ClassicState(msgspec.Struct, frozen=True):
    """Everything about a deal.

    wall, box: what is left, next tile first. hands: sorted; they hold neither melds nor bonus tiles. turn: the seat
    that draws and discards. drawn, came: its last tile and how it came. kongs: kongs in a row that each began with the
    replacement for the one before. turns: how many turns each seat has begun. unchanged: the seats that may still have
    an original call. ready: who announced it. gone: who resigned. ending: why play is over. tail: how many tiles left
    the wall at its tail. claimed: the discards that were taken, the first taken first. exchange: the exchange of a
    goulash that goes on; its tiles are in no hand.
    """

    opening: Opening
    wall: tuple[Tile, ...]
    box: tuple[Tile, ...]
    hands: BySeat[tuple[Tile, ...]]
    melds: BySeat[tuple[Meld, ...]]
    bonus: BySeat[tuple[Tile, ...]]
    turn: Seat
    turns: BySeat[int]
    unchanged: BySeat[bool]
    ready: BySeat[bool]
    gone: BySeat[bool]
    drawn: Tile | None = None
    came: TileOrigin = "dealt"
    kongs: int = 0
    discards: tuple[LaidTile, ...] = ()
    window: OpenOffer | None = None
    wins: tuple[Won, ...] = ()
    ending: str | None = None
    tail: int = 0
    claimed: tuple[ClaimedTile, ...] = ()
    exchange: Exchange | None = None


class ClassicView(Drawn, msgspec.Struct, frozen=True):
    """What one seat, or an onlooker, may know.

    wall, box: how many tiles are left. waiting: the seats to move; while a tile is on offer, all seats
    asked, without this one once it has answered. answer: what this seat answered. tail: how many tiles left the
    wall at its tail, as replacements or to refill the Kong Box; the others left it at its head. claimed: the
    discards that were taken, each melded set's in the order of that seat's sets. exchange: the exchange of a goulash
    that goes on.
    """

    seat: Seat | None
    opening: Opening
    hand: tuple[Tile, ...]
    drawn: Tile | None
    hand_sizes: BySeat[int]
    melds: BySeat[tuple[Meld, ...]]
    bonus: BySeat[tuple[Tile, ...]]
    discards: tuple[LaidTile, ...]
    wall: int
    box: int
    turn: Seat
    waiting: tuple[Seat, ...]
    offer: Offer | None
    answer: Claim | None
    ready: BySeat[bool]
    gone: BySeat[bool]
    wins: tuple[Won, ...]
    result: Result | None
    tail: int = 0
    claimed: tuple[ClaimedTile, ...] = ()
    exchange: SeenExchange | None = None
