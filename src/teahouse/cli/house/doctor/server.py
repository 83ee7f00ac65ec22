"""Checks of the server that runs on this machine."""

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from teahouse.cli.house.doctor.finding import Finding, fault, ok, warning
from teahouse.cli.house.doctor.machine import LIMIT
from teahouse.cli.shared.site import SiteAnswer, Unreachable, ask
from teahouse.service.settings import Settings
from teahouse.web.bodies.house import Health
from teahouse.web.middleware.tcp import ENOUGH_FILES, connections_for

MOST_FILES: Final = re.compile(rb"^process_max_fds (\S+)$", re.MULTILINE)
EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104 - what a host may have chosen


def local_url(settings: Settings) -> str:
    """Where the server listens, as this machine reaches it."""
    host = EVERYWHERE.get(settings.host, settings.host)
    return f"http://{host}:{settings.port}"


def server(settings: Settings) -> Iterator[Finding]:
    """The server runs and reports that it is ready."""
    url = local_url(settings)
    if settings.port == 0:
        yield warning("server", "port is 0: it takes another one at every start", "choose a port, such as 8432")
        return
    try:
        answer = ask(url, "/health/ready")
    except Unreachable as error:
        yield warning("server", f"does not run at {url} ({error})", "start it: teahouse serve, or its systemd unit")
        return
    status = answer.fields.get("status")
    if not isinstance(status, str):
        yield fault("server", f"another program answers at {url}", "choose another port, or stop that program")
    elif answer.status != 200:
        yield fault("server", f"not ready at {url}: {status}", "see its log; docs/faults.md lists what can go wrong")
    elif status == "degraded":
        yield warning("server", f"runs at {url}; {_trouble(answer)}", "more engine_memory_mb, or see its log")
    else:
        yield ok("server", f"runs at {url}, {status}")
    if isinstance(status, str):
        yield from _files(url, settings.metrics_token)


def _files(url: str, token: str) -> Iterator[Finding]:
    """How many files the running server may open: its limit is often not the limit of a shell."""
    try:
        answer = ask(url, "/metrics", {"Authorization": f"Bearer {token}"} if token else {})
    except Unreachable:
        return
    if (match := MOST_FILES.search(answer.body)) is None:
        return
    allowed = int(float(match[1]))
    text = f"the running server may open {allowed}: room for {connections_for(allowed)} connections"
    if allowed < ENOUGH_FILES:
        yield warning("open files", text, LIMIT)
    else:
        yield ok("open files", text)


def _trouble(answer: SiteAnswer) -> str:
    health = msgspec.json.decode(answer.body, type=Health)
    recent = {} if health.engines is None else health.engines.recent
    reasons = ", ".join(f"{reason} {count}×" for reason, count in recent.items())
    return f"bots failed in the last minutes: {reasons or 'no engine runs'}"
