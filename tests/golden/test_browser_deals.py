"""What the browser must compute or read like the rules: deals, a record, hands, options. `make golden` writes it."""

import csv
import json
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from teahouse.core.errors import InvalidText
from teahouse.core.fair import commitment, fair_seed
from teahouse.core.record import RECORD_FORMAT, Ending, Header, Record, RecordedMove, record_bytes, verify_record
from teahouse.games import GAMES, make_game
from teahouse.games.classic import Classic, Drew
from teahouse.games.classic.notation import hand_text, parse_hand
from teahouse.games.classic.play.deal_text import deal_facts
from teahouse.games.description import OptionInfo
from teahouse.games.rule_book import option_infos
from teahouse.games.solitaire import DealLevel, deal_layout, find_layout

FOLDER = Path(__file__).parent.parent.parent / "frontend" / "tests"
RULES = (
    *("players", "winds", "bonus_tiles", "first_dealer", "dealer_dice"),
    *("kong_box", "kong_box_size", "kong_box_replenish", "kong_box_empty"),
)
CLASSIC = (("tea", "british"), ("cup", "british"), ("pot", "bmja"), ("leaf", "two-players"), ("steam", "three-players"))
SOLITAIRE: tuple[tuple[str, str, DealLevel], ...] = (
    ("tea", "turtle", "classic"),
    ("cup", "nine-pillars", "gentle"),
    ("pot", "escalator", "gentle"),
    ("leaf", "moat", "wild"),
)


def classic_deal(seed: str, ruleset: str) -> dict[str, Any]:
    game = make_game("classic", {"ruleset": ruleset})
    assert isinstance(game, Classic)
    rules: dict[str, Any] = msgspec.to_builtins(game.ruleset)
    return {
        "seed": seed,
        "options": {"ruleset": {name: rules[name] for name in RULES}},
        **deal_facts(game.deal(seed.encode())),
        "drawn": [[drew.seat, drew.supply, drew.tile] for drew in drawn(game, seed)],
    }


def drawn(game: Classic, seed: str) -> Iterator[Drew]:
    """All draws while everybody passes and discards the first tile, or declares the first kong."""
    state = game.deal(seed.encode())
    while movers := game.to_move(state):
        for seat in movers:
            moves = game.legal_moves(state, seat)
            kong = next((move for move in moves if game.move_text(move).startswith("kong ")), None)
            state, events = game.apply(state, seat, kong or moves[-1])
            yield from (event for event in events if isinstance(event, Drew))


def solitaire_deal(seed: str, layout: str, level: DealLevel) -> dict[str, Any]:
    return {"seed": seed, **msgspec.to_builtins(deal_layout(find_layout(layout), level, seed.encode()))}


def described(option: OptionInfo) -> dict[str, Any]:
    """The parts of an option that programs read; its texts for people may change."""
    return {
        name: msgspec.to_builtins(getattr(option, name))
        for name in ("key", "name", "meaning", "rule", "accepts", "defaults")
    }


def hands() -> Iterator[str]:
    """Hands as people type them, and some invalid ones."""
    with (FOLDER.parent.parent / "tests" / "tables" / "hands.csv").open(encoding="utf-8", newline="") as rows:
        yield from dict.fromkeys(row["hand"] for row in csv.DictReader(rows))
    yield from (
        "3m 1m2m 5z",
        "[534s]",
        "[222p+2p] 1z",
        "12x",
        "0m",
        "8z",
        "123",
        "[12m]",
        "[555p",
        "(555p)",
        "9f",
        "[135m]",
    )


def hand_read(text: str) -> list[str | None]:
    """A hand as typed and as the rules write it; None if it is invalid."""
    try:
        return [text, hand_text(*parse_hand(text))]
    except InvalidText:
        return [text, None]


def committed_record() -> dict[str, Any]:
    """A deal with the server's commitment and one seat's share, and its first view."""
    secret, share, game, rng = bytes(range(96)), bytes([7] * 32), make_game("battle"), random.Random(1)
    first = state = game.deal(fair_seed(secret, [share]))
    moves: list[RecordedMove] = []
    while movers := game.to_move(state):
        move = rng.choice(list(game.legal_moves(state, movers[0])))
        moves.append(RecordedMove(movers[0], msgspec.to_builtins(move), 5))
        state, _ = game.apply(state, movers[0], move)
    header = Header(
        format=RECORD_FORMAT,
        game=game.name,
        options=msgspec.to_builtins(game.rules),
        names=("A", "B"),
        commitment=commitment(secret),
        shares=(share.hex(), None),
    )
    record = Record(header, tuple(moves), Ending(game.result(state), secret.hex()))
    verify_record(game, record)
    return {"record": record_bytes(record).decode(), "first": msgspec.to_builtins(game.view(first, None))}


@pytest.mark.parametrize(
    ("name", "deals"),
    [
        ("classic-deals.json", lambda: [classic_deal(*one) for one in CLASSIC]),
        ("solitaire-deals.json", lambda: [solitaire_deal(*one) for one in SOLITAIRE]),
        ("record.json", lambda: [committed_record()]),
        ("hands.json", lambda: [hand_read(text) for text in hands()]),
        ("options.json", lambda: [described(option) for game in GAMES for option in option_infos(game)]),
    ],
)
def test_the_data_of_the_browsers_tests_agree_with_the_rules(name: str, deals: Callable[[], list[Any]]) -> None:
    text = "[\n" + ",\n".join(json.dumps(deal, separators=(",", ":")) for deal in deals()) + "\n]\n"
    if os.environ.get("GOLDEN") == "write":
        (FOLDER / name).write_text(text, "utf-8")
    assert (FOLDER / name).read_text("utf-8") == text
