"""The API keeps to its own description, whatever is asked of it."""

from contextlib import nullcontext

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from teahouse.web.answers import LINES
from teahouse.web.app import create_app, description
from tests.web.live import Live

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@schemathesis.serializer(LINES)
def as_it_is(_context: object, value: object) -> bytes:
    return str(value).encode(errors="replace")


schema = schemathesis.openapi.from_dict(description(create_app(nullcontext))).exclude(path_regex="/lobby/stream$")


@schema.parametrize()
@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
def test_nothing_that_is_asked_breaks_the_server(case: Case, live: Live) -> None:
    response = case.call(base_url=live.url, headers={"origin": live.url})
    case.validate_response(response, checks=CHECKS)
