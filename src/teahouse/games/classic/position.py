"""Any position of Classic mahjong as text, both ways.

A line says one thing, `name: value`, and most may be left out. The hand of a seat stands under its wind, its melds
with it: `east: 123m 456p 77s 1z [555p]`; `?` is a hand that nobody has looked at. A line without a name is the hand of
East. `discards: 1z@north 9m@east` are the unclaimed discards in their order, `bonus: 1f@east` the bonus tiles.
`offer: 5m@west` lays that discard before the others; without it the seat whose `turn` it is has fourteen tiles, and
`drawn` is the last of them. What is not said is dealt from the tiles that are left, always in the same way: hidden
hands, the wall and the Kong Box.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, get_args

import msgspec

from teahouse.core.errors import InvalidOption, InvalidText, plain, shown
from teahouse.core.seats import BySeat, Seat
from teahouse.core.shuffle import shuffled
from teahouse.core.tiles import Tile, Wind, parse_tile, parse_tiles, sorted_tiles, tiles_text
from teahouse.games.classic.game import Classic
from teahouse.games.classic.melds import Meld
from teahouse.games.classic.notation import HandText, hand_text, parse_hand
from teahouse.games.classic.play.events import KongOffer, OfferKind
from teahouse.games.classic.play.exchange import EXCHANGES, TILES_PASSED
from teahouse.games.classic.play.opening import HEAP, Opening, material
from teahouse.games.classic.play.state import (
    Came,
    ClaimedTile,
    ClassicRules,
    ClassicState,
    Exchange,
    LaidTile,
    Offer,
    Window,
)
from teahouse.games.classic.rulesets.ruleset import RULESETS, Ruleset, load_ruleset
from teahouse.games.positions import Position, read_lines, whole_numbers

HIDDEN: Final = "?"
WAITING: Final = 13
MOST_TURNS: Final = 200
MOST_HEAPS: Final = 36
USUAL_HEAPS: Final = 7
USUAL_TURNS: Final = 2
"""Turns that a seat has begun where it is not said: enough that no hand counts as won at once."""
CAME: Final[Mapping[str, Came]] = {way: way for way in get_args(Came)}
WINDS: Final = {wind.lower(): wind for wind in Wind}
NAMES: Final = (
    *("ruleset", "seats", "prevailing", "dealer", "turn", "drawn", "bonus", "discards", "offer", "wall", "box"),
    *("came", "kongs", "turns", "unchanged", "ready", "gone", "heaps", "tail", "exchange", *WINDS),
)
EXAMPLE: Final = """\
prevailing: East
east: 123m 456p 77s 23s 88p 1z 5p
discards: 9m@south 1z@west 9p@north 2z@east 9s@south 3z@west 1p@north
"""


class Placed(NamedTuple):
    """A tile and the seat that it belongs to."""

    seat: Seat
    tile: Tile


class Seating(NamedTuple):
    """Who sits where, and the facts of a text by name."""

    ruleset: Ruleset
    winds: BySeat[Wind]
    facts: Mapping[str, str]

    @property
    def seats(self) -> range:
        """Every seat's number."""
        return range(len(self.winds))

    def seat(self, name: str, text: str) -> Seat:
        """The seat of a wind, which may be cut short."""
        found = [Seat(seat) for seat, wind in enumerate(self.winds) if text and wind.lower().startswith(text.lower())]
        if len(found) != 1:
            raise InvalidText(f"{name}: expected one of {', '.join(self.winds)}, got {shown(text)}")
        return found[0]

    def fact_seat(self, name: str, usual: Seat) -> Seat:
        """The seat that a fact names."""
        return self.seat(name, self.facts[name]) if name in self.facts else usual

    def fact_seats(self, name: str) -> BySeat[bool]:
        """Which seats a fact names."""
        named = {self.seat(name, word) for word in self.facts.get(name, "").split()}
        return tuple(seat in named for seat in self.seats)

    def placed(self, name: str, usual: Seat) -> tuple[Placed, ...]:
        """The tiles of a fact with their seats; those without one belong to the seats in turn up to the usual one."""
        words = self.facts.get(name, "").split()
        return tuple(
            Placed(self.seat(name, seat) if at else Seat((usual - rest) % len(self.winds)), _tile(name, tile))
            for rest, (tile, at, seat) in zip(
                range(len(words) - 1, -1, -1), (word.partition("@") for word in words), strict=True
            )
        )


