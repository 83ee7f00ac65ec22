"""Checks of the public address, through any proxy in front of the server."""

import ipaddress
import secrets
import time
from base64 import b64encode
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from teahouse.cli.house.doctor.finding import Finding, fault, ok, warning
from teahouse.cli.house.doctor.server import local_url
from teahouse.cli.shared.site import SiteAnswer, Unreachable, ask
from teahouse.service.settings import Settings

SOMEBODY: Final = "192.0.2.77"  # an address for documentation: nobody has it
SOON_DAYS: Final = 14
LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
PROXY: Final = "deploy/nginx.conf and deploy/Caddyfile show how"


def outside(settings: Settings) -> Iterator[Finding]:
    """The public address reaches this server, safely, with all that sockets and limits need."""
    url = settings.public_url
    if not url:
        who = "this machine only" if settings.host in LOOPBACK else "people in the same network, without encryption"
        yield ok("public_url", f"not set: for {who}")
        return
    try:
        answer = ask(url, "/health/live")
    except Unreachable as error:
        remedy = "check the name in DNS, the proxy, its certificate and the firewall"
        yield fault("public_url", f"{url} does not answer: {error}", remedy)
        return
    try:
        yield _house(url, local_url(settings))
        yield from encryption(url, answer)
        yield _sockets(url)
        yield _addresses(url)
        yield _metrics(url)
    except Unreachable as error:
        yield fault("public_url", f"{url} stopped answering: {error}", "look at the log of the proxy")


def _house(url: str, local: str) -> Finding:
    """The house at the public address is this one: both have committed to the same secret of the day."""
    try:
        here = ask(local, "/api/v1/today").fields.get("commitment")
    except Unreachable:
        return warning("public_url", f"{url} answers; it may be another house", "start the server, try again")
    there = ask(url, "/api/v1/today").fields.get("commitment")
    if not there:
        return fault(
            "public_url", f"{url} answers, but is not a teahouse server", "make the proxy pass every path to the server"
        )
    if there != here:
        remedy = f"let the proxy pass requests on to {local}, and stop the other server"
        return fault("public_url", f"{url} is another house", remedy)
    return ok("public_url", f"{url} reaches this house")


def encryption(url: str, answer: SiteAnswer) -> Iterator[Finding]:
    """Passwords are encrypted, the certificate stays valid, and browsers always use encryption."""
    if not url.startswith("https:"):
        if urlsplit(url).hostname not in LOOPBACK:
            yield warning("encryption", "passwords cross the network unencrypted", f"use a proxy with HTTPS; {PROXY}")
        return
    days = ((answer.expires or 0) - time.time()) / 86_400
    if days < SOON_DAYS:
        yield warning("encryption", f"the certificate ends in {days:.0f} days", "renew it (certbot renew)")
    elif "strict-transport-security" not in answer.headers:
        remedy = "the server sends it; let the proxy pass it on, and restart the server with this public_url"
        yield warning("encryption", "Strict-Transport-Security does not arrive", remedy)
    else:
        yield ok("encryption", f"HTTPS for {days:.0f} more days, HSTS")


def _sockets(url: str) -> Finding:
    """A socket can be opened: the upgrade reaches the server, which refuses the table because it does not exist."""
    key = b64encode(secrets.token_bytes(16)).decode()
    headers = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key}
    code = ask(url, "/ws/tables/doctor", headers | {"Origin": url}).fields.get("code")
    if code == "table/unknown":
        return ok("sockets", "pass through")
    if code == "wire/origin":
        remedy = "start the server with this public_url; it accepts sockets from that address only"
        return fault("sockets", f"the server refuses pages of {url}", remedy)
    remedy = f"let the proxy pass the headers Upgrade and Connection over HTTP/1.1; {PROXY}"
    return fault("sockets", "do not pass through: nobody can play", remedy)


def _addresses(url: str) -> Finding:
    """The server sees visitors' addresses, and no visitor can choose one."""
    arrival = ask(url, "/health/door", {"X-Forwarded-For": SOMEBODY}).fields
    address, passed = str(arrival.get("address")), ask(url, "/health/door").fields
    if address == SOMEBODY:
        remedy = "let the proxy set X-Forwarded-For to the visitor's address, not pass on what the visitor sent"
        return fault("addresses", "a visitor can claim any address, and escape every limit", f"{remedy}; {PROXY}")
    if not passed.get("forwarded"):
        if not _has_proxy(url, address):
            return ok("addresses", f"no proxy: this machine is {address}")
        remedy = f"let the proxy set X-Forwarded-For; {PROXY}"
        return fault("addresses", f"all visitors seem to come from {address}", remedy)
    if not passed.get("believed"):
        remedy = f'set trusted_proxies = ["{address}"], the address of the proxy'
        return fault("addresses", f"all visitors seem to come from {address} and share its limits", remedy)
    if url.startswith("https:") and passed.get("scheme") != "https":
        return warning(
            "addresses", "the proxy hides that visitors use https", f"make it set X-Forwarded-Proto; {PROXY}"
        )
    return ok("addresses", f"passed on: this machine is {passed.get('address')}")


def _has_proxy(url: str, address: str) -> bool:
    """Must there be a proxy? None is needed if this machine reaches itself without encryption."""
    host = urlsplit(url).hostname or ""
    try:
        return url.startswith("https:") or not ipaddress.ip_address(address).is_loopback or host not in LOOPBACK
    except ValueError:
        return True


def _metrics(url: str) -> Finding:
    """Nobody outside reads the metrics."""
    for path in ("/metrics", "/api/v1/metrics"):
        if ask(url, path).status == 200:
            remedy = "let the proxy refuse it and set X-Forwarded-For, or set metrics_token"
            return fault("metrics", f"everybody can read {url}{path}", f"{remedy}; {PROXY}")
    return ok("metrics", "closed from outside")
