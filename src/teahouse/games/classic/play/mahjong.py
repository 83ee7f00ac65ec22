"""Going Mahjong: whether a seat may, which of several seats wins, and the result of the deal."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from teahouse.core.game import Result
from teahouse.core.seats import BySeat, Seat, with_seat
from teahouse.core.tiles import COPIES, PLAIN_TILES, Tile, Wind
from teahouse.games.classic.melds import Meld
from teahouse.games.classic.play.events import Event, LosingHand, Won
from teahouse.games.classic.play.liability import liable_seat
from teahouse.games.classic.play.state import ClassicState, Offer
from teahouse.games.classic.play.turns import Hand, StateOrView, take_discard, with_tile, without_tile
from teahouse.games.classic.rulesets.ruleset import Ruleset
from teahouse.games.classic.scoring.losers import score_loser
from teahouse.games.classic.scoring.payments import Parties, payments, settlements, total
from teahouse.games.classic.scoring.score import is_enough, is_mahjong, score, wins_alone
from teahouse.games.classic.scoring.waits import is_ready_hand
from teahouse.games.classic.scoring.wins import Loss, Win, WinSource

MANY_BONUS: Final = 7
"""Fewer bonus tiles are never Mahjong by themselves."""
REPLACED: Final = ("kong_box", "wall_tail")
"""How replacement tiles for kongs and bonus tiles come."""
WONDERS: Final = frozenset(tile for tile in PLAIN_TILES if tile.is_honour or tile.rank in (1, 9))


def can_win_drawn(state: ClassicState, ruleset: Ruleset) -> bool:
    """May the seat to move go Mahjong with the tile it drew?"""
    seat = state.turn
    if state.came == "claim" or not is_complete(state, seat, state.hands[seat], state.drawn, ruleset):
        return False
    return is_allowed(state, drawn_win(state, ruleset), seat, ruleset)


def is_complete(state: ClassicState, seat: Seat, hand: Hand, drawn: Tile | None, ruleset: Ruleset) -> bool:
    """Is a hand with a drawn tile Mahjong, by its tiles or by bonus tiles alone?"""
    if is_mahjong(hand, state.melds[seat], ruleset, last=drawn, winds=winds_of(state, seat)):
        return True
    return len(state.bonus[seat]) >= MANY_BONUS and wins_alone(state.bonus[seat], ruleset)


def winds_of(state: ClassicState, seat: Seat) -> tuple[Wind, Wind]:
    """The winds of a seat and of the round."""
    return state.opening.winds[seat], state.opening.prevailing


def can_win_offer(state: ClassicState, seat: Seat, offer: Offer, ruleset: Ruleset) -> bool:
    """May this seat go Mahjong with the tile on offer?"""
    hand = (*state.hands[seat], offer.tile)
    if not is_mahjong(hand, state.melds[seat], ruleset, last=offer.tile, winds=winds_of(state, seat)):
        return False
    if offer.kind == "concealed_kong" and not is_thirteen_wonders(hand, ruleset):
        return False
    return is_allowed(state, claimed_win(state, seat, offer, ruleset), seat, ruleset)


def is_thirteen_wonders(hand: Sequence[Tile], ruleset: Ruleset) -> bool:
    """Is it each 1, 9, wind and dragon, one of them twice? Only this hand may rob a concealed kong."""
    return ruleset.special_hands.thirteen_wonders != "off" and frozenset(hand) == WONDERS


def is_allowed(state: ClassicState, win: Win, seat: Seat, ruleset: Ruleset) -> bool:
    """Does a complete hand reach the ruleset's minimum, and was it declared ready if the ruleset requires that?"""
    if lacks_declaration(state, seat, ruleset):
        return False
    if not ruleset.least_doublings and not ruleset.least_score:
        return True
    return is_enough(score(win, ruleset), ruleset)


def lacks_declaration(state: ClassicState, seat: Seat, ruleset: Ruleset) -> bool:
    """Does the seat lack the declaration of a ready hand that a win needs? Before its first discard it needs none."""
    return ruleset.must_declare_ready and not state.ready[seat] and has_discarded(state, seat)


def has_discarded(state: ClassicState, seat: Seat) -> bool:
    """Has this seat ended a turn, so that it could have declared a ready hand?"""
    is_at_turn = state.window is None and state.turn == seat
    return state.turns[seat] > is_at_turn


def drawn_win(state: ClassicState, ruleset: Ruleset) -> Win:
    """The win of the seat to move with the tile it drew."""
    seat, tile = state.turn, state.drawn
    assert tile is not None
    return Win(
        concealed=state.hands[seat],
        melds=state.melds[seat],
        winning_tile=tile,
        source=drawn_source(state, ruleset),
        personal_wind=state.opening.winds[seat],
        prevailing_wind=state.opening.prevailing,
        bonus=state.bonus[seat],
        kong_upon_kong=state.came in REPLACED and state.kongs > 1,
        original_call=state.unchanged[seat],
        streak=is_streak(state, seat, ruleset),
        gone=gone_for(state, seat, tile),
    )