class Known(NamedTuple):
    """What a text says about the tiles. hands: None where a hand is hidden. offer: None on somebody's turn."""

    hands: BySeat[HandText | None]
    melds: BySeat[tuple[Meld, ...]]
    bonus: BySeat[tuple[Tile, ...]]
    discards: tuple[Placed, ...]
    offer: Offer | None
    turn: Seat
    dealer: Seat
    exchange: Exchange | None

    def size(self, seat: Seat) -> int:
        """How many tiles a seat holds, melds not counted."""
        if self.exchange is not None:
            return WAITING + (seat == self.dealer) - len(self.exchange.given[seat])
        return WAITING - 3 * len(self.melds[seat]) + (seat == self.turn and self.offer is None)

    def tiles(self) -> Iterable[Tile]:
        """Every tile that has its place."""
        for hand, melds, bonus in zip(self.hands, self.melds, self.bonus, strict=True):
            yield from hand.tiles if hand else ()
            yield from bonus
            yield from (tile for meld in melds for tile in meld.tiles)
        yield from (placed.tile for placed in self.discards)
        yield from (tile for tiles in (self.exchange.given if self.exchange else ()) for tile in tiles)


def parse_position(text: str) -> Position:
    """Read a position, or `InvalidText`."""
    facts, rest = read_lines(text, NAMES)
    if len(rest) > 1 or (rest and "east" in facts):
        number, line = rest[-1]
        raise InvalidText(f"line {number}: expected one of {', '.join(NAMES)} before a colon, got {shown(line)}")
    named = dict(facts) | ({"east": rest[0][1]} if rest else {})
    ruleset = _ruleset(named.get("ruleset", RULESETS[0]))
    seating = Seating(ruleset, _winds(named.get("seats", ""), ruleset), named)
    known = _known(seating)
    _check_sizes(seating, known)
    rules = _rules(seating)
    dealt = _dealt(seating, known, hashlib.sha256(text.encode()).digest())
    return Position(Classic(rules), _state(seating, known, dealt))


def _ruleset(text: str) -> Ruleset:
    if not text.startswith("{"):
        try:
            return load_ruleset(text)
        except InvalidOption as error:
            raise InvalidText(f"ruleset: {error}") from None
    try:
        return msgspec.json.decode(text, type=Ruleset)
    except msgspec.DecodeError as error:
        raise InvalidText(f"ruleset: {plain(error)}") from None


def _winds(text: str, ruleset: Ruleset) -> BySeat[Wind]:
    words = text.lower().split()
    winds = tuple(WINDS[word] for word in words if word in WINDS) if words else tuple(ruleset.winds)
    turned = (winds[-number:] + winds[:-number] for number in range(len(winds)))
    if len(winds) != (len(words) or len(winds)) or tuple(ruleset.winds) not in turned:
        raise InvalidText(f"seats: expected {' '.join(ruleset.winds)} in this order, any first, got {shown(text)}")
    return winds


def _rules(seating: Seating) -> ClassicRules:
    east = Seat(seating.winds.index(Wind.EAST))
    prevailing = seating.facts.get("prevailing", Wind.EAST).lower()
    if WINDS.get(prevailing) not in seating.winds:
        raise InvalidText(f"prevailing: expected one of {', '.join(seating.winds)}, got {shown(prevailing)}")
    dealer = seating.fact_seat("dealer", east)
    return ClassicRules(ruleset=seating.ruleset, east=east, dealer=dealer, prevailing=WINDS[prevailing])


