"""Long lists, page by page: a page ends with a cursor, and the next one begins after it.

A cursor is the key of the last row, so a page costs the same wherever it is, and new rows move nothing.
"""

import base64
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import Meta
from sqlalchemy import ColumnElement, Row, Select, tuple_

from teahouse.core.errors import shown
from teahouse.service.errors import refused

T = TypeVar("T")

LONGEST_CURSOR: Final = 200
Number = Annotated[int, Meta(ge=0, le=2**53)]
Id = Annotated[str, Meta(max_length=32)]
AnySelect = Select[*tuple[Any, ...]]
AnyRow = Row[*tuple[Any, ...]]


class Page(NamedTuple, Generic[T]):
    """A part of a list, and the cursor of the next part; None at the end."""

    items: list[T]
    after: str | None


class SortOrder(NamedTuple):
    """The columns that order a list, the type of their values, and whether the highest come first."""

    columns: Sequence[ColumnElement[Any]]
    key: Any
    descending: bool

    def page(self, query: AnySelect, after: str, limit: int) -> AnySelect:
        """The rows after a cursor, and one more, which shows whether there is another page."""
        columns = [column.desc() for column in self.columns] if self.descending else list(self.columns)
        if after:
            place = tuple_(*parse_cursor(after, self.key))
            here = tuple_(*self.columns)
            query = query.where(here < place if self.descending else here > place)
        return query.order_by(*columns).limit(limit + 1)

    def read(self, rows: Sequence[AnyRow], limit: int, item: Callable[[AnyRow], T | None]) -> Page[T]:
        """A page of rows; those that cannot be read are left out."""
        page_rows = rows[:limit]
        items = [one for one in map(item, page_rows) if one is not None]
        names = [str(column.key) for column in self.columns]
        is_last = len(rows) <= limit
        return Page(items, None if is_last else cursor_text([getattr(page_rows[-1], name) for name in names]))


def cursor_text(key: Sequence[str | int]) -> str:
    """A key as it is sent.

    >>> cursor_text([1760000000000, "0123abcd"])
    'WzE3NjAwMDAwMDAwMDAsIjAxMjNhYmNkIl0'
    """
    return base64.urlsafe_b64encode(msgspec.json.encode(key)).decode().rstrip("=")


def parse_cursor(text: str, kind: Any) -> tuple[str | int, ...]:
    """The key in a cursor, or a refusal.

    >>> parse_cursor('WzE3NjAwMDAwMDAwMDAsIjAxMjNhYmNkIl0', tuple[int, str])
    (1760000000000, '0123abcd')
    """
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        key: tuple[str | int, ...] = msgspec.json.decode(data, type=kind)
    except (ValueError, msgspec.DecodeError):
        raise refused(
            "wire/unreadable", f"expected the cursor of an earlier page, got {shown(text)} at after"
        ) from None
    return key
