"""Classic mahjong in words: moves, events and results."""

from collections.abc import Sequence
from typing import Final, assert_never

from teahouse.core.game import Ended, Forfeit, Forfeited, Result
from teahouse.core.tiles import Tile, tiles_text
from teahouse.games.classic import (
    Answered,
    BonusShown,
    ClaimChow,
    ClaimKong,
    ClaimPong,
    ClassicRules,
    ClassicView,
    DeclareKong,
    DeclareMahjong,
    DiceRolled,
    Discard,
    Discarded,
    Drew,
    Event,
    Gave,
    KongDeclared,
    Melded,
    Move,
    Pass,
    Received,
    Won,
)
from teahouse.games.classic.notation import hand_text, meld_text
from teahouse.games.classic.play.moves import run_text
from teahouse.games.classic.rulesets.house_rules import reconstructed_options
from teahouse.games.classic.scoring.names import SOURCE_NAMES
from teahouse.pictures.picture import GAVE_UP

CLASSIC_HELP: Final = """\
  5m          discard that tile, or pass it on in the exchange of a goulash
  c, 345m     claim a chow; with the run where there are several
  p, pong     claim a pong
  k, kong     claim a kong, or declare one: kong 5m where there are several
  m, mahjong  go Mahjong
  n, pass     no claim
  ready 5m    discard it and announce that you are ready, where rules ask for it"""
CLASSIC_LETTERS: Final = {"m": "mahjong", "k": "kong", "p": "pong", "c": "chow", "n": "pass"}
ENDINGS: Final = {
    "mahjong": "Mahjong",
    "wall_exhausted": "the wall is empty: a drawn game",
    "kong_box_exhausted": "the Kong Box is empty: a drawn game",
}
PURPOSES: Final = {"east": "for East", "dealer": "for the dealer", "kong_box": "to break the wall"}
SOURCES: Final = {**SOURCE_NAMES, "heavenly": "Heavenly Hand", "earthly": "Earthly Hand"}


def tile_words(tile: Tile) -> str:
    """A tile with its name.

    >>> tile_words(Tile.S1)
    '1s One of Bamboo'
    """
    return f"{tile} {tile.spoken}"


def classic_move(view: ClassicView, move: Move) -> str:
    """A move in words, for a list to choose from."""
    offered = "" if view.offer is None else f" with {view.offer.tile}"
    match move:
        case Discard():
            partner = "" if view.exchange is None or view.seat is None else ", to pass on"
            return f"{tile_words(move.tile)}{', ready' if move.ready else ''}{partner}"
        case DeclareKong():
            return f"Kong of {tile_words(move.tile)}"
        case DeclareMahjong() | ClaimPong() | ClaimKong() | Pass():
            return CALLS[type(move)] + ("" if isinstance(move, Pass) else offered)
        case ClaimChow():
            return f"Chow {run_text(move.first)}{offered}"
        case Forfeit():
            return "give up"
        case _:
            assert_never(move)


CALLS: Final[dict[type, str]] = {
    DeclareMahjong: "Mahjong",
    ClaimPong: "Pong",
    ClaimKong: "Kong",
    Pass: "pass",
}


def classic_event(event: Event, names: Sequence[str]) -> str:
    """An event in words; empty for an event that needs no words."""
    match event:
        case Ended():
            return result_text(event.result, names)
        case Answered():
            return ""
        case Gave() | Received():
            return passed(event, names)
        case DiceRolled() | Drew() | BonusShown() | Discarded() | Melded() | KongDeclared() | Won() | Forfeited():
            text = action_text(event, names)
            return text and f"{names[event.seat]}: {text}"
        case _:
            assert_never(event)


def passed(event: Gave | Received, names: Sequence[str]) -> str:
    """A tile laid aside in a goulash, if it is known, and the tiles taken up."""
    match event:
        case Gave():
            return "" if event.tile is None else f"{names[event.seat]}: passes {event.tile}"
        case Received():
            what = "three tiles" if event.tiles is None else tiles_text(event.tiles)
            return f"{names[event.seat]}: takes up {what} from {names[event.giver]}"
        case _:
            assert_never(event)


