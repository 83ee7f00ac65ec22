"""`python -m benchmarks.battle.deals FILE`: what is the first move of Battle worth? Whole deals, solved one by one.

The seeds are `deal 0`, `deal 1`, …; none is left out. Every answer is written to FILE at once: stop the campaign when
you like and start it again with the same file. With `--check` the certificates of the solved deals are proven again by
a second search. At the end, or with `--report` alone, it prints a row for each deal and what follows from all of them.
"""

import argparse
import random
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

from benchmarks.battle.claims import ALL_TILES, Certificate, Claim, Deal, Ledger, Opening
from teahouse.core.seats import Seat
from teahouse.games.battle import Battle, BattleState
from teahouse.lab.statistics import estimate
from teahouse.players import Budget, make_player
from teahouse.players.battle.engine import USUAL_GUESS, Engine
from teahouse.players.battle.thinking import NODES_A_SECOND
from teahouse.players.player import SearchLimits

PLAYERS = ("hard", "perfect")
GREEDY = "greedy"
A_SECOND = Budget(seconds=3600.0, nodes=NODES_A_SECOND)
"""The nodes that one core searches in a second, so that a choice does not depend on the machine's load."""
HEAD = """\
| deal | moves at the start | value | best move | nodes | minutes | checked |
|---|---|---|---|---|---|---|
"""


class OutOfTime(Exception):
    """Raised when the time of this run is over."""


class Campaign:
    """Searches for the answers to questions about first moves and stores them."""

    def __init__(self, ledger: Ledger, engine: Engine, deadline: float | None = None) -> None:
        """Write to a ledger what an engine proves, until the deadline."""
        self._ledger, self._engine, self._deadline = ledger, engine, deadline

    def solve(self, deal: Deal) -> Certificate:
        """Search until the value of a deal follows from the answers, including those of earlier runs."""
        found = self._certificate(deal)
        goal = USUAL_GUESS
        while found.lower < found.upper:
            goal = min(max(goal, found.lower + 1), found.upper)
            self._ask(deal, found, goal)
            goal = found.lower + 1 if found.lower >= goal else found.upper
        return found

    def check(self, deal: Deal, value: int, best: str) -> None:
        """Prove the value of a deal: a best move reaches it and no move exceeds it."""
        found = self._certificate(deal)
        if found.least(best) < value:
            self._decide(deal, found, best, value)
        for move in deal.moves:
            if found.most(move) > value:
                self._decide(deal, found, move, value + 1)
        assert found.value == value, f"deal {deal.number}: the second search finds {found.lower} to {found.upper}"

    def weigh(self, deal: Deal, found: Certificate, moves: list[str]) -> None:
        """Find out which of these first moves are best moves."""
        for move in moves:
            if found.is_best(move) is None:
                self._decide(deal, found, move, found.lower)

    def _certificate(self, deal: Deal) -> Certificate:
        return Certificate(deal, self._ledger.claims(deal, is_second=self._engine.is_second))

    def _ask(self, deal: Deal, found: Certificate, goal: int) -> None:
        """Is a deal worth at least this much? The move that is known to bring most is tried first."""
        for move in sorted(deal.moves, key=lambda move: (-found.least(move), -deal.exchange(move))):
            if found.least(move) < goal <= found.most(move):
                self._decide(deal, found, move, goal)
            if found.lower >= goal:
                return

    def _decide(self, deal: Deal, found: Certificate, move: str, goal: int) -> None:
        """Is a first move worth at least this much?"""
        left = None if self._deadline is None else max(self._deadline - time.monotonic(), 0.0)
        answer = self._engine.decide(deal.board, deal.moves[move], goal, SearchLimits(left))
        if answer.lower < goal <= answer.upper:
            raise OutOfTime
        bounds, cost = (answer.lower, answer.upper), (answer.nodes, round(answer.seconds, 3))
        claim = Claim(deal.number, deal.tiles, move, *bounds, *cost, self._engine.is_second)
        found.add(claim)
        self._ledger.add(claim)


def openings(ledger: Ledger, deal: Deal) -> list[str]:
    """The greedy first moves, and those that players choose; their choices are written down."""
    for player in PLAYERS:
        if ledger.opening(deal, player) is None:
            ledger.add(Opening(deal.number, deal.tiles, player, chosen(player, deal)))
    return [*deal.most_valuable(), *(move for player in PLAYERS if (move := ledger.opening(deal, player)) is not None)]


