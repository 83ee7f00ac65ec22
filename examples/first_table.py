"""A first table: deal, look, play, take back, draw, and keep the record. Cells begin with %%, as in text notebooks.

python examples/first_table.py [FOLDER]    writes into the folder `out` unless another is named
"""

# %% A table draws itself in a notebook; so do the views of its seats.
import sys
from pathlib import Path
from random import Random

import teahouse
from teahouse.core.drawing import drawing
from teahouse.core.record import record_lines
from teahouse.players import Budget, make_player

folder = Path(sys.argv[1] if sys.argv[1:] else "out")
folder.mkdir(exist_ok=True)
table = teahouse.play("battle", seed="tea")
print(table)

# %% Moves have texts, long and short; the last one can be taken back.
print("moves:", *table.moves)
print("9p9p scores", table.play("9p9p")[0].points)
table.undo()

# %% Let two bots play it to the end.
bots = [make_player("battle", level) for level in ("greedy", "random")]
rng = Random("tea")
while table.to_move:
    seat = table.to_move[0]
    table.apply(seat, bots[seat].choose(table.view(seat), table.legal(seat), Budget(), rng))
print("result:", table.result)

# %% An onlooker's view of a Classic table as a file, and the record of the game.
classic = teahouse.play("classic", seed="tea")
(folder / "classic.svg").write_text(drawing(classic.view()) or "")
(folder / "battle.jsonl").write_bytes(b"".join(line + b"\n" for line in record_lines(table.record())))
print(f"kept classic.svg and battle.jsonl in {folder}")
