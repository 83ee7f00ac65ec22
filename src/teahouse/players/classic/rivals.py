"""A model of the other seats at a Classic table: how likely they win, what that costs, and what is dangerous."""

from functools import lru_cache
from typing import Any, Final

import numpy as np

from teahouse.core.seats import Seat
from teahouse.core.tiles import PLAIN_KINDS
from teahouse.games.classic import ClassicView
from teahouse.games.classic.rulesets.faan import faan_score
from teahouse.games.classic.rulesets.fields import MOST_POINTS
from teahouse.games.classic.rulesets.ruleset import Ruleset
from teahouse.games.classic.scoring.cases import bonus_mask, bonus_worth
from teahouse.games.classic.scoring.payments import Parties, payments
from teahouse.games.classic.scoring.readings import meld_code
from teahouse.games.classic.scoring.sheet import sheet_for
from teahouse.players.classic.patterns import pattern_hands
from teahouse.players.classic.simple import MANY_CHOWS

OWN_DISCARD: Final = 0.03
PASSED: Final = (0.01, 0.15, 0.28, 0.37, 0.41, 0.45, 0.5, 0.55, 0.65)
"""By how many rounds ago a rival let a tile pass (0: since its last discard), the factor on the chance that it waits
for that tile; `OWN_DISCARD` is the factor for its own discards. Measured between house players."""
HAZARD_A_ROUND: Final = 0.02
HAZARD_FROM: Final = (4.3, 2.6, 1.5, -5.0, -8.0)
"""The chance to win within a round grows by `HAZARD_A_ROUND`, from these rounds on, by the number of open sets. The
rounds are measured; the growth, measured as 0.0115, was tuned on deals."""
MELDS_A_ROUND: Final = 0.15
PACE: Final = {2: 0.38, 3: 0.64, 4: 1.0}
"""By the number of players, how many rounds of four players one of their rounds counts as."""
MOST_HAZARD: Final = 0.3
LEAST_HAZARD: Final = 0.001
MOST_READY: Final = 0.95
READY_WINS: Final = 0.25
"""How often a ready hand wins in a round."""
RIVAL_POINTS: Final = 26
RIVAL_DOUBLINGS: Final = 0.35
"""What a rival's concealed tiles add to its score on average, in points and doublings."""
PATTERN_HAND_SHARE: Final = 0.013
"""What every special hand that is a pattern adds to the score of a rival without melds, as a share of the limit, if
chows are limited: under other rules such hands are too rare to count."""


