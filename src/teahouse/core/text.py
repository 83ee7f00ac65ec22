"""Text that people see, without control characters, invisible characters and marks of the reading direction."""

from collections.abc import Mapping, Sequence
from typing import Final

from teahouse.core.errors import InvalidOption, shown

Tree = str | float | None | Mapping[str, "Tree"] | Sequence["Tree"]

# Characters that Unicode counts as printable, but that show nothing.
BLANKS: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u034f")


def is_visible(letter: str) -> bool:
    """Can this character be seen, or is it a space?

    >>> is_visible("茶"), is_visible(" "), is_visible("\\u202e"), is_visible("\\u200b"), is_visible("\\u3164")
    (True, True, False, False, False)
    """
    return letter.isprintable() and letter not in BLANKS


def is_visible_text(text: str) -> bool:
    """Is this one line of characters that can be seen?

    >>> is_visible_text("Ann Lee"), is_visible_text("Ann\\u202eeeL")
    (True, False)
    """
    return text.isprintable() and BLANKS.isdisjoint(text)


def visible_text(text: str, instead: str = "") -> str:
    """The text without the characters that cannot be seen, or with `instead` in place of each.

    >>> visible_text("pay\\u202elap"), visible_text("two\\nlines", " ")
    ('paylap', 'two lines')
    """
    return text if is_visible_text(text) else "".join(one if is_visible(one) else instead for one in text)


def check_visible(value: Tree, where: str) -> None:
    """Refuse a value if any text in it, at any depth, has invisible characters; line ends are allowed."""
    match value:
        case str():
            if not all(map(is_visible_text, value.split("\n"))):
                raise InvalidOption(f"expected {where} in characters that can be seen, got {shown(value)}")
        case Mapping():
            for name, one in value.items():
                check_visible(name, where)
                check_visible(one, where)
        case Sequence():
            for one in value:
                check_visible(one, where)
        case _:
            pass
