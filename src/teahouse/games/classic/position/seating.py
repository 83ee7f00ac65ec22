"""Who sits where in a position, and the facts of its text by name."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from teahouse.core.errors import InvalidText, shown
from teahouse.core.seats import BySeat, Seat
from teahouse.core.tiles import Tile, Wind, parse_tile
from teahouse.games.classic.rulesets.ruleset import Ruleset

WINDS: Final = {wind.lower(): wind for wind in Wind}


class Placed(NamedTuple):
    """A tile and the seat that it belongs to."""

    seat: Seat
    tile: Tile


class PositionSeating(NamedTuple):
    """Who sits where, and the facts of a text by name."""

    ruleset: Ruleset
    winds: BySeat[Wind]
    facts: Mapping[str, str]

    @property
    def seats(self) -> range:
        """Every seat's number."""
        return range(len(self.winds))

    def seat(self, name: str, text: str) -> Seat:
        """The seat of a wind, which may be cut short."""
        seats = [Seat(seat) for seat, wind in enumerate(self.winds) if text and wind.lower().startswith(text.lower())]
        if len(seats) != 1:
            raise InvalidText(f"{name}: expected one of {', '.join(self.winds)}, got {shown(text)}")
        return seats[0]

    def fact_seat(self, name: str, usual: Seat) -> Seat:
        """The seat that a fact names."""
        return self.seat(name, self.facts[name]) if name in self.facts else usual

    def fact_seats(self, name: str) -> BySeat[bool]:
        """Which seats a fact names."""
        named = {self.seat(name, word) for word in self.facts.get(name, "").split()}
        return tuple(seat in named for seat in self.seats)

    def placed(self, name: str, usual: Seat) -> tuple[Placed, ...]:
        """The tiles of a fact with their seats; tiles without a seat go to the seats in turn, up to the usual one."""
        words = self.facts.get(name, "").split()
        return tuple(
            Placed(self.seat(name, seat) if at else Seat((usual - rest) % len(self.winds)), tile_of(name, tile))
            for rest, (tile, at, seat) in zip(
                range(len(words) - 1, -1, -1), (word.partition("@") for word in words), strict=True
            )
        )


def tile_of(name: str, text: str) -> Tile:
    """The tile in a fact of this name."""
    try:
        return parse_tile(text)
    except InvalidText as error:
        raise InvalidText(f"{name}: {error}") from None
