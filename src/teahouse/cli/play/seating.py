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
    """Seat a person and bots. `against` names one bot for all other seats or one each; `auto` one for the person's.

    Both may be left to the usual bot: None for `against`, an empty name for `auto`.
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
    given = against.split(",")
    levels = given * count if len(given) == 1 else given
    if len(levels) != count:
        wanted = "1 bot" if count == 1 else f"1 or {count} bots"
        raise InvalidOption(f"expected {wanted} in --against, got {shown(against)}")
    return levels
