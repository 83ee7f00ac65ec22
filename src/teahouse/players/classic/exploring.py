"""Thinks about a position of Classic: what its seat could see decides, hidden tiles do not."""

import time

from teahouse.players.classic.advice import advise_classic
from teahouse.players.exploring import Explored, ExploredMove, ExploredPosition, ReportExplored


def explore_classic(subject: ExploredPosition, seconds: float, report: ReportExplored) -> Explored:
    """Every move with its plan, chance and points; the engine weighs them in milliseconds."""
    game, state, seat = subject
    started = time.perf_counter()
    moves = game.legal_moves(state, seat)
    advice = advise_classic(game.view(state, seat), moves, game.ruleset) if moves else None
    found = tuple(
        ExploredMove(move=each.move, text=each.text, value=each.value, advised=each)
        for each in (advice.moves if advice else ())
    )
    taken = round(time.perf_counter() - started, 3)
    value = found[0].value if found else None
    explored = Explored(game=game.name, seat=seat, value=value, seconds=taken, done=True, moves=found)
    report(explored)
    return explored
