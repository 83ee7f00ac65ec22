"""Computes what each pair of a Solitaire position gives away with every face known, for training."""

from collections.abc import Iterator, Sequence
from operator import itemgetter
from random import Random
from typing import Final

from teahouse.core.seats import Seat
from teahouse.games.positions import Position as PositionOf
from teahouse.games.solitaire import Board, Pair, Solitaire, SolitaireRules, SolitaireState
from teahouse.games.solitaire.board import free_pairs, without_pair
from teahouse.players.judgement import SlipReason, marked
from teahouse.players.player import Budget, SearchLimits
from teahouse.players.solitaire.analysis import MARKS
from teahouse.players.solitaire.bots import AnyPairPlayer, pairs_of
from teahouse.players.solitaire.judge import LINE_PLAYS, LONGEST, LONGEST_LINE, NODES, pair_move
from teahouse.players.solitaire.oracle import Oracle
from teahouse.players.solitaire.prover import ProofPosition, decide
from teahouse.players.weighing import Weighed, WeighedMove

LATE: Final = 100
"""The most tiles left in positions that the house sets up, so that proofs take only a moment."""
FEW_PAIRS: Final = range(3, 7)
"""The numbers of pairs in such positions; with more pairs, most of them are right."""
WHOLE_PLAYS: Final = 20_000
"""The lines that are tried before the pairs are weighed one by one."""


def weigh_solitaire(game: Solitaire, state: SolitaireState, seat: Seat, seconds: float) -> Weighed | None:
    """What every pair gives away with all faces known.

    If it is proved that some pairs keep the board clearable and others do not, only that counts; otherwise the points
    of the best known line. None if neither is known.
    """
    board = state.boards[seat]
    pairs = [] if board.ending else free_pairs(board)
    if len(pairs) < 2:
        return None
    limits = SearchLimits(min(LONGEST, seconds / (len(pairs) + 1)), NODES)
    afters = [without_pair(game.shape, board, pair) for pair in pairs]
    kept = [decide(ProofPosition(game.shape, one.faces, one.left), limits).proof.clearable for one in afters]
    if True in kept and False in kept:
        return _weighed_by_proof(game, pairs, kept) if None not in kept else None
    return None if board.casual else _weighed_by_points(game, board, pairs, afters)


def _weighed_by_proof(game: Solitaire, pairs: Sequence[Pair], kept: Sequence[bool | None]) -> Weighed:
    moves = tuple(
        WeighedMove(
            game.move_text(pair_move(pair)),
            pair_move(pair),
            0,
            "" if can else "??",
            None if can else SlipReason("dead"),
        )
        for pair, can in zip(pairs, kept, strict=True)
    )
    best = next(one.text for one in moves if not one.mark)
    return Weighed(best=best, line=(best,), moves=moves, exact=True, fatal=True)


def _weighed_by_points(game: Solitaire, board: Board, pairs: Sequence[Pair], afters: Sequence[Board]) -> Weighed | None:
    whole = Oracle(game.shape, board.faces, board.left)
    whole.round(WHOLE_PLAYS)
    found = [_total(game, after, pair, whole.line()) for pair, after in zip(pairs, afters, strict=True)]
    total, line = max(found, key=itemgetter(0))
    lost = [total - one for one, _ in found]
    moves = tuple(
        WeighedMove(
            game.move_text(pair_move(pair)),
            pair_move(pair),
            gone,
            marked(gone, MARKS),
            SlipReason("points", {"points": gone}) if marked(gone, MARKS) else None,
        )
        for pair, gone in zip(pairs, lost, strict=True)
    )
    texts = tuple(game.move_text(pair_move(pair)) for pair in line[:LONGEST_LINE])
    return Weighed(best=texts[0], line=texts, moves=moves, exact=False)


def late_positions(seed: bytes) -> Iterator[PositionOf]:
    """Positions with few pairs to choose from, in a deal that can be cleared and is played with random pairs.

    The game is casual: all that counts is whether the board can be cleared, which can be proved.
    """
    game, rng, player = Solitaire(SolitaireRules(level="classic", casual=True)), Random(seed), AnyPairPlayer()
    state, seat = game.deal(seed), Seat(0)
    while game.result(state) is None and (pairs := pairs_of(game.legal_moves(state, seat))):
        if state.boards[seat].left.bit_count() <= LATE and len(pairs) in FEW_PAIRS:
            yield PositionOf(game, state)
        state, _ = game.apply(state, seat, player.choose(game.view(state, seat), pairs, Budget(), rng))


def _total(game: Solitaire, after: Board, pair: Pair, line: Sequence[Pair]) -> tuple[int, tuple[Pair, ...]]:
    """The best total known after a pair, and a line that reaches it."""
    oracle = Oracle(game.shape, after.faces, after.left)
    oracle.follow([one for one in line if not set(one) & set(pair)], LINE_PLAYS)
    return after.score + oracle.score, (pair, *oracle.line())
