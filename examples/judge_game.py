"""Judge a game of Battle move by move, and find the value of moving first: python examples/judge_game.py [FOLDER]"""

# %% Play a game with two quick bots.
import sys
from pathlib import Path
from random import Random

import teahouse
from teahouse.games.battle import TakePair
from teahouse.lab.surveys import Subject, survey
from teahouse.players import Budget, make_player
from teahouse.players.battle.analysis import analyse
from teahouse.players.battle.engine import Engine
from teahouse.players.player import SearchLimits

folder = Path(sys.argv[1] if sys.argv[1:] else "out")
folder.mkdir(exist_ok=True)
table = teahouse.play("battle", seed="judge")
bot, rng, states = make_player("battle", "greedy"), Random("judge"), [table.state]
moves: list[TakePair] = []
while table.to_move:
    move = bot.choose(table.view(), table.legal(table.to_move[0]), Budget(), rng)
    table.apply(table.to_move[0], move)
    states.append(table.state)
    moves.append(move)

# %% Judge it: the first moves are estimated, the later ones exact. In a notebook `judged` draws its curve.
judged = analyse(states, moves, Engine(16), SearchLimits(nodes=20_000))
print(f"exact from move {judged.exact_from} of {len(judged.moves)}, final margin {judged.final:+}")
print("mistakes:", " ".join(f"{ply}{each.mark}" for ply, each in enumerate(judged.moves) if each.mark) or "none")
(folder / "curve.svg").write_text(judged._repr_svg_())  # pyright: ignore[reportPrivateUsage] - what a notebook calls

# %% For many deals: what is moving first worth?
found = survey(Subject(game="battle", player="greedy", seed="judge"), deals=20, jobs=1)
for grid in found.tables():
    print(grid.title, *(" ".join(row) for row in grid.rows), sep="\n  ")
