"""One deal of a scorebook: what every hand is worth, and who pays whom."""

from collections import Counter
from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from teahouse.core.errors import IllegalMove, InvalidText
from teahouse.core.game import Result
from teahouse.core.seats import BySeat, Seat
from teahouse.core.tiles import Tile, Wind, parse_tiles
from teahouse.games.classic.notation import parse_hand
from teahouse.games.classic.play.mahjong import afforded
from teahouse.games.classic.play.opening import personal_winds
from teahouse.games.classic.rulesets.ruleset import Ruleset
from teahouse.games.classic.scorebook.entries import DealEntry, HandEntry
from teahouse.games.classic.scoring.lines import ScoreLine
from teahouse.games.classic.scoring.losers import score_loser
from teahouse.games.classic.scoring.payments import Parties, payments, settlements, total
from teahouse.games.classic.scoring.score import Score, is_enough, score
from teahouse.games.classic.scoring.table_score import Question, parse_win, too_little
from teahouse.games.classic.scoring.wins import CLAIMED, COPIES, HAND_SIZE, Loss, Win, check_win

LOSING_SIZE: Final = HAND_SIZE - 1
Cause = Literal["win", "difference"]


class Position(msgspec.Struct, frozen=True):
    """Where an evening stands before a deal: East, the dealer, every seat's own wind, and the Prevailing Wind."""

    east: Seat
    dealer: Seat
    winds: BySeat[Wind]
    prevailing: Wind

    @classmethod
    def of(cls, east: Seat, dealer: Seat, prevailing: Wind, ruleset: Ruleset) -> "Position":
        """The position with the winds of every seat."""
        return cls(east, dealer, personal_winds(east, ruleset.winds), prevailing)


