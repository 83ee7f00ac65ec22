"""The roles of the players in a deal of a real table; contradictory ones are refused."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from teahouse.core.errors import IllegalMove, InvalidText
from teahouse.core.seats import BySeat, Seat
from teahouse.core.tiles import COPIES, Tile, Wind, parse_tiles
from teahouse.games.classic.notation import parse_hand
from teahouse.games.classic.play.opening import personal_winds
from teahouse.games.classic.rulesets.ruleset import Ruleset
from teahouse.games.classic.scorebook.entries import DealEntry, HandEntry
from teahouse.games.classic.scoring.wins import CLAIMED, DISCARDED


class DealRoles(msgspec.Struct, frozen=True, omit_defaults=True):
    """The roles before a deal: East, the dealer, every seat's own wind, and the Prevailing Wind.

    streak: how many deals in a row East has just won.
    """

    east: Seat
    dealer: Seat
    winds: BySeat[Wind]
    prevailing: Wind
    streak: int = 0

    @classmethod
    def of(cls, east: Seat, dealer: Seat, prevailing: Wind, ruleset: Ruleset, streak: int = 0) -> "DealRoles":
        """The roles, with the wind of every seat."""
        return cls(east, dealer, personal_winds(east, ruleset.winds), prevailing, streak)


def check_entry(entry: DealEntry, roles: DealRoles, ruleset: Ruleset) -> None:
    """Refuse roles that contradict one another, and hands that cannot lie on one table."""
    _check_seats(entry, ruleset)
    if entry.winner is None:
        _check_drawn(entry)
        return
    _check_winners(entry, ruleset)
    _check_giver(entry)
    _check_dealt(entry, roles, ruleset)
    for seat in range(len(entry.hands)):
        _check_hand(Seat(seat), entry, ruleset)
    _check_tiles(entry)


def _check_seats(entry: DealEntry, ruleset: Ruleset) -> None:
    named = [("winner", entry.winner), ("discarder", entry.discarder)]
    named += [("winner", seat) for seat in entry.also_won]
    named += [("liable", hand.liable) for hand in entry.hands]
    for name, seat in named:
        if seat is not None and not 0 <= seat < ruleset.players:
            raise IllegalMove(f"expected a {name} from 0 to {ruleset.players - 1}, got {seat}")
    if len(entry.hands) > ruleset.players:
        raise IllegalMove(f"expected at most {ruleset.players} hands, got {len(entry.hands)}")


def _check_drawn(entry: DealEntry) -> None:
    if entry.also_won or entry.discarder is not None:
        raise IllegalMove("expected no other winner and no discarder in a deal that nobody won, got one (winner)")


def _check_winners(entry: DealEntry, ruleset: Ruleset) -> None:
    """Check that several players win only with one discard, and only if the ruleset allows it."""
    if not entry.also_won:
        return
    count = 1 + len(entry.also_won)
    if len(set(entry.winners)) < count:
        raise IllegalMove("expected every winner once, got one of them twice (also_won)")
    if ruleset.multiple_mahjong != "all_win":
        raise IllegalMove(f"expected one winner under {ruleset.name}, got {count} (also_won)")
    if entry.discarder is None:
        raise IllegalMove(f"expected one winner of a drawn tile, got {count} (source {entry.source})")


def _check_giver(entry: DealEntry) -> None:
    is_claimed = entry.source in CLAIMED or (entry.source == "earthly" and entry.discarder is not None)
    if is_claimed and entry.discarder is None:
        raise IllegalMove(f"expected the player who gave the winning tile, got nobody (source {entry.source})")
    if not is_claimed and entry.discarder is not None:
        raise IllegalMove(f"expected nobody who gave a drawn tile, got seat {entry.discarder} (source {entry.source})")
    if entry.discarder in entry.winners:
        raise IllegalMove("expected a tile from another player, got the winner's own (discarder)")


def _check_dealt(entry: DealEntry, roles: DealRoles, ruleset: Ruleset) -> None:
    """Check that a Heavenly Hand is the dealer's, and an Earthly Hand another player's, won at once."""
    if entry.source == "heavenly" and entry.winner != roles.dealer:
        raise IllegalMove("expected the dealer, got another player (source heavenly)")
    if entry.source != "earthly":
        return
    if roles.dealer in entry.winners:
        raise IllegalMove("expected a player other than the dealer, got the dealer (source earthly)")
    if entry.discarder not in (None, roles.dealer):
        raise IllegalMove(f"expected the dealer's first discard, got one of seat {entry.discarder} (source earthly)")
    if entry.discarder is None and ruleset.earthly_hand == "first_discard_only":
        raise IllegalMove(
            f"expected the dealer's first discard under {ruleset.name}, got a drawn tile (source earthly)"
        )


def _check_hand(seat: Seat, entry: DealEntry, ruleset: Ruleset) -> None:
    """Refuse facts about a hand that do not fit a winner or a loser."""
    hand, has_won = entry.hand(seat), seat in entry.winners
    if hand.fishing and has_won:
        raise IllegalMove(f"expected a loser who declared a ready hand, got the winner (fishing of seat {seat})")
    if not has_won and (hand.original_call or hand.liable is not None or hand.gone):
        raise IllegalMove(f"expected the winner, got a loser (original_call, liable or gone of seat {seat})")
    if hand.liable is not None:
        _check_liable(hand.liable, entry, ruleset)


def _check_liable(liable: Seat, entry: DealEntry, ruleset: Ruleset) -> None:
    """Check who pays for all: a dangerous discard, or sets fed to somebody who then drew the winning tile."""
    if ruleset.liability == "none" or liable in entry.winners:
        raise IllegalMove(f"expected nobody to pay for all under {ruleset.name}, got seat {liable} (liable)")
    if ruleset.liability == "dangerous_discard" and (entry.source not in DISCARDED or liable != entry.discarder):
        raise IllegalMove(f"expected the player with the dangerous discard to pay for all, got seat {liable} (liable)")
    if ruleset.liability == "fed_sets" and entry.discarder is not None:
        raise IllegalMove(f"expected a self-drawn win where sets were fed, got source {entry.source} (liable)")


def _check_tiles(entry: DealEntry) -> None:
    """Check that no tile is on the table more often than it has copies; the winning tile is there once."""
    seen = Counter(tile for hand in entry.hands for tile in _tiles(hand))
    again = sum(1 for seat in entry.also_won if entry.hand(seat).tiles.strip())
    for tile, count in seen.items():
        most = 1 if tile.is_bonus else COPIES
        extra = again if str(tile) == entry.winning_tile else 0
        if count - extra > most:
            raise InvalidText(f"expected at most {most} of {tile} in all hands together, got {count - extra} (hands)")


def _tiles(hand: HandEntry) -> Iterator[Tile]:
    read = parse_hand(hand.tiles)
    yield from read.tiles
    for meld in read.melds:
        yield from meld.tiles
    yield from parse_tiles(hand.bonus)
