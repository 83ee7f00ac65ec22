"""What happens in a deal of Classic mahjong. A tile that is None is hidden."""

from typing import Literal

import msgspec

from teahouse.core.game import Ended, Forfeited, Tagged
from teahouse.core.seats import BySeat, Seat
from teahouse.core.tiles import Tile
from teahouse.games.classic.melds import Meld
from teahouse.games.classic.play.moves import Claim
from teahouse.games.classic.scoring.score import Score
from teahouse.games.classic.scoring.wins import WinSource

Purpose = Literal["east", "dealer", "kong_box"]
DrawSource = Literal["wall", "kong_box", "wall_tail"]
"""Where a tile is taken from: the wall's head; or, as a replacement, the Kong Box or the wall's tail."""

KongOffer = Literal["added_kong", "concealed_kong"]
OfferKind = Literal["discard"] | KongOffer


class DiceRolled(Tagged, frozen=True):
    """A seat threw dice during the setup; `purpose` names what they decide."""

    purpose: Purpose
    seat: Seat
    dice: tuple[int, ...]


class Drew(Tagged, frozen=True):
    """A seat took a tile; with `refilled`, one tile moved from the wall's tail into the Kong Box after it."""

    seat: Seat
    tile: Tile | None
    supply: DrawSource
    refilled: bool = False


class BonusShown(Tagged, frozen=True):
    """A seat laid a Flower or Season open."""

    seat: Seat
    tile: Tile


class Discarded(Tagged, frozen=True):
    """A seat discarded a tile; every other seat may claim it."""

    seat: Seat
    tile: Tile
    ready: bool = False


class Answered(Tagged, frozen=True):
    """A seat answered the tile on offer; the others learn of it when every seat has answered."""

    seat: Seat
    claim: Claim


class Melded(Tagged, frozen=True):
    """A seat claimed another's discard and melded the set."""

    seat: Seat
    meld: Meld
    tile: Tile
    giver: Seat


class KongDeclared(Tagged, frozen=True):
    """A seat declared a kong or added to a melded pong; others may rob it if `offer` says so."""

    seat: Seat
    meld: Meld
    offer: KongOffer | None


class LosingHand(msgspec.Struct, frozen=True):
    """The hand of a seat that did not win, laid open if the losers settle among themselves."""

    seat: Seat
    hand: tuple[Tile, ...]
    score: Score


class Gave(Tagged, frozen=True):
    """A seat laid a tile aside, face down, for the exchange of a goulash."""

    seat: Seat
    tile: Tile | None


class Received(Tagged, frozen=True):
    """A seat took up the three tiles that another one passed to it."""

    seat: Seat
    giver: Seat
    tiles: tuple[Tile, ...] | None


class Won(Tagged, frozen=True):
    """A seat went Mahjong: its whole hand, where the last tile came from, what it scores and what every seat receives.

    hand: the tiles that are not melded, the winning tile among them. giver: whose discard or kong the tile was.
    losers: the other hands, if the losers settle among themselves. settled: what every seat receives of that
    settlement, a part of its receipts; empty without one. liable: who pays for everybody, if somebody does.
    """

    seat: Seat
    tile: Tile
    source: WinSource
    giver: Seat | None
    hand: tuple[Tile, ...]
    score: Score
    receipts: BySeat[int]
    losers: tuple[LosingHand, ...] = ()
    settled: BySeat[int] = ()
    liable: Seat | None = None


Event = (
    DiceRolled
    | Drew
    | BonusShown
    | Gave
    | Received
    | Discarded
    | Answered
    | Melded
    | KongDeclared
    | Won
    | Forfeited
    | Ended
)
