"""The errors of the service: a code such as `table/full` for programs, a sentence for people."""

from collections.abc import Collection, Mapping
from typing import Final

from teahouse.core.errors import TeahouseError, shown


class Refused(TeahouseError):
    """The service refused something; nothing has changed."""

    def __init__(
        self, code: str, text: str, why: str | None = None, values: Mapping[str, str | int] | None = None
    ) -> None:
        """Set the code and the sentence, and `why` with its values if the code is not specific enough."""
        super().__init__(text)
        self.code = code
        self.why, self.values = why, values

    def __reduce__(self) -> tuple[type["Refused"], tuple[str, str, str | None, Mapping[str, str | int] | None]]:
        """Pickle with all details, as between processes."""
        return type(self), (self.code, str(self), self.why, self.values)


class StoreTrouble(Refused):
    """The database refused a write: full, locked, read-only or gone. Nothing was written; trying again may help."""


class Conflict(Refused):
    """Another writer was first: the place in the log is taken, or the table has another owner."""


CODES: Final = {
    "move/illegal": "the rules forbid the move",
    "move/unreadable": "the move does not belong to this game",
    "move/stale": "the table has changed since this move was chosen",
    "move/late": "the time for this move is over",
    "move/paused": "the game is paused: resume it first",
    "table/alone": "only a person who plays alone for practice may do that, and not in today's deal",
    "table/unknown": "there is no such table",
    "table/full": "no seat is free",
    "table/taken": "the seat is taken",
    "table/seated": "you already have a seat at this table; leave it before you take another one",
    "table/private": "a private table needs its invite code",
    "table/started": "the table is playing already",
    "table/over": "the table is closed",
    "table/seat": "only people who sit at the table may do that",
    "table/host": "only the host of the table may do that",
    "table/options": "the table cannot be opened with these options",
    "table/busy": "too many requests are waiting at this table",
    "table/match": "there is nothing to end or to claim now",
    "table/counts": (
        "this match has a stake or a rating: you can end it only while another player has been away, or not ready, "
        "for too long"
    ),
    "table/many": "you have too many tables waiting for players: close or start one of them first",
    "table/removed": "the host removed you from this table; you cannot sit down there again",
    "table/blocked": "you have blocked somebody at this table; unblock them first, or choose another table",
    "table/refused": "you cannot sit down at this table; choose another one",
    "table/pause": "you left running games; wait before you sit down with other people, or play the house players",
    "table/broken": "this table cannot be read",
    "table/sound": "this table is not broken; close it instead",
    "rated/seats": "the house players of a rated match stay until it is over",
    "seek/unknown": "this seek is over: somebody else accepted it, or the person left",
    "seek/many": "you have too many seeks: cancel one first",
    "absent/here": "that person is at the table",
    "absent/early": "that person still has time to come back",
    "absent/clock": "the absent person's clock keeps running, so nothing can be claimed here",
    "advice/practice": "advice is for practice: one person, bots in all other seats, no stake and no rating",
    "advice/daily": "there is no advice in today's deal",
    "advice/turn": "there is nothing to choose now",
    "advice/price": "advice costs what a hint costs: take a hint first",
    "chat/muted": "chat is muted",
    "chat/phrase": "this message was not sent",
    "person/muted": "you are muted in this house",
    "person/suspended": "you are suspended from this house",
    "person/self": "you cannot do that to yourself",
    "person/free": "this person is neither muted nor suspended",
    "person/blocked": "you have blocked this person; unblock them first",
    "person/refused": "this is not possible with this person",
    "person/blocks": "the list of blocked people is full",
    "report/reason": "the reason or the time cannot be used",
    "report/many": "you have too many open reports; wait until somebody has looked at them",
    "report/twice": "you have reported this person already; somebody will look at it",
    "report/unknown": "there is no such report",
    "person/name": "the name cannot be used",
    "person/farewell": "type your own name to delete your account",
    "person/password": "name or password is wrong",
    "person/current": "the current password is wrong",
    "person/weak": "the password cannot be used",
    "person/missing": "there is no such person",
    "person/account": "only a guest can create an account",
    "person/session": "there is no such session",
    "person/tokens": "there are too many tokens: revoke one first",
    "person/slow": "too many wrong passwords for this account: wait, or use a passkey or the recovery code",
    "person/busy": "too many people are signing in at once: try again in a moment",
    "person/confirm": "this needs the password of the account",
    "person/follows": "the list of people you follow is full",
    "person/private": "this person keeps the profile private",
    "person/guest": "this needs an account",
    "person/recovery": "name or recovery code is wrong, or the code has been used",
    "passkey/host": "passkeys need a name such as localhost or tea.example in the address, not a number",
    "passkey/late": "the passkey was not used in time: try again",
    "passkey/invalid": "the passkey cannot be used",
    "passkey/unknown": "there is no such passkey",
    "passkey/many": "there are too many passkeys: remove one first",
    "mail/none": "this server sends no mail",
    "mail/address": "the address cannot be used",
    "mail/token": "the link has been used, or is too old: ask for another one",
    "person/unknown": "nobody is signed in",
    "person/coins": "there are not enough coins",
    "coins/stake": "the stake cannot be placed",
    "coins/pot": "the pot does not hold that much",
    "coins/booked": "this was booked before",
    "record/unknown": "there is no such record",
    "record/running": "the deal is not over",
    "deal/unknown": "there is no such deal to play again",
    "deal/rated": "the deal of a rated game cannot be played again",
    "record/sealed": "this deal is still being played; its record is shown when it is over",
    "daily/unknown": "there is no deal for this day",
    "daily/tried": "you have already played the deal of this day; everybody has one try",
    "record/invalid": "the record is not valid",
    "score/hand": "the hand cannot be scored",
    "scorebook/unknown": "there is no such scorebook",
    "scorebook/refused": "this cannot be written into the scorebook",
    "scorebook/stale": "somebody else has changed this deal in the meantime",
    "scorebook/broken": "this scorebook cannot be read",
    "scorebook/many": "you have too many scorebooks",
    "scorebook/full": "the scorebook is full: open another one",
    "rules/unknown": "there are no such house rules, or they are not shared",
    "rules/invalid": "these house rules cannot be used",
    "rules/many": "you have saved too many house rules: delete some first",
    "rules/broken": "these house rules can no longer be read",
    "record/unjudged": "the engine could not judge this game",
    "analysis/playing": "you are playing this game: its positions can be analysed when your deal is over",
    "analysis/game": "positions of this game cannot be analysed",
    "analysis/position": "the position cannot be read",
    "analysis/move": "this move cannot be played here",
    "analysis/replaced": "another analysis of yours has begun",
    "analysis/engine": "the engine could not analyse this position",
    "analysis/unknown": "there is no such analysis",
    "analysis/owner": "only its owner can change this analysis: save a copy instead",
    "analysis/many": "you have saved too many analyses: delete one first",
    "analysis/large": "the analysis is too large to be saved",
    "training/unknown": "you have no such card or puzzle",
    "training/slip": "there is nothing to train on at this move",
    "training/unweighed": "the engine could not weigh all moves of this position in time",
    "puzzle/none": "there are no puzzles of this game yet",
    "work/large": "this takes more time or memory than one request may have",
    "work/busy": "the house is too busy for this now; try again in a moment",
    "store/full": "the disk is full",
    "store/readonly": "the database cannot be written",
    "store/locked": "the database is locked by another program",
    "store/damaged": "the database file is damaged: move it away, then restore a backup with teahouse restore",
    "store/away": "the database does not answer",
    "store/conflict": "another server wrote first",
    "bus/away": "the other servers cannot be reached",
    "table/moved": "another server has the table now",
    "wire/unreadable": "the message cannot be read",
    "wire/large": "the message is too long",
    "wire/slow": "the message took too long to arrive",
    "wire/unknown": "there is nothing at this address",
    "wire/failed": "the server failed to answer this request",
    "wire/origin": "the request comes from another site",
    "wire/flood": "too many messages",
    "metrics/closed": "metrics can be read only from a private network without a proxy, or with metrics_token",
}

NO_BOT_FOR_STAKE: Final = "no bot plays for a stake"


def refused(
    code: str, detail: str = "", why: str | None = None, values: Mapping[str, str | int] | None = None
) -> Refused:
    """A refusal by its code, with its own details.

    >>> str(refused("table/full"))
    'no seat is free'
    """
    return Refused(code, CODES[code] + (f": {detail}" if detail else ""), why, values)


def check_among(value: str, choices: Collection[str], expected: str, place: str, code: str = "wire/unreadable") -> None:
    """Refuse a value of a request that is not in a list; `place` is the name of its field or parameter.

    >>> check_among("chess", ("battle", "classic"), "a game", "game")
    Traceback (most recent call last):
    teahouse.service.errors.Refused: the message cannot be read: expected a game (battle, classic), got 'chess' at game
    """
    if value not in choices:
        raise refused(code, f"expected {expected} ({', '.join(choices)}), got {shown(value)} at {place}")
