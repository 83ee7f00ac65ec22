"""Tables as people wish for them: all games, sizes, rulesets, clocks, stakes and house players."""

from random import Random
from typing import Any, Final

from teahouse.games import make_game
from teahouse.players import PLAYERS
from teahouse.service.hosting import HOSTING, hosted_matches
from tests.laws.specimens import SMALL_LAYOUT

RULESETS: Final = ("british", "bmja", "three-players", "three-players", "two-players")
STAKES: Final = (0, 0, 0, 50, 700, 1500)
CAREFUL: Final = 0.9  # how often nobody asks for a table that cannot be
LONE: Final = 0.35  # how often a seat is given to a bot from the start
STRONG: Final = 4  # the strongest level is asked for so much more often
Wish = dict[str, Any]


def any_wish(rng: Random) -> Wish:
    """A table of any kind."""
    game = rng.choice(("battle", "classic", "classic", "solitaire"))
    wish: Wish = {"game": game, "options": OPTIONS[game](rng)}
    seats = make_game(game, wish["options"]).seats
    wish["clock"] = rng.choice(list(HOSTING[game].clocks))
    wish["match"] = rng.choice(hosted_matches(game))
    is_possible = len(seats) > 1 and wish["clock"] != "untimed"
    wish["stake"] = rng.choice(STAKES) if is_possible or rng.random() > CAREFUL else 0
    if not wish["stake"]:
        levels = list(PLAYERS[game].levels)
        bots = [seat for seat in seats[1:] if rng.random() < LONE]
        wish["bots"] = {str(seat): rng.choice([*levels, *STRONG * levels[-1:]]) for seat in bots}
    if game == "classic" and rng.random() < 0.3:
        wish["claims"] = rng.choice(("lively", "sealed"))
    return wish


def _battle(rng: Random) -> Wish:
    return {"least_opening_moves": rng.choice((1, 3, 5))}


def _classic(rng: Random) -> Wish:
    return {"ruleset": rng.choice(RULESETS)}


def _solitaire(rng: Random) -> Wish:
    layout = rng.choice((SMALL_LAYOUT, SMALL_LAYOUT, "terrace"))
    return {"players": rng.choice((1, 2, 2, 3, 4, 6)), "layout": layout, "level": "wild", "uses": rng.randint(0, 2)}


OPTIONS: Final = {"battle": _battle, "classic": _classic, "solitaire": _solitaire}
