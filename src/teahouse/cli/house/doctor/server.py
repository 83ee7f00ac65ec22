"""Checks of the server that runs on this machine."""

from collections.abc import Iterator
from typing import Final

import msgspec

from teahouse.cli.house.doctor.finding import Finding, fault, ok, warning
from teahouse.cli.house.doctor.site import Answer, Unreachable, ask
from teahouse.service.settings import Settings
from teahouse.web.bodies import Health

EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104 - what a host may have chosen


def local_url(settings: Settings) -> str:
    """Where the server listens, as this machine reaches it."""
    host = EVERYWHERE.get(settings.host, settings.host)
    return f"http://{host}:{settings.port}"


def server(settings: Settings) -> Iterator[Finding]:
    """The server runs and says that it is well."""
    url = local_url(settings)
    if settings.port == 0:
        yield warning("server", "port is 0: it takes another one at every start", "choose a port, such as 8432")
        return
    try:
        answer = ask(url, "/health/ready")
    except Unreachable as error:
        yield warning("server", f"does not run at {url} ({error})", "start it: teahouse serve, or its systemd unit")
        return
    status = answer.told.get("status")
    if not isinstance(status, str):
        yield fault("server", f"another program answers at {url}", "choose another port, or stop that program")
    elif answer.status != 200:
        yield fault("server", f"not ready at {url}: {status}", "see its log; docs/faults.md lists what can go wrong")
    elif status == "degraded":
        yield warning("server", f"runs at {url}; {_trouble(answer)}", "more engine_memory_mb, or see its log")
    else:
        yield ok("server", f"runs at {url}, {status}")


def _trouble(answer: Answer) -> str:
    health = msgspec.json.decode(answer.body, type=Health)
    recent = {} if health.engines is None else health.engines.recent
    reasons = ", ".join(f"{reason} {count}×" for reason, count in recent.items())
    return f"bots failed in the last minutes: {reasons or 'no engine runs'}"
