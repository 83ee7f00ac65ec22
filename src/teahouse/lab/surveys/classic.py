"""What wins in Classic, from played deals."""

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any, Final

import msgspec

from teahouse.core.game import AnyGame
from teahouse.games.classic.play.events import Won
from teahouse.games.classic.scoring.names import DOUBLING_NAMES, SPECIAL_NAMES
from teahouse.lab.plots import SHADES, drawn, new_figure
from teahouse.lab.statistics import Estimate, estimate
from teahouse.lab.surveys.tables import DealSurvey, ResultTable

HAND_NAMES: Final = frozenset((*DOUBLING_NAMES.values(), *SPECIAL_NAMES.values()))
"""The rules that name the kind of a winning hand."""
PLAIN: Final = "nothing special"
MOST_KINDS: Final = 12


class WonHand(msgspec.Struct, frozen=True):
    """A winning hand: its score, the source of its last tile, whether the dealer won, and its kinds."""

    score: int
    source: str
    is_dealers: bool
    kinds: tuple[str, ...]


class ClassicDeal(msgspec.Struct, frozen=True):
    """One deal of Classic: how it ended, the winning hands, what every seat received, and the number of moves."""

    deal: int
    ending: str
    hands: tuple[WonHand, ...]
    scores: tuple[int, ...]
    plies: int


def classic_deal(number: int, game: AnyGame, ends: tuple[Any, Any], events: Sequence[Any], plies: int) -> ClassicDeal:
    """The facts of one deal."""
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


class ClassicSurvey(msgspec.Struct, frozen=True):
    """What wins in Classic: how deals end, and the scores, sources and kinds of winning hands."""

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

    def tables(self) -> Iterator[ResultTable]:
        """The tables of the survey."""
        yield ResultTable(
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
            yield ResultTable(title, ("", "times", "share"), tuple(_share_rows(counts, of)))


def _share_rows(counts: dict[str, int], of: int) -> Iterator[tuple[str, ...]]:
    for name, count in counts.items():
        yield name.replace("_", " "), f"{count:,}", f"{count / max(of, 1):.1%}"


def classic_survey(found: Sequence[ClassicDeal]) -> ClassicSurvey:
    """Summarise deals of Classic."""
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


def classic_plot(found: ClassicSurvey, deals: Sequence[ClassicDeal], form: str) -> bytes:
    """The scores and the kinds of winning hands."""
    figure, (scores, kinds) = new_figure(2)
    figure.suptitle(f"What wins in Classic, {found.deals:,} deals")
    values = [hand.score for deal in deals for hand in deal.hands]
    if values:
        scores.hist(values, bins=min(40, max(len(set(values)), 1)), color=SHADES[0])
        scores.axvline(found.mean_score.mean, color=SHADES[1], label=f"mean {found.mean_score.text()}")
        scores.axvline(found.median_score, color=SHADES[2], linestyle="--", label=f"median {found.median_score:g}")
        scores.legend(frameon=False)
    scores.set_xlabel("score of the winning hand")
    scores.set_ylabel("hands")
    shown = list(found.kinds.items())[:MOST_KINDS][::-1]
    kinds.barh([name for name, _ in shown], [count / max(found.hands, 1) for _, count in shown], color=SHADES[3])
    kinds.set_xlabel("share of winning hands")
    return drawn(figure, form)


SURVEY: Final = DealSurvey("simple", classic_deal, classic_survey, classic_plot)
