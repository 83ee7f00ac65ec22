"""How each game is hosted: its clocks, what the service does for the silent, and who stands in for the absent."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from teahouse.core.game import Forfeit
from teahouse.core.seats import Seat
from teahouse.games import GAMES
from teahouse.games.classic.play.moves import DeclareMahjong, Discard, Pass
from teahouse.games.classic.play.moves import Move as ClassicMove
from teahouse.games.classic.play.state import ClassicView
from teahouse.games.solitaire import SolitaireView
from teahouse.service.tables.events import Clock

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND


def give_up(_view: Any, _moves: Sequence[Any]) -> Any:
    """Out of time is out of the game."""
    return Forfeit("time")


class Claim(NamedTuple):
    """An open claim, as everybody sees it.

    on: what is claimed; never the same for two claims of a deal. playing: the seats that have not given up.
    """

    on: Any
    playing: tuple[Seat, ...]


def tile_on_offer(view: ClassicView) -> Claim | None:
    """The claim on a discard, or on a kong that can be robbed."""
    if view.offer is None or not view.waiting:
        return None
    on = (view.offer, len(view.discards), view.wall, view.box)
    return Claim(on, tuple(Seat(seat) for seat, is_gone in enumerate(view.gone) if not is_gone))


def let_it_pass(view: ClassicView, moves: Sequence[ClassicMove]) -> ClassicMove:
    """The silent claim nothing, and lay down the tile they drew."""
    quiet: list[ClassicMove] = [Pass()]
    if view.drawn is not None:
        quiet.append(Discard(view.drawn))
    discards = [move for move in moves if isinstance(move, Discard)]
    return next((move for move in quiet if move in moves), discards[-1] if discards else moves[-1])


def win_or_pass(view: ClassicView, moves: Sequence[ClassicMove]) -> ClassicMove:
    """Who has no time to think misses no Mahjong."""
    mahjong = DeclareMahjong()
    return mahjong if mahjong in moves else let_it_pass(view, moves)


Claims = Literal["", "lively", "sealed"]


class Window(NamedTuple):
    """How long a claim stays open where two or more persons play, in milliseconds.

    shortest: at least so long. longest: at most so long, also when somebody has not answered. One window in `once_in`
    that nobody needs stays open for a time between the two of `pause`, so that a pause alone tells little.
    """

    shortest: int
    longest: int
    pause: tuple[int, int] = (0, 0)
    once_in: int = 0


WINDOWS: Final[Mapping[Claims, Window]] = {
    "lively": Window(SECOND, 8 * SECOND, pause=(SECOND, 3 * SECOND), once_in=5),
    "sealed": Window(4 * SECOND, 4 * SECOND),
}


def is_hinted(view: SolitaireView) -> bool:
    """Was a hint paid for on this very board? Advice is worth more than a hint and must not be cheaper."""
    return view.board is not None and view.board.hint is not None


class HostingRules(NamedTuple):
    """The hosting of a game.

    clocks: presets by name; the first is the usual one. silent: the move for a seat whose time is up, from its view and
    its legal moves. unhosted: the kinds of match that are not hosted (a pot is the table's stake, not the match's).
    windows: how long claims stay open, the usual one first; none where seats never answer together. stand_in: the bot
    that plays for an absent person; None when nobody may. alone: the usual clock for one. keeps_clock: with a clock, an
    absent person's time runs out by itself, and nobody may claim against them. claim: of an onlooker's view, the open
    claim; None where seats never answer together. hasty: the move for a bot that has not answered a claim in time; None
    when it is the silent one. has_paid: of a seat's view, whether the price of advice was paid; None where it is free.
    """

    clocks: Mapping[str, Clock]
    silent: Callable[[Any, Sequence[Any]], Any]
    unhosted: tuple[str, ...] = ()
    windows: Mapping[Claims, Window] = MappingProxyType({})
    stand_in: str | None = None
    alone: str | None = None
    keeps_clock: bool = False
    has_paid: Callable[[Any], bool] | None = None
    claim: Callable[[Any], Claim | None] | None = None
    hasty: Callable[[Any, Sequence[Any]], Any] | None = None

    def usual_clock(self, seats: int) -> str:
        """The clock of a table where none was chosen."""
        first = next(iter(self.clocks))
        return self.alone or first if seats == 1 else first

    @property
    def usual_claims(self) -> Claims:
        """How long claims stay open where nothing was chosen; empty where there are none."""
        for name in self.windows:
            return name
        return ""


UNTIMED: Final = Clock()

HOSTING: Final[Mapping[str, HostingRules]] = {
    "battle": HostingRules(
        clocks={
            "5+5": Clock(bank=5 * MINUTE, step=5 * SECOND),
            "2+2": Clock(bank=2 * MINUTE, step=2 * SECOND),
            "15+10": Clock(bank=15 * MINUTE, step=10 * SECOND),
            "untimed": UNTIMED,
        },
        silent=give_up,
    ),
    "classic": HostingRules(
        clocks={
            "20 s and 3 min": Clock(bank=3 * MINUTE, step=20 * SECOND, fresh=True),
            "10 s and 1 min": Clock(bank=MINUTE, step=10 * SECOND, fresh=True),
            "untimed": UNTIMED,
        },
        silent=let_it_pass,
        windows=WINDOWS,
        claim=tile_on_offer,
        hasty=win_or_pass,
        stand_in="simple",
    ),
    "solitaire": HostingRules(
        clocks={
            "10 minutes": Clock(bank=10 * MINUTE),
            "5 minutes": Clock(bank=5 * MINUTE),
            "15 minutes": Clock(bank=15 * MINUTE),
            "20 minutes": Clock(bank=20 * MINUTE),
            "untimed": UNTIMED,
        },
        unhosted=("pot",),
        silent=give_up,
        alone="untimed",
        keeps_clock=True,
        has_paid=is_hinted,
    ),
}


def hosted_matches(game: str) -> tuple[str, ...]:
    """The kinds of match that are hosted, the usual one first."""
    return tuple(kind for kind in GAMES[game].matches if kind not in HOSTING[game].unhosted)
