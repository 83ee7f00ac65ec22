"""The errors of Teahouse.

TeahouseError            everything below; its text is one line for people
├── InvalidText          something unreadable: what was expected, the value, the place
│   └── InvalidRecord    a record that is unreadable or invalid; knows its line
├── InvalidOption        a rule, option or name that does not exist or has an impossible value
└── IllegalMove          readable, but the rules forbid it here; nothing has changed
"""

from collections.abc import Callable

SHOWN = 40
CUT = 240


class TeahouseError(Exception):
    """Any error a person can cause; its text is one line, lower case, without a full stop."""


class InvalidText(TeahouseError):
    """A text that cannot be read."""


class InvalidRecord(InvalidText):
    """A record that cannot be read, or whose lines do not follow from one another."""

    def __init__(self, line: int, complaint: str) -> None:
        """Store the line number, counted from 1, and the complaint."""
        super().__init__(f"line {line}: {complaint}")
        self.line = line
        self.complaint = complaint

    def __reduce__(self) -> tuple[type["InvalidRecord"], tuple[int, str]]:
        """Pickle by line and complaint, to pass the error between processes."""
        return InvalidRecord, (self.line, self.complaint)


class InvalidOption(TeahouseError):
    """A name or an option that does not exist, or a value it cannot have."""


class IllegalMove(TeahouseError):
    """A move that the rules forbid in this state."""


def check_kind(
    value: object, kind: type, expected: str, refusal: Callable[[str], TeahouseError] = InvalidOption
) -> None:
    """Refuse a value of a type that a function of the library does not take.

    >>> check_kind(42, str, "a seed as a word")
    Traceback (most recent call last):
    teahouse.core.errors.InvalidOption: expected a seed as a word, got 42
    """
    if not isinstance(value, kind):
        raise refusal(f"expected {expected}, got {shown(value)}")


def shown(value: object) -> str:
    """Quote a value for an error text, in one line, cut when it is long.

    >>> shown("5x")
    "'5x'"
    >>> len(shown("a" * 10**6)) < 80
    True
    """
    if isinstance(value, str) and len(value) > SHOWN:
        return f"{value[:SHOWN]!r}… ({len(value)} characters)"
    text = repr(value)
    return text if len(text) <= 2 * SHOWN else f"{text[: 2 * SHOWN]}…"


def cut(text: str) -> str:
    """A text as it is, cut when it is long.

    >>> cut("tea"), len(cut("a" * 10**6)) < 300
    ('tea', True)
    """
    return text if len(text) <= CUT else f"{text[:CUT]}… ({len(text)} characters)"


def plain(error: Exception, place: str = "") -> str:
    """The text of a library's error in the form of our own errors; `place` is where the text that it read stood.

    >>> plain(ValueError("Expected `int`, got `str` - at `$.seat`"))
    'expected int, got str at seat'
    >>> plain(ValueError("Expected `int`, got `str` - at `$.seat`"), "move")
    'expected int, got str at move.seat'
    >>> plain(ValueError("Expected `object`, got `str`"), "move")
    'expected object, got str at move'
    """
    text = str(error).replace("`", "").replace("\n", " ")
    if place:
        text = text.replace(" - at $", f" at {place}") if " - at $" in text else f"{text} at {place}"
    text = text.replace(" - at $.", " at ").replace(" - at $", " at ")
    return text if text[:2].isupper() else text[:1].lower() + text[1:]
