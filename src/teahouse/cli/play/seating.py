"""The seating of a table in the terminal, with names."""

from typing import Final, NamedTuple

from teahouse.core.errors import InvalidOption, shown
from teahouse.core.game import AnyGame
from teahouse.core.seats import Seat
from teahouse.players import PLAYERS, name_bots

YOU: Final = "you"


class Seating(NamedTuple):
    """The names by seat, and the level of the bot at each seat that has one."""

    names: tuple[str, ...]
    bots: dict[Seat, str]


def seating(game: AnyGame, seat: int, against: str | None, auto: str | None) -> Seating:
    """Seat a person and bots.

    against: one bot for all other seats, or one for each; None is the usual bot. auto: a bot for the person's seat; an
    empty name is the usual one, None is no bot.
    """
    if seat not in game.seats:
        raise InvalidOption(f"expected --seat from 0 to {len(game.seats) - 1}, got {seat}")
    usual = PLAYERS[game.name].usual
    others = [other for other in game.seats if other != seat]
    bots = dict(zip(others, _levels(against or usual, len(others)), strict=True))
    if auto is not None:
        bots[Seat(seat)] = auto or usual
    bots = dict(sorted(bots.items()))
    named = dict(zip(bots, name_bots(game.name, bots.values()), strict=True))
    return Seating(tuple(named.get(each, YOU) for each in game.seats), bots)


def _levels(against: str, count: int) -> list[str]:
    names = against.split(",")
    levels = names * count if len(names) == 1 else names
    if len(levels) != count:
        expected = "1 bot" if count == 1 else f"1 or {count} bots"
        raise InvalidOption(f"expected {expected} in --against, got {shown(against)}")
    return levels
