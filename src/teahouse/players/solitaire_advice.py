"""Advice for Solitaire: the expert's choice first, then the pairs by what they are worth."""

from collections.abc import Sequence

from teahouse.games.solitaire import Move, Solitaire, SolitaireRules, SolitaireView, TakePair
from teahouse.players.advice import Advice, Advised, Thought
from teahouse.players.solitaire import own_board, value
from teahouse.players.solitaire_expert import ExpertPlayer


def advise_solitaire(view: SolitaireView, moves: Sequence[Move], thought: Thought) -> Advice:
    """The expert sees no more than the player does; it plays many imagined worlds to the end."""
    assert view.seat is not None
    assert isinstance(thought.rules, SolitaireRules)
    best = ExpertPlayer().choose(view, moves, thought.budget, thought.rng)
    ranked = sorted(moves, key=lambda move: (move != best, not isinstance(move, TakePair), -_value(view, move)))
    game = Solitaire(thought.rules)
    return Advice(
        "solitaire",
        view.seat,
        tuple(
            Advised(move=move, text=game.move_text(move), reason=_reason(view, move, is_best=move == best))
            for move in ranked
        ),
    )


def _value(view: SolitaireView, move: Move) -> int:
    return value(own_board(view).cells, move) if isinstance(move, TakePair) else 0


def _reason(view: SolitaireView, move: Move, *, is_best: bool) -> str:
    if not isinstance(move, TakePair):
        return "the best that is left to do" if is_best else "only when there is no good pair"
    worth = f"worth {_value(view, move)} before it is multiplied"
    return f"{worth}; most lines that score well begin with it" if is_best else worth
