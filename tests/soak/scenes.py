"""What people do, one scene each: every game, level and clock, contests, lessons, scores, records."""

import random
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, NamedTuple

from teahouse.games.rule_book import rule_languages
from tests.soak.guests import Guest, Player
from tests.soak.report import Report

LAYOUTS: Final = ("nine-pillars", "turtle", "five-spot", "causeway")
GOOD_HAND: Final = {
    "hand": "111m 555p 123s 77z [999s]", "winning_tile": "5p", "source": "wall", "personal_wind": "east",
    "prevailing_wind": "east",
}  # fmt: skip
EVERY_GAME: Final = ("advice", "analyses", "replayed steps", "lessons", "acknowledged", "meetings")
LONGEST_ABSENCE: Final = 120.0
SECONDS_TO_END: Final = 3.0  # time for the others to end the deal after somebody gave up


class Stage(NamedTuple):
    """What a scene needs: the server's address, the report, the games on offer, and the seconds one game may take."""

    url: str
    report: Report
    games: Mapping[str, Mapping[str, Any]]
    patience: float

    def guest(self) -> Guest:
        """A new guest."""
        guest = Guest(self.url, self.report)
        guest.guest()
        self.report.count("guests")
        return guest

    def until(self) -> float:
        """The time at which a game that begins now is given up."""
        return time.monotonic() + self.patience


class Scene(NamedTuple):
    """A scene and its name."""

    name: str
    play: Callable[[Stage], None]


def every_scene(games: Mapping[str, Mapping[str, Any]], *, absence: bool) -> list[Scene]:
    """All scenes. absence: with the longest one, in which a person waits a minute for an absent opponent."""
    vanishing = [Scene("somebody vanishes", vanish)] if absence else []
    return [
        *(Scene(f"{game}: {terms}", partial(meet, game, terms)) for game, terms in meetings(games)),
        *(
            Scene(f"{game} against {level}, {clock}", partial(practise, game, level, clock))
            for game in games
            for level, clock in levels_and_clocks(games[game])
        ),
        *(Scene(f"{game} of the day", partial(play_daily, game)) for game in games),
        *(Scene(f"lesson and rules of {game}", partial(learn, game)) for game in games),
        *(Scene(f"solitaire alone, {clock}", partial(practise_alone, clock)) for clock in ("untimed", "10 minutes")),
        Scene("scorer", score),
        Scene("account and statement", keep_account),
        Scene("front room", look_around),
        *vanishing,
    ]


def wanted(games: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, ...]]:
    """The names of all actions that must have been done at the end."""
    for game, offered in games.items():
        yield from (("bot events", game, level) for level in offered["players"])
        yield from (("clocks", game, clock) for clock in offered["clocks"])
        yield from (
            (what, game) for what in ("advice", "analyses", "replayed steps", "lessons", "acknowledged", "meetings")
        )
    yield from (("claims", claims) for claims in ("lively", "sealed"))
    yield from ((what,) for what in ("chat", "reconnects", "scored hands", "accounts"))


