"""What a check found: ok, a warning or a fault, in words, and how to fix it."""

from typing import Final, Literal

import msgspec

Severity = Literal["ok", "warning", "fault"]
LEVELS: Final[tuple[Severity, ...]] = ("ok", "warning", "fault")


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of one check. remedy: what the host can do about it; empty if all is well."""

    check: str
    level: Severity
    text: str
    remedy: str = ""


def ok(check: str, text: str) -> Finding:
    """A finding that all is well."""
    return Finding(check, "ok", text)


def warning(check: str, text: str, remedy: str) -> Finding:
    """A finding about something that works, but not for long or not well."""
    return Finding(check, "warning", text, remedy)


def fault(check: str, text: str, remedy: str) -> Finding:
    """A finding about something that does not work, or is not safe."""
    return Finding(check, "fault", text, remedy)
