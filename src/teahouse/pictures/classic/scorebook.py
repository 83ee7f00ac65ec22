"""A scorebook as a table: one row for each deal, with its winds, its winner, every score and every payment."""

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import accumulate

from teahouse.core.seats import BySeat, Seat
from teahouse.games.classic.scorebook.adjustments import Adjustment
from teahouse.games.classic.scorebook.book import Book
from teahouse.games.classic.scorebook.settling import SettledDeal
from teahouse.games.classic.scoring.payments import total

FORMULA = ("=", "+", "-", "@")


def csv_text(book: Book, names: Sequence[str]) -> str:
    """The book with a heading, its deals and adjustments in their order, and the tallies after each."""
    assert book.rules.tallies is not None
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    plain_names = [_plain(name) for name in names]
    table.writerow(
        ["deal", "prevailing", "dealer", "winner", "source", "discarder"]
        + [f"{name} {what}" for what in ("score", "receives", "tallies") for name in plain_names]
    )
    rows = list(_rows(book, plain_names))
    moved = accumulate((receipts for _, _, receipts in rows), lambda one, two: total((one, two)))
    for (head, scores, receipts), so_far in zip(rows, moved, strict=True):
        table.writerow([*head, *scores, *receipts, *total((book.rules.tallies, so_far))])
    return out.getvalue()


def _rows(book: Book, names: Sequence[str]) -> Iterator[tuple[list[str], list[str], BySeat[int]]]:
    for number in range(len(book.deals) + 1):
        for change in book.adjustments:
            if change.deal == number:
                yield [_plain(_why(change)), "", "", "", "", ""], [""] * len(names), change.amounts
        if number < len(book.deals):
            deal = book.deals[number]
            yield _head(number + 1, deal, names), _scores(deal, len(names)), deal.receipts


def _why(change: Adjustment) -> str:
    """The reason for which tallies changed hands; the columns show who paid them."""
    if change.fault is None:
        return change.reason
    fault = "" if change.fault == "other" else change.fault.replace("_", " ")
    return "penalty: " + ", ".join(word for word in (fault, change.reason) if word)


def _head(number: int, deal: SettledDeal, names: Sequence[str]) -> list[str]:
    entry, where = deal.entry, deal.position
    if entry.winner is None:
        return [str(number), where.prevailing, names[where.dealer], "", "drawn", ""]
    winners = " & ".join(names[seat] for seat in entry.winners)
    discarder = "" if entry.discarder is None else names[entry.discarder]
    return [str(number), where.prevailing, names[where.dealer], winners, entry.source, discarder]


def _scores(deal: SettledDeal, seats: int) -> list[str]:
    scores = {one.seat: str(one.score) for one in deal.scores}
    return [scores.get(Seat(seat), "") for seat in range(seats)]


def _plain(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text
