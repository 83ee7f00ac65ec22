"""The judgement of a finished game of Solitaire, made from its analysis: accuracy, slips with reasons."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from teahouse.core.record import Record
from teahouse.core.seats import Seat
from teahouse.games.solitaire import Board, Solitaire, TakePair
from teahouse.games.solitaire.board import free_pairs
from teahouse.games.solitaire.layout import Pair, Slot
from teahouse.games.solitaire.sets import GROUPS
from teahouse.players.judgement import (
    ChoiceLoss,
    CurvePoint,
    Judgement,
    JudgeOutput,
    Slip,
    SlipReason,
    marked,
    read_scale,
    seat_judgements,
    turning_points,
)

if TYPE_CHECKING:
    from teahouse.players.player import SearchLimits
    from teahouse.players.solitaire.analysis import Course
    from teahouse.players.solitaire.difficulty import Difficulty
    from teahouse.players.solitaire.oracle import BestLine

JUDGE_VERSION: Final = "solitaire 1"
"""The version of the judge: games judged by another one are judged again."""
NODES: Final = 300_000
"""The most steps of one proof, so that a busy machine gives the same judgement as an idle one."""
LONGEST: Final = 2.0
"""The most seconds that one position may take, however few positions there are."""
BEST_LINE_PLAYS: Final = 100_000
LINE_PLAYS: Final = 1500
"""The lines that are tried from the deal, and from every later position."""
DIFFICULTY_PLAYS: Final = 400
LONGEST_LINE: Final = 8
TOTALS_FILE: Final = "usual_totals.json"


class SolitairePlayer(msgspec.Struct, frozen=True):
    """One player's game since it last started over.

    clearable: for every position whether it could still be cleared (null: not known). lost_at: the move that lost it.
    """

    clearable: tuple[bool | None, ...]
    lost_at: int | None
    score: int


class SolitaireAnalysis(msgspec.Struct, frozen=True, tag_field="game", tag="solitaire"):
    """A game of Solitaire: every player's game, and what is known about the deal.

    best, bound: the best total found without help, and a total that no line exceeds. line: the pairs of that best line.
    stars, share: how hard the deal is, and how often `careful` clears it.
    """

    players: tuple[SolitairePlayer, ...]
    best: int
    bound: int
    line: tuple[tuple[int, int], ...]
    stars: int
    share: float


class UsualTotals(msgspec.Struct, frozen=True):
    """The mean total of the best line on classic deals of each layout, how many were dealt, and from which seed."""

    deals: int
    seed: str
    totals: dict[str, float]


class JudgedGame(NamedTuple):
    """What was found out about one player's game: the totals that could be reached, and what could be cleared."""

    seat: Seat
    course: "Course"
    totals: list[tuple[int, tuple[Pair, ...]]]
    clearable: tuple[bool | None, ...]
    lost_at: int | None


def judge_solitaire(game: Solitaire, record: Record, seconds: float) -> JudgeOutput:
    """Judge every player's positions with every face known, and find the best line of the deal."""
    from teahouse.players.player import SearchLimits
    from teahouse.players.solitaire.analysis import course_of
    from teahouse.players.solitaire.difficulty import difficulty
    from teahouse.players.solitaire.oracle import best_line

    courses = [course_of(game, record, seat) for seat in game.seats]
    positions = sum(len(course.boards) for course in courses)
    limits = SearchLimits(min(LONGEST, seconds / max(1, positions)), NODES)
    faces = courses[0].boards[0].faces
    best = best_line(game.shape, faces, plays=BEST_LINE_PLAYS)
    played = [played_game(game, seat, course, best, limits) for seat, course in zip(game.seats, courses, strict=True)]
    hard = difficulty(game.shape, faces, DIFFICULTY_PLAYS)
    return JudgeOutput(judgement_of(game, played, best), _analysis(played, best, hard), choices(played))


def played_game(game: Solitaire, seat: Seat, course: "Course", best: "BestLine", limits: "SearchLimits") -> JudgedGame:
    """What can be found out about one player's game."""
    from teahouse.players.solitaire.analysis import best_totals, can_be_cleared, lost_at

    clearable = can_be_cleared(game.shape, course.boards, limits)
    totals = best_totals(game.shape, course, best, LINE_PLAYS)
    return JudgedGame(seat, course, totals, clearable, lost_at(clearable))