def _known(seating: Seating) -> Known:
    winds = [wind.lower() for wind in seating.winds]
    first = next((Seat(seat) for seat, wind in enumerate(winds) if HIDDEN not in seating.facts.get(wind, HIDDEN)), None)
    if first is None:
        raise InvalidText(f"expected a hand such as east: 123m 456p 77s [555p], got none ({', '.join(winds)})")
    offer = _offer(seating, first)
    turn = seating.fact_seat("turn", first) if offer is None else offer.seat
    before = Seat((turn - (offer is None)) % len(winds))
    laid = seating.placed("discards", before)
    if offer is not None and offer.kind == "discard" and laid[-1:] != (Placed(offer.seat, offer.tile),):
        laid = (*laid, Placed(offer.seat, offer.tile))
    read = [_hand(wind, seating.facts.get(wind, HIDDEN)) for wind in winds]
    bonus = seating.placed("bonus", turn)
    by_seat = tuple(tuple(one.tile for one in bonus if one.seat == seat) for seat in seating.seats)
    hands, melds = tuple(hand for hand, _ in read), tuple(sets for _, sets in read)
    dealer = seating.fact_seat("dealer", Seat(seating.winds.index(Wind.EAST)))
    return Known(hands, melds, by_seat, laid, offer, turn, dealer, _exchange(seating))


def _exchange(seating: Seating) -> Exchange | None:
    """The exchange of a goulash: its number from 1 on, then the tiles laid aside, such as `1 5m@east 9p@east`."""
    if "exchange" not in seating.facts:
        return None
    number, _, tiles = seating.facts["exchange"].partition(" ")
    placed = Seating(seating.ruleset, seating.winds, {"exchange": tiles}).placed("exchange", Seat(0))
    given = tuple(tuple(one.tile for one in placed if one.seat == seat) for seat in seating.seats)
    if max(map(len, given)) > TILES_PASSED:
        raise InvalidText(f"exchange: expected at most {TILES_PASSED} tiles of a seat, got {max(map(len, given))}")
    return Exchange(max(0, whole_numbers("exchange", number, 1, EXCHANGES)[0] - 1), given)


def _hand(wind: str, text: str) -> tuple[HandText | None, tuple[Meld, ...]]:
    is_hidden = text.startswith(HIDDEN)
    try:
        read = parse_hand(text.removeprefix(HIDDEN))
    except InvalidText as error:
        raise InvalidText(f"{wind}: {error}") from None
    if is_hidden and read.tiles:
        raise InvalidText(f"{wind}: expected only melds after {HIDDEN}, got {shown(text)}")
    return (None if is_hidden else read), read.melds


def _offer(seating: Seating, claimer: Seat) -> Offer | None:
    words = seating.facts.get("offer", "").split()
    if not words:
        return None
    tile, at, seat = words[0].partition("@")
    kinds: tuple[OfferKind, ...] = ("discard", *get_args(KongOffer))
    kind = words[1] if len(words) > 1 else "discard"
    if len(words) > 2 or kind not in kinds:
        raise InvalidText(f"offer: expected a tile such as 5m@west, got {shown(seating.facts['offer'])}")
    giver = seating.seat("offer", seat) if at else Seat((claimer - 1) % len(seating.winds))
    return Offer(_tile("offer", tile), giver, next(each for each in kinds if each == kind))


def _tile(name: str, text: str) -> Tile:
    try:
        return parse_tile(text)
    except InvalidText as error:
        raise InvalidText(f"{name}: {error}") from None


def _check_sizes(seating: Seating, known: Known) -> None:
    for seat, wind in enumerate(seating.winds):
        hand, due = known.hands[seat], known.size(Seat(seat))
        if due < 0 or (hand is not None and len(hand.tiles) != due):
            got = due if hand is None else len(hand.tiles)
            why = "on its turn" if due % 3 == 2 else "not on its turn"
            raise InvalidText(
                f"{wind.lower()}: expected {due} tiles beside {len(known.melds[seat])} melds ({why}), got {got}"
            )
    for tile in (*known.bonus[0], *(tile for tiles in known.bonus[1:] for tile in tiles)):
        if not tile.is_bonus:
            raise InvalidText(f"bonus: expected Flowers and Seasons, got {tile}")
    for placed in known.discards:
        if placed.tile.is_bonus:
            raise InvalidText(f"discards: expected no Flowers and Seasons, got {placed.tile}")


