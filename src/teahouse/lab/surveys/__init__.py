"""Surveys: thousands of deals played, and what was found, deal by deal and taken together."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from html import escape
from os import cpu_count
from random import Random
from statistics import median
from typing import Any, Final

import msgspec

from teahouse.core.errors import InvalidOption
from teahouse.core.game import AnyGame
from teahouse.core.shuffle import derived_seed, parse_seed
from teahouse.games import make_game
from teahouse.games.battle.board import VALUES
from teahouse.games.battle.game import PairTaken
from teahouse.games.classic.events import Won
from teahouse.games.classic.names import DOUBLING_NAMES, SPECIAL_NAMES
from teahouse.lab.contestants import Allowance, house_budget
from teahouse.lab.crew import work_through
from teahouse.lab.statistics import Estimate, estimate
from teahouse.players import make_player
from teahouse.players.solitaire.survey import Surveyed, Task, survey_deal

HAND_NAMES: Final = frozenset((*DOUBLING_NAMES.values(), *SPECIAL_NAMES.values()))
"""The rules that say what kind of hand won."""
PLAIN: Final = "nothing special"


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """What is surveyed: a game with its options, who plays every seat, and which deals."""

    game: str
    player: str
    seed: str = "survey"
    options: dict[str, Any] = {}
    allowance: Allowance = Allowance()


class BattleDeal(msgspec.Struct, frozen=True):
    """One deal of Battle: the moves it opens with, the rank of the first pair taken, the margin of who began."""

    deal: int
    opening_moves: int
    first_rank: int
    margin: int


class WonHand(msgspec.Struct, frozen=True):
    """A hand that won: its score, where the last tile came from, whether the dealer had it, and what kind it is."""

    score: int
    source: str
    is_dealers: bool
    kinds: tuple[str, ...]


class ClassicDeal(msgspec.Struct, frozen=True):
    """One deal of Classic: how it ended, the hands that won, what every seat received, and the moves it took."""

    deal: int
    ending: str
    hands: tuple[WonHand, ...]
    scores: tuple[int, ...]
    plies: int


Deal = BattleDeal | ClassicDeal


def make_subject(subject: Subject) -> Subject:
    """The subject, checked before anything is played."""
    if subject.game not in LOOKS:
        raise InvalidOption(f"expected a game whose deals are played ({', '.join(LOOKS)}), got {subject.game!r}")
    parse_seed(subject.seed)
    make_player(subject.game, subject.player)
    game = make_game(subject.game, subject.options)
    return msgspec.structs.replace(subject, options=msgspec.to_builtins(game.rules))


class Surveyor:
    """Plays deals, every seat by the same kind of player, and writes down what is asked of that game."""

    def __init__(self, subject: Subject) -> None:
        """Nothing is played yet."""
        self._subject = subject
        self._game = make_game(subject.game, subject.options)
        self._budget = house_budget(subject.allowance)

    def __call__(self, number: int) -> Deal:
        """Play a deal."""
        game = self._game
        seed = derived_seed(parse_seed(self._subject.seed), f"survey/{game.name}", number)
        players = [make_player(game.name, self._subject.player) for _ in game.seats]
        luck = [Random(derived_seed(seed, "luck", seat).hex()) for seat in game.seats]
        first = state = game.deal(seed)
        events: list[Any] = []
        plies = 0
        while game.result(state) is None:
            seat = game.to_move(state)[0]
            view, moves = game.view(state, seat), game.legal_moves(state, seat)
            state, happened = game.apply(state, seat, players[seat].choose(view, moves, self._budget, luck[seat]))
            events += happened
            plies += 1
        return LOOKS[game.name](number, game, (first, state), events, plies)

    def close(self) -> None:
        """Nothing was taken."""


def _battle_deal(number: int, game: AnyGame, ends: tuple[Any, Any], events: Sequence[Any], plies: int) -> BattleDeal:
    first, last = ends
    taken = next(event for event in events if isinstance(event, PairTaken))
    own, other = last.scores[first.mover], last.scores[1 - first.mover]
    return BattleDeal(number, len(game.legal_moves(first, first.mover)), VALUES[taken.tile], own - other)


def _classic_deal(number: int, game: AnyGame, ends: tuple[Any, Any], events: Sequence[Any], plies: int) -> ClassicDeal:
    result = game.result(ends[1])
    assert result is not None
    hands = tuple(
        WonHand(event.score.score, event.source, event.seat == result.facts["dealer"], _kinds(event))
        for event in events
        if isinstance(event, Won)
    )
    return ClassicDeal(number, result.ending, hands, result.scores, plies)


def _kinds(event: Won) -> tuple[str, ...]:
    return tuple(dict.fromkeys(line.rule for line in event.score.lines if line.rule in HAND_NAMES)) or (PLAIN,)


LOOKS: Final[Mapping[str, Callable[[int, AnyGame, tuple[Any, Any], Sequence[Any], int], Deal]]] = {
    "battle": _battle_deal,
    "classic": _classic_deal,
}
"""What is written down of a deal, by game."""


class SolitaireSurveyor:
    """Decides deals of Solitaire."""

    def __init__(self, task: Task) -> None:
        """Nothing is decided yet."""
        self._task = task

    def __call__(self, number: int) -> Surveyed:
        """Decide a deal."""
        return survey_deal(self._task, number)

    def close(self) -> None:
        """Nothing was taken."""


class Table(msgspec.Struct, frozen=True):
    """A table of what was found; it draws itself in a notebook."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(name)}</th>" for name in self.header)
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in self.rows)
        return f"<table><caption>{escape(self.title)}</caption><tr>{head}</tr>{body}</table>"


