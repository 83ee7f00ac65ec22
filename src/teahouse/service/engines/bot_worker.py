"""An engine: a process in which bots think, one choice at a time. `python -m teahouse.service.engines.bot_worker`.

It talks to the server over the socket that is its standard input, which is moved out of the reach of bots before any
bot runs. When the server is gone, or a choice exceeds its limit, the process ends by itself.
"""

import argparse
import os
import queue
import resource
import signal
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from random import Random
from traceback import extract_tb
from types import GenericAlias
from typing import Any, Final, NoReturn

import msgspec

from teahouse.core.errors import InvalidOption
from teahouse.core.game import Rules
from teahouse.games import GAMES, make_game
from teahouse.players import PLAYERS, AnyPlayer, Budget, advise, advise_by, seated
from teahouse.players.advice import AdviceContext
from teahouse.players.compiling import note_compiled
from teahouse.players.memory import lacks_memory, limit_memory
from teahouse.service.engines.wire import (
    HEAD,
    Chosen,
    Compile,
    EngineReply,
    Failed,
    Hello,
    Ranked,
    UnreadAdvise,
    UnreadTask,
    Warm,
    Warmed,
    packed,
)

PlayerMakers = Mapping[str, Mapping[str, Callable[[], AnyPlayer]]]
EngineTask = Warm | Compile | UnreadTask | UnreadAdvise

WARM_BUDGET: Final = Budget(seconds=0.05, nodes=1000)
WARM_SEED: Final = b"warm"
SURELY_OVER: Final = 1.0
FIRST_VICTIM: Final = "1000"


class UnknownBot(InvalidOption):
    """There is no bot with that name."""


def main() -> None:
    """Set the limits, send `Hello`, and work until the server closes the socket."""
    args = _parser().parse_args()
    connection = own_connection()
    limit_memory(args.memory_mb)
    yield_to_server(args.nice)
    players = _players(args.players)
    tasks: queue.SimpleQueue[tuple[int, bytes]] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(connection, tasks), daemon=True).start()
    _send(connection, packed(Hello({game: tuple(levels) for game, levels in players.items()}), 0))
    _silence_output()
    decoder: msgspec.json.Decoder[EngineTask] = msgspec.json.Decoder(EngineTask)
    while True:
        number, task = tasks.get()
        _send(connection, packed(_done(decoder.decode(task), players), number))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="teahouse-engine", description=__doc__)
    parser.add_argument("--memory-mb", type=int, default=512, help="the most memory the process may take")
    parser.add_argument("--nice", type=int, default=10, help="how much to lower the priority")
    parser.add_argument("--players", metavar="MODULE:NAME", help="a mapping to take instead of the house's players")
    return parser


def own_connection() -> socket.socket:
    """The socket to the server, moved to another file descriptor; printed output goes to the standard error."""
    connection = socket.socket(fileno=os.dup(0))
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return connection


def yield_to_server(nice: int) -> None:
    """Lower the priority, be the first process to kill when memory is short, and ignore the server's signals."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.nice(nice)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(FIRST_VICTIM)
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)


def _players(named: str | None) -> PlayerMakers:
    if named is None:
        return {game: players.levels for game, players in PLAYERS.items()}
    module, _, name = named.partition(":")
    players: PlayerMakers = getattr(import_module(module), name)
    return players


def _silence_output() -> None:
    """Discard what bots print from now on; errors during the start were visible."""
    with Path(os.devnull).open("wb") as nothing:
        os.dup2(nothing.fileno(), 1)
        os.dup2(nothing.fileno(), 2)


def _send(connection: socket.socket, message: bytes) -> None:
    """Send a message to the server; when the server is gone, exit without an error."""
    try:
        connection.sendall(message)
    except OSError:
        _end()


def listen(connection: socket.socket, tasks: queue.SimpleQueue[tuple[int, bytes]]) -> None:
    """Read tasks in a separate thread, so that the end of the server is noticed while a bot thinks."""
    try:
        with connection.makefile("rb") as stream:
            while head := stream.read(HEAD.size):
                length, number = HEAD.unpack(head)
                tasks.put((number, stream.read(length)))
    finally:
        _end()


def _end() -> NoReturn:
    """Exit at once, and kill everything a bot may have started."""
    if os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


def _done(task: EngineTask, players: PlayerMakers) -> EngineReply:
    # The kernel keeps this alarm: it also ends a bot that never lets the listening thread run.
    signal.setitimer(signal.ITIMER_REAL, task.limit + SURELY_OVER)
    try:
        if isinstance(task, Warm):
            return _warmed(task, players)
        if isinstance(task, Compile):
            return _compiled(task)
        return _ranked(task) if isinstance(task, UnreadAdvise) else _chosen(task, players)
    except UnknownBot as error:
        return Failed("unknown", str(error))
    except BaseException as error:
        return Failed("memory" if lacks_memory(error) else "crash", _where(error))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _where(error: BaseException) -> str:
    """The type and the place of an error, without its text, which could reveal a hand."""
    last = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(last.filename).name}:{last.lineno}"


def _warmed(task: Warm, players: PlayerMakers) -> EngineReply:
    game = make_game(task.game, task.options)
    player = seated(_player(players, task.game, task.level), game.rules)
    state = game.deal(WARM_SEED)
    seat = game.to_move(state)[0]
    player.choose(game.view(state, seat), game.legal_moves(state, seat), WARM_BUDGET, Random(0))
    return Warmed()


def _compiled(task: Compile) -> EngineReply:
    load = PLAYERS[task.game].load
    if load is not None:
        load()
        note_compiled(task.game)
    return Warmed()


def _chosen(task: UnreadTask, players: PlayerMakers) -> EngineReply:
    """Make a player for one choice, so that it depends on the task alone."""
    player = seated(_player(players, task.game, task.level), _rules(task.game, bytes(task.options)))
    views, lists = _decoders(task.game)
    view, moves = views.decode(task.view), lists.decode(task.moves)
    started = time.perf_counter()
    move = player.choose(view, tuple(moves), task.budget, Random(task.seed))
    seconds = time.perf_counter() - started
    number = next((number for number, each in enumerate(moves) if type(each) is type(move) and each == move), None)
    return Failed("illegal", f"a {type(move).__name__}") if number is None else Chosen(number, seconds)


def _ranked(task: UnreadAdvise) -> EngineReply:
    """Rank the moves by the engine or a weaker level, and store nothing."""
    views, lists = _decoders(task.game)
    view, moves = views.decode(task.view), lists.decode(task.moves)
    rules = _rules(task.game, bytes(task.options))
    context, adviser = AdviceContext(rules, task.budget, Random(task.seed)), PLAYERS[task.game].adviser
    if adviser is not None and adviser.level != task.level:
        return Ranked(advise_by(task.level, task.game, view, tuple(moves), context))
    return Ranked(advise(task.game, view, tuple(moves), context))


def _player(players: PlayerMakers, game: str, level: str) -> AnyPlayer:
    try:
        make = players[game][level]
    except KeyError:
        raise UnknownBot(f"expected a player of a game, got {level!r} of {game!r}") from None
    return make()


@lru_cache(maxsize=64)
def _rules(game: str, options: bytes) -> Rules:
    """The options of a table, read once for all its choices."""
    return make_game(game, msgspec.json.decode(options)).rules


@cache
def _decoders(game: str) -> tuple[msgspec.json.Decoder[Any], msgspec.json.Decoder[list[Any]]]:
    types = GAMES[game].types
    return msgspec.json.Decoder(types.view), msgspec.json.Decoder(GenericAlias(list, (types.move,)))


if __name__ == "__main__":
    main()
