"""Logs have their fields and no secrets."""

import ast
import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError

from teahouse.service.errors import refused
from teahouse.service.logs import FIELDS, plain, start_logging, stop_logging

SOURCES = Path(__file__).parent.parent.parent / "src" / "teahouse"
METHODS = {"debug", "info", "warning", "error", "exception", "critical", "log"}


class Logs:
    """The lines that were logged."""

    def __init__(self, stream: io.StringIO) -> None:
        self.stream = stream

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]


@pytest.fixture
def logs() -> Iterator[Logs]:
    before = logging.getLogger().level
    stream = io.StringIO()
    handler = start_logging("info", stream)
    yield Logs(stream)
    stop_logging(handler)
    logging.getLogger().setLevel(before)


log = logging.getLogger("teahouse.service.test")


def test_a_line_is_a_json_object_with_its_fields(logs: Logs) -> None:
    log.info("table opened", extra={"table": "t1", "seat": 2, "game": "battle"})
    (line,) = logs.lines
    assert line.pop("at").endswith("+00:00")
    assert line == {
        "level": "info",
        "logger": "teahouse.service.test",
        "says": "table opened",
        "game": "battle",
        "seat": 2,
        "table": "t1",
    }


def test_lines_below_the_level_are_not_logged(logs: Logs) -> None:
    log.debug("nothing")
    logging.getLogger("uvicorn.access").info("GET /api?invite=SECRET")
    assert logs.text == ""


def test_arguments_and_unlisted_fields_never_reach_a_line(logs: Logs) -> None:
    log.warning("signed in as %s", "SECRET", extra={"token": "SECRET", "hand": "SECRET", "table": "t1"})
    assert "SECRET" not in logs.text
    assert logs.lines[0]["says"] == "signed in as %s"


@pytest.mark.parametrize(
    "value", ["my SECRET", ["SECRET"], {"SECRET": 1}, b"SECRET", "SECRET" * 20, "SECRET\n", "SECRËT"]
)
def test_a_field_that_is_no_plain_word_is_not_logged(logs: Logs, value: object) -> None:
    log.info("x", extra={"table": value})
    assert logs.lines[0]["table"] == "?"


def test_an_error_is_logged_by_type_and_place_only(logs: Logs) -> None:
    engine = create_engine("sqlite://")
    try:
        with engine.connect() as connection:
            connection.execute(text("INSERT INTO nowhere VALUES (:x)"), {"x": "SECRET"})
    except DBAPIError:
        log.exception("the store failed", extra={"table": "t1"})
    engine.dispose()
    (line,) = logs.lines
    assert "SECRET" not in logs.text
    assert line["error"] == "OperationalError"
    assert line["raised"][0].startswith("tests.service.test_logs:")
    assert line["raised"][0].endswith(" test_an_error_is_logged_by_type_and_place_only")


def test_a_refusal_is_logged_with_its_code_and_cause(logs: Logs) -> None:
    try:
        try:
            raise ValueError("SECRET")
        except ValueError as error:
            raise refused("table/full", "SECRET") from error
    except Exception:
        log.exception("refused")
    (line,) = logs.lines
    assert (line["error"], line["because"], line["code"]) == ("Refused", ["ValueError"], "table/full")
    assert "SECRET" not in logs.text


def test_messages_of_libraries_are_cut_to_the_first_line(logs: Logs) -> None:
    logging.getLogger("asyncio").error("Task exception was never retrieved\nfuture: SECRET")
    logging.getLogger("other").error(ValueError("SECRET"))
    assert [line["says"] for line in logs.lines] == ["Task exception was never retrieved", "ValueError"]


@given(st.text() | st.binary() | st.lists(st.text()))
def test_every_logged_value_is_one_plain_word(value: object) -> None:
    logged = plain(value)
    assert isinstance(logged, str)
    assert json.dumps(logged) == f'"{logged}"'
    assert " " not in logged
    assert len(logged) <= 64


def test_every_message_is_a_constant_and_every_field_is_listed() -> None:
    seen = 0
    for source in [*SOURCES.glob("service/**/*.py"), *SOURCES.glob("web/**/*.py")]:
        for call in ast.walk(ast.parse(source.read_text())):
            if _logs(call):
                seen += 1
                assert isinstance(call, ast.Call)
                sentence = call.args[0]
                assert isinstance(sentence, ast.Constant), f"{source}:{call.lineno}: expected a sentence"
                assert not call.args[1:], f"{source}:{call.lineno}: arguments are never logged"
                for extra in [word.value for word in call.keywords if word.arg == "extra"]:
                    assert isinstance(extra, ast.Dict), f"{source}:{call.lineno}: expected the fields themselves"
                    names = {ast.literal_eval(key) for key in extra.keys if key is not None}
                    assert names <= set(FIELDS), f"{source}:{call.lineno}"
    assert seen >= 5


def _logs(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="log" | "LOG" | "logger"), attr=name)):
            return name in METHODS
        case _:
            return False