def action_text(
    event: DiceRolled | Drew | BonusShown | Discarded | Melded | KongDeclared | Won | Forfeited, names: Sequence[str]
) -> str:
    """What a seat did, without the name of the seat."""
    match event:
        case Discarded():
            text = tile_words(event.tile) + (", and is ready" if event.ready else "")
        case Drew():
            text = "" if event.tile is None else f"+ {tile_words(event.tile)}"
        case BonusShown():
            text = f"shows {tile_words(event.tile)}"
        case Melded():
            text = (
                f"{event.meld.kind.capitalize()}! {meld_text(event.meld)} with {event.tile} from {names[event.giver]}"
            )
        case KongDeclared():
            text = f"Kong! {meld_text(event.meld)}"
        case DiceRolled():
            text = f"rolls {' and '.join(map(str, event.dice))} {PURPOSES[event.purpose]}"
        case Won():
            text = f"Mahjong! {hand_text(event.hand)} ({SOURCES[event.source]}, {event.tile}): {event.score.score}"
        case Forfeited():
            text = GAVE_UP[event.reason]
        case _:
            assert_never(event)
    return text


def result_text(result: Result, names: Sequence[str]) -> str:
    """How a deal ended, in words."""
    if not result.winners:
        return ENDINGS[result.ending]
    winners = " and ".join(names[seat] for seat in result.winners)
    if result.ending in GAVE_UP:
        return f"all others gave up: {winners} wins the deal, and nobody pays"
    scores = ", ".join(f"{name} {score:+d}" for name, score in zip(names, result.scores, strict=True) if score)
    return f"{ENDINGS[result.ending]} for {winners}" + (f": {scores}" if scores else "")


MARK: Final = " ~"
FROM_ELSEWHERE: Final = f" {MARK} a value from another rule book, because ours does not give it\n"


def classic_values(rules: ClassicRules) -> str:
    """What sets, pairs and bonus tiles are worth, and what doubles."""
    ruleset = rules.chosen()
    unsure = reconstructed_options(ruleset)

    def mark(option: str) -> str:
        return MARK if option in unsure else ""

    sets, pairs, double, mahjong = ruleset.sets, ruleset.pairs, ruleset.doublings, ruleset.mahjong
    rows = (
        (f"set, melded and concealed{mark('sets.pong_minor')}", "2-8", "1 and 9", "wind", "dragon"),
        ("pong", *map(_both, (sets.pong_minor, sets.pong_major, sets.pong_wind, sets.pong_dragon))),
        ("kong", *map(_both, (sets.kong_minor, sets.kong_major, sets.kong_wind, sets.kong_dragon))),
    )
    table = "\n".join(f"  {row[0]:<29}" + "".join(f"{cell:>10}" for cell in row[1:]) for row in rows)
    return (
        f"{table}\n"
        f"  pairs: dragon {pairs.dragon}{mark('pairs.dragon')}, own wind {pairs.own_wind}{mark('pairs.own_wind')}, "
        f"prevailing wind {pairs.prevailing_wind}{mark('pairs.prevailing_wind')}\n"
        f"  every Flower and Season {ruleset.bonus_tile_points}{mark('bonus_tile_points')}; "
        f"Mahjong on a discard {mahjong.discard_points}, "
        f"from the wall {mahjong.wall_points}\n"
        f"  doublings: dragon set {double.dragon_set}, own wind {double.own_wind_set}, "
        f"prevailing wind {double.prevailing_wind_set}{mark('doublings.prevailing_wind_set')}, "
        f"no chows {double.no_chows}{mark('doublings.no_chows')}\n"
        f"{FROM_ELSEWHERE if unsure else ''}"
        "  `rules` shows all rules, `teahouse score` scores any hand."
    )


def _both(points: tuple[int, int]) -> str:
    return " ".join(map(str, points))