class Rivals:
    """The other seats of a view."""

    def __init__(self, view: ClassicView, ruleset: Ruleset) -> None:
        """Consider all other seats that are still in play."""
        self._view, self._ruleset = view, ruleset
        assert view.seat is not None
        self._seat = view.seat
        self._others = [Seat(other) for other in range(ruleset.players) if other != view.seat and not view.gone[other]]
        self._turn = (len(view.discards) + sum(len(melds) for melds in view.melds)) / ruleset.players

    def ahead(self, seat: Seat, rounds: int) -> Any:
        """How likely a seat wins within each of the next rounds, by its open sets and the time."""
        return hazard_ahead(self._turn, min(4, len(self._view.melds[seat])), rounds, PACE[self._ruleset.players])

    def ready(self, seat: Seat) -> float:
        """How likely a seat is one tile short of Mahjong."""
        return float(min(MOST_READY, self.ahead(seat, 1)[0] / READY_WINS))

    def hazards(self, rounds: int) -> Any:
        """The chance that somebody else wins, round by round."""
        still = np.ones(rounds, np.float64)
        for seat in self._others:
            still *= 1.0 - self.ahead(seat, rounds)
        return 1.0 - still

    def score(self, seat: Seat) -> float:
        """What a rival's hand may score, estimated from its open tiles."""
        view, opening = self._view, self._view.opening
        sheet = sheet_for(self._ruleset, opening.winds[seat], opening.prevailing)
        parts = [sheet.sets[meld_code(meld)] for meld in view.melds[seat]]
        parts += bonus_worth(view.bonus[seat], bonus_mask(view.bonus[seat]), sheet).parts
        points = RIVAL_POINTS + sum(part.points for part in parts)
        doublings = RIVAL_DOUBLINGS + sum(part.doublings for part in parts)
        if self._ruleset.counts_faan:
            return float(faan_score(round(max(self._ruleset.least_doublings, doublings)), self._ruleset))
        added = 0.0 if view.melds[seat] else pattern_hands_add(self._ruleset)
        likely = max(points * 2.0**doublings, self._least(points)) + added
        return float(min(self._ruleset.limit or MOST_POINTS, likely))

    def _least(self, points: float) -> float:
        """What a hand of these points must score to win under the ruleset."""
        rules = self._ruleset
        ways = (points * 2.0**rules.least_doublings, rules.least_doublings), (rules.least_score, rules.least_score)
        return min((float(way) for way, asked in ways if asked), default=0.0)

    def pays(self, winner: Seat, giver: Seat | None) -> float:
        """What this seat pays for each point of another's hand."""
        opening = self._view.opening
        return owed(self._seat, Parties(winner, opening.dealer, opening.east, giver), self._ruleset)

    def discard_surcharge(self, winner: Seat) -> float:
        """What this seat pays in addition for each point of another's hand if it discards the winning tile."""
        givers = [Seat(giver) for giver in range(self._ruleset.players) if giver not in (winner, self._seat)]
        return max(0.0, self.pays(winner, self._seat) - self.pays(winner, givers[0] if givers else None))

    def cost(self, self_drawn: float) -> float:
        """What another's win costs on average, if this seat discards the winning tile as often as the others."""
        if not self._others:
            return 0.0
        total = 0.0
        for seat in self._others:
            givers = [other for other in range(self._ruleset.players) if other != seat]
            given = sum(self.pays(seat, Seat(giver)) for giver in givers) / len(givers)
            total += self.score(seat) * (self_drawn * self.pays(seat, None) + (1 - self_drawn) * given)
        return total / len(self._others)

    def dangers(self, unseen: Any) -> Any:
        """What discarding each kind is likely to cost at once."""
        found = np.zeros(PLAIN_KINDS, np.float64)
        risks = np.array([waits_for(code, int(unseen[code])) for code in range(PLAIN_KINDS)])
        for seat in self._others:
            price = self.ready(seat) * self.score(seat) * self.discard_surcharge(seat)
            found += price * risks * self._left(seat)
        return found

    def _left(self, seat: Seat) -> Any:
        """The remaining chance that a rival waits for each kind, given what it discarded and let pass."""
        left, laid = np.ones(PLAIN_KINDS, np.float64), self._view.discards
        since = next((age for age, each in enumerate(reversed(laid), 1) if each.seat == seat), 0)
        for place, each in enumerate(laid):
            age = len(laid) - place
            rounds = 0 if age <= since else 1 + (age - since - 1) // self._ruleset.players
            left[each.tile.code] = PASSED[min(len(PASSED) - 1, rounds)]
        own = [each.tile.code for each in laid if each.seat == seat]
        left[own] = np.minimum(left[own], OWN_DISCARD)
        return left


@lru_cache(maxsize=64)
def pattern_hands_add(ruleset: Ruleset) -> float:
    """What special hands that are patterns add to the score of a rival without melds."""
    hands = len(pattern_hands(ruleset)) if ruleset.max_chows < MANY_CHOWS else 0
    return PATTERN_HAND_SHARE * hands * (ruleset.limit or ruleset.special_hand_value)


@lru_cache(maxsize=4096)
def hazard_ahead(turn: float, melds: int, rounds: int, pace: float) -> Any:
    """How likely a seat with this many open sets wins, round by round; the number of open sets grows meanwhile."""
    later = pace * np.arange(rounds, dtype=np.float64)
    start = np.interp(melds + MELDS_A_ROUND * later, range(len(HAZARD_FROM)), HAZARD_FROM)
    return pace * np.clip(HAZARD_A_ROUND * (pace * turn + later - start), LEAST_HAZARD, MOST_HAZARD)


@lru_cache(maxsize=4096)
def owed(seat: Seat, parties: Parties, ruleset: Ruleset) -> float:
    """What a seat pays for each point of a win."""
    parts = ruleset.payment.divisor
    return -payments(parts, parties, ruleset)[seat] / parts


def waits_for(code: int, unseen: int) -> float:
    """How likely a ready hand waits for a kind, by how many of it are not seen."""
    if code >= 27:
        return (0.004, 0.016, 0.04, 0.05)[min(3, unseen)]
    rank = code % 9
    return (0.04, 0.052, 0.064)[min(rank, 8 - rank, 2)] * (0.4, 0.8, 1.0, 1.0)[min(3, unseen)]
