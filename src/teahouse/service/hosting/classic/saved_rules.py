"""The house rules that people save: each is a ruleset of the house with some options changed, under a title.

They belong to the person who made them. Nobody else can see them until their owner shares them by their address.
"""

import secrets
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta
from sqlalchemy import Connection, delete, func, insert, select, update

from teahouse.core.errors import InvalidOption, TeahouseError
from teahouse.core.text import check_visible
from teahouse.core.tiles import Wind
from teahouse.games.classic.rulesets import house_rules as rules
from teahouse.games.classic.rulesets.fields import LONGEST_TITLE
from teahouse.games.classic.rulesets.house_rules import OptionProblem
from teahouse.games.classic.rulesets.ruleset import DEFAULT_RULESET, RULESETS, Ruleset
from teahouse.games.classic.scoring.sheet import Ask, asks
from teahouse.service.errors import refused
from teahouse.service.store.schema import house_ruleset
from teahouse.service.store.store import Store

ID_BYTES: Final = 10
MOST_SAVED: Final = 50
"""The most house rules that one person can save."""
Title = Annotated[str, Meta(min_length=1, max_length=LONGEST_TITLE)]
Changes = dict[str, Any]


class NewHouseRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """House rules to save: the title, the ruleset of the house they start from, and the changed options."""

    title: Title
    base: str = DEFAULT_RULESET
    changes: Changes = {}
    shared: bool = False


class RulesRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rules to check before they are saved: a ruleset of the house, the changed options, and a title."""

    title: Title | None = None
    base: str = DEFAULT_RULESET
    changes: Changes = {}


class CheckedRules(msgspec.Struct, frozen=True):
    """The problems of checked rules; if there are none, the whole ruleset and its file.

    asks: what a scorer must ask about under these rules.
    """

    problems: tuple[OptionProblem, ...]
    ruleset: Ruleset | None
    file: str
    asks: tuple[Ask, ...] = ()


class HouseRules(msgspec.Struct, frozen=True):
    """House rules as a reader sees them. changed: when they were changed last. asks: as for `CheckedRules`."""

    id: str
    title: str
    base: str
    changes: Changes
    ruleset: Ruleset
    shared: bool
    is_own: bool
    changed: int
    asks: tuple[Ask, ...]


class HouseRulesTitle(msgspec.Struct, frozen=True):
    """House rules in a list. winds: those of the players; empty if another version wrote the rules."""

    id: str
    title: str
    base: str
    winds: tuple[Wind, ...]
    shared: bool
    changed: int


class ReadRules(msgspec.Struct, frozen=True):
    """The rules of a file: its title, the nearest ruleset of the house, and what is changed in it."""

    title: str
    base: str
    changes: Changes


def checked(request: RulesRequest) -> CheckedRules:
    """Check rules before they are saved."""
    _check_base(request.base)
    problems = rules.problems(request.base, request.changes)
    if problems:
        return CheckedRules(problems, None, "")
    ruleset = rules.edited(request.base, request.changes, request.title or request.base)
    return CheckedRules((), ruleset, rules.file_text(ruleset), asks(ruleset))


def read(text: str) -> ReadRules:
    """The rules of a file, or a refusal that says where it is wrong."""
    try:
        check_visible(text.replace("\r", "").replace("\t", " "), "a ruleset")
        ruleset = rules.read_file(text, "the file")
    except TeahouseError as error:
        raise _unusable(error) from None
    base = rules.nearest(ruleset)
    return ReadRules(ruleset.title, base, rules.changes_of(ruleset, base))


class SavedRules:
    """Saves, changes, deletes and lists house rules."""

    def __init__(self, store: Store, date: Callable[[], int]) -> None:
        """Store them in this store."""
        self._store = store
        self._date = date

    async def save(self, person: str, request: NewHouseRules) -> HouseRules:
        """Save house rules for a person."""
        rules_id, text, at = secrets.token_hex(ID_BYTES), file_of(request), self._date()
        row = {
            "id": rules_id,
            "person": person,
            "title": request.title,
            "text": text,
            "shared": request.shared,
            "changed": at,
        }

        def job(connection: Connection) -> None:
            mine = select(func.count()).where(house_ruleset.c.person == person)
            if (connection.execute(mine).scalar() or 0) >= MOST_SAVED:
                raise refused("rules/many", f"expected at most {MOST_SAVED}")
            connection.execute(insert(house_ruleset), [row])

        await self._store.write(job)
        return await self.read(rules_id, person)

    async def change(self, rules_id: str, person: str, request: NewHouseRules) -> HouseRules:
        """Change house rules; tables that were opened with them stay as they are."""
        values = {"title": request.title, "text": file_of(request), "shared": request.shared, "changed": self._date()}
        mine = (house_ruleset.c.id == rules_id, house_ruleset.c.person == person)

        def job(connection: Connection) -> None:
            if not connection.execute(update(house_ruleset).where(*mine).values(values)).rowcount:
                raise refused("rules/unknown")

        await self._store.write(job)
        return await self.read(rules_id, person)

    async def delete(self, rules_id: str, person: str) -> None:
        """Delete house rules; their address stops working."""
        mine = (house_ruleset.c.id == rules_id, house_ruleset.c.person == person)

        def job(connection: Connection) -> None:
            if not connection.execute(delete(house_ruleset).where(*mine)).rowcount:
                raise refused("rules/unknown")

        await self._store.write(job)

    async def read(self, rules_id: str, person: str) -> HouseRules:
        """House rules as a reader sees them; those of other people only if they are shared."""
        query = select(house_ruleset).where(house_ruleset.c.id == rules_id)
        row = await self._store.read(lambda connection: connection.execute(query).first())
        if row is None or not (row.shared or row.person == person):
            raise refused("rules/unknown")
        try:
            ruleset = rules.read_file(row.text, "these rules")
        except TeahouseError as error:  # written by another version of the house
            raise refused("rules/broken", str(error)) from None
        base = rules.nearest(ruleset)
        changes, is_own = rules.changes_of(ruleset, base), row.person == person
        shared = bool(row.shared)
        return HouseRules(rules_id, row.title, base, changes, ruleset, shared, is_own, row.changed, asks(ruleset))

    async def file(self, rules_id: str, person: str) -> str:
        """House rules as a file."""
        return rules.file_text((await self.read(rules_id, person)).ruleset)

    async def of(self, person: str) -> list[HouseRulesTitle]:
        """A person's house rules, those changed last first."""
        mine = select(house_ruleset).where(house_ruleset.c.person == person)
        query = mine.order_by(house_ruleset.c.changed.desc(), house_ruleset.c.id)
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return [
            HouseRulesTitle(row.id, row.title, base_of(row.text), winds_of(row.text), bool(row.shared), row.changed)
            for row in rows
        ]