def drawn_source(state: ClassicState, ruleset: Ruleset) -> WinSource:
    """Where the tile just drawn came from, in the terms of scoring."""
    seat = state.turn
    match state.came:
        case "dealt":
            replaced = bool(state.bonus[seat])
            box: WinSource = "wall" if ruleset.bonus_replacement == "wall" else "kong_box"
            return "heavenly" if ruleset.heavenly_allows_replacements or not replaced else box
        case "wall_tail":
            return tail_source(state, ruleset)
        case "wall" if state.turns[seat] == 1 and is_earthly_draw(state, ruleset):
            return "earthly"
        case "wall" | "last_wall_tile" | "kong_box":
            return state.came
        case "claim":
            raise AssertionError(state.came)


def tail_source(state: ClassicState, ruleset: Ruleset) -> WinSource:
    """What a replacement from the wall's tail counts as: a tile of the Wall, perhaps its last, or of the Kong Box."""
    if ruleset.tail_replacement_is == "kong_box":
        return "kong_box"
    return "wall" if state.wall else "last_wall_tile"


def is_earthly_draw(state: ClassicState, ruleset: Ruleset) -> bool:
    """Does a seat's first draw count as its first turn?"""
    match ruleset.earthly_hand:
        case "first_turn_uninterrupted":
            return not has_claimed(state)
        case "first_turn":
            return True
        case "first_discard_only":
            return False


def has_claimed(state: ClassicState) -> bool:
    """Has any seat claimed a discard? A concealed kong is no claim."""
    return any(not meld.concealed for melds in state.melds for meld in melds)


def claimed_win(state: ClassicState, seat: Seat, offer: Offer, ruleset: Ruleset) -> Win:
    """The win of a seat with the tile on offer."""
    source = claimed_source(state, offer, ruleset)
    return Win(
        concealed=with_tile(state.hands[seat], offer.tile),
        melds=state.melds[seat],
        winning_tile=offer.tile,
        source=source,
        personal_wind=state.opening.winds[seat],
        prevailing_wind=state.opening.prevailing,
        bonus=state.bonus[seat],
        on_discard=source == "earthly",
        original_call=state.unchanged[seat],
        streak=is_streak(state, seat, ruleset),
        gone=gone_for(state, seat, None),
    )


def is_streak(state: ClassicState, seat: Seat, ruleset: Ruleset) -> bool:
    """Has East won as many deals in a row as the ruleset requires?"""
    return seat == state.opening.east and state.opening.streak + 1 >= ruleset.streak_wins


def gone_for(state: ClassicState, seat: Seat, drawn: Tile | None) -> tuple[Tile, ...]:
    """The kinds of which a seat saw all four tiles before the winning one: in its hand, in melds and discarded."""
    seen = Counter(state.hands[seat])
    seen.update(each.tile for each in state.discards)
    seen.update(tile for melds in state.melds for meld in melds for tile in meld.tiles)
    if drawn is not None:
        seen[drawn] -= 1
    return tuple(tile for tile in PLAIN_TILES if seen[tile] >= COPIES)


def claimed_source(state: ClassicState, offer: Offer, ruleset: Ruleset) -> WinSource:
    """What kind of tile is on offer, in the terms of scoring."""
    if offer.kind != "discard":
        return "robbed_kong"
    if sum(state.turns) == 1:
        return "earthly"
    return "discard" if state.wall else "last_discard"


def is_ready(state: ClassicState, tile: Tile, ruleset: Ruleset) -> bool:
    """Would the seat to move be one tile short of Mahjong after this discard?"""
    hand, melds = without_tile(state.hands[state.turn], tile), state.melds[state.turn]
    return is_ready_hand(hand, melds, ruleset)


def go_mahjong(
    state: ClassicState, seats: Sequence[Seat], offer: Offer | None, ruleset: Ruleset, events: list[Event]
) -> ClassicState:
    """End the deal with a win: by the seat's own tile, or by the claimers whom the rules let win."""
    if offer is None:
        scored = {seats[0]: drawn_win(state, ruleset)}
    else:
        scored = {seat: claimed_win(state, seat, offer, ruleset) for seat in seats}
    winning = chosen(scored, ruleset)
    liable = {seat: liable_seat(state, seat, offer, ruleset) for seat in winning}
    if offer is not None:
        state = with_offer_in_hand(state, next(iter(winning)), offer)
    wins = paid(state, winning, offer, liable, ruleset)
    events.extend(wins)
    return replace(state, wins=wins, window=None, ending="mahjong")


def chosen(wins: dict[Seat, Win], ruleset: Ruleset) -> dict[Seat, Win]:
    """Who wins when several seats go Mahjong with one tile, in the order of play after the giver."""
    match ruleset.multiple_mahjong:
        case "all_win":
            return wins
        case "nearest":
            best = next(iter(wins))
        case "best_hand":
            best = max(wins, key=lambda seat: score(wins[seat], ruleset).score)
    return {best: wins[best]}


