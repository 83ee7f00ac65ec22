"""`python -m benchmarks.classic_ladder [DEALS]`: the levels of Classic against one another, in the kernel."""

import sys
import time

from teahouse.players.classic_deals import compare

LADDER = (
    ("easy", "random"),
    ("medium", "easy"),
    ("hard", "medium"),
    ("expert", "medium"),
    ("expert", "hard"),
    ("easy", "simple"),
    ("medium", "simple"),
    ("hard", "simple"),
    ("expert", "simple"),
)


def main() -> None:
    """Print points a deal with their 95 % intervals; every deal is played four times, once from each seat."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    for player, others in LADDER:
        started = time.process_time()
        found = compare(player, others, deals, 1)
        pace = 4 * deals / (time.process_time() - started)
        print(
            f"{player} against three {others}: {found.points:+.1f} ± {found.interval:.1f} points a deal, "
            f"wins {found.won:.3f} ({deals} deals in each seat, {pace:,.0f} a second)",
            flush=True,
        )


if __name__ == "__main__":
    main()
