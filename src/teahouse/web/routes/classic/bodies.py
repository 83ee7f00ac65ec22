"""What the scorer of Classic answers over HTTP."""

import msgspec

from teahouse.games.classic.scoring.table_score import Share


class ScoredLine(msgspec.Struct, frozen=True):
    """One line of a score; `reconstructed` where its value comes from other rule books."""

    rule: str
    points: int
    doublings: int
    tiles: str
    reconstructed: bool


class Scored(msgspec.Struct, frozen=True):
    """What a hand of Classic is worth under a ruleset: every line, and what each player receives or pays."""

    ruleset: str
    score: int
    points: int
    doublings: int
    lines: tuple[ScoredLine, ...]
    payments: tuple[Share, ...]
