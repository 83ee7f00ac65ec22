"""Reads the user agent of a browser into names that people know, such as Firefox on Linux."""

from typing import Final, NamedTuple

# The first match counts: many browsers also name others, for compatibility.
BROWSERS: Final = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("Opera", "Opera"), ("Vivaldi", "Vivaldi"),
    ("SamsungBrowser", "Samsung Internet"), ("YaBrowser", "Yandex"), ("DuckDuckGo", "DuckDuckGo"), ("Brave", "Brave"),
    ("FxiOS", "Firefox"),
    ("Firefox", "Firefox"), ("CriOS", "Chrome"), ("Chromium", "Chromium"), ("Chrome", "Chrome"), ("Safari", "Safari"),
    ("curl", "curl"), ("python", "Python"),
)  # fmt: skip
SYSTEMS: Final = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"), ("Windows", "Windows"),
    ("Macintosh", "Mac"), ("Mac OS X", "Mac"), ("Linux", "Linux"), ("BSD", "BSD"),
)  # fmt: skip


class Device(NamedTuple):
    """A browser and the system it runs on; empty if they are unknown."""

    browser: str
    system: str


def device_of(agent: str) -> Device:
    """The device with this user agent.

    >>> device_of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    Device(browser='Firefox', system='Linux')
    """
    return Device(_first(BROWSERS, agent), _first(SYSTEMS, agent))


def _first(names: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for mark, name in names if mark in agent), "")
