"""The answers of Classic's scorer over HTTP."""

import msgspec

from teahouse.games.classic.scoring.table_score import RolePayment


class ScoredLine(msgspec.Struct, frozen=True):
    """One line of a score; `reconstructed` if its value comes from other rule books."""

    rule: str
    points: int
    doublings: int
    tiles: str
    reconstructed: bool


class Scored(msgspec.Struct, frozen=True):
    """The score of a hand of Classic under a ruleset: every line, and what each player receives or pays."""

    ruleset: str
    score: int
    points: int
    doublings: int
    lines: tuple[ScoredLine, ...]
    payments: tuple[RolePayment, ...]
