"""Surveys: thousands of played deals, with results for each deal and a summary."""

from collections.abc import Sequence
from functools import partial
from os import cpu_count
from random import Random
from typing import Any

import msgspec

from teahouse.core.errors import InvalidOption
from teahouse.core.loading import load
from teahouse.core.shuffle import derived_seed, parse_seed
from teahouse.games import make_game
from teahouse.lab.contestants import Allowance, house_budget
from teahouse.lab.envs import ENVS, envs_of
from teahouse.lab.surveys.tables import DealSurvey, SurveySummary
from teahouse.lab.worker_pool import work_through
from teahouse.players import make_player


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """A survey: a game with its options, the player of every seat, and the deals."""

    game: str
    player: str
    seed: str = "survey"
    options: dict[str, Any] = {}
    allowance: Allowance = Allowance()


def survey_of(game: str) -> DealSurvey:
    """How the deals of a game are surveyed, or `InvalidOption`."""
    place = envs_of(game).survey
    if place is None:
        raise InvalidOption(f"expected a game whose deals are played ({', '.join(surveyed_games())}), got {game!r}")
    found: DealSurvey = load(place)
    return found


def surveyed_games() -> list[str]:
    """The games whose deals are surveyed by playing them."""
    return [name for name, envs in ENVS.items() if envs.survey is not None]


def make_subject(subject: Subject) -> Subject:
    """The subject, checked before anything is played."""
    survey_of(subject.game)
    parse_seed(subject.seed)
    make_player(subject.game, subject.player)
    game = make_game(subject.game, subject.options)
    return msgspec.structs.replace(subject, options=msgspec.to_builtins(game.rules))


class Surveyor:
    """Plays deals with the same player in every seat, and collects the facts for the game's survey."""

    def __init__(self, subject: Subject) -> None:
        """Start before the first deal."""
        self._subject = subject
        self._game = make_game(subject.game, subject.options)
        self._survey = survey_of(subject.game)
        self._budget = house_budget(subject.allowance)

    def __call__(self, number: int) -> msgspec.Struct:
        """Play a deal."""
        game = self._game
        seed = derived_seed(parse_seed(self._subject.seed), f"survey/{game.name}", number)
        players = [make_player(game.name, self._subject.player) for _ in game.seats]
        rngs = [Random(derived_seed(seed, "luck", seat).hex()) for seat in game.seats]
        first = state = game.deal(seed)
        events: list[Any] = []
        plies = 0
        while game.result(state) is None:
            seat = game.to_move(state)[0]
            view, moves = game.view(state, seat), game.legal_moves(state, seat)
            state, happened = game.apply(state, seat, players[seat].choose(view, moves, self._budget, rngs[seat]))
            events += happened
            plies += 1
        return self._survey.look(number, game, (first, state), events, plies)

    def close(self) -> None:
        """There is nothing to release."""


def survey(subject: Subject, deals: int, *, jobs: int | None = None) -> SurveySummary:
    """Survey this many deals in several processes (one for each core by default)."""
    made = make_subject(subject)
    found: Sequence[Any] = list(work_through(partial(Surveyor, made), range(deals), jobs or cpu_count() or 1))
    return survey_of(made.game).together(found)
