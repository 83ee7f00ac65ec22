"""Deals and playthroughs that must never change. `make golden` writes them again."""

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import teahouse
from teahouse.core.record import parse_record, record_lines, verify_record
from teahouse.games import GAMES, make_game

FOLDER = Path(__file__).parent
LARGEST = 50_000
SEEDS = ("tea", "house", "jasmine")


SHORT = {"solitaire": {"start_overs": 1}}


def deals(game: str) -> Iterator[str]:
    made = make_game(game)
    for seed in SEEDS:
        yield f"# {seed}"
        yield GAMES[game].deal_text(made.deal(seed.encode()))


def playthrough(game: str) -> Iterator[str]:
    table, rng = teahouse.play(game, seed="golden", **SHORT.get(game, {})), random.Random(1)
    while table.to_move:
        seat = rng.choice(table.to_move)
        table.apply(seat, rng.choice(list(table.legal(seat))))
    yield from (line.decode() for line in record_lines(table.record()))


FILES: list[tuple[str, Callable[[str], Iterator[str]], str]] = [
    (f"{game}-{kind}", make, game)
    for game in GAMES
    for kind, make in (("deals.txt", deals), ("playthrough.jsonl", playthrough))
]


@pytest.mark.parametrize(("name", "make", "game"), FILES, ids=[name for name, _, _ in FILES])
def test_nothing_has_changed_since_the_golden_file_was_written(
    name: str, make: Callable[[str], Iterator[str]], game: str
) -> None:
    text = "".join(line + "\n" for line in make(game))
    path = FOLDER / name
    if os.environ.get("GOLDEN") == "write":
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8") == text
    assert len(text.encode()) < LARGEST


@pytest.mark.parametrize("game", GAMES)
def test_a_golden_playthrough_verifies(game: str) -> None:
    lines = (FOLDER / f"{game}-playthrough.jsonl").read_bytes().splitlines()
    record = parse_record(lines)
    verify_record(make_game(record.header.game, record.header.options), record)
