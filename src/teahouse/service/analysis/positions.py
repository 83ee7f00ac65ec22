"""Positions of the analysis board: a text, the moves from there, and what can be played next. Nothing is remembered.

While a claim is open several seats answer. On the board the user answers for one of them, and the others answer as
if their time were up; if nobody has a choice, all answers are given at once.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta

from teahouse.core.errors import IllegalMove, InvalidRecord, TeahouseError, shown
from teahouse.core.game import AnyGame, Forfeit, Result, seen_events
from teahouse.core.record import RECORD_FORMAT as FORMAT
from teahouse.core.record import Ending, Header, Record, RecordedMove, record_bytes, record_deal, record_seed, replay
from teahouse.core.seats import Seat
from teahouse.games import GAMES, make_game
from teahouse.games.positions import LONGEST_POSITION, PlayedMove, Position, PositionText
from teahouse.pictures import PICTURES
from teahouse.service.errors import Refused, refused
from teahouse.service.hosting import HOSTING
from teahouse.service.replays import read_record

POSITION_SECONDS: Final = 4.0
"""Processor time for one position."""
MOST_MOVES: Final = 1500
LONGEST_MOVE: Final = 40
LONGEST_NAME: Final = 64
MOST_SEATS: Final = 12

MoveText = Annotated[str, Meta(max_length=LONGEST_MOVE)]
GameName = Annotated[str, Meta(max_length=32)]


class AnalysisMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move on the analysis board: whose it is, and its text."""

    seat: Annotated[Seat, Meta(ge=0, lt=MOST_SEATS)]
    text: MoveText


Moves = Annotated[tuple[AnalysisMove, ...], Meta(max_length=MOST_MOVES)]
AnalysisText = Annotated[str, Meta(max_length=LONGEST_POSITION)]


class AnalysisRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position: its game, a text (empty: an example), the moves from there, and one more move to play."""

    game: GameName
    position: AnalysisText
    moves: Moves = ()
    play: AnalysisMove | None = None


class AnalysisChoice(msgspec.Struct, frozen=True):
    """A legal move of a seat, as the game's data and as text."""

    seat: Seat
    move: Any
    text: str


class AnalysisPosition(msgspec.Struct, frozen=True):
    """A position with the view of every seat.

    views: what each seat sees. choices: every legal move, except those of seats that have nothing to decide. added:
    the moves that were played last, the requested one and the answers to it. events: what they did. text: the position
    as text, None when the game is over.
    """

    game: str
    options: dict[str, Any]
    views: tuple[Any, ...]
    choices: tuple[AnalysisChoice, ...]
    added: tuple[AnalysisMove, ...]
    events: tuple[Any, ...]
    result: Result | None
    text: str | None