def with_offer_in_hand(state: ClassicState, winner: Seat, offer: Offer) -> ClassicState:
    """The tile that was on offer moves from the discards, or from the robbed kong, into the winner's hand."""
    hands = with_seat(state.hands, winner, with_tile(state.hands[winner], offer.tile))
    return replace(take_offer(state, winner, offer), hands=hands)


def take_offer(position: StateOrView, winner: Seat, offer: Offer) -> StateOrView:
    """Take the tile on offer from the discards, or from the robbed kong, which is a pong again."""
    if offer.kind == "discard":
        return take_discard(position, winner)
    melds = position.melds[offer.seat]
    pong = Meld("pong", offer.tile, concealed=offer.kind == "concealed_kong")
    robbed = tuple(pong if meld.kind == "kong" and meld.tile == offer.tile else meld for meld in melds)
    return replace(position, melds=with_seat(position.melds, offer.seat, robbed))


def paid(
    state: ClassicState,
    wins: dict[Seat, Win],
    offer: Offer | None,
    liable: Mapping[Seat, Seat | None],
    ruleset: Ruleset,
) -> tuple[Won, ...]:
    """Every winner's hand with its score and what each seat receives for it; with the first, the losers settle.

    liable: for each winner the seat that pays for all; if there is one, the losers do not settle.
    """
    tallies, giver = state.opening.tallies, None if offer is None else offer.seat
    results: list[Won] = []
    for seat, win in wins.items():
        scored, parties = score(win, ruleset), parties_of(state, seat, wins, giver, liable[seat])
        receipts = afforded(payments(scored.score, parties, ruleset), tallies, ruleset)
        losers, settled = tuple[LosingHand, ...](), tuple[int, ...]()
        if ruleset.losers_settle and not results and liable[seat] is None:
            losers = losing_hands(state, wins, ruleset)
            due = settlements({loser.seat: loser.score.score for loser in losers}, parties, ruleset)
            left = None if tallies is None else total((tallies, receipts))
            settled = afforded(due, left, ruleset)
            receipts = total((receipts, settled))
        tallies = None if tallies is None else total((tallies, receipts))
        won = Won(seat, win.winning_tile, win.source, giver, win.concealed, scored, receipts, losers, settled)
        results.append(replace(won, liable=liable[seat]))
    return tuple(results)


def parties_of(
    state: ClassicState, winner: Seat, wins: dict[Seat, Win], giver: Seat | None, liable: Seat | None
) -> Parties:
    """The roles of the seats in the payment for one win."""
    opening, robbed = state.opening, wins[winner].source == "robbed_kong"
    also_won = tuple(seat for seat in wins if seat != winner)
    return Parties(winner, opening.dealer, opening.east, giver, robbed=robbed, also_won=also_won, liable=liable)


def afforded(due: BySeat[int], tallies: BySeat[int] | None, ruleset: Ruleset) -> BySeat[int]:
    """The amounts paid: everything, or what the payers have left, to the creditors in the order of seats.

    >>> from teahouse.games.classic.rulesets.ruleset import load_ruleset, with_options
    >>> afforded((-50, 120, -70), (2000, 0, 30), with_options(load_ruleset(), {"on_bankrupt": "pay_what_is_left"}))
    (-50, 80, -30)
    """
    if tallies is None or ruleset.on_bankrupt != "pay_what_is_left":
        return due
    amounts = [max(0, min(-amount, left)) for amount, left in zip(due, tallies, strict=True)]
    pot, received = sum(amounts), list[int]()
    for amount in due:
        received.append(max(0, min(amount, pot)))
        pot -= received[-1]
    return tuple(gets - gives for gets, gives in zip(received, amounts, strict=True))


def losing_hands(state: ClassicState, winners: Collection[Seat], ruleset: Ruleset) -> tuple[LosingHand, ...]:
    """The hands of all who did not win, laid open and scored."""
    return tuple(
        LosingHand(Seat(seat), hand, score_loser(loss_of(state, Seat(seat), ruleset), ruleset))
        for seat, hand in enumerate(state.hands)
        if seat not in winners
    )


def loss_of(state: ClassicState, seat: Seat, ruleset: Ruleset) -> Loss:
    """A losing hand at the end."""
    opening = state.opening
    return Loss(
        state.hands[seat],
        state.melds[seat],
        opening.winds[seat],
        opening.prevailing,
        state.bonus[seat],
        fishing=state.ready[seat] or not ruleset.must_declare_ready,
    )


def result_of(state: ClassicState) -> Result:
    """The total for every seat, the winners, and the facts that the next deal needs."""
    winners = tuple(win.seat for win in state.wins)
    scores = tuple(sum(win.receipts[seat] for win in state.wins) for seat in range(len(state.hands)))
    assert state.ending is not None
    if state.gone.count(False) < 2:
        winners = tuple(Seat(seat) for seat, gone in enumerate(state.gone) if not gone)
    facts = {"dealer": int(state.opening.dealer), "east": int(state.opening.east)}
    return Result(scores, winners, state.ending, facts)
