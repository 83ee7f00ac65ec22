"""Sends requests to a site over HTTP like a browser, without following redirects."""

import http.client
import ssl
from collections.abc import Mapping
from contextlib import closing, suppress
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

SECONDS: Final = 10.0
LONGEST: Final = 1 << 20


class SiteAnswer(msgspec.Struct, frozen=True):
    """What a site answered; expires: when its certificate ends, in seconds since 1970."""

    status: int
    headers: dict[str, str]
    body: bytes
    expires: float | None = None

    @property
    def fields(self) -> dict[str, Any]:
        """The JSON object that was sent; empty if it is something else."""
        try:
            return msgspec.json.decode(self.body, type=dict[str, Any])
        except msgspec.DecodeError:
            return {}


class Unreachable(Exception):
    """A site does not answer; the text says why."""


def is_address(url: str) -> bool:
    """Is this the address of a site?

    >>> is_address("https://teahouse.example"), is_address("http://x:99999999"), is_address("gopher://x")
    (True, False, False)
    """
    parts = urlsplit(url)
    with suppress(ValueError):
        return parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    return False


def ask(url: str, path: str, headers: Mapping[str, str] | None = None) -> SiteAnswer:
    """Ask for a path, or `Unreachable`."""
    parts = urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=SECONDS)
    try:
        with closing(connection):
            connection.request("GET", path, headers=dict(headers or {}))
            expires = _expires(connection)
            answer = connection.getresponse()
            named = {name.lower(): value for name, value in answer.getheaders()}
            return SiteAnswer(answer.status, named, answer.read(LONGEST), expires)
    except ssl.SSLCertVerificationError as error:
        raise Unreachable(f"its certificate is not valid: {error.verify_message}") from None
    except (OSError, http.client.HTTPException) as error:
        raise Unreachable(_reason(error)) from None


def _expires(connection: http.client.HTTPConnection) -> float | None:
    if not isinstance(connection.sock, ssl.SSLSocket):
        return None
    expiry = (connection.sock.getpeercert() or {}).get("notAfter")
    return ssl.cert_time_to_seconds(expiry) if isinstance(expiry, str) else None


def _reason(error: Exception) -> str:
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return (text or type(error).__name__).lower()