class HandScore(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a hand is worth. counted: the players worked it out, so there are no lines."""

    seat: Seat
    score: int
    points: int = 0
    doublings: int = 0
    lines: tuple[ScoreLine, ...] = ()
    counted: bool = False


class Transfer(msgspec.Struct, frozen=True):
    """An amount that one player owes another: for the win, or for the difference of two losing hands."""

    payer: Seat
    payee: Seat
    amount: int
    cause: Cause


class SettledDeal(msgspec.Struct, frozen=True):
    """A deal with everything that follows from it.

    scores: the hands that were scored, the winner's first. transfers: what everybody owes. receipts: what each seat
    receives; less than owed where the ruleset lets people pay what they have left.
    """

    position: Position
    entry: DealEntry
    scores: tuple[HandScore, ...]
    transfers: tuple[Transfer, ...]
    receipts: BySeat[int]

    @property
    def result(self) -> Result:
        """The result, as a session needs it."""
        entry, position = self.entry, self.position
        facts = {"dealer": int(position.dealer), "east": int(position.east)}
        if entry.winner is None:
            return Result(self.receipts, (), "wall_exhausted", facts)
        return Result(self.receipts, (entry.winner,), "mahjong", facts)


def missing(entry: DealEntry, ruleset: Ruleset) -> tuple[Seat, ...]:
    """The seats whose hands must still be known before the deal can be settled."""
    if entry.winner is None:
        return ()
    wanted = range(ruleset.players) if losers_count(entry, ruleset) else (entry.winner,)
    return tuple(Seat(seat) for seat in wanted if not entry.hand(Seat(seat)).is_given)


def losers_count(entry: DealEntry, ruleset: Ruleset) -> bool:
    """Do the losers settle among themselves? Not where one of them pays for all."""
    return ruleset.losers_settle and entry.liable is None


def check_entry(entry: DealEntry, position: Position, ruleset: Ruleset) -> None:
    """Refuse roles that contradict one another, and hands that cannot lie on one table."""
    _check_seats(entry, ruleset)
    if entry.winner is None:
        return
    _check_roles(entry, position, ruleset)
    _check_tiles(entry)


def settle(entry: DealEntry, position: Position, tallies: BySeat[int], ruleset: Ruleset) -> SettledDeal:
    """Score the hands of a complete deal and work out the payments; `TeahouseError` says what is wrong.

    >>> from teahouse.games.classic.rulesets.ruleset import load_ruleset
    >>> entry = DealEntry(winner=Seat(1), source="discard", winning_tile="1m", discarder=Seat(2),
    ...     hands=(HandEntry(), HandEntry("123m 456m 789s 55p [234p]"), HandEntry(), HandEntry()))
    >>> rules = load_ruleset("british")
    >>> found = settle(entry, Position.of(Seat(0), Seat(0), Wind.EAST, rules), (2000,) * 4, rules)
    >>> found.scores[0].score, found.receipts
    (20, (0, 40, -40, 0))
    """
    check_entry(entry, position, ruleset)
    if entry.winner is None:
        return SettledDeal(position, entry, (), (), (0,) * ruleset.players)
    lacking = missing(entry, ruleset)
    if lacking:
        raise IllegalMove(f"expected the hands of every seat that counts, got none of seat {lacking[0]}")
    won = _winning_score(entry, position, ruleset)
    lost = _losing_scores(entry, position, ruleset) if losers_count(entry, ruleset) else ()
    parties = _parties(entry, entry.winner, position)
    for_win = payments(won.score, parties, ruleset)
    receipts = afforded(for_win, tallies, ruleset)
    if lost:
        differences = settlements({one.seat: one.score for one in lost}, parties, ruleset)
        receipts = total((receipts, afforded(differences, total((tallies, receipts)), ruleset)))
    owed = (*_for_win(for_win, entry.winner), *_differences(lost, parties, ruleset))
    return SettledDeal(position, entry, (won, *lost), owed, receipts)


def _check_seats(entry: DealEntry, ruleset: Ruleset) -> None:
    for name, seat in (("winner", entry.winner), ("discarder", entry.discarder), ("liable", entry.liable)):
        if seat is not None and not 0 <= seat < ruleset.players:
            raise IllegalMove(f"expected a {name} from 0 to {ruleset.players - 1}, got {seat}")
    if len(entry.hands) > ruleset.players:
        raise IllegalMove(f"expected at most {ruleset.players} hands, got {len(entry.hands)}")


def _check_roles(entry: DealEntry, position: Position, ruleset: Ruleset) -> None:
    """The winner, the discarder and the dealer must fit the way the deal was won."""
    is_claimed = entry.source in CLAIMED or (entry.source == "earthly" and entry.discarder is not None)
    if is_claimed and entry.discarder is None:
        raise IllegalMove(f"expected the player who gave the winning tile, got nobody (source {entry.source})")
    if not is_claimed and entry.discarder is not None:
        raise IllegalMove(f"expected nobody who gave a drawn tile, got seat {entry.discarder} (source {entry.source})")
    if entry.discarder == entry.winner:
        raise IllegalMove("expected a tile from another player, got the winner's own (discarder)")
    if entry.liable is not None and (ruleset.liability == "none" or entry.liable == entry.winner):
        raise IllegalMove(f"expected nobody to pay for all under {ruleset.name}, got seat {entry.liable} (liable)")
    if entry.source == "heavenly" and entry.winner != position.dealer:
        raise IllegalMove("expected the dealer, got another player (source heavenly)")
    if entry.source == "earthly" and entry.winner == position.dealer:
        raise IllegalMove("expected a player other than the dealer, got the dealer (source earthly)")
    if entry.source == "earthly" and entry.discarder not in (None, position.dealer):
        raise IllegalMove(f"expected the dealer's first discard, got one of seat {entry.discarder} (source earthly)")
    if entry.source == "earthly" and entry.discarder is None and ruleset.earthly_hand == "first_discard_only":
        raise IllegalMove(
            f"expected the dealer's first discard under {ruleset.name}, got a drawn tile (source earthly)"
        )


def _check_tiles(entry: DealEntry) -> None:
    """No tile may lie on the table more often than there are copies of it."""
    seen = Counter(tile for hand in entry.hands for tile in _tiles(hand))
    for tile, count in seen.items():
        most = 1 if tile.is_bonus else COPIES
        if count > most:
            raise InvalidText(f"expected at most {most} of {tile} in all hands together, got {count} (hands)")


def _tiles(hand: HandEntry) -> Iterator[Tile]:
    read = parse_hand(hand.tiles)
    yield from read.tiles
    for meld in read.melds:
        yield from meld.tiles
    yield from parse_tiles(hand.bonus)


def _winning_score(entry: DealEntry, position: Position, ruleset: Ruleset) -> HandScore:
    assert entry.winner is not None
    hand = entry.hand(entry.winner)
    if hand.counted is not None:
        return HandScore(entry.winner, hand.counted, counted=True)
    win = _win(entry, position, ruleset)
    check_win(win, ruleset)
    found = score(win, ruleset)
    if not is_enough(found, ruleset):
        raise too_little(found, ruleset)
    return _hand_score(entry.winner, found)


def _win(entry: DealEntry, position: Position, ruleset: Ruleset) -> Win:
    assert entry.winner is not None
    hand = entry.hand(entry.winner)
    question = Question(
        hand=hand.tiles,
        winning_tile=entry.winning_tile,
        source=entry.source,
        personal_wind=position.winds[entry.winner],
        prevailing_wind=position.prevailing,
        bonus=hand.bonus,
        dealer=entry.winner == position.dealer,
        discarder_is_dealer=entry.discarder == position.dealer,
        kong_upon_kong=entry.kong_upon_kong,
        original_call=entry.original_call,
    )
    return parse_win(question, ruleset)


def _losing_scores(entry: DealEntry, position: Position, ruleset: Ruleset) -> tuple[HandScore, ...]:
    losers = (Seat(seat) for seat in range(ruleset.players) if seat != entry.winner)
    return tuple(_losing_score(seat, entry.hand(seat), position, ruleset) for seat in losers)


def _losing_score(seat: Seat, hand: HandEntry, position: Position, ruleset: Ruleset) -> HandScore:
    if hand.counted is not None:
        return HandScore(seat, hand.counted, counted=True)
    read, bonus = parse_hand(hand.tiles), parse_tiles(hand.bonus)
    size = len(read.tiles) + 3 * len(read.melds)
    if size != LOSING_SIZE:
        raise InvalidText(f"expected {LOSING_SIZE} tiles, a kong counted as three, got {size} (hand of seat {seat})")
    for tile in bonus:
        if not tile.is_bonus or not ruleset.bonus_tiles:
            raise InvalidText(f"expected Flowers and Seasons of {ruleset.name}, got {tile} (bonus of seat {seat})")
    loss = Loss(read.tiles, read.melds, position.winds[seat], position.prevailing, bonus, fishing=True)
    return _hand_score(seat, score_loser(loss, ruleset))


def _hand_score(seat: Seat, found: Score) -> HandScore:
    return HandScore(seat, found.score, found.points, found.doublings, found.lines)


def _parties(entry: DealEntry, winner: Seat, position: Position) -> Parties:
    return Parties(
        winner,
        position.dealer,
        position.east,
        entry.discarder,
        robbed=entry.source == "robbed_kong",
        liable=entry.liable,
    )


def _for_win(receipts: BySeat[int], winner: Seat) -> Iterator[Transfer]:
    for seat, amount in enumerate(receipts):
        if seat != winner and amount:
            yield Transfer(Seat(seat), winner, -amount, "win")


def _differences(lost: tuple[HandScore, ...], parties: Parties, ruleset: Ruleset) -> Iterator[Transfer]:
    """What each loser owes each other one, the lower score the higher."""
    for place, one in enumerate(lost):
        for other in lost[place + 1 :]:
            received = settlements({one.seat: one.score, other.seat: other.score}, parties, ruleset)
            payer, payee = (other.seat, one.seat) if received[one.seat] > 0 else (one.seat, other.seat)
            if received[payee]:
                yield Transfer(payer, payee, received[payee], "difference")
