"""Plots of surveys, with matplotlib (extra `lab`)."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from teahouse.lab.plots import INK, SHADES, drawn, new_figure
from teahouse.lab.surveys import BattleDeal, BattleSurvey, ClassicDeal, ClassicSurvey
from teahouse.players.solitaire.survey import Summary

MOST_KINDS: Final = 12


def survey_plot(found: BattleSurvey | ClassicSurvey, deals: Sequence[Any], form: str) -> bytes:
    """What a survey of played deals found."""
    return battle_plot(found, deals, form) if isinstance(found, BattleSurvey) else classic_plot(found, deals, form)


def battle_plot(found: BattleSurvey, deals: Sequence[BattleDeal], form: str) -> bytes:
    """The margins of who begins, and their mean by the moves that a deal opens with."""
    figure, (margins, openings) = new_figure(2)
    figure.suptitle(f"What beginning is worth in Battle, {found.deals:,} deals")
    counts = Counter(deal.margin for deal in deals)
    margins.bar(list(counts), list(counts.values()), width=1.0, color=SHADES[0])
    margins.axvline(found.margin.mean, color=SHADES[1], label=f"mean {found.margin.text(2, sign=True)}")
    margins.set_xlabel("margin of who begins")
    margins.set_ylabel("deals")
    margins.legend(frameon=False)
    for moves, value in found.by_opening.items():
        openings.errorbar(moves, value.mean, yerr=value.error, fmt="o", color=INK, capsize=3)
    openings.axhline(0, color=INK, linewidth=0.5)
    openings.set_xlabel("moves that the deal opens with")
    openings.set_ylabel("mean margin, 95 % interval")
    return drawn(figure, form)


def classic_plot(found: ClassicSurvey, deals: Sequence[ClassicDeal], form: str) -> bytes:
    """What winning hands score, and what kinds they are."""
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


def solitaire_plot(found: Sequence[Summary], form: str) -> bytes:
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