class AnalysisOrigin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The deal that a position comes from, so that its moves can be written as a record."""

    options: dict[str, Any]
    seed: Annotated[str, Meta(max_length=2048)]


class AnalysisStep(msgspec.Struct, frozen=True):
    """Moves of a record that belong together: a choice and the forced answers to it. ply: that of the last one."""

    moves: tuple[AnalysisMove, ...]
    ply: int


class AnalysisStart(msgspec.Struct, frozen=True):
    """A record as the start of an analysis: the first position, and the moves that were played."""

    game: str
    position: str
    names: tuple[str, ...]
    steps: tuple[AnalysisStep, ...]
    origin: AnalysisOrigin | None


class ReachedPosition(NamedTuple):
    """A position after moves, and the events of the last ones."""

    game: AnyGame
    state: Any
    added: tuple[AnalysisMove, ...] = ()
    events: tuple[Any, ...] = ()


def position_texts(game: str) -> PositionText:
    """How positions of a game are written; refused for games that cannot be analysed."""
    known = GAMES.get(game)
    if known is None or known.positions is None:
        raise refused("analysis/game")
    return known.positions


def parsed(game: str, text: str) -> Position:
    """A position from its text."""
    texts = position_texts(game)
    try:
        return texts.parse(text)
    except TeahouseError as error:
        raise refused("analysis/position", str(error)) from None


def reached(request: AnalysisRequest) -> ReachedPosition:
    """The position that a request describes; a refusal names the illegal move."""
    position = request.position or position_texts(request.game).example()
    game, state = parsed(request.game, position)
    state = played_all(game, state, request.moves, "the moves")
    return ReachedPosition(game, state) if request.play is None else with_forced_answers(game, state, request.play)


def played_all(game: AnyGame, state: Any, moves: Iterable[AnalysisMove], where: str) -> Any:
    """The state after moves; a refusal says which move is illegal."""
    for number, move in enumerate(moves, 1):
        state = _played(game, state, move, f"{where}, move {number}").state
    return state


def _played(game: AnyGame, state: Any, move: AnalysisMove, where: str) -> ReachedPosition:
    try:
        after, events = game.apply(state, move.seat, game.parse_move(move.text))
    except TeahouseError as error:
        raise refused("analysis/move", f"{where}, {shown(move.text)}: {error}") from None
    return ReachedPosition(game, after, (move,), tuple(events))


def with_forced_answers(game: AnyGame, state: Any, move: AnalysisMove) -> ReachedPosition:
    """Play a move, the other answers to an open claim, and every forced answer that follows."""
    others = [seat for seat in game.to_move(state) if seat != move.seat] if is_claim(game, state) else []
    position = _answered(_played(game, state, move, "the last move"), others)
    while is_forced(position.game, position.state):
        position = _answered(position, position.game.to_move(position.state))
    return position


def is_claim(game: AnyGame, state: Any) -> bool:
    """Is a claim open, which several seats may answer?"""
    claim = HOSTING[game.name].claim
    return claim is not None and claim(game.view(state, None)) is not None


def is_forced(game: AnyGame, state: Any) -> bool:
    """Is a claim open in which nobody has a choice?"""
    waiting = game.to_move(state)
    return bool(waiting) and is_claim(game, state) and all(len(game.legal_moves(state, seat)) == 1 for seat in waiting)


def _answered(position: ReachedPosition, seats: Iterable[Seat]) -> ReachedPosition:
    """Let these seats answer as if their time were up."""
    silent = HOSTING[position.game.name].silent
    for seat in seats:
        if moves := position.game.legal_moves(position.state, seat):
            move = silent(position.game.view(position.state, seat), moves)
            after = _played(
                position.game, position.state, AnalysisMove(seat, position.game.move_text(move)), "an answer"
            )
            position = ReachedPosition(
                after.game, after.state, position.added + after.added, position.events + after.events
            )
    return position


def analysed_position(request: AnalysisRequest) -> tuple[AnalysisPosition, Any]:
    """A position with the view of every seat, and its state."""
    position = reached(request)
    game, state = position.game, position.state
    result = game.result(state)
    text = position_texts(game.name).write(game, state, Seat(0)) if result is None else None
    shown_now = AnalysisPosition(
        game.name,
        msgspec.to_builtins(game.rules),
        tuple(game.view(state, seat) for seat in game.seats),
        choices(game, state),
        position.added,
        seen_events(game, position.events, None),
        result,
        text,
    )
    return shown_now, state


def choices(game: AnyGame, state: Any) -> tuple[AnalysisChoice, ...]:
    """The legal moves of every seat that has a choice, or of all seats to move if none has."""
    offered = {seat: game.legal_moves(state, seat) for seat in game.to_move(state)}
    deciding = [seat for seat, moves in offered.items() if len(moves) > 1] or list(offered)
    return tuple(AnalysisChoice(seat, move, game.move_text(move)) for seat in deciding for move in offered[seat])


def position_svg(request: AnalysisRequest, seat: Seat) -> str:
    """A position as a picture, as a seat sees it."""
    game, state, *_ = reached(request)
    if seat not in game.seats:
        raise Refused("analysis/position", f"expected a seat from 0 to {len(game.seats) - 1}, got {seat}")
    return PICTURES[game.name].svg(game.view(state, seat))


def analysis_start(data: bytes, seat: Seat) -> AnalysisStart:
    """A record as the start of an analysis, of one seat's board if everybody has their own; or `InvalidRecord`."""
    game, record = read_record(data)
    if seat not in game.seats:
        raise InvalidRecord(1, f"expected a seat from 0 to {len(game.seats) - 1}, got {seat}")
    deal = record_deal(game, record)
    texts = position_texts(game.name)
    played = [PlayedMove(ply, step.seat, step.move) for ply, step in enumerate(replay(game, record, deal), 1)]
    line = texts.line(played, seat)
    position = texts.write(game, deal, seat)
    steps = _steps(parsed(game.name, position), line)
    origin = AnalysisOrigin(record.header.options, record_seed(record).hex()) if line == played else None
    is_own = len(line) != len(played) or len(record.header.names) == 1
    names = (record.header.names[seat],) if is_own and origin is None else record.header.names
    return AnalysisStart(game.name, position, names, steps, origin)


def _steps(position: Position, line: Sequence[PlayedMove]) -> tuple[AnalysisStep, ...]:
    """The moves of a record in groups: a turn with the forced answers to it, or all answers to a claim."""
    game, state = position
    steps: list[AnalysisStep] = []
    was_claim = False
    for ply, seat, move in line:
        claim, is_quiet = is_claim(game, state), is_forced(game, state)
        text = AnalysisMove(seat, game.move_text(move))
        state, _ = game.apply(state, seat, move)
        if steps and claim and (was_claim or is_quiet) and not isinstance(move, Forfeit):
            steps[-1] = AnalysisStep((*steps[-1].moves, text), ply)
        else:
            steps.append(AnalysisStep((text,), ply))
        was_claim = claim and is_claim(game, state)
    return tuple(steps)


def moves_record(request: AnalysisRequest, origin: AnalysisOrigin, names: Sequence[str]) -> bytes:
    """The moves from a deal as a record, finished or not."""
    try:
        game = make_game(request.game, origin.options)
        state = game.deal(bytes.fromhex(origin.seed))
    except (TeahouseError, ValueError) as error:
        raise refused("analysis/position", str(error)) from None
    moves: list[RecordedMove] = []
    for number, move in enumerate(request.moves, 1):
        try:
            parsed_move = game.parse_move(move.text)
            state, _ = game.apply(state, move.seat, parsed_move)
        except IllegalMove as error:
            raise refused("analysis/move", f"move {number}, {shown(move.text)}: {error}") from None
        moves.append(RecordedMove(move.seat, msgspec.to_builtins(parsed_move)))
    called = tuple(names) if len(names) == len(game.seats) else tuple(f"seat {seat}" for seat in game.seats)
    header = Header(
        format=FORMAT, game=game.name, options=msgspec.to_builtins(game.rules), names=called, seed=origin.seed
    )
    return record_bytes(Record(header, tuple(moves), Ending(game.result(state))))
