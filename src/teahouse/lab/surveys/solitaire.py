"""How many deals of Solitaire can be cleared, as decided by the prover."""

from collections.abc import Sequence

from teahouse.lab.plots import INK, SHADES, drawn, new_figure
from teahouse.players.solitaire.survey import LayoutSummary, SurveyedDeal, SurveyTask, survey_deal


class SolitaireSurveyor:
    """Decides deals of Solitaire."""

    def __init__(self, task: SurveyTask) -> None:
        """Start before the first deal."""
        self._task = task

    def __call__(self, number: int) -> SurveyedDeal:
        """Decide a deal."""
        return survey_deal(self._task, number)

    def close(self) -> None:
        """There is nothing to release."""


def solitaire_plot(found: Sequence[LayoutSummary], form: str) -> bytes:
    """The share that can be cleared by layout, and how hard the deals are."""
    figure, (shares, stars) = new_figure(2)
    figure.suptitle(f"Uniform deals of Solitaire, {found[0].deals:,} a layout")
    rows = sorted(found, key=lambda each: each.low + each.high)
    for place, each in enumerate(rows):
        decided = max(each.clearable + each.dead, 1)
        share = each.clearable / decided
        shares.errorbar(share, place, xerr=[[share - each.low], [each.high - share]], fmt="o", color=INK, capsize=4)
        left = 0.0
        for number, count in enumerate(each.stars):
            stars.barh(place, count / each.deals, left=left, color=SHADES[number % len(SHADES)])
            left += count / each.deals
    for axes, label in ((shares, "can be cleared, 95 % interval"), (stars, "deals with one star, two, … five")):
        axes.set_yticks(range(len(rows)), [each.layout for each in rows])
        axes.set_xlabel(label)
    return drawn(figure, form)
