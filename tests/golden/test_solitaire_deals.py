"""The deals of Solitaire by layout and level must never change: a digest of each. `make golden` writes them again."""

import hashlib
import os
from pathlib import Path

from teahouse.games.solitaire import LAYOUT_NAMES, DealLevel, deal_layout, find_layout
from teahouse.games.solitaire.deals.deal import GENERATOR

FILE = Path(__file__).parent / "solitaire-layout-deals.txt"
LEVELS: tuple[DealLevel, ...] = ("gentle", "classic", "wild")


def test_the_deals_of_every_layout_and_level_have_not_changed() -> None:
    lines = [f"generator {GENERATOR}"]
    for name in LAYOUT_NAMES:
        for level in LEVELS:
            deal = deal_layout(find_layout(name), level, b"golden")
            digest = hashlib.sha256(f"{deal.tiles}{deal.certificate}".encode()).hexdigest()[:16]
            lines.append(f"{name} {level} {digest}")
    text = "\n".join(lines) + "\n"
    if os.environ.get("GOLDEN") == "write":
        FILE.write_text(text, "utf-8")
    assert FILE.read_text("utf-8") == text
