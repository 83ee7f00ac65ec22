"""The API keeps to its own description, whatever is asked of it."""

from importlib import import_module
from typing import Any

from hypothesis import HealthCheck, settings

from teahouse.web.answers import LINES
from teahouse.web.app import create_app, description
from teahouse.web.routes.classic.house_rules import TOML
from tests.web.live import Live, unopened

schemathesis: Any = import_module("schemathesis")  # typed in part only
openapi_checks: Any = import_module("schemathesis.specs.openapi.checks")

CHECKS = [
    import_module("schemathesis.checks").not_a_server_error,
    openapi_checks.status_code_conformance,
    openapi_checks.content_type_conformance,
    openapi_checks.response_schema_conformance,
]


@schemathesis.serializer(LINES, TOML)  # type: ignore[untyped-decorator] # typed in part only
def as_it_is(_context: object, value: object) -> bytes:
    return str(value).encode(errors="replace")


schema: Any = schemathesis.openapi.from_dict(description(create_app(unopened))).exclude(path_regex="/stream(/|$)")
schema.config.seed = 1  # every run asks the same


@schema.parametrize()  # type: ignore[untyped-decorator] # typed in part only
@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
def test_nothing_that_is_asked_breaks_the_server(case: Any, live: Live) -> None:
    response = case.call(base_url=live.url, headers={"origin": live.url})
    case.validate_response(response, checks=CHECKS)
