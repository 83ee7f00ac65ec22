"""Advice for Battle: the value of every pair, exact if the board can be solved in time."""

from collections.abc import Sequence
from typing import Final

from teahouse.games.battle import Battle, BattleView, TakePair
from teahouse.players.advice import Advice, Advised, Note, noted
from teahouse.players.battle.engine import fitting_engine
from teahouse.players.battle.thinking import think
from teahouse.players.player import Budget, SearchLimits

MEMORY: Final = 64
LOOK_SHARE: Final = 0.5


def advise_battle(view: BattleView, moves: Sequence[TakePair], budget: Budget) -> Advice:
    """The pairs of a board: with their exact values if there is time, otherwise the one that looks best first."""
    engine = fitting_engine(MEMORY)
    found = think(engine, view.board, Budget(seconds=budget.seconds * LOOK_SHARE, nodes=budget.nodes))
    limits = SearchLimits(budget.seconds * LOOK_SHARE, budget.nodes)
    values = {value.move: value for value in engine.values(view.board, limits)} if found.exact else {}
    exact = {move: value.lower for move, value in values.items() if value.lower == value.upper}
    best = max(exact.values(), default=None)
    return Advice("battle", view.mover, tuple(_ranked(view, moves, found.best, exact, best)))


def _ranked(
    view: BattleView, moves: Sequence[TakePair], first: TakePair | None, exact: dict[TakePair, int], best: int | None
) -> list[Advised]:
    game = Battle()
    advised: list[Advised] = []
    for move in moves:
        value = exact.get(move)
        notes = [Note("scores", view.board.points(move.first))]
        if value is not None and best is not None:
            notes.append(Note("best_play", value))
        elif move == first:
            notes.append(Note("looks_best"))
        lost = None if value is None or best is None else float(best - value)
        worth = None if value is None else float(value)
        text, reason = game.move_text(move), noted(notes)
        advised.append(Advised(move=move, text=text, reason=reason, notes=tuple(notes), value=worth, lost=lost))
    return sorted(advised, key=lambda each: (each.move != first, -(each.value if each.value is not None else -1e6)))
