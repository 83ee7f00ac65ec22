"""The judgement of a finished deal of Classic, made from its analysis: accuracy, luck, slips with reasons."""

from collections.abc import Collection, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Final

import msgspec

from teahouse.core.game import Result
from teahouse.core.record import Record, record_seed, replay
from teahouse.core.seats import Seat
from teahouse.games.classic import Classic, ClassicState, Discard
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.positions import Position
from teahouse.players.advice import Advised
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
from teahouse.players.player import Budget
from teahouse.players.weighing import USUAL_STRENGTH, Weighed, WeighedMove

if TYPE_CHECKING:
    from teahouse.players.classic.analysis import JudgedPly

JUDGE_VERSION: Final = "classic 1"
"""The version of the judge: deals judged by another one are judged again."""
FAVOURS: Final = "expert"
"""The judge uses the expert's engine, and so finds fewest faults with players who use the same engine."""
PLAIN: Final = 1100.0
"""The strength needed for a position that a simple player solves."""
MIDDLE: Final = (8, 40)
"""Positions to train on come from between these numbers of discards."""
EQUAL: Final = 0.05
"""Moves whose expected points differ by less are equal."""


class JudgedChoice(msgspec.Struct, frozen=True):
    """A choice of Classic judged by what its seat saw: what the house player would have played, the points given away.

    step: the step of the replay that the move led to.
    """

    step: int
    seat: Seat
    best: Advised
    lost: float
    mark: str


class ClassicAnalysis(msgspec.Struct, frozen=True, tag_field="game", tag="classic"):
    """A deal of Classic: every move that was a choice, and the expected points that each seat gave away."""

    choices: tuple[JudgedChoice, ...]
    lost: tuple[float, ...]


def judge_classic(game: Classic, record: Record, seconds: float) -> JudgeOutput:
    """Every choice of every seat; the engine weighs each in a few milliseconds, so the time set does not matter."""
    from teahouse.players.classic.analysis import judge

    steps = list(replay(game, record))
    states = [game.deal(record_seed(record)), *(step.state for step in steps)]
    found = list(judge(game, states, [(step.seat, step.move) for step in steps]))
    return JudgeOutput(judgement_of(game, states, found), _analysis(game, found), choices(found))


def weigh_classic(game: Classic, state: ClassicState, seat: Seat, _seconds: float) -> Weighed | None:
    """What every move gives away by what its seat can see; None if there is nothing to choose."""
    from teahouse.players.classic.advice import advise_classic
    from teahouse.players.classic.analysis import MARKS, lost_by

    legal = game.legal_moves(state, seat)
    if len(legal) < 2:
        return None
    advice = advise_classic(game.view(state, seat), legal, game.ruleset)
    best, lost = advice.moves[0], {each.text: round(lost_by(each.move, advice), 1) for each in advice.moves}
    weighed = {
        each.text: WeighedMove(
            each.text,
            each.move,
            lost[each.text],
            mark := marked(lost[each.text], MARKS),
            reason(best, each, game.ruleset) if mark else None,
        )
        for each in advice.moves
    }
    moves = tuple(weighed[text] for move in legal if (text := game.move_text(move)) in weighed)
    strength = _strength(game, state, seat, {each.text for each in moves if not each.mark})
    why = merit(best, game.ruleset)
    return Weighed(best=best.text, line=(best.text,), moves=moves, exact=False, strength=strength, why=why)


def _strength(game: Classic, state: ClassicState, seat: Seat, faultless: Collection[str]) -> float:
    """The approximate strength needed to find a faultless move; a simple player finds it in most positions."""
    from teahouse.players.classic.simple import SimplePlayer

    plain = SimplePlayer().choose(game.view(state, seat), game.legal_moves(state, seat), Budget(), Random(0))
    return PLAIN if game.move_text(plain) in faultless else USUAL_STRENGTH


def middle_positions(seed: bytes) -> Iterator[Position]:
    """Turns in the middle of a deal that four simple players play: hands with a shape, and tiles still to come."""
    from teahouse.players.classic.simple import SimplePlayer

    game, rng, player = Classic(), Random(seed), SimplePlayer()
    state, discards = game.deal(seed), 0
    least, most = MIDDLE
    while discards < most and game.result(state) is None:
        seat = game.to_move(state)[0]
        moves = game.legal_moves(state, seat)
        if discards >= least and any(isinstance(move, Discard) for move in moves):
            yield Position(game, state)
        move = moves[0] if len(moves) == 1 else player.choose(game.view(state, seat), moves, Budget(), rng)
        discards += isinstance(move, Discard)
        state, _ = game.apply(state, seat, move)