def file_of(request: NewHouseRules) -> str:
    """The file of house rules that a person wants to save, or a refusal."""
    _check_base(request.base)
    title = request.title.strip()
    try:
        check_visible([title, request.changes], "house rules")
        if not title or title in RULESETS:
            raise InvalidOption(f"expected a title of its own, got {request.title!r} (option title)")
        text = rules.file_text(rules.edited(request.base, request.changes, title))
    except TeahouseError as error:
        raise _unusable(error) from None
    if len(text) > rules.LONGEST_FILE:
        raise refused("rules/invalid", f"expected rules of at most {rules.LONGEST_FILE} characters, got {len(text)}")
    return text


def base_of(text: str) -> str:
    """The ruleset of the house that a saved file names."""
    return next((name for name in RULESETS if f'\nbase = "{name}"\n' in text), DEFAULT_RULESET)


@lru_cache(maxsize=1000)
def winds_of(text: str) -> tuple[Wind, ...]:
    """The winds of the rules in a saved file; empty if they cannot be read any more."""
    try:
        return rules.read_file(text, "these rules").winds
    except TeahouseError:
        return ()


def _check_base(base: str) -> None:
    if base not in RULESETS:
        raise refused("rules/invalid", f"expected a ruleset among {', '.join(RULESETS)}, got {base[:LONGEST_TITLE]!r}")


def _unusable(error: TeahouseError) -> Exception:
    return refused("rules/invalid", str(error))