class BattleSurvey(msgspec.Struct, frozen=True):
    """What it is worth to begin in Battle: the margin of who begins, and how often that wins; by opening moves."""

    deals: int
    margin: Estimate
    won: Estimate
    drawn: Estimate
    lost: Estimate
    by_opening: dict[int, Estimate]
    by_rank: dict[int, Estimate]

    def tables(self) -> Iterator[Table]:
        """The tables that tell it."""
        shares = (("won", self.won), ("drawn", self.drawn), ("lost", self.lost))
        rows = [
            ("margin", self.margin.text(2, sign=True)),
            *((name, f"{each.text(1, 100)} %") for name, each in shares),
        ]
        yield Table(f"who begins, {self.deals:,} deals", ("", "mean, 95 %"), tuple(rows))
        for title, name, values in (
            ("by the moves a deal opens with", "moves", self.by_opening),
            ("by the rank of the first pair taken", "rank", self.by_rank),
        ):
            yield Table(
                title, (name, "margin"), tuple((str(key), each.text(2, sign=True)) for key, each in values.items())
            )


class ClassicSurvey(msgspec.Struct, frozen=True):
    """What wins in Classic: how deals end, what winning hands score, from where their last tile comes, their kinds."""

    deals: int
    endings: dict[str, int]
    hands: int
    mean_score: Estimate
    median_score: float
    scores: dict[int, int]
    sources: dict[str, int]
    kinds: dict[str, int]
    dealer_share: Estimate
    plies: Estimate

    def tables(self) -> Iterator[Table]:
        """The tables that tell it."""
        yield Table(
            f"{self.deals:,} deals, {self.hands:,} winning hands",
            ("", "found"),
            (
                ("mean score of a winning hand", self.mean_score.text()),
                ("median score", f"{self.median_score:g}"),
                ("won by the dealer", f"{self.dealer_share.text(1, 100)} %"),
                ("moves a deal", self.plies.text()),
            ),
        )
        for title, counts, of in (
            ("how deals end", self.endings, self.deals),
            ("where the last tile comes from", self.sources, self.hands),
            ("what wins", self.kinds, self.hands),
        ):
            yield Table(title, ("", "times", "share"), tuple(_share_rows(counts, of)))


def _share_rows(counts: dict[str, int], of: int) -> Iterator[tuple[str, ...]]:
    for name, count in counts.items():
        yield name.replace("_", " "), f"{count:,}", f"{count / max(of, 1):.1%}"


def survey(subject: Subject, deals: int, *, jobs: int | None = None) -> BattleSurvey | ClassicSurvey:
    """Survey so many deals with so many processes (every core, unless told otherwise)."""
    made = make_subject(subject)
    found: list[Any] = list(work_through(partial(Surveyor, made), range(deals), jobs or cpu_count() or 1))
    return battle_survey(found) if made.game == "battle" else classic_survey(found)


def battle_survey(found: Sequence[BattleDeal]) -> BattleSurvey:
    """Take deals of Battle together."""
    margins = [each.margin for each in found]
    return BattleSurvey(
        len(found),
        estimate(margins),
        estimate([float(margin > 0) for margin in margins]),
        estimate([float(margin == 0) for margin in margins]),
        estimate([float(margin < 0) for margin in margins]),
        _grouped([(each.opening_moves, each.margin) for each in found]),
        _grouped([(each.first_rank, each.margin) for each in found]),
    )


def _grouped(values: Sequence[tuple[int, int]]) -> dict[int, Estimate]:
    keys = sorted({key for key, _ in values})
    return {key: estimate([value for each, value in values if each == key]) for key in keys}


def classic_survey(found: Sequence[ClassicDeal]) -> ClassicSurvey:
    """Take deals of Classic together."""
    hands = [hand for deal in found for hand in deal.hands]
    scores = [hand.score for hand in hands]
    return ClassicSurvey(
        len(found),
        _counted([deal.ending for deal in found]),
        len(hands),
        estimate(scores) if scores else Estimate(0.0, None),
        median(scores) if scores else 0.0,
        dict(sorted(Counter(scores).items())),
        _counted([hand.source for hand in hands]),
        _counted([kind for hand in hands for kind in hand.kinds]),
        estimate([float(hand.is_dealers) for hand in hands]) if hands else Estimate(0.0, None),
        estimate([deal.plies for deal in found]),
    )


def _counted(names: Sequence[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items(), key=lambda each: (-each[1], each[0])))
