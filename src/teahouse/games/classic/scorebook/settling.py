"""One deal of a real table: what every hand is worth, and who pays whom."""

from typing import Final

import msgspec

from teahouse.core.errors import IllegalMove, InvalidText
from teahouse.core.game import Result
from teahouse.core.seats import BySeat, Seat
from teahouse.core.tiles import Tile, parse_tiles
from teahouse.games.classic.notation import parse_hand
from teahouse.games.classic.play.mahjong import afforded
from teahouse.games.classic.rulesets.ruleset import Ruleset
from teahouse.games.classic.scorebook.entries import DealEntry, HandEntry
from teahouse.games.classic.scorebook.roles import DealRoles, check_entry
from teahouse.games.classic.scorebook.transfers import HandScore, Transfer, differences, for_win
from teahouse.games.classic.scoring.losers import score_loser
from teahouse.games.classic.scoring.payments import Parties, payments, settlements, total
from teahouse.games.classic.scoring.score import Score, is_enough, score
from teahouse.games.classic.scoring.table_score import ScoreRequest, parse_win, too_little
from teahouse.games.classic.scoring.wins import HAND_SIZE, Loss, Win, check_win

LOSING_SIZE: Final = HAND_SIZE - 1


class SettledDeal(msgspec.Struct, frozen=True):
    """A deal with everything that follows from it.

    scores: the hands that were scored, the winners' first. transfers: what everybody owes. receipts: what each seat
    receives; less than owed if the ruleset lets people pay what they have left.
    """

    position: DealRoles
    entry: DealEntry
    scores: tuple[HandScore, ...]
    transfers: tuple[Transfer, ...]
    receipts: BySeat[int]

    @property
    def result(self) -> Result:
        """The result, as a session needs it."""
        facts = {"dealer": int(self.position.dealer), "east": int(self.position.east)}
        ending = "wall_exhausted" if self.entry.winner is None else "mahjong"
        return Result(self.receipts, self.entry.winners, ending, facts)


def missing(entry: DealEntry, ruleset: Ruleset) -> tuple[Seat, ...]:
    """The seats whose hands must still be known before the deal can be settled."""
    if entry.winner is None:
        return ()
    seats = range(ruleset.players) if losers_count(entry, ruleset) else sorted(entry.winners)
    return tuple(Seat(seat) for seat in seats if not entry.hand(Seat(seat)).is_given)


def losers_count(entry: DealEntry, ruleset: Ruleset) -> bool:
    """Do the losers settle among themselves? Not if one of them pays for all."""
    return ruleset.losers_settle and entry.hand(entry.winners[0]).liable is None


def settle(entry: DealEntry, roles: DealRoles, tallies: BySeat[int] | None, ruleset: Ruleset) -> SettledDeal:
    """Score the hands of a complete deal and work out the payments; `TeahouseError` says what is wrong.

    >>> from teahouse.core.tiles import Wind
    >>> from teahouse.games.classic.rulesets.ruleset import load_ruleset
    >>> entry = DealEntry(winner=Seat(1), source="discard", winning_tile="1m", discarder=Seat(2),
    ...     hands=(HandEntry(), HandEntry("123m 456m 789s 55p [234p]"), HandEntry(), HandEntry()))
    >>> rules = load_ruleset("british")
    >>> settled = settle(entry, DealRoles.of(Seat(0), Seat(0), Wind.EAST, rules), (2000,) * 4, rules)
    >>> settled.scores[0].score, settled.receipts
    (20, (0, 40, -40, 0))
    """
    check_entry(entry, roles, ruleset)
    if entry.winner is None:
        return SettledDeal(roles, entry, (), (), (0,) * ruleset.players)
    lacking = missing(entry, ruleset)
    if lacking:
        raise IllegalMove(f"expected the hands of every seat that counts, got none of seat {lacking[0]}")
    won = [_winning_score(seat, entry, roles, ruleset) for seat in entry.winners]
    lost = _losing_scores(entry, roles, ruleset) if losers_count(entry, ruleset) else ()
    parts: list[BySeat[int]] = []
    owed: list[Transfer] = []
    for one in won:
        parties = _parties(one.seat, entry, roles)
        due = payments(one.score, parties, ruleset)
        parts.append(afforded(due, _left(tallies, parts), ruleset))
        owed += for_win(due, one.score, parties, ruleset)
        if lost and one is won[0]:
            among = settlements({each.seat: each.score for each in lost}, parties, ruleset)
            parts.append(afforded(among, _left(tallies, parts), ruleset))
    owed += differences(lost, _parties(won[0].seat, entry, roles), ruleset)
    return SettledDeal(roles, entry, (*won, *lost), tuple(owed), total(parts))


