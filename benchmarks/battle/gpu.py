"""`python -m benchmarks.battle.gpu FILE QUESTIONS`: let a GPU answer the questions of a campaign over Battle deals.

FILE is the campaign's, see `battle.deals`. Three steps, of which only the second needs the GPU and nothing else of this
project:

    python -m benchmarks.battle.gpu deals.jsonl questions.txt --deals 271
    nvcc -O3 -arch=sm_90 -o gpu benchmarks/battle/gpu.cu && ./gpu questions.txt answers.txt 560 120 1 64
    python -m benchmarks.battle.gpu deals.jsonl questions.txt --answers answers.txt --seconds 560

The questions are about the deals that are not solved yet, and then about first moves that players chose. With
`--second` they are about the solved deals, for a second search; pass 2 as the fifth argument of the program then.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.battle.claims import ALL_TILES, Certificate, Claim, Deal, Ledger
from benchmarks.battle.deals import openings
from teahouse.games.battle import Board
from teahouse.games.battle.board import ROWS
from teahouse.kernels.battle.table import HIGHEST, LOWEST
from teahouse.players.battle.engine import USUAL_GUESS
from teahouse.players.battle.packed import kind

Ends = tuple[int, int]


class Question(NamedTuple):
    """What is a board worth? Or, with bounds that touch: is it worth at least the higher one?"""

    name: str
    low: int
    high: int
    guess: int
    board: Board

    def __str__(self) -> str:
        """The line that the program reads."""
        columns = " | ".join(" ".join(str(kind(tile)) for tile in column) for column in self.board.columns)
        return f"{self.name} {self.low} {self.high} {self.guess} {columns}"


class Answer(NamedTuple):
    """A line that the program wrote: the bounds of a board, and those of its moves by the ends that they take."""

    low: int
    high: int
    nodes: int
    moves: dict[Ends, tuple[int, int]]


def questions(ledger: Ledger, tiles: int, deals: int, *, is_second: bool) -> Iterator[Question]:
    """The value of every deal that is not solved or not checked yet, and whether chosen first moves are best moves."""
    for number in range(deals):
        deal = Deal(number, tiles)
        found, again = (Certificate(deal, ledger.claims(deal, is_second=second)) for second in (False, True))
        if found.value is None and not is_second:
            yield Question(str(number), LOWEST, HIGHEST, USUAL_GUESS, deal.board)
        elif found.value is not None and is_second and again.value is None:
            yield Question(str(number), LOWEST, HIGHEST, found.value, deal.board)
        elif not is_second:
            yield from _about_moves(deal, found, openings(ledger, deal))


def _about_moves(deal: Deal, found: Certificate, moves: list[str]) -> Iterator[Question]:
    for move in dict.fromkeys(moves):
        if found.is_best(move) is None:
            low = deal.gain(move) - found.lower
            yield Question(f"{deal.number}/{move}", low, low + 1, low + 1, deal.after(move))


def read_answers(path: Path) -> dict[str, Answer]:
    """The answers of a file, by the names of the questions."""
    return dict(map(_answer, path.read_text(encoding="utf-8").splitlines()))


def _answer(line: str) -> tuple[str, Answer]:
    name, low, high, nodes, *moves = line.split()
    numbers = [tuple(map(int, move.split(","))) for move in moves]
    bounds = {(first, second): (least, most) for first, second, least, most in numbers}
    return name, Answer(int(low), int(high), int(nodes), bounds)


def ends(deal: Deal, move: str) -> Ends:
    """The two ends that a first move takes: twice the column for its top, one more for its bottom."""
    first, second = sorted(_end(deal.board, slot) for slot in (deal.moves[move].first, deal.moves[move].second))
    return first, second


def _end(board: Board, slot: int) -> int:
    column, row = divmod(slot, ROWS)
    return 2 * column + (row != board.tops[column])


def claims(question: Question, answer: Answer, tiles: int, seconds: float, *, is_second: bool) -> Iterator[Claim]:
    """What an answer says about first moves. The first claim carries the cost of them all."""
    number, _, asked = question.name.partition("/")
    deal, cost = Deal(int(number), tiles), (answer.nodes, round(seconds, 3))
    if asked:
        gain = deal.gain(asked)
        low, high = (LOWEST, gain - answer.low) if answer.low >= question.high else (gain - answer.high, HIGHEST)
        yield Claim(deal.number, tiles, asked, low, high, *cost, is_second)
    elif answer.low == answer.high:
        for move in deal.moves:
            yield Claim(deal.number, tiles, move, *answer.moves[ends(deal, move)], *cost, is_second)
            cost = (0, 0.0)


def main() -> None:
    """Write the questions, or read the answers to them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="where the campaign's answers are kept")
    parser.add_argument("questions", type=Path, help="what the program reads")
    parser.add_argument("--deals", type=int, default=20, help="how many deals")
    parser.add_argument("--tiles", type=int, default=ALL_TILES, help="fewer tiles: positions of random play")
    parser.add_argument("--second", action="store_true", help="ask for a second search")
    parser.add_argument("--answers", type=Path, help="what the program wrote: add it to the campaign")
    parser.add_argument("--seconds", type=float, default=0.0, help="how long it took for all of them")
    args = parser.parse_args()
    ledger = Ledger(args.file)
    asked = list(questions(ledger, args.tiles, args.deals, is_second=args.second))
    if args.answers is None:
        args.questions.write_text("".join(f"{question}\n" for question in asked), encoding="utf-8")
        print(f"{len(asked)} questions")
        return
    answers = read_answers(args.answers)
    rate = args.seconds / max(sum(answer.nodes for answer in answers.values()), 1)
    for question in asked:
        if (answer := answers.get(question.name)) is not None:
            for claim in claims(question, answer, args.tiles, rate * answer.nodes, is_second=args.second):
                ledger.add(claim)


if __name__ == "__main__":
    main()
