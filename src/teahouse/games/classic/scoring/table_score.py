"""The score of a hand from a real table, given as text, with the payments."""

from typing import Any, Final

import msgspec

from teahouse.core.errors import InvalidText, shown
from teahouse.core.seats import Seat
from teahouse.core.tiles import Tile, Wind, parse_tile, parse_tiles
from teahouse.games.classic.notation import parse_hand
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.scoring.complaints import ImpossibleWin
from teahouse.games.classic.scoring.lines import ScoreLine
from teahouse.games.classic.scoring.payments import Parties, payments
from teahouse.games.classic.scoring.score import Score, is_enough, score
from teahouse.games.classic.scoring.wins import CLAIMED, DISCARDED, SOURCES, Win, WinSource, check_win

WINNER: Final = Seat(0)
DISCARDER: Final = Seat(1)


class ScoreRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A hand that somebody won with, in text, to be scored.

    dealer: the winner is the dealer; if left out, it follows from a Heavenly or Earthly Hand, or from the East Wind if
    East always deals, and otherwise the winner is not the dealer. discarder_is_dealer,
    discarder_is_east: about the player whose discard or kong was taken; an Earthly Hand with `discarder_is_dealer` was
    won on the first discard. winning_streak: it is East's win that makes a streak. insured: the discard was dangerous,
    and the discarder pays for all. gone: kinds that could not have won, because all four tiles were in sight.
    ruleset: by its name. options: what is changed in it.
    """

    hand: str
    winning_tile: str
    source: str
    personal_wind: str
    prevailing_wind: str
    bonus: str | tuple[str, ...] | None = None
    dealer: bool | None = None
    discarder_is_dealer: bool | None = None
    discarder_is_east: bool | None = None
    kong_upon_kong: bool | None = None
    original_call: bool | None = None
    winning_streak: bool | None = None
    insured: bool | None = None
    gone: str | None = None
    ruleset: str | None = None
    options: dict[str, Any] = {}


class RolePayment(msgspec.Struct, frozen=True):
    """What one player, named by its roles, receives; negative if the player pays."""

    who: str
    tallies: int


class TableScore(msgspec.Struct, frozen=True):
    """The score of a hand at a real table, its lines, and what every player receives or pays."""

    score: int
    points: int
    doublings: int
    lines: tuple[ScoreLine, ...]
    payments: tuple[RolePayment, ...]


def score_hand(request: ScoreRequest, ruleset: Ruleset) -> TableScore:
    """Score a hand in text, or `InvalidText` says what is wrong with it and where.

    >>> from teahouse.games.classic.rulesets.ruleset import load_ruleset
    >>> request = ScoreRequest(hand="123m 456m 789s 55p [234p]", winning_tile="1m", source="robbed_kong",
    ...                        personal_wind="North", prevailing_wind="East")
    >>> scored = score_hand(request, load_ruleset("british"))
    >>> scored.score, [each.tallies for each in scored.payments]
    (40, [80, -80, 0, 0])
    """
    win = parse_win(request, ruleset)
    check_win(win, ruleset)
    parties = _parties(request, win, ruleset)
    result = score(win, ruleset)
    if not is_enough(result, ruleset):
        raise too_little(result, ruleset)
    paid = _role_payments(payments(result.score, parties, ruleset), parties, ruleset)
    return TableScore(result.score, result.points, result.doublings, result.lines, paid)


def parse_win(request: ScoreRequest, ruleset: Ruleset) -> Win:
    """The win that the text describes."""
    hand = parse_hand(request.hand)
    source = parse_source(request.source)
    win = Win(
        concealed=hand.tiles,
        melds=hand.melds,
        winning_tile=_winning_tile(request.winning_tile),
        source=source,
        personal_wind=_wind(request.personal_wind, "personal wind"),
        prevailing_wind=_wind(request.prevailing_wind, "prevailing wind"),
        bonus=_bonus(request.bonus),
        on_discard=source == "earthly" and _is_first_discard(request, ruleset),
        kong_upon_kong=bool(request.kong_upon_kong),
        original_call=bool(request.original_call),
        streak=bool(request.winning_streak),
        gone=_gone(request.gone),
    )
    return _with_completed_set(win) if win.is_claimed and win.winning_tile not in win.concealed else win


def _with_completed_set(win: Win) -> Win:
    """The win with the melded set of the claimed tile put into the hand, where it scores as the ruleset says."""
    for place, meld in enumerate(win.melds):
        if meld.kind != "kong" and win.winning_tile in meld.tiles:
            rest = win.melds[:place] + win.melds[place + 1 :]
            return msgspec.structs.replace(win, concealed=(*win.concealed, *meld.tiles), melds=rest)
    return win


def _is_first_discard(request: ScoreRequest, ruleset: Ruleset) -> bool:
    return bool(request.discarder_is_dealer) or ruleset.earthly_hand == "first_discard_only"


def _winning_tile(text: str) -> Tile:
    try:
        return parse_tile(text)
    except InvalidText as error:
        raise InvalidText(f"{error} (winning tile)") from None


def parse_source(text: str) -> WinSource:
    """Where a winning tile came from, in text."""
    for source in SOURCES:
        if source == text:
            return source
    raise InvalidText(f"expected a source among {', '.join(SOURCES)}, got {shown(text)} (source)")


def _wind(text: str, name: str) -> Wind:
    for wind in Wind:
        if wind.lower() == text.lower():
            return wind
    raise InvalidText(f"expected {', '.join(Wind)}, got {shown(text)} ({name})")


def _bonus(text: str | tuple[str, ...] | None) -> tuple[Tile, ...]:
    try:
        return parse_tiles(text if isinstance(text, str) else " ".join(text or ()))
    except InvalidText as error:
        raise InvalidText(f"{error} (bonus)") from None


def _gone(text: str | None) -> tuple[Tile, ...]:
    try:
        return tuple(dict.fromkeys(parse_tiles(text or "")))
    except InvalidText as error:
        raise InvalidText(f"{error} (gone)") from None


def _parties(request: ScoreRequest, win: Win, ruleset: Ruleset) -> Parties:
    """Seats for winner, discarder, dealer and East; the payment depends on no other player."""
    claimed = win.is_claimed
    dealer = _is_dealer(request, win, ruleset)
    _check_roles(request, win, ruleset, dealer=dealer)
    if east_deals(ruleset) and dealer != (win.personal_wind == Wind.EAST):
        who = win.personal_wind if dealer else "another player"
        raise ImpossibleWin("east_deals", ruleset=ruleset.name, wind=who)
    other = Seat(2) if claimed and ruleset.players > 2 else Seat(1)
    gave = request.discarder_is_dealer or (request.discarder_is_east and east_deals(ruleset))
    dealing = WINNER if dealer else DISCARDER if gave or win.on_discard else other
    east = DISCARDER if request.discarder_is_east else other
    if win.personal_wind == Wind.EAST:
        east = WINNER
    robbed, giver = win.source == "robbed_kong", DISCARDER if claimed else None
    return Parties(WINNER, dealing, east, giver, robbed=robbed, liable=DISCARDER if request.insured else None)


def _is_dealer(request: ScoreRequest, win: Win, ruleset: Ruleset) -> bool:
    if request.dealer is not None:
        return request.dealer
    if win.source in ("heavenly", "earthly"):
        return win.source == "heavenly"
    return east_deals(ruleset) and win.personal_wind == Wind.EAST


def east_deals(ruleset: Ruleset) -> bool:
    """Is the dealer always East?"""
    return ruleset.first_dealer == "east" and ruleset.personal_winds == "rotate"


def _check_roles(request: ScoreRequest, win: Win, ruleset: Ruleset, *, dealer: bool) -> None:
    is_discarder_given = request.discarder_is_dealer or request.discarder_is_east
    if win.source == "heavenly" and not dealer:
        raise ImpossibleWin("heavenly_dealer")
    if win.source == "earthly" and dealer:
        raise ImpossibleWin("earthly_dealer")
    if is_discarder_given and not win.is_claimed and win.source not in CLAIMED:
        raise ImpossibleWin("drawn_tile", source=win.source)
    if request.winning_streak and win.personal_wind != Wind.EAST:
        raise ImpossibleWin("streak_east", wind=win.personal_wind)
    if request.insured and (win.source not in DISCARDED or ruleset.liability != "dangerous_discard"):
        raise ImpossibleWin("insured", ruleset=ruleset.name, source=win.source)
    if request.discarder_is_dealer and dealer:
        raise ImpossibleWin("two_dealers")
    if request.discarder_is_east and win.personal_wind == Wind.EAST:
        raise ImpossibleWin("two_easts")


def too_little(result: Score, ruleset: Ruleset) -> ImpossibleWin:
    """The refusal of a hand that its ruleset does not let win."""
    codes = {(True, False): "too_few_doublings", (False, True): "too_low_score"}
    code = codes.get((ruleset.least_doublings > 0, ruleset.least_score > 0), "too_little")
    return ImpossibleWin(
        "too_few_faan" if ruleset.counts_faan else code,
        doublings=ruleset.least_doublings,
        score=ruleset.least_score,
        ruleset=ruleset.name,
        n=result.doublings - result.uncounted,
        reached=result.score,
    )


def _role_payments(received: tuple[int, ...], parties: Parties, ruleset: Ruleset) -> tuple[RolePayment, ...]:
    return tuple(RolePayment(_who(Seat(seat), parties, ruleset), amount) for seat, amount in enumerate(received))


def _who(seat: Seat, parties: Parties, ruleset: Ruleset) -> str:
    doubling = "dealer" if ruleset.doubling_role == "dealer" else "East"
    roles = {"winner": parties.winner, doubling: parties.doubling(ruleset), "discarder": parties.discarder}
    return " and ".join(role for role, holder in roles.items() if holder == seat) or "other"
