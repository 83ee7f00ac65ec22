"""Logs as JSON lines without secrets: a fixed sentence and listed fields, never typed text or tiles.

An example is `log.info("table opened", extra={"table": table.id})`. A line has the sentence exactly as written in the
source, without arguments filled in, and of the extras only those in `FIELDS` whose values are numbers or plain words.
Of an error it holds the type and the place, never the text, because database errors quote whole rows.
"""

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Final, TextIO

# Every field a line may have beside its time, level, logger and sentence.
FIELDS: Final = (
    "bot", "code", "copy", "count", "deal", "game", "kind", "memory_mb", "method", "ms", "person", "pid",
    "place", "port", "reason", "route", "seat", "session", "seq", "status", "table", "version",
)  # fmt: skip
LONGEST_WORD: Final = 64
LONGEST_SENTENCE: Final = 200
MOST_FRAMES: Final = 20
WORD: Final = re.compile(rf"[A-Za-z0-9_./{{}}:+-]{{0,{LONGEST_WORD}}}")
UNPRINTED: Final = "?"
OTHERS: Final = ("uvicorn", "uvicorn.error", "uvicorn.access")  # they bring handlers of their own; ours takes over
# Their messages quote addresses and rows, or have placeholders for arguments.
QUIET: Final = ("uvicorn.access", "uvicorn.error", "sqlalchemy.engine", "nats", "alembic")


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "says": _sentence(record.msg),
        }
        extras = vars(record)
        line |= {name: plain(extras[name]) for name in FIELDS if name in extras}
        if record.exc_info and record.exc_info[1] is not None:
            line |= _trouble(record.exc_info[1])
        return json.dumps(line)


def _sentence(message: object) -> str:
    """The message as in the source; only the first line of a library's message."""
    return message.partition("\n")[0][:LONGEST_SENTENCE] if isinstance(message, str) else type(message).__name__


def plain(value: object) -> object:
    """A value that can be logged: a number, a boolean, or a plain word; anything else becomes `?`.

    >>> plain("table/full"), plain(7), plain("my password"), plain(["5m"])
    ('table/full', 7, '?', '?')
    """
    if value is None or isinstance(value, bool | int | float):
        return value
    return value if isinstance(value, str) and WORD.fullmatch(value) else UNPRINTED


def _trouble(error: BaseException) -> dict[str, object]:
    causes: list[str] = []
    seen: BaseException | None = error
    while seen is not None and len(causes) < MOST_FRAMES:
        causes.append(type(seen).__name__)
        seen = seen.__cause__ or seen.__context__
    fields: dict[str, object] = {"error": causes[0], "raised": _frames(error)}
    if causes[1:]:
        fields["because"] = causes[1:]
    code = getattr(error, "code", None)
    return fields | ({"code": plain(code)} if isinstance(code, str) else {})


def _frames(error: BaseException) -> list[str]:
    """Where an error was raised, the innermost place last."""
    frames: list[str] = []
    trace = error.__traceback__
    while trace is not None:
        module = str(trace.tb_frame.f_globals.get("__name__", UNPRINTED))
        frames.append(f"{module}:{trace.tb_lineno} {trace.tb_frame.f_code.co_name}")
        trace = trace.tb_next
    return frames[-MOST_FRAMES:]


def start_logging(level: str, stream: TextIO | None = None) -> logging.Handler:
    """Send everything from this level on to a stream (usual: the standard error) as JSON lines."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level.upper())
    for name in OTHERS:
        other = logging.getLogger(name)
        other.handlers.clear()
        other.propagate = True
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    return handler


def stop_logging(handler: logging.Handler) -> None:
    """Remove the handler."""
    logging.getLogger().removeHandler(handler)
    handler.close()
