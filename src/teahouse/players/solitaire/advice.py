"""Advice for Solitaire: the expert's choice first, then the pairs by what they are worth."""

from collections.abc import Sequence

from teahouse.games.solitaire import Move, Solitaire, SolitaireRules, SolitaireView, TakePair
from teahouse.players.advice import Advice, AdviceContext, Advised, Note, noted
from teahouse.players.solitaire.bots import own_board, value
from teahouse.players.solitaire.expert import ExpertPlayer


def advise_solitaire(view: SolitaireView, moves: Sequence[Move], context: AdviceContext) -> Advice:
    """Every move, the expert's choice first; the expert sees what the player sees, and plays out imagined deals."""
    assert view.seat is not None
    assert isinstance(context.rules, SolitaireRules)
    best = ExpertPlayer().choose(view, moves, context.budget, context.rng)
    ranked = sorted(moves, key=lambda move: (move != best, not isinstance(move, TakePair), -_value(view, move)))
    game = Solitaire(context.rules)
    advised: list[Advised] = []
    for move in ranked:
        notes = _notes(view, move, is_best=move == best)
        advised.append(Advised(move=move, text=game.move_text(move), reason=noted(notes), notes=notes))
    return Advice("solitaire", view.seat, tuple(advised))


def _value(view: SolitaireView, move: Move) -> int:
    return value(own_board(view).cells, move) if isinstance(move, TakePair) else 0


def _notes(view: SolitaireView, move: Move, *, is_best: bool) -> tuple[Note, ...]:
    if not isinstance(move, TakePair):
        return (Note("best_left" if is_best else "last_resort"),)
    worth = Note("worth", _value(view, move))
    return (worth, Note("leads_well")) if is_best else (worth,)
