"""`python -m benchmarks.classic.finished [DEALS [SAMPLE [RULESET …]]]`: does every level of Classic finish its deals?

Under every ruleset, or those that are named, all levels sit at tables, each at every seat, and play so many deals
(1,000) from their walls to their ends: in the kernel, and some of them (100) by the rules; all of them by the rules
where the kernel does not play the ruleset. A move that a player owes, or a payment that does not sum to zero, is an
error.
"""

import sys
from collections.abc import Iterator
from typing import Final, NamedTuple

from benchmarks.classic.rulesets import played
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.rulesets.ruleset import RULESETS, load_ruleset
from teahouse.players import PLAYERS
from teahouse.players.classic.deals import play_deals
from teahouse.players.classic.learned.supported_rules import is_played

DEALS: Final = 1000
SAMPLE: Final = 100


class Ended(NamedTuple):
    """How many deals ended, and how many of them with Mahjong."""

    deals: int
    won: int


def main() -> None:
    """Print a line for every table."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else DEALS
    sample = int(sys.argv[2]) if len(sys.argv) > 2 else SAMPLE
    for name in sys.argv[3:] or RULESETS:
        ruleset = load_ruleset(name)
        for players in tables(ruleset.players):
            quick = in_kernel(ruleset, players, deals) if is_played(ruleset) else Ended(0, 0)
            slow = by_rules(name, players, sample if quick.deals else deals)
            print(f"| `{name}` | {', '.join(players)} | {summary(quick)} | {summary(slow)} |", flush=True)


def summary(ended: Ended) -> str:
    """How many deals ended in which way."""
    return f"{ended.deals:,}, {ended.deals - ended.won:,} of them drawn" if ended.deals else "-"


def tables(seats: int) -> Iterator[tuple[str, ...]]:
    """Tables at which every level sits at least once."""
    levels = tuple(PLAYERS["classic"].levels)
    for first in range(0, len(levels), seats):
        yield levels[first : first + seats] if first + seats <= len(levels) else levels[-seats:]


def in_kernel(ruleset: Ruleset, players: tuple[str, ...], deals: int) -> Ended:
    """Deals in the kernel; each player at every seat."""
    count = won = 0
    for seat in range(len(players)):
        found = play_deals(-(-deals // len(players)), [*players[seat:], *players[:seat]], seat, ruleset)
        assert not found.receipts.sum(axis=1).any()
        count, won = count + len(found.winners), won + int((found.winners >= 0).sum())
    return Ended(count, won)


def by_rules(name: str, players: tuple[str, ...], deals: int) -> Ended:
    """Deals by the rules, each wall from every seat."""
    found = [each for games in played(name, players, 0, -(-deals // len(players))) for each in games]
    return Ended(len(found), sum(bool(each.winners) for each in found))


if __name__ == "__main__":
    main()
