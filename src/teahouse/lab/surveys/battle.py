"""The advantage of the first player in Battle, from played deals."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from teahouse.core.game import AnyGame
from teahouse.games.battle.board import VALUES
from teahouse.games.battle.game import PairTaken
from teahouse.lab.plots import INK, SHADES, drawn, new_figure
from teahouse.lab.statistics import Estimate, estimate
from teahouse.lab.surveys.tables import DealSurvey, ResultTable


class BattleDeal(msgspec.Struct, frozen=True):
    """One deal of Battle: the number of opening moves, the rank of the first pair taken, the first player's margin."""

    deal: int
    opening_moves: int
    first_rank: int
    margin: int


def battle_deal(number: int, game: AnyGame, ends: tuple[Any, Any], events: Sequence[Any], plies: int) -> BattleDeal:
    """The facts of one deal."""
    first, last = ends
    taken = next(event for event in events if isinstance(event, PairTaken))
    own, other = last.scores[first.mover], last.scores[1 - first.mover]
    return BattleDeal(number, len(game.legal_moves(first, first.mover)), VALUES[taken.tile], own - other)


class BattleSurvey(msgspec.Struct, frozen=True):
    """The first player's margin and share of wins in Battle, by the number of opening moves."""

    deals: int
    margin: Estimate
    won: Estimate
    drawn: Estimate
    lost: Estimate
    by_opening: dict[int, Estimate]
    by_rank: dict[int, Estimate]

    def tables(self) -> Iterator[ResultTable]:
        """The tables of the survey."""
        shares = (("won", self.won), ("drawn", self.drawn), ("lost", self.lost))
        rows = [
            ("margin", self.margin.text(2, sign=True)),
            *((name, f"{each.text(1, 100)} %") for name, each in shares),
        ]
        yield ResultTable(f"the first player, {self.deals:,} deals", ("", "mean, 95 %"), tuple(rows))
        for title, name, values in (
            ("by the number of opening moves", "moves", self.by_opening),
            ("by the rank of the first pair taken", "rank", self.by_rank),
        ):
            yield ResultTable(
                title, (name, "margin"), tuple((str(key), each.text(2, sign=True)) for key, each in values.items())
            )


def battle_survey(found: Sequence[BattleDeal]) -> BattleSurvey:
    """Summarise deals of Battle."""
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


def battle_plot(found: BattleSurvey, deals: Sequence[BattleDeal], form: str) -> bytes:
    """The first player's margins, and their mean by the number of opening moves."""
    figure, (margins, openings) = new_figure(2)
    figure.suptitle(f"The first player's advantage in Battle, {found.deals:,} deals")
    counts = Counter(deal.margin for deal in deals)
    margins.bar(list(counts), list(counts.values()), width=1.0, color=SHADES[0])
    margins.axvline(found.margin.mean, color=SHADES[1], label=f"mean {found.margin.text(2, sign=True)}")
    margins.set_xlabel("the first player's margin")
    margins.set_ylabel("deals")
    margins.legend(frameon=False)
    for moves, value in found.by_opening.items():
        openings.errorbar(moves, value.mean, yerr=value.error, fmt="o", color=INK, capsize=3)
    openings.axhline(0, color=INK, linewidth=0.5)
    openings.set_xlabel("opening moves of the deal")
    openings.set_ylabel("mean margin, 95 % interval")
    return drawn(figure, form)


SURVEY: Final = DealSurvey("medium", battle_deal, battle_survey, battle_plot)
