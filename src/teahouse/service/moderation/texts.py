"""Texts that people type about other people: cleaned and bounded."""

from typing import Final

from teahouse.core.text import visible_text
from teahouse.service.errors import refused

LONGEST_TEXT: Final = 500


def cleaned(text: str) -> str:
    """A text without anything invisible, in one line.

    >>> cleaned("so \\u202eodd  and\\nlong")
    'so odd and long'
    """
    return " ".join(visible_text(" ".join(text.split())).split())


def checked(text: str, *, may_be_empty: bool = False) -> str:
    """A cleaned text of a bounded length, or a refusal."""
    clean = cleaned(text[: 2 * LONGEST_TEXT])
    if len(clean) > LONGEST_TEXT or not (clean or may_be_empty):
        raise refused("report/reason", f"expected a text of 1 to {LONGEST_TEXT} characters")
    return clean