def _left(tallies: BySeat[int] | None, paid: list[BySeat[int]]) -> BySeat[int] | None:
    return None if tallies is None else total((tallies, *paid))


def _winning_score(seat: Seat, entry: DealEntry, roles: DealRoles, ruleset: Ruleset) -> HandScore:
    hand = entry.hand(seat)
    if hand.counted is not None:
        return HandScore(seat, hand.counted, counted=True)
    win = _win(seat, entry, roles, ruleset)
    check_win(win, ruleset)
    result = score(win, ruleset)
    if not is_enough(result, ruleset):
        raise too_little(result, ruleset)
    return _hand_score(seat, result)


def _win(seat: Seat, entry: DealEntry, roles: DealRoles, ruleset: Ruleset) -> Win:
    hand = entry.hand(seat)
    request = ScoreRequest(
        hand=hand.tiles,
        winning_tile=entry.winning_tile,
        source=entry.source,
        personal_wind=roles.winds[seat],
        prevailing_wind=roles.prevailing,
        bonus=hand.bonus,
        dealer=seat == roles.dealer,
        discarder_is_dealer=entry.discarder == roles.dealer,
        kong_upon_kong=entry.kong_upon_kong,
        original_call=hand.original_call,
        winning_streak=seat == roles.east and roles.streak + 1 >= ruleset.streak_wins,
        gone=hand.gone,
    )
    return parse_win(request, ruleset)


def _losing_scores(entry: DealEntry, roles: DealRoles, ruleset: Ruleset) -> tuple[HandScore, ...]:
    losers = (Seat(seat) for seat in range(ruleset.players) if seat not in entry.winners)
    return tuple(_losing_score(seat, entry.hand(seat), roles, ruleset) for seat in losers)


def _losing_score(seat: Seat, hand: HandEntry, roles: DealRoles, ruleset: Ruleset) -> HandScore:
    if hand.counted is not None:
        return HandScore(seat, hand.counted, counted=True)
    read, bonus = parse_hand(hand.tiles), parse_tiles(hand.bonus)
    size = len(read.tiles) + 3 * len(read.melds)
    if size != LOSING_SIZE:
        raise InvalidText(f"expected {LOSING_SIZE} tiles, a kong counted as three, got {size} (hand of seat {seat})")
    _check_bonus(seat, bonus, ruleset)
    is_fishing = hand.fishing or not ruleset.must_declare_ready
    loss = Loss(read.tiles, read.melds, roles.winds[seat], roles.prevailing, bonus, fishing=is_fishing)
    return _hand_score(seat, score_loser(loss, ruleset))


def _check_bonus(seat: Seat, bonus: tuple[Tile, ...], ruleset: Ruleset) -> None:
    for tile in bonus:
        if not tile.is_bonus or not ruleset.bonus_tiles:
            raise InvalidText(f"expected Flowers and Seasons of {ruleset.name}, got {tile} (bonus of seat {seat})")


def _hand_score(seat: Seat, result: Score) -> HandScore:
    return HandScore(seat, result.score, result.points, result.doublings, result.lines)


def _parties(winner: Seat, entry: DealEntry, roles: DealRoles) -> Parties:
    return Parties(
        winner,
        roles.dealer,
        roles.east,
        entry.discarder,
        robbed=entry.source == "robbed_kong",
        also_won=tuple(seat for seat in entry.winners if seat != winner),
        liable=entry.hand(winner).liable,
    )