def judgement_of(game: Solitaire, played: Sequence[JudgedGame], best: "BestLine") -> Judgement:
    """The judgement of every seat. Casual games have no points, and so no losses."""
    counted = [one for one in played if not one.course.boards[0].casual]
    slips = tuple(sorted((slip for one in counted for slip in _slips(game, one)), key=lambda slip: slip.step))
    luck = deal_luck(game, best)
    return Judgement(
        game=game.name,
        engine=JUDGE_VERSION,
        favours="",
        seats=seat_judgements(
            game.seats, choices(played), [luck for _ in game.seats], read_scale("teahouse.players.solitaire")
        ),
        curve=_curve(len(game.seats), counted),
        turning=turning_points(slips),
        slips=slips,
    )


def deal_luck(game: Solitaire, best: "BestLine") -> float | None:
    """How much more the best line of the deal scores than the mean best line of its layout."""
    usual = usual_totals().get(game.rules.layout)
    return None if usual is None else best.score - usual


@lru_cache(maxsize=1)
def usual_totals() -> Mapping[str, float]:
    """The mean total of the best line by layout, as `python -m benchmarks judge` measured it."""
    text = resources.files("teahouse.players.solitaire").joinpath(TOTALS_FILE).read_bytes()
    return msgspec.json.decode(text, type=UsualTotals).totals


def choices(played: Sequence[JudgedGame]) -> list[ChoiceLoss]:
    """The pairs taken when there was a choice, and what they gave away by the best known lines."""
    return [
        ChoiceLoss(step=step, seat=one.seat, lost=_lost(one, number), exact=False)
        for one in played
        if not one.course.boards[0].casual
        for number, (move, step) in enumerate(zip(one.course.moves, one.course.steps, strict=True))
        if isinstance(move, TakePair) and is_choice(one.course.boards[number])
    ]


def is_choice(board: Board) -> bool:
    """Are pairs of several groups free, or three tiles of one group?"""
    free = free_pairs(board)
    groups = {GROUPS[board.faces[first]] for first, _ in free}
    tiles = {slot for pair in free for slot in pair}
    return len(groups) > 1 or len(tiles) == 3


def _lost(one: JudgedGame, number: int) -> int:
    return max(0, one.totals[number][0] - one.totals[number + 1][0])


def _slips(game: Solitaire, one: JudgedGame) -> list[Slip]:
    from teahouse.players.solitaire.analysis import MARKS

    made: list[Slip] = []
    for number, (move, step) in enumerate(zip(one.course.moves, one.course.steps, strict=True)):
        lost, line = _lost(one, number), one.totals[number][1]
        is_dead = one.lost_at == number + 1
        mark = "??" if is_dead else marked(lost, MARKS)
        if not isinstance(move, TakePair) or not mark or not line:
            continue
        better = pair_move(line[0])
        if better == move:
            continue
        made.append(
            Slip(
                step=step,
                seat=one.seat,
                played=game.move_text(move),
                better=game.move_text(better),
                better_move=better,
                line=tuple(game.move_text(pair_move(pair)) for pair in line[:LONGEST_LINE]),
                lost=lost,
                exact=is_dead,
                mark=mark,
                reason=SlipReason("dead") if is_dead else SlipReason("points", {"points": lost}),
            )
        )
    return made


def pair_move(pair: Pair) -> TakePair:
    """The move that takes a pair."""
    first, second = sorted(pair)
    return TakePair(Slot(first), Slot(second))


def _curve(seats: int, played: Sequence[JudgedGame]) -> tuple[CurvePoint, ...]:
    """The best total that each seat could still reach, at every step of the replay that changed one."""
    changes = sorted(
        (step, one.seat, total)
        for one in played
        for step, (total, _) in zip((0, *one.course.steps), one.totals, strict=False)
    )
    now: list[float | None] = [None] * seats
    points: dict[int, CurvePoint] = {}
    for step, seat, total in changes:
        now[seat] = total
        points[step] = CurvePoint(step, tuple(now), exact=False)
    return tuple(points.values())


def _analysis(played: Sequence[JudgedGame], best: "BestLine", hard: "Difficulty") -> SolitaireAnalysis:
    players = tuple(SolitairePlayer(one.clearable, one.lost_at, one.course.boards[-1].score) for one in played)
    return SolitaireAnalysis(players, best.score, best.bound, best.line, hard.stars, hard.share)
