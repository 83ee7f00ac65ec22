"""Random tables of all games, sizes, rulesets, clocks, stakes and house players."""

from random import Random
from typing import Any, Final

from teahouse.games import make_game
from teahouse.players import PLAYERS
from teahouse.service.hosting import HOSTING, hosted_matches
from tests.laws.specimens import SMALL_LAYOUT

RULESETS: Final = ("british", "bmja", "three-players", "three-players", "two-players")
STAKES: Final = (0, 0, 0, 50, 700, 1500)
CAREFUL: Final = 0.9  # how often a stake that is impossible is avoided
LONE: Final = 0.35  # how often a seat has a bot from the start
STRONG: Final = 4  # the weight of the strongest level
TableOptions = dict[str, Any]


def random_table(rng: Random) -> TableOptions:
    """The options of a random table."""
    game = rng.choice(("battle", "classic", "classic", "solitaire"))
    table: TableOptions = {"game": game, "options": OPTIONS[game](rng)}
    seats = make_game(game, table["options"]).seats
    table["clock"] = rng.choice(list(HOSTING[game].clocks))
    table["match"] = rng.choice(hosted_matches(game))
    is_possible = len(seats) > 1 and table["clock"] != "untimed"
    table["stake"] = rng.choice(STAKES) if is_possible or rng.random() > CAREFUL else 0
    if not table["stake"]:
        levels = list(PLAYERS[game].levels)
        bots = [seat for seat in seats[1:] if rng.random() < LONE]
        table["bots"] = {str(seat): rng.choice([*levels, *STRONG * levels[-1:]]) for seat in bots}
    if game == "classic" and rng.random() < 0.3:
        table["claims"] = rng.choice(("lively", "sealed"))
    return table


def _battle(rng: Random) -> TableOptions:
    return {"least_opening_moves": rng.choice((1, 3, 5))}


def _classic(rng: Random) -> TableOptions:
    return {"ruleset": rng.choice(RULESETS)}


def _solitaire(rng: Random) -> TableOptions:
    layout = rng.choice((SMALL_LAYOUT, SMALL_LAYOUT, "terrace"))
    return {"players": rng.choice((1, 2, 2, 3, 4, 6)), "layout": layout, "level": "wild", "uses": rng.randint(0, 2)}


OPTIONS: Final = {"battle": _battle, "classic": _classic, "solitaire": _solitaire}