def levels_and_clocks(game: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Pairs of a level and a clock, in which every level and every clock of a game occurs."""
    levels, clocks = list(game["players"]), list(game["clocks"])
    for number in range(max(len(levels), len(clocks))):
        yield levels[number % len(levels)], clocks[number % len(clocks)]


class Terms(NamedTuple):
    """A table for several people: how many, and the options that it is opened with."""

    people: int
    table: Mapping[str, Any]

    def __str__(self) -> str:
        """The terms in a few words."""
        return f"{self.people} people {dict(self.table)}"


def meetings(games: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, Terms]]:
    """Tables for several people: with stakes and clocks, with bots, with lively and sealed claims, private."""
    seats = {"battle": 2, "classic": 4, "solitaire": 3}
    for game, offered in games.items():
        options = {"players": 3, "layout": "nine-pillars"} if game == "solitaire" else {}
        for clock in [clock for clock in offered["clocks"] if clock != "untimed"][:2]:
            yield game, Terms(seats[game], {"stake": 20, "clock": clock, "options": options})
    yield "classic", Terms(2, {"bots": {"2": "simple", "3": "easy"}, "match": "single", "claims": "lively"})
    yield "classic", Terms(3, {"bots": {"3": "medium"}, "match": "single", "claims": "sealed"})
    yield "battle", Terms(2, {"clock": "untimed", "private": True, "match": "double"})


def opened(guest: Guest, game: str, **table: Any) -> tuple[str, str]:
    """Open a table; return its id and its invite code."""
    look = guest.ask("/tables", {"game": game, **table}).json()
    guest.report.count("tables", game)
    return str(look["table"]["id"]), str(look.get("invite") or "")


@contextmanager
def sitting(*players: Player) -> Generator[Sequence[Player]]:
    """Players in this context; their sockets are closed at its end."""
    try:
        yield players
    finally:
        for player in players:
            player.close()
            player.guest.http.close()


def practise(game: str, level: str, clock: str, stage: Stage) -> None:
    """One person plays against one level; then the record is verified, replayed and judged."""
    guest = stage.guest()
    seats = {"battle": 2, "classic": 4, "solitaire": 2}[game]
    options = {"players": 2, "layout": random.choice(LAYOUTS)} if game == "solitaire" else {}
    bots = {str(seat): level for seat in range(1, seats)}
    table, _ = opened(guest, game, bots=bots, clock=clock, options=options)
    stage.report.count("levels", game, level)
    stage.report.count("clocks", game, clock)
    with sitting(Player(guest, table, practice=True)) as (player,):
        player.ready()
        if player.play(stage.until()) or player.waits_for_the_end(SECONDS_TO_END):
            keep_record(guest, game, table)


def practise_alone(clock: str, stage: Stage) -> None:
    """One person plays Solitaire alone."""
    guest = stage.guest()
    table, _ = opened(guest, "solitaire", clock=clock, options={"layout": random.choice(LAYOUTS)})
    stage.report.count("clocks", "solitaire", clock)
    with sitting(Player(guest, table, practice=True)) as (player,):
        player.ready()
        player.play(stage.until())
        keep_record(guest, "solitaire", table)


def keep_record(guest: Guest, game: str, table: str) -> None:
    """Download the record of a deal, verify it and step through it; the first record of a game is judged as well."""
    record = guest.ask(f"/records/{table}/0").content
    verdict = guest.ask("/records/verify", record).json()
    if not verdict["verified"]:
        guest.report.fault(f"the record of {game} table {table} does not hold: {verdict}")
    steps = guest.ask("/records/steps?seat=0", record).json()
    guest.report.count("replayed steps", game, times=len(steps["steps"]))
    if guest.report.is_first("analyses", game):
        guest.ask("/records/analysis?seat=0", record, timeout=300)
        guest.report.count("analyses", game)


def meet(game: str, terms: Terms, stage: Stage) -> None:
    """Several people play at one table, each in a thread, while an onlooker watches."""
    host = stage.guest()
    table, invite = opened(host, game, **terms.table)
    stage.report.count("meetings", game)
    if game == "classic":
        stage.report.count("claims", str(terms.table.get("claims", "lively")))
    players = [Player(host, table, invite=invite)]
    players += [Player(stage.guest(), table, invite=invite) for _ in range(terms.people - 1)]
    onlooker = Player(stage.guest(), table, invite=invite)
    with sitting(*players, onlooker):
        for player in players[1:]:
            player.do("sit", invite=invite)
        until = stage.until()
        threads = [threading.Thread(target=_sit_through, args=(player, until), name=table) for player in players]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            onlooker.listen(0.2)
        if players[0].waits_for_the_end(SECONDS_TO_END):
            if terms.table.get("match") == "double":
                check_withheld(host, table, invite)
            else:
                keep_record(host, game, table)


def check_withheld(guest: Guest, table: str, invite: str) -> None:
    """The first game of a double is withheld, because the second has the same tiles.

    Somebody who left between the two games no longer belongs to the table, and needs its invite to look at it.
    """
    status = guest.ask(f"/records/{table}/0", params={"invite": invite}).status_code
    info = guest.ask(f"/tables/{table}", params={"invite": invite}).json()["table"]
    guest.report.count("withheld records")
    if status != 409 and info["status"] != "over" and not info.get("match_over"):
        guest.report.fault(f"the record of the first game at {table} is answered with status {status}")


def _sit_through(player: Player, until: float) -> None:
    try:
        player.ready()
        player.play(until)
    except Exception as error:
        player.report.fault(f"{type(error).__name__} at the {player.game} table {player.table}: {error}")


def vanish(stage: Stage) -> None:
    """One of two players disconnects; the other claims the game, too soon at first."""
    host, guest = stage.guest(), stage.guest()
    table, _ = opened(host, "battle", clock="untimed")
    with sitting(Player(host, table), Player(guest, table)) as (one, other):
        other.do("sit")
        other.ready()
        one.ready()
        other.close()
        seat = 1 - (one.seat or 0)
        until = time.monotonic() + LONGEST_ABSENCE
        while not one.away or one.away[seat] is None:
            assert time.monotonic() < until, "nobody noticed that somebody went"
            one.listen(0.2)
        assert one.do("absent", seat=seat) == "absent/early"
        while not one.is_done(0):
            assert time.monotonic() < until, "nothing could be claimed against somebody who went"
            one.listen((one.away[seat] or 0) / 1000 + 1)
            one.do("absent", seat=seat)
        stage.report.count("absent")


def play_daily(game: str, stage: Stage) -> None:
    """Play today's deal, if the game has one."""
    guest = stage.guest()
    today = guest.ask("/today").json()
    if game not in [one["game"] for one in today["games"]]:
        return guest.http.close()
    table, _ = opened(guest, game, daily=True)
    with sitting(Player(guest, table)) as (player,):
        player.ready()
        player.play(stage.until())
        stage.report.count("daily deals", game)
    return None


def learn(game: str, stage: Stage) -> None:
    """Read the rules and the lesson of a game in every language."""
    guest = stage.guest()
    for language in rule_languages(game):
        assert guest.ask(f"/games/{game}/rules", params={"lang": language}).json()
    assert guest.ask(f"/games/{game}/lesson").json()
    stage.report.count("lessons", game)
    guest.http.close()


def score(stage: Stage) -> None:
    """Score a hand under every ruleset, and an invalid hand."""
    guest = stage.guest()
    for ruleset in ("british", "bmja"):
        assert guest.ask("/score", {**GOOD_HAND, "ruleset": ruleset}).json()["score"] > 0
    assert guest.ask("/score", GOOD_HAND | {"hand": "111m 555p 124s 77z [999s]"}).json()["code"] == "score/hand"
    stage.report.count("scored hands", times=3)
    guest.http.close()


def keep_account(stage: Stage) -> None:
    """Create an account, sign in again, read the statement, create a bot's token and revoke it."""
    guest = stage.guest()
    name = f"Ann {random.randrange(10**9)}"
    words = {"name": name, "password": "green tea in the morning"}
    guest.ask("/account", words)
    guest.ask("/logout", {})
    guest.ask("/login", words)
    for path in ("/me", "/me/ledger", "/me/tables", "/me/muted", "/sessions", "/tokens"):
        guest.ask(path)
    guest.http.close()
    stage.report.count("accounts")


def look_around(stage: Stage) -> None:
    """Open everything that can be read without playing, and pages that do not exist."""
    guest = stage.guest()
    for path in ("/games", "/tables", "/today", "/records?limit=20", "/health/ready"):
        guest.ask(path)
    for path in ("/", "/rules/classic", "/learn/battle", "/scorer", "/api/docs", "/api/openapi.json", "/health/live"):
        guest.ask(f"{stage.url}{path}")
    assert guest.ask("/tables/0123456789abcdef").status_code == 404
    assert guest.ask("/nowhere").status_code == 404
    with guest.http.stream("GET", "/lobby/stream") as stream:
        assert "tables" in next(stream.iter_lines())
    guest.http.close()
    stage.report.count("looks around")
