"""Sessions, as functions of a connection. A token is shown once; only its hash is stored."""

import hashlib
import secrets
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, delete, insert, select, update

from teahouse.core.text import visible_text
from teahouse.service.people.restrictions.sanctions import SUSPEND, check_not
from teahouse.service.store.schema import session

SLIDE_MS: Final = 60 * 60_000  # a session in use moves its end on, at most once an hour
MOST_SESSIONS: Final = 20  # browsers of one person; the one not seen for longest goes first
MOST_TOKENS: Final = 20  # bots of one person, beside the browsers
SESSION_ID_BYTES: Final = 8
TOKEN_BYTES: Final = 32
LONGEST_TOKEN: Final = 64
LONGEST_AGENT: Final = 200


BOT_PREFIX: Final = "bot_"
"""The prefix of bot tokens, which work for the bot routes only."""


class Session(msgspec.Struct, frozen=True):
    """A session of a person in a browser, or of a bot, as it is listed to the person."""

    id: str
    created: int
    seen: int
    expires: int
    agent: str
    bot: bool = False

    def is_due(self, at: int) -> bool:
        """Whether it should be extended."""
        return at - self.seen >= SLIDE_MS


def begin(  # noqa: PLR0913 - a row of the table
    connection: Connection, person: str, agent: str, at: int, expires: int, *, bot: bool = False
) -> tuple[Session, str]:
    """A fresh session of a person, or of a bot, and its token; none for a suspended person."""
    check_not(connection, person, SUSPEND, at)
    token = (BOT_PREFIX if bot else "") + secrets.token_urlsafe(TOKEN_BYTES)
    new = Session(secrets.token_hex(SESSION_ID_BYTES), at, at, expires, visible_text(agent[:LONGEST_AGENT]), bot)
    row = msgspec.to_builtins(new) | {"person": person, "token_hash": token_hash(token)}
    connection.execute(insert(session), row)
    _tidy(connection, person, at)
    return new, token


def token_hash(token: str) -> str:
    """The stored hash of a token."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def _tidy(connection: Connection, person: str, at: int) -> None:
    """Delete expired sessions, and beyond the limit the browsers not seen for longest; bots have their own limit."""
    newest = select(session.c.id).where(session.c.person == person, session.c.bot.is_(False))
    newest = newest.order_by(session.c.seen.desc(), session.c.created.desc()).limit(MOST_SESSIONS)
    old = (session.c.expires <= at) | (session.c.bot.is_(False) & session.c.id.not_in(newest))
    connection.execute(delete(session).where(session.c.person == person, old))


def find(connection: Connection, token: str, at: int) -> tuple[str, Session] | None:
    """The person and the session of a token; None for an unknown, ended or expired one."""
    if len(token) > LONGEST_TOKEN:
        return None
    live = (session.c.token_hash == token_hash(token), session.c.expires > at)
    row = connection.execute(select(session).where(*live)).one_or_none()
    return None if row is None else (row.person, _session(row))


def _session(row: Row[*tuple[Any, ...]]) -> Session:
    return msgspec.convert(row._mapping, Session)  # pyright: ignore[reportPrivateUsage] - public, in spite of its name


def slide(connection: Connection, moved: Session) -> None:
    """Extend a session, unless it was ended meanwhile."""
    values = {"seen": moved.seen, "expires": moved.expires}
    connection.execute(update(session).where(session.c.id == moved.id).values(values))


def live(connection: Connection, person: str, at: int) -> list[Session]:
    """The sessions of a person that have not expired, the latest seen first."""
    rows = select(session).where(session.c.person == person, session.c.expires > at).order_by(session.c.seen.desc())
    return [_session(row) for row in connection.execute(rows)]


def end(connection: Connection, person: str, session_id: str) -> bool:
    """End one session of a person; False when there is none."""
    mine = (session.c.person == person, session.c.id == session_id)
    return connection.execute(delete(session).where(*mine)).rowcount > 0


def end_all(connection: Connection, person: str) -> tuple[str, ...]:
    """End every session of a person and of their bots, and return which."""
    ended = tuple(connection.execute(select(session.c.id).where(session.c.person == person)).scalars())
    connection.execute(delete(session).where(session.c.person == person))
    return ended
