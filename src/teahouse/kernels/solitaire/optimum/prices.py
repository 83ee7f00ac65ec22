"""Prices for the limits of a linear program, and the bound that they prove.

Amounts that break a limit pay its price for every unit, and are paid for staying below it. A solution breaks no limit,
so it gains no more than the best free choice of amounts at these prices. That is a bound for any prices that are
not negative; those of a row that is met exactly may be. Amounts and prices take turns: the amounts follow their gains
less the prices, the prices follow the breaches (the primal-dual hybrid gradient method), and every so often both
begin again from their means.
"""

from teahouse.kernels.arrays import Reals
from teahouse.kernels.kernel import kernel
from teahouse.kernels.solitaire.optimum.types import LinearProgram, Prices, Signed


@kernel
def descend(program: LinearProgram, sheet: Prices, steps: int, pull: float) -> None:
    """Take this many steps and continue from their mean. pull: how far the amounts move for a gain of 1."""
    _clear(sheet.mean_amounts)
    _clear(sheet.mean_prices)
    for _ in range(steps):
        move_amounts(program, sheet, pull)
        move_prices(program, sheet, pull)
    for at in range(len(sheet.amounts)):
        sheet.amounts[at] = sheet.mean_amounts[at] / steps
    for at in range(len(sheet.prices)):
        sheet.prices[at] = sheet.mean_prices[at] / steps


@kernel
def _clear(numbers: Reals) -> None:
    for at in range(len(numbers)):
        numbers[at] = 0.0


@kernel
def move_amounts(program: LinearProgram, sheet: Prices, pull: float) -> None:
    """Move every amount by its gain minus the prices that it pays."""
    table, gains = program.columns, program.gains
    amounts, ahead, means = sheet.amounts, sheet.ahead, sheet.mean_amounts
    for at in range(len(gains)):
        step = pull / max(1, table.begins[at + 1] - table.begins[at])
        amount = amounts[at] + step * (gains[at] - signed_sum(table, at, sheet.prices))
        amount = min(1.0, max(0.0, amount))
        ahead[at] = 2.0 * amount - amounts[at]
        amounts[at] = amount
        means[at] += amount


@kernel
def move_prices(program: LinearProgram, sheet: Prices, pull: float) -> None:
    """Move every price by the breach of its limit."""
    table, limits = program.rows, program.limits
    prices, means = sheet.prices, sheet.mean_prices
    for at in range(len(limits)):
        step = 1.0 / (pull * max(1, table.begins[at + 1] - table.begins[at]))
        price = prices[at] + step * (signed_sum(table, at, sheet.ahead) - limits[at])
        if at >= program.equal:
            price = max(0.0, price)
        prices[at] = price
        means[at] += price


@kernel
def signed_sum(table: Signed, row: int, numbers: Reals) -> float:
    """A row of a matrix applied to numbers."""
    columns, turn = table.columns, table.turns[row]
    total = 0.0
    for at in range(table.begins[row], turn):
        total += float(numbers[columns[at]])
    for at in range(turn, table.begins[row + 1]):
        total -= float(numbers[columns[at]])
    return total