def judgement_of(game: Classic, states: Sequence[ClassicState], found: Sequence["JudgedPly"]) -> Judgement:
    """The judgement of every seat, from its judged choices."""
    result = game.result(states[-1])
    slips = tuple(_slip(game, one) for one in found if one.mark)
    return Judgement(
        game=game.name,
        engine=JUDGE_VERSION,
        favours=FAVOURS,
        seats=seat_judgements(
            game.seats,
            choices(found),
            [luck(found, seat, result) for seat in game.seats],
            read_scale("teahouse.players.classic"),
        ),
        curve=(*_curve(len(game.seats), found), *_end(len(states) - 1, result)),
        turning=turning_points(slips),
        slips=slips,
    )


def choices(found: Sequence["JudgedPly"]) -> list[ChoiceLoss]:
    """The moves that were choices between moves of different value; nothing in Classic is proven."""
    return [
        ChoiceLoss(step=one.ply + 1, seat=one.seat, lost=one.lost, exact=False) for one in found if one.spread >= EQUAL
    ]


def luck(found: Sequence["JudgedPly"], seat: Seat, result: Result | None) -> float:
    """The points that tiles and claims brought a seat between its choices, beyond what it could expect after each.

    A move is worth what the engine expects after it; if the next choice is worth more than that, the rest was luck.
    """
    mine = [one for one in found if one.seat == seat]
    values = [(one.best.value, one.chosen.value) for one in mine]
    gains = [
        best - before
        for (best, _), (_, before) in zip(values[1:], values, strict=False)
        if best is not None and before is not None
    ]
    return sum(gains) + _last_gain(mine, seat, result)


def _last_gain(mine: Sequence["JudgedPly"], seat: Seat, result: Result | None) -> float:
    """The points of the deal minus what the seat could expect after its last choice."""
    if result is None or not mine:
        return 0.0
    known = [one.chosen.value for one in mine if one.chosen.value is not None]
    return result.scores[seat] - known[-1] if known else 0.0


def _curve(seats: int, found: Sequence["JudgedPly"]) -> tuple[CurvePoint, ...]:
    """What each seat could expect after its last choice."""
    now: list[float | None] = [None] * seats
    points: list[CurvePoint] = []
    for one in found:
        if one.chosen.value is not None:
            now[one.seat] = one.chosen.value
            points.append(CurvePoint(one.ply + 1, tuple(now), exact=False))
    return tuple(points)


def _end(step: int, result: Result | None) -> tuple[CurvePoint, ...]:
    """The points of every seat at the end of the deal, if it was played to its end."""
    return () if result is None else (CurvePoint(step, tuple(map(float, result.scores)), exact=False),)


def _slip(game: Classic, one: "JudgedPly") -> Slip:
    return Slip(
        step=one.ply + 1,
        seat=one.seat,
        played=game.move_text(one.move),
        better=one.best.text,
        better_move=one.best.move,
        line=(one.best.text,),
        lost=round(one.lost, 1),
        exact=False,
        mark=one.mark,
        reason=reason(one.best, one.chosen, game.ruleset),
    )


def reason(best: Advised, played: Advised, ruleset: Ruleset) -> SlipReason:
    """Why the better move is better: Mahjong, danger, distance, the plan, helping tiles, or its value in all."""
    if best.value is None or played.value is None:
        return SlipReason("mahjong")
    lost, danger, safer = best.value - played.value, played.danger or 0.0, best.danger or 0.0
    if danger - safer >= lost / 2:
        return SlipReason("danger", {"played": round(danger), "better": round(safer)})
    if (played.distance or 0) > (best.distance or 0):
        return SlipReason("farther", {"played": played.distance or 0, "better": best.distance or 0})
    if best.plan not in (None, "none", played.plan):
        return SlipReason("plan", _plan(best, ruleset))
    helps, fewer = (sum(each.unseen for each in one.helps) for one in (best, played))
    if helps > fewer:
        return SlipReason("fewer", {"played": fewer, "better": helps})
    return SlipReason("worth", {"played": round(played.value), "better": round(best.value)})


def merit(best: Advised, ruleset: Ruleset) -> SlipReason | None:
    """Why the best move is good by itself: Mahjong, its plan, or safety; None if it has no plan."""
    if best.value is None:
        return SlipReason("mahjong")
    if best.plan is None:
        return None
    if best.plan == "none":
        return SlipReason("safest", {"points": round(best.danger or 0.0)})
    return SlipReason("aims", _plan(best, ruleset))


def _plan(best: Advised, ruleset: Ruleset) -> dict[str, int | float | str]:
    """The plan of a hand: its key, its name, its points and its chance."""
    from teahouse.players.classic.advice import plan_words

    plan, percent = best.plan or "", round(100 * (best.chance or 0))
    return {"plan": plan, "words": plan_words(ruleset)[plan], "points": round(best.score or 0), "percent": percent}


def _analysis(game: Classic, found: Sequence["JudgedPly"]) -> ClassicAnalysis:
    choices = tuple(JudgedChoice(one.ply + 1, one.seat, one.best, round(one.lost, 1), one.mark) for one in found)
    lost = tuple(round(sum(one.lost for one in found if one.seat == each), 1) for each in game.seats)
    return ClassicAnalysis(choices, lost)
