"""The API follows its own description for any request."""

import re
from collections.abc import Generator, Iterator
from functools import cache
from importlib import import_module
from itertools import count
from typing import Any, Final, NamedTuple

import pytest
from hypothesis import HealthCheck, settings

from teahouse.web.answers import LINES
from teahouse.web.app import create_app, description
from teahouse.web.routes.classic.house_rules import TOML
from tests.web.live import Live, unopened

FIRST: Final = 6
SELDOM: Final = 10
"""Of the many cases that an operation has, those after the first are asked so seldom every day."""
API = description(create_app(unopened))
OPERATIONS = [
    f"{method.upper()} {path}"
    for path, methods in API["paths"].items()
    for method in methods
    if not re.search("/stream(/|$)", path)
]


def as_it_is(_context: object, value: object) -> bytes:
    return str(value).encode(errors="replace")


@cache
def schema() -> Any:
    """The description as schemathesis reads it, loaded here because importing the library is slow."""
    schemathesis: Any = import_module("schemathesis")  # typed in part only
    schemathesis.serializer(LINES, TOML)(as_it_is)
    read: Any = schemathesis.openapi.from_dict(API)
    read.config.seed = 1  # the same requests in every run
    return read


@cache
def checks() -> list[Any]:
    of_answers: Any = import_module("schemathesis.specs.openapi.checks")
    return [
        import_module("schemathesis.checks").not_a_server_error,
        of_answers.status_code_conformance,
        of_answers.content_type_conformance,
        of_answers.response_schema_conformance,
    ]


class Questions(NamedTuple):
    """Sends generated requests for an operation: the first cases, and a sample of the others."""

    live: Live
    line: Any
    every: int
    numbers: Iterator[int]

    def ask(self, case: Any) -> None:
        number = next(self.numbers)
        if number < FIRST or number % self.every == 0:
            self.line.cookies.clear()
            response = case.call(base_url=self.live.url, headers={"origin": self.live.url}, session=self.line)
            case.validate_response(response, checks=checks())


@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
def ask(case: Any, questions: Questions) -> None:
    questions.ask(case)


@pytest.fixture(scope="module")
def line() -> Generator[Any]:
    """One connection for all requests."""
    requests: Any = import_module("requests")  # without types
    with requests.Session() as session:
        yield session


@pytest.mark.parametrize("every", [SELDOM, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("operation", OPERATIONS)
def test_no_request_breaks_the_server(operation: str, every: int, live: Live, line: Any) -> None:
    """Requests are generated here, because the library's decorator would generate them in every worker."""
    method, path = operation.split()
    builder: Any = import_module("schemathesis.pytest._test_builder")
    build, feedback = builder.build_operation_test, builder.FeedbackSources()
    found, questions = schema()[path][method], Questions(live, line, every, count())
    build(config=schema().config, operation=found, test_func=ask, given_kwargs={}, feedback=feedback)(
        questions=questions
    )
    assert next(questions.numbers) > 0
