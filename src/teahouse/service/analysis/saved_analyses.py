"""Saved analyses: a tree of variations under an id that cannot be guessed; everybody who has the link can read it."""

import secrets
from collections.abc import Callable
from typing import Annotated, Final

import msgspec
from msgspec import Meta
from sqlalchemy import Connection, delete, func, insert, select, update

from teahouse.core.errors import InvalidOption
from teahouse.core.text import check_visible
from teahouse.service.analysis.positions import (
    LONGEST_NAME,
    MOST_MOVES,
    MOST_SEATS,
    AnalysisMove,
    AnalysisOrigin,
    AnalysisText,
    GameName,
    parsed,
    played_all,
)
from teahouse.service.errors import refused
from teahouse.service.store.schema import analysis
from teahouse.service.store.store import Store

ID_BYTES: Final = 12
MOST_SAVED: Final = 300
MOST_LISTED: Final = 100
MOST_NODES: Final = 1200
MOST_BYTES: Final = 60_000
LONGEST_TITLE: Final = 80
LONGEST_COMMENT: Final = 600
MOST_MARKS: Final = 40
LONGEST_PLACE: Final = 12
ROOT: Final = -1

BoardPlace = Annotated[str, Meta(min_length=1, max_length=LONGEST_PLACE, pattern="^[a-z0-9.]+$")]


class AnalysisMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ring around a place on the board, or an arrow from one place to another."""

    at: BoardPlace
    to: BoardPlace | None = None


class AnalysisNode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Moves that continue another node (-1: the first position), with a comment and marks."""

    parent: Annotated[int, Meta(ge=ROOT, lt=MOST_NODES)]
    moves: Annotated[tuple[AnalysisMove, ...], Meta(min_length=1, max_length=MOST_SEATS)]
    comment: Annotated[str, Meta(max_length=LONGEST_COMMENT)] = ""
    marks: Annotated[tuple[AnalysisMark, ...], Meta(max_length=MOST_MARKS)] = ()


class AnalysisTree(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An analysis: the first position and every variation from it.

    A node comes after its parent; the first of its children is the main line. comment, marks: those of the first
    position. origin: the deal that it comes from, if it comes from one.
    """

    game: GameName
    position: AnalysisText
    title: Annotated[str, Meta(max_length=LONGEST_TITLE)] = ""
    names: Annotated[tuple[Annotated[str, Meta(max_length=LONGEST_NAME)], ...], Meta(max_length=MOST_SEATS)] = ()
    nodes: Annotated[tuple[AnalysisNode, ...], Meta(max_length=MOST_NODES)] = ()
    comment: Annotated[str, Meta(max_length=LONGEST_COMMENT)] = ""
    marks: Annotated[tuple[AnalysisMark, ...], Meta(max_length=MOST_MARKS)] = ()
    origin: AnalysisOrigin | None = None


class SavedAnalysis(msgspec.Struct, frozen=True):
    """A saved analysis. is_owner: may the reader change it?"""

    id: str
    tree: AnalysisTree
    created: int
    changed: int
    is_owner: bool


class AnalysisTitle(msgspec.Struct, frozen=True):
    """An analysis in a list."""

    id: str
    game: str
    title: str
    changed: int


def check_tree(tree: AnalysisTree) -> None:
    """Refuse a tree with an illegal move or with invisible text."""
    try:
        check_visible((tree.title, tree.names, tree.comment, [node.comment for node in tree.nodes]), "an analysis")
    except InvalidOption as error:
        raise refused("analysis/position", str(error)) from None
    game, state = parsed(tree.game, tree.position)
    states, depths = {ROOT: state}, {ROOT: 0}
    for number, node in enumerate(tree.nodes):
        if node.parent >= number:
            raise refused("analysis/move", f"node {number}: expected a parent before it, got {node.parent}")
        depths[number] = depths[node.parent] + len(node.moves)
        if depths[number] > MOST_MOVES:
            raise refused("analysis/large", f"expected at most {MOST_MOVES} moves in a row")
        states[number] = played_all(game, states[node.parent], node.moves, f"node {number}")


class Analyses:
    """The saved analyses."""

    def __init__(self, store: Store, date: Callable[[], int]) -> None:
        """Save them in a store; `date` returns the time in milliseconds."""
        self._store, self._date = store, date

    async def save(self, person: str, tree: AnalysisTree) -> SavedAnalysis:
        """Save a checked tree under a new id."""
        body, analysis_id, now = _body(tree), secrets.token_hex(ID_BYTES), self._date()

        def job(connection: Connection) -> None:
            mine = select(func.count()).select_from(analysis).where(analysis.c.person == person)
            if connection.execute(mine).scalar_one() >= MOST_SAVED:
                raise refused("analysis/many")
            row = {"id": analysis_id, "person": person, "game": tree.game, "title": tree.title, "body": body}
            connection.execute(insert(analysis).values(**row, created=now, changed=now))

        await self._store.write(job)
        return SavedAnalysis(analysis_id, tree, now, now, is_owner=True)

    async def change(self, person: str, analysis_id: str, tree: AnalysisTree) -> SavedAnalysis:
        """Replace one of the person's saved analyses with a checked tree."""
        body, now = _body(tree), self._date()

        def job(connection: Connection) -> int:
            row = connection.execute(select(analysis).where(analysis.c.id == analysis_id)).first()
            if row is None:
                raise refused("analysis/unknown")
            if row.person != person:
                raise refused("analysis/owner")
            new = {"game": tree.game, "title": tree.title, "body": body, "changed": now}
            connection.execute(update(analysis).where(analysis.c.id == analysis_id).values(**new))
            return int(row.created)

        return SavedAnalysis(analysis_id, tree, await self._store.write(job), now, is_owner=True)

    async def read(self, person: str, analysis_id: str) -> SavedAnalysis:
        """A saved analysis, for everybody who has its id."""
        query = select(analysis).where(analysis.c.id == analysis_id)
        row = await self._store.read(lambda connection: connection.execute(query).first())
        if row is None:
            raise refused("analysis/unknown")
        tree = msgspec.json.decode(row.body, type=AnalysisTree)
        return SavedAnalysis(analysis_id, tree, row.created, row.changed, is_owner=row.person == person)

    async def of(self, person: str) -> list[AnalysisTitle]:
        """The saved analyses of a person, the last changed first."""
        columns = (analysis.c.id, analysis.c.game, analysis.c.title, analysis.c.changed)
        query = select(*columns).where(analysis.c.person == person).order_by(analysis.c.changed.desc(), analysis.c.id)
        rows = await self._store.read(lambda connection: connection.execute(query.limit(MOST_LISTED)).all())
        return [AnalysisTitle(*row) for row in rows]

    async def delete(self, person: str, analysis_id: str) -> None:
        """Delete an analysis of the person; its link stops working."""
        mine = (analysis.c.id == analysis_id) & (analysis.c.person == person)
        deleted = await self._store.write(lambda connection: connection.execute(delete(analysis).where(mine)).rowcount)
        if not deleted:
            raise refused("analysis/unknown")


def _body(tree: AnalysisTree) -> str:
    body = msgspec.json.encode(tree)
    if len(body) > MOST_BYTES:
        raise refused("analysis/large", f"expected at most {MOST_BYTES} bytes, got {len(body)}")
    return body.decode()