class Dealt(NamedTuple):
    """Where every tile is that a text does not place."""

    hands: BySeat[tuple[Tile, ...]]
    wall: tuple[Tile, ...]
    box: tuple[Tile, ...]


def _dealt(seating: Seating, known: Known, seed: bytes) -> Dealt:
    """Deal the tiles that are left: hidden hands first, which hold no bonus tiles, then the wall and the Kong Box."""
    wall, box = (_supply(seating, name) for name in ("wall", "box"))
    unseen = _unseen(seating.ruleset, (*known.tiles(), *(wall or ()), *(box or ())))
    mixed = shuffled(unseen, seed, "classic/position/")
    plain_tiles, bonus = [tile for tile in mixed if not tile.is_bonus], [tile for tile in mixed if tile.is_bonus]
    hands: list[tuple[Tile, ...]] = []
    for seat, hand in enumerate(known.hands):
        size = known.size(Seat(seat)) if hand is None else 0
        if size > len(plain_tiles):
            raise InvalidText(f"expected {size} tiles left for {seating.winds[seat]}, got {len(plain_tiles)}")
        hands.append(hand.tiles if hand else tuple(plain_tiles[:size]))
        plain_tiles = plain_tiles[size:]
    rest = tuple(shuffled((*plain_tiles, *bonus), seed, "classic/wall/"))
    return _supplied(tuple(hands), rest, wall, box, _box_size(seating))


def _supplied(
    hands: BySeat[tuple[Tile, ...]],
    rest: tuple[Tile, ...],
    wall: tuple[Tile, ...] | None,
    box: tuple[Tile, ...] | None,
    size: int,
) -> Dealt:
    if wall is not None and box is not None and rest:
        raise InvalidText(
            f"wall: expected every tile in a place, got {len(rest)} that are nowhere, {rest[0]} among them"
        )
    if wall is None and box is None:
        apart = max(len(rest) - size, min(1, len(rest)))
        return Dealt(hands, rest[:apart], rest[apart:])
    return Dealt(hands, rest if wall is None else wall, rest if box is None else box)


def _supply(seating: Seating, name: str) -> tuple[Tile, ...] | None:
    try:
        return parse_tiles(seating.facts[name]) if name in seating.facts else None
    except InvalidText as error:
        raise InvalidText(f"{name}: {error}") from None


def _unseen(ruleset: Ruleset, placed: Sequence[Tile]) -> list[Tile]:
    left = Counter(material(ruleset))
    for tile, count in Counter(placed).items():
        if count > left[tile]:
            raise InvalidText(f"expected at most {left[tile]} tiles {tile}, got {count}")
        left[tile] -= count
    return sorted(left.elements(), key=lambda tile: tile.code)


def _heaps(seating: Seating) -> int:
    return whole_numbers("heaps", seating.facts.get("heaps", str(USUAL_HEAPS)), 1, MOST_HEAPS)[0]


def _box_size(seating: Seating) -> int:
    """The tiles of a whole Kong Box."""
    size = seating.ruleset.kong_box_size
    if not seating.ruleset.kong_box:
        return 0
    return HEAP * (_heaps(seating) + 1) if size == "dice" else int(size)


def _state(seating: Seating, known: Known, dealt: Dealt) -> ClassicState:
    facts, count, box = seating.facts, len(seating.winds), _box_size(seating)
    rules = _rules(seating)
    usual = " ".join([str(USUAL_TURNS)] * count)
    offer = known.offer
    came = _came(facts.get("came", "wall"))
    return ClassicState(
        opening=Opening(
            rolls=(),
            winds=seating.winds,
            prevailing=rules.prevailing,
            dealer=rules.dealer or Seat(0),
            heaps=_heaps(seating),
            lifted=seating.ruleset.kong_box and seating.ruleset.kong_box_size == "dice",
            wall=len(material(seating.ruleset)) - box,
            box=box,
            max_chows=seating.ruleset.max_chows,
            goulash=known.exchange is not None,
        ),
        wall=dealt.wall,
        box=dealt.box,
        hands=tuple(sorted_tiles(hand) for hand in dealt.hands),
        melds=known.melds,
        bonus=known.bonus,
        turn=known.turn,
        turns=whole_numbers("turns", facts.get("turns", usual), count, MOST_TURNS),
        unchanged=seating.fact_seats("unchanged"),
        ready=seating.fact_seats("ready"),
        gone=seating.fact_seats("gone"),
        drawn=None
        if offer is not None or came == "claim" or known.exchange is not None
        else _drawn(facts, dealt.hands[known.turn]),
        came=came,
        kongs=whole_numbers("kongs", facts.get("kongs", "0"), 1, 4)[0],
        discards=tuple(LaidTile(placed.seat, placed.tile) for placed in known.discards),
        window=None if offer is None else Window(offer, (None,) * count),
        tail=whole_numbers("tail", facts.get("tail", "0"), 1, len(material(seating.ruleset)))[0],
        claimed=_claimed(known.melds),
        exchange=known.exchange,
    )


