"""Deployment files: dashboard, alert rules and proxies, compared with the metrics that exist."""

import json
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from teahouse.core.errors import InvalidOption
from teahouse.service.engines.engines import EngineStats
from teahouse.service.settings import Settings, read_settings, setting
from teahouse.web.telemetry.metrics import Metrics
from tests.web.live import Live, fetch, living
from tests.web.process import ServerProcess

DEPLOY: Final = Path(__file__).parents[2] / "deploy"
TOKEN: Final = "a-token-of-the-host"  # noqa: S105 - it opens nothing
YAML: Final[Any] = import_module("yaml")  # without types
OF_PROMETHEUS: Final = {"job", "instance"}
QUOTED: Final = re.compile(r'"[^"]*"')
NAME: Final = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]*(?!\w|\s*\()")
LISTED: Final = re.compile(r"(?:by|without|on|ignoring)\s*\(([^)]*)\)")
MATCHED: Final = re.compile(r"\{([^}]*)\}")
DURATION: Final = re.compile(r"\[[^]]*\]")


class AllFigures:
    """A server whose bots have failed in every way, so that every label occurs."""

    def tables(self) -> int:
        return 1

    def sockets(self) -> int:
        return 1

    def engine_stats(self) -> EngineStats:
        weakened = {("battle", "perfect", "hard"): 1}
        return EngineStats(1, 0, 0, 0, 1, 1.0, 0, {"crash": 1}, memory_mb=(100,), weakened=weakened)


def labels_of(text: str) -> dict[str, set[str]]:
    """The labels of each sample in Prometheus' format; without samples, the name alone."""
    found: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(text):
        total = {"counter": "_total"}.get(family.type, "")
        found.setdefault(family.name + total, set())
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


@pytest.fixture(scope="module")
def exposed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """The metrics of a started server, with their possible labels."""
    with ServerProcess(tmp_path_factory.mktemp("deploy")) as server:
        real = labels_of(fetch(f"{server.url}/metrics").text)
    whole = Metrics()
    whole.watch(AllFigures())
    whole.actions.count("act", "done")
    possible = labels_of(whole.text().decode())
    assert real.keys() == possible.keys()
    return {name: real[name] | possible[name] for name in real} | {"up": set()}


def dashboard() -> dict[str, Any]:
    return dict(json.loads((DEPLOY / "grafana/dashboards/teahouse.json").read_text()))


def alerts() -> list[dict[str, Any]]:
    (group,) = YAML.safe_load((DEPLOY / "prometheus/alerts.yml").read_text())["groups"]
    return list(group["rules"])


def expressions() -> Iterator[str]:
    """Every expression of the dashboard and of the alert rules."""
    for panel in dashboard()["panels"]:
        yield from (target["expr"] for target in panel["targets"])
    for rule in alerts():
        yield rule["expr"]


def check(expression: str, exposed: Mapping[str, set[str]]) -> None:
    """Check that the server exposes the metrics and labels of an expression."""
    bare = DURATION.sub("", QUOTED.sub('""', expression))
    listed = [name for found in LISTED.findall(bare) for name in re.split(r"\s*,\s*", found.strip())]
    matched = [name for found in MATCHED.findall(bare) for name in NAME.findall(found)]
    names = set(NAME.findall(MATCHED.sub("", LISTED.sub("", bare))))
    assert names, expression
    assert names <= exposed.keys(), f"{expression}: no such metric"
    known = OF_PROMETHEUS.union(*(exposed[name] for name in names))
    assert {*listed, *matched} <= known, f"{expression}: no such label"


def test_dashboard_and_alerts_ask_for_metrics_and_labels_that_exist(exposed: Mapping[str, set[str]]) -> None:
    asked = list(expressions())
    assert len(asked) > 30
    for expression in asked:
        check(expression, exposed)


def test_a_metric_or_label_that_does_not_exist_is_found(exposed: Mapping[str, set[str]]) -> None:
    check('sum by (kind) (rate(teahouse_actions_total{code!="done"}[5m]))', exposed)
    for wrong in ("rate(teahouse_moves_total[5m])", "sum by (game) (teahouse_sockets)", 'teahouse_tables{kind="act"}'):
        with pytest.raises(AssertionError, match="no such"):
            check(wrong, exposed)


def test_every_metric_of_the_house_is_on_the_dashboard(exposed: Mapping[str, set[str]]) -> None:
    shown = " ".join(expressions())
    own = {name.removesuffix("_created") for name in exposed if name.startswith("teahouse_")}
    ends = ("_sum", "_count", "_bucket")
    lacking = {name for name in own if not name.endswith(ends) and not re.search(rf"\b{name}(_bucket)?\b", shown)}
    assert lacking == set()


def test_panels_do_not_overlap_and_alerts_say_what_to_do() -> None:
    taken: set[tuple[int, int]] = set()
    assert dashboard()["panels"]
    for panel in dashboard()["panels"]:
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & taken
        assert max(x for x, _ in cells) < 24
        taken |= cells
    for rule in alerts():
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"]
        assert len(rule["annotations"]["description"]) > 40


def test_files_mounted_by_compose_exist() -> None:
    services = YAML.safe_load((DEPLOY / "compose.yml").read_text())["services"]
    mounted = [one.split(":")[0] for service in services.values() for one in service.get("volumes", ())]
    files = [name for name in mounted if name.startswith("./")]
    assert len(files) == 4
    assert all((DEPLOY / name).exists() for name in files)


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_proxies_keep_the_metrics_inside(name: str) -> None:
    text = (DEPLOY / name).read_text()
    for path in ("/metrics", "/api/v1/metrics"):
        assert re.search(rf"(?<![\w/]){path}\b", text)


# -- who may read the metrics ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/metrics", "/api/v1/metrics"])
@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded", "x-real-ip"])
def test_metrics_are_not_read_through_a_proxy(live: Live, path: str, header: str) -> None:
    assert fetch(live.url + path).status_code == 200
    refused = httpx.get(live.url + path, headers={header: "10.0.0.7"})
    assert (refused.status_code, refused.json()["code"]) == (403, "metrics/closed")


def test_metrics_can_be_read_from_anywhere_with_the_token(tmp_path: Path) -> None:
    with living(tmp_path, metrics_token=TOKEN) as live:
        for shown, status in (("", 403), ("Bearer another-token-here", 403), (TOKEN, 403), (f"Bearer {TOKEN}", 200)):
            headers = {"authorization": shown, "x-forwarded-for": "203.0.113.9"}
            assert httpx.get(f"{live.url}/metrics", headers=headers).status_code == status


def test_a_token_is_long_and_never_printed() -> None:
    assert Settings().metrics_token == ""
    assert read_settings(None, {"TEAHOUSE_METRICS_TOKEN": TOKEN}).metrics_token == TOKEN
    with pytest.raises(InvalidOption, match="expected metrics_token") as caught:
        setting("metrics_token", "too short", "the test")
    assert "too short" not in str(caught.value)


# -- proxy headers -----------------------------------------------------------------------------------------------------


def test_health_reports_how_a_request_arrived(live: Live) -> None:
    assert fetch(f"{live.url}/health/door").json() == {
        "address": "127.0.0.1", "scheme": "http", "forwarded": False, "believed": False
    }  # fmt: skip
    arrival = httpx.get(f"{live.url}/health/door", headers={"x-forwarded-for": "203.0.113.9"}).json()
    assert (arrival["address"], arrival["forwarded"], arrival["believed"]) == ("127.0.0.1", True, False)


def test_a_house_with_an_https_address_asks_browsers_to_come_by_https_only(tmp_path: Path, live: Live) -> None:
    assert "strict-transport-security" not in fetch(live.url).headers
    with living(tmp_path, secure=True) as secure:
        for path in ("/", "/api/v1/me", "/nothing.js", "/health/live"):
            assert fetch(secure.url + path).headers["strict-transport-security"] == "max-age=31536000"
