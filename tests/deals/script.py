"""Scripted deals: a wall given tile by tile, the moves, and the expected outcome.

A script is lines of text; `#` begins a remark.

    ruleset british limit=500     a ruleset of the house, with options changed (british when left out)
    seats east=0 dealer=0         who is East and who deals (both 0 when left out)
    goulash yes                   tiles are passed before the first discard: `0 5m` passes one
    streak 12                     how many deals in a row East has just won (none when left out)
    prevailing South              the Prevailing Wind (East when left out)
    tallies 2000 2000 2000 2000   what every seat has (nothing is counted when left out)
    hand 0 11z 123m …             the tiles a seat is dealt, the dealer's last one being its fourteenth
    box 1m 2m                     the Kong Box, next tile first
    wall 3m 4m                    the wall after dealing, next tile first
    0 5m; 2 pong                  seat 0 discards 5m and seat 2 claims it; everybody else passes
    1 kong 5m; 3 mahjong          seat 1 declares a kong, seat 3 robs it
    0 5m; 1 may pong, pass        what a seat may do before it does something
    0 5m; ?                       nobody has answered yet
    2 holds 11z 123m              a seat's hand now
    ends mahjong                  why it ended
    wins 3 robbed_kong 60         a winner, where the tile came from, and the score
    scores -240 0 0 240           what every seat receives
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from teahouse.core.game import Result
from teahouse.core.seats import Seat
from teahouse.core.tiles import Tile, Wind, parse_tiles, tiles_text
from teahouse.games.classic import BrokenWall, Classic, ClassicRules, ClassicState, Event, Opening, load_ruleset
from teahouse.games.classic.play.opening import personal_winds
from teahouse.games.classic.rulesets.ruleset import with_options


class Outcome(NamedTuple):
    """The outcome of a script: the last state, all events, and the result if there is one."""

    state: ClassicState
    events: list[Event]
    result: Result | None
    game: Classic

    @property
    def source(self) -> str:
        """The source of the first winner's tile."""
        return self.state.wins[0].source

    def may(self, seat: int | None = None) -> list[str]:
        """The moves that a seat, or else the one whose turn it is, may play now."""
        moves = self.game.legal_moves(self.state, self.state.turn if seat is None else Seat(seat))
        return [self.game.move_text(move) for move in moves]

    @property
    def scores(self) -> tuple[int, ...]:
        """What every seat received."""
        assert self.result is not None
        return self.result.scores


class Script:
    """A deal being played from its script."""

    def __init__(self, text: str, options: Mapping[str, Any] | None = None) -> None:
        """Read the head of the script; options given here are added to its own."""
        lines = [line.partition("#")[0].strip() for line in text.splitlines()]
        self.lines = [line for line in lines if line]
        self.options = dict(options or {})
        self.hands: dict[int, tuple[Tile, ...]] = {}
        self.layout: dict[str, tuple[Tile, ...]] = {"box": (), "wall": ()}
        self.head: dict[str, str] = {}
        self.events: list[Event] = []

    def play(self) -> Outcome:
        """Play the script to its end."""
        rest = list(self.read_head())
        self.game = self.made_game()
        self.state = self.started()
        for line in rest:
            self.step(line)
        return Outcome(self.state, self.events, self.game.result(self.state), self.game)

    def read_head(self) -> Iterator[str]:
        for line in self.lines:
            word, _, text = line.partition(" ")
            if word in ("ruleset", "seats", "prevailing", "tallies", "streak", "goulash"):
                self.head[word] = text
            elif word == "hand":
                seat, _, tiles = text.partition(" ")
                self.hands[int(seat)] = parse_tiles(tiles)
            elif word in self.layout:
                self.layout[word] = parse_tiles(text)
            else:
                yield line

    def made_game(self) -> Classic:
        name, *changes = self.head.get("ruleset", "british").split()
        options = dict(parsed_option(change) for change in changes) | self.options
        ruleset = with_options(load_ruleset(name), options)
        return Classic(ClassicRules(ruleset=ruleset, goulash=self.head.get("goulash") == "yes"))

    def started(self) -> ClassicState:
        seats = dict(part.split("=") for part in self.head.get("seats", "").split())
        tallies = self.head.get("tallies")
        opening = Opening(
            rolls=(),
            winds=personal_winds(Seat(int(seats.get("east", 0))), self.game.ruleset.winds),
            prevailing=Wind(self.head.get("prevailing", "East")),
            dealer=Seat(int(seats.get("dealer", 0))),
            heaps=len(self.layout["box"]) // 2,
            tallies=None if tallies is None else tuple(map(int, tallies.split())),
            max_chows=self.game.ruleset.max_chows,
            streak=int(self.head.get("streak", 0)),
            goulash=self.game.rules.goulash,
        )
        wall = (*self.dealt_tiles(opening.dealer), *self.layout["wall"])
        crowded = {
            tile: n for tile, n in Counter((*wall, *self.layout["box"])).items() if n > (1 if tile.is_bonus else 4)
        }
        assert not crowded, f"too many of a kind: {crowded}"
        return self.game.start(opening, BrokenWall(wall, self.layout["box"]))

    def dealt_tiles(self, dealer: int) -> Iterator[Tile]:
        """The hands in the order in which their tiles are dealt."""
        order = [(dealer + number) % len(self.hands) for number in range(len(self.hands))]
        assert [len(self.hands[seat]) for seat in order] == [14] + [13] * (len(order) - 1), self.hands
        for heaps in range(3):
            for seat in order:
                yield from self.hands[seat][4 * heaps : 4 * heaps + 4]
        for seat in order:
            yield from self.hands[seat][12:]

    def step(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "ends":
            assert self.state.ending == rest
        elif word == "wins":
            found = [f"{win.seat} {win.source} {win.score.score}" for win in self.state.wins]
            assert rest in found, (rest, found)
        elif word == "scores":
            result = self.game.result(self.state)
            assert result is not None
            assert result.scores == tuple(map(int, rest.split())), result.scores
        else:
            self.turn([part.strip() for part in line.split(";")])

    def turn(self, parts: list[str]) -> None:
        for part in parts:
            self.act(part)
        while self.state.window is not None and parts[-1] != "?":
            self.apply(self.game.to_move(self.state)[0], "pass")

    def act(self, part: str) -> None:
        if part == "?":
            return
        number, _, what = part.partition(" ")
        seat = Seat(int(number))
        if what.startswith("may "):
            moves = ", ".join(self.game.move_text(move) for move in self.game.legal_moves(self.state, seat))
            assert moves == what.removeprefix("may "), moves
        elif what.startswith("holds "):
            assert tiles_text(self.state.hands[seat]) == what.removeprefix("holds ")
        else:
            self.apply(seat, what)

    def apply(self, seat: Seat, text: str) -> None:
        self.state, events = self.game.apply(self.state, seat, self.game.parse_move(text))
        self.events += events


def parsed_option(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    return name, {"true": True, "false": False}.get(value, int(value) if value.isdigit() else value)
