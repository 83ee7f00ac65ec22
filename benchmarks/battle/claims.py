"""What a campaign has proven about the first moves of Battle deals, kept in a file of JSON lines.

A claim bounds what a first move is worth. The claims about all first moves of a deal bound the value of the deal, so
they are its certificate: a second search proves it again, with other keys, in another order and with its own table.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from benchmarks.battle.positions import exchange, random_position
from teahouse.games.battle import Battle, Board, TakePair
from teahouse.kernels.battle.table import HIGHEST, LOWEST

ALL_TILES: Final = 108


class Claim(msgspec.Struct, frozen=True, tag="claim"):
    """The bounds of what a first move is worth, proven by the first search or by the second one."""

    deal: int
    tiles: int
    move: str
    lower: int
    upper: int
    nodes: int
    seconds: float
    is_second: bool = False


class Opening(msgspec.Struct, frozen=True, tag="opening"):
    """The first move that a player chose."""

    deal: int
    tiles: int
    player: str
    move: str


Fact = Claim | Opening


class Ledger:
    """The facts of a file. Each is written at once, so that a campaign can be stopped at any time and continued."""

    def __init__(self, path: Path) -> None:
        """Read the file, if there is one; a line that was cut off when a campaign was killed is dropped."""
        self._path = path
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            path.write_text(whole, encoding="utf-8")
        self._facts: list[Fact] = [msgspec.json.decode(line, type=Fact) for line in whole.splitlines()]

    def add(self, fact: Fact) -> None:
        """Write a fact."""
        self._facts.append(fact)
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(fact) + b"\n")

    def claims(self, deal: "Deal", *, is_second: bool) -> list[Claim]:
        """What one of the searches has proven about a deal."""
        return [
            fact
            for fact in self._facts
            if isinstance(fact, Claim) and _is_of(fact, deal) and fact.is_second == is_second
        ]

    def opening(self, deal: "Deal", player: str) -> str | None:
        """The first move that a player chose in a deal."""
        found = (fact for fact in self._facts if isinstance(fact, Opening) and _is_of(fact, deal))
        return next((fact.move for fact in found if fact.player == player), None)


def _is_of(fact: Fact, deal: "Deal") -> bool:
    return (fact.deal, fact.tiles) == (deal.number, deal.tiles)


class Deal:
    """The deal of the seed `deal N`; of fewer tiles, a position of random play named after it."""

    def __init__(self, number: int, tiles: int = ALL_TILES) -> None:
        """Deal it."""
        self.number, self.tiles = number, tiles
        seed = f"deal {number}"
        self.board = Battle().deal(seed.encode()).board if tiles == ALL_TILES else random_position(seed, tiles)
        moves = [TakePair(*slots) for slots in self.board.pairs()]
        self.moves: Final = {Battle().move_text(move): move for move in moves}

    def gain(self, move: str) -> int:
        """The points of a first move."""
        return self.board.points(self.moves[move].first)

    def exchange(self, move: str) -> int:
        """The points of a first move minus those of the most valuable reply."""
        return exchange(self.board, self.moves[move].first, self.moves[move].second)

    def after(self, move: str) -> Board:
        """The board after a first move."""
        return self.board.without(self.moves[move].first, self.moves[move].second)

    def most_valuable(self) -> list[str]:
        """The greedy first moves: those with the most points."""
        most = max(map(self.gain, self.moves))
        return [move for move in self.moves if self.gain(move) == most]


class Certificate:
    """The bounds of a deal and of its first moves that follow from claims, for the player to move."""

    def __init__(self, deal: Deal, claims: Iterable[Claim]) -> None:
        """Combine the claims; ones that contradict each other are an error of a search."""
        self._least = dict.fromkeys(deal.moves, LOWEST)
        self._most = dict.fromkeys(deal.moves, HIGHEST)
        for claim in claims:
            self.add(claim)

    def add(self, claim: Claim) -> None:
        """Narrow the bounds of a move by a claim."""
        move = claim.move
        self._least[move] = max(self._least[move], claim.lower)
        self._most[move] = min(self._most[move], claim.upper)
        assert self._least[move] <= self._most[move], f"deal {claim.deal}: claims about {move} contradict each other"

    def least(self, move: str) -> int:
        """What a first move is worth at least."""
        return self._least[move]

    def most(self, move: str) -> int:
        """What a first move is worth at most."""
        return self._most[move]

    @property
    def lower(self) -> int:
        """What the deal is worth at least."""
        return max(self._least.values())

    @property
    def upper(self) -> int:
        """What the deal is worth at most."""
        return max(self._most.values())

    @property
    def value(self) -> int | None:
        """The value of the deal, if it is proven."""
        return self.lower if self.lower == self.upper else None

    @property
    def best(self) -> str:
        """A best first move, as far as is known."""
        return max(self._least, key=self.least)

    def is_best(self, move: str) -> bool | None:
        """Is a first move worth the value of the deal? None where that is not proven."""
        if self.value is None or (self.least(move) < self.value <= self.most(move)):
            return None
        return self.least(move) == self.value