def _came(text: str) -> Came:
    if text not in CAME:
        raise InvalidText(f"came: expected one of {', '.join(CAME)}, got {shown(text)}")
    return CAME[text]


def _drawn(facts: Mapping[str, str], hand: Sequence[Tile]) -> Tile:
    drawn = _tile("drawn", facts["drawn"]) if "drawn" in facts else hand[-1]
    if drawn not in hand:
        raise InvalidText(f"drawn: expected a tile of the hand, got {drawn}")
    return drawn


def _claimed(melds: BySeat[tuple[Meld, ...]]) -> tuple[ClaimedTile, ...]:
    """Every melded set as if the player before had given its first tile, for nobody says who did."""
    count = len(melds)
    return tuple(
        ClaimedTile(Seat((seat - 1) % count), meld.tile, Seat(seat), 0)
        for seat, sets in enumerate(melds)
        for meld in sets
        if not meld.concealed
    )


def position_text(game: Classic, state: ClassicState, seat: Seat) -> str:
    """Write a position with every tile in its place; the history of claims and dice is left out."""
    winds, offer = [wind.lower() for wind in state.opening.winds], None if state.window is None else state.window.offer
    house = next((name for name in RULESETS if load_ruleset(name) == game.ruleset), None)
    facts: dict[str, Any] = {
        "ruleset": house or msgspec.json.encode(game.ruleset).decode(),
        "seats": " ".join(winds),
        "prevailing": state.opening.prevailing.lower(),
        "dealer": winds[state.opening.dealer],
        "heaps": state.opening.heaps,
        "turn": winds[state.turn] if offer is None else "",
        **{wind: hand_text(state.hands[place], state.melds[place]) for place, wind in enumerate(winds)},
        "drawn": state.drawn if offer is None else None,
        "offer": "" if offer is None else f"{offer.tile}@{winds[offer.seat]} {offer.kind}",
        "bonus": " ".join(f"{tile}@{winds[place]}" for place, tiles in enumerate(state.bonus) for tile in tiles),
        "discards": " ".join(f"{laid.tile}@{winds[laid.seat]}" for laid in state.discards),
        "came": state.came,
        "kongs": state.kongs or "",
        "turns": " ".join(map(str, state.turns)),
        "unchanged": _named(winds, state.unchanged),
        "ready": _named(winds, state.ready),
        "gone": _named(winds, state.gone),
        "tail": state.tail or "",
        "exchange": "" if state.exchange is None else _exchange_text(state.exchange, winds),
    }
    supplies = [f"wall: {tiles_text(state.wall)}", f"box: {tiles_text(state.box)}"]
    return "\n".join([*(f"{name}: {value}" for name, value in facts.items() if value not in ("", None)), *supplies])


def _exchange_text(exchange: Exchange, winds: Sequence[str]) -> str:
    laid = [f"{tile}@{winds[seat]}" for seat, tiles in enumerate(exchange.given) for tile in tiles]
    return " ".join((str(exchange.number + 1), *laid))


def _named(winds: Sequence[str], which: BySeat[bool]) -> str:
    return " ".join(wind for wind, is_named in zip(winds, which, strict=True) if is_named)


def example_position() -> str:
    """A hand to discard from."""
    return EXAMPLE
