"""Who is better? An arena from Python, with an external program in it: python examples/compare_bots.py [FOLDER]"""

# %% Choose the players, and run the arena. The file stores every game; run it again with more deals to continue.
import sys
from pathlib import Path

from teahouse.lab import Arena, run_arena

folder = Path(sys.argv[1] if sys.argv[1:] else "out")
folder.mkdir(exist_ok=True)
template = Path(__file__).with_name("template_bot.py")

if __name__ == "__main__":  # the processes that play import this file again
    arena = Arena(game="battle", players=("greedy", "random", f"exec:{template}"), seed="tea", round_robin=True)
    found = run_arena(arena, deals=3, jobs=2, out=folder / "compare.jsonl")

    # %% In a notebook `found` is a table; here it is text.
    print(found.title)
    for cells in (found.header(), *found.cells()):
        print("  ".join(cell.rsplit("/", 1)[-1] for cell in cells))
