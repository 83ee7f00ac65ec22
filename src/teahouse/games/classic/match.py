"""A session of Classic mahjong: deal after deal, the dealer, the winds, and the tallies paid."""

from typing import Final, Literal

import msgspec

from teahouse.core.game import Result
from teahouse.core.ledger import Entry, Posting
from teahouse.core.match import Setup
from teahouse.core.seats import BySeat, Seat
from teahouse.core.tiles import Wind
from teahouse.games.classic.game import Classic
from teahouse.games.classic.play.state import ClassicRules
from teahouse.games.classic.rulesets.ruleset import Ruleset

MatchKind = Literal["single", "session"]

GAMES_PER_WIND: Final = 4
"""Games under one Prevailing Wind."""

DRAWN: Final = ("wall_exhausted", "kong_box_exhausted")
"""The endings of a deal without a winner."""

HOUSE: Final = "house"
"""The account that pays each seat its first tallies."""


class SessionStanding(msgspec.Struct, frozen=True):
    """The state of a session: East, the dealer, the Prevailing Wind, and the games played under it."""

    east: Seat
    dealer: Seat
    wind: int
    games: int = 0


class ClassicMatch(msgspec.Struct, frozen=True):
    """The plan of a single deal or of a whole session.

    >>> plan = ClassicMatch("session")
    >>> plan.setup(()).game.rules.tallies
    (2000, 2000, 2000, 2000)
    """

    kind: MatchKind = "session"
    rules: ClassicRules = ClassicRules()

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset of the match."""
        return self.rules.chosen()

    @property
    def deals(self) -> int | None:
        """One, or in a session as many as it takes."""
        return 1 if self.kind == "single" else None

    def setup(self, results: tuple[Result, ...]) -> Setup | None:
        """The next deal with its dealer, winds and tallies, or None when the session is over."""
        if self.is_over(results):
            return None
        rules = msgspec.structs.replace(self.rules, tallies=self.tallies(results))
        if results:
            standing = self.standing(results)
            rules = msgspec.structs.replace(
                rules,
                east=standing.east,
                dealer=standing.dealer,
                prevailing=self.wind(standing),
                streak=streak(standing.east, results),
                goulash=self.ruleset.after_draw == "goulash" and results[-1].ending in DRAWN,
            )
        return Setup(Classic(rules), len(results))

    def is_over(self, results: tuple[Result, ...]) -> bool:
        """Is the single deal over, or has the session reached the end that its ruleset sets?"""
        rules = self.ruleset
        if not results:
            return False
        if self.kind == "single" or len(results) == rules.max_games:
            return True
        if rules.on_bankrupt == "end_session" and min(self.tallies(results)) < 0:
            return True
        last = {"after_north_block": len(rules.winds), "after_east_block": 1, "open": None}[rules.session_end]
        return last is not None and self.standing(results).wind >= last

    def wind(self, standing: SessionStanding) -> Wind:
        """The Prevailing Wind; after the last one an open session begins again with the first."""
        return self.ruleset.winds[standing.wind % len(self.ruleset.winds)]

    def tallies(self, results: tuple[Result, ...]) -> BySeat[int]:
        """The tallies of every seat."""
        start = self.rules.tallies or (self.ruleset.start_points,) * self.ruleset.players
        return tuple(sum(amounts) for amounts in zip(start, *(result.scores for result in results), strict=True))

    def standing(self, results: tuple[Result, ...]) -> SessionStanding:
        """The state of the session after these results, at least one."""
        first = results[0].facts
        start = self.ruleset.winds.index(self.rules.prevailing)
        standing = SessionStanding(Seat(first["east"]), Seat(first["dealer"]), start)
        for result in results:
            standing = after_deal(standing, result, self.ruleset)
        return standing

    def entries(self, results: tuple[Result, ...]) -> tuple[Entry, ...]:
        """The payments of the last deal; before the first deal, the house pays out the tallies."""
        if results:
            return (Entry(f"deal {len(results)}: {results[-1].ending}", postings(results[-1].scores)),)
        start = self.tallies(())
        return (Entry("start", (*postings(start), Posting(HOUSE, -sum(start)))),)


def streak(east: Seat, results: tuple[Result, ...]) -> int:
    """How many of the last deals in a row this seat won as East."""
    won = 0
    for result in reversed(results):
        if east not in result.winners or result.facts["east"] != east:
            break
        won += 1
    return won


def postings(amounts: BySeat[int]) -> tuple[Posting, ...]:
    """One posting for every seat that pays or receives."""
    return tuple(Posting(f"seat {seat}", amount) for seat, amount in enumerate(amounts) if amount)


def after_deal(standing: SessionStanding, result: Result, ruleset: Ruleset) -> SessionStanding:
    """Dealer, winds and games after one more deal."""
    dealer = next_dealer(standing.dealer, result, ruleset)
    moved = dealer - standing.dealer if ruleset.personal_winds == "rotate" else 0
    east = Seat((standing.east + moved) % ruleset.players)
    if not counts(standing.dealer, result, ruleset):
        return SessionStanding(east, dealer, standing.wind, standing.games)
    games = standing.games + 1
    if ends_prevailing_wind(standing, games, result, ruleset):
        return SessionStanding(east, dealer, standing.wind + 1)
    return SessionStanding(east, dealer, standing.wind, games)


def next_dealer(dealer: Seat, result: Result, ruleset: Ruleset) -> Seat:
    """The dealer deals again until losing; then the winner, or the next player, deals."""
    following = Seat((dealer + 1) % ruleset.players)
    if not result.winners:
        return dealer if ruleset.draw_game == "no_payment_same_dealer" else following
    if dealer in result.winners:
        return dealer
    return result.winners[0] if ruleset.next_dealer == "winner" else following


def counts(dealer: Seat, result: Result, ruleset: Ruleset) -> bool:
    """Does this deal count as a game under its Prevailing Wind?"""
    if not result.winners:
        return ruleset.draw_counts_as_game
    return ruleset.prevailing_wind_rule != "extend_on_dealer_win" or dealer not in result.winners


def ends_prevailing_wind(standing: SessionStanding, games: int, result: Result, ruleset: Ruleset) -> bool:
    """Does the Prevailing Wind change after this many games under it?"""
    if ruleset.prevailing_wind_rule == "literal" and standing.wind == 0:
        has_lost = bool(result.winners) and standing.dealer not in result.winners
        return games > GAMES_PER_WIND and has_lost
    return games >= GAMES_PER_WIND