def chosen(player: str, deal: Deal) -> str:
    """The first move that a player chooses."""
    game, state = Battle(), BattleState(deal.board, (0, 0), Seat(0))
    view, moves = game.view(state, state.mover), list(deal.moves.values())
    move = make_player(game.name, player).choose(view, moves, A_SECOND, random.Random(deal.number))
    return game.move_text(move)


def solved(ledger: Ledger, tiles: int, deals: int) -> Iterator[tuple[Deal, Certificate]]:
    """The deals solved so far, from the first one on, up to the first that is not."""
    for number in range(deals):
        deal = Deal(number, tiles)
        found = Certificate(deal, ledger.claims(deal, is_second=False))
        if found.value is None:
            return
        yield deal, found


def report(ledger: Ledger, tiles: int, deals: int) -> Iterator[str]:
    """A row for each deal solved, and what follows from all of them."""
    rows = list(solved(ledger, tiles, deals))
    yield HEAD + "\n".join(row(ledger, deal, found) for deal, found in rows)
    if not rows:
        return
    values = [found.lower for _, found in rows]
    yield f"\n{len(rows)} deals of {tiles} tiles, the first ones, none left out:"
    yield f"- the first move is worth {estimate(values).text(1, sign=True)} points (95 % interval);"
    yield f"- the first player loses {sum(value < 0 for value in values)} deals and draws {values.count(0)};"
    for player in (GREEDY, *PLAYERS):
        shares = [best_share(ledger, deal, found, player) for deal, found in rows]
        known = [share for share in shares if share is not None]
        yield f"- `{player}` opens with a best move in {sum(known):.3g} of {len(known)} deals;"


def row(ledger: Ledger, deal: Deal, found: Certificate) -> str:
    """A solved deal as a row of a table."""
    claims = ledger.claims(deal, is_second=False)
    nodes, minutes = sum(claim.nodes for claim in claims), sum(claim.seconds for claim in claims) / 60
    again = Certificate(deal, ledger.claims(deal, is_second=True))
    checked = "yes" if again.value == found.value else "not yet"
    cells = f"{found.lower:+} | `{found.best}` | {nodes:,} | {minutes:.1f} | {checked}"
    return f"| `deal {deal.number}` | {len(deal.moves)} | {cells} |"


def best_share(ledger: Ledger, deal: Deal, found: Certificate, player: str) -> float | None:
    """How often a player opens a deal with a best move; a greedy one draws one of the greedy moves. None: unknown."""
    moves = deal.most_valuable() if player == GREEDY else [ledger.opening(deal, player)]
    known = [None if move is None else found.is_best(move) for move in moves]
    return None if None in known else fmean(map(bool, known))


def run(ledger: Ledger, args: argparse.Namespace) -> None:
    """Solve the deals in turn, then check them with `--check`."""
    deadline = None if args.minutes is None else time.monotonic() + 60 * args.minutes
    first = Campaign(ledger, Engine(args.memory, args.threads), deadline)
    for number in range(args.deals):
        deal = Deal(number, args.tiles)
        found = first.solve(deal)
        first.weigh(deal, found, openings(ledger, deal))
        print(f"deal {number}: {found.lower:+}, {found.best}", flush=True)
    del first
    if args.check:
        second = Campaign(ledger, Engine(args.memory, args.threads, is_second=True), deadline)
        for deal, found in solved(ledger, args.tiles, args.deals):
            second.check(deal, found.lower, found.best)
            print(f"deal {deal.number}: checked", flush=True)


def main() -> None:
    """Continue a campaign and report on it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="where the answers are kept")
    parser.add_argument("--deals", type=int, default=20, help="how many deals")
    parser.add_argument("--tiles", type=int, default=ALL_TILES, help="fewer tiles: positions of random play")
    parser.add_argument("--memory", type=int, default=4096, help="megabytes of the table")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="stop after so long; the question asked then is lost")
    parser.add_argument("--check", action="store_true", help="prove the certificates again by a second search")
    parser.add_argument("--report", action="store_true", help="only report on what is known")
    args = parser.parse_args()
    ledger = Ledger(args.file)
    if not args.report:
        try:
            run(ledger, args)
        except (KeyboardInterrupt, OutOfTime):
            print("stopped; start again with the same file to go on")
    print("\n".join(report(ledger, args.tiles, args.deals)))


if __name__ == "__main__":
    main()
