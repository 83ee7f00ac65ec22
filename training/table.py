"""Workers that play deals of Classic with the newest network, and write the samples to learn from."""

import os
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from teahouse.games.classic.rulesets.ruleset import load_ruleset
from teahouse.players.classic.deals import PlayedDeals, play_deals
from teahouse.players.classic.learned.network import WEIGHTS, fill_network, new_learner
from teahouse.players.classic.learned.supported_rules import is_learned

DECISIONS = 180
"""Room for the samples of a deal."""
RIVALS = {"self": 0.10, "one expert": 0.20, "two experts": 0.30, "three experts": 0.38, "medium": 0.02}
"""The share of a worker's time for each company (the players at the other seats)."""
RULESETS = {"british": 0.4, "bmja": 0.25, "three-players": 0.2, "two-players": 0.15}
"""The share of a worker's time for each ruleset."""


class Order(NamedTuple):
    """The task of a worker: its number, the folder to exchange files in, and how many deals to play at a time.

    rulesets: their names. starts_shipped: the learner begins with the shipped network.
    """

    number: int
    folder: Path
    deals: int
    rulesets: tuple[str, ...]
    starts_shipped: bool


class Spent:
    """The time a worker spent on each ruleset and company."""

    def __init__(self, rulesets: tuple[str, ...]) -> None:
        """Start with no time spent."""
        self._seconds = {(ruleset, name): 0.0 for ruleset in rulesets for name in RIVALS}

    def next(self) -> tuple[str, str]:
        """The ruleset and the company with the least time relative to their share."""
        return min(self._seconds, key=lambda each: self._seconds[each] / (RULESETS[each[0]] * RIVALS[each[1]]))

    def add(self, ruleset: str, name: str, seconds: float) -> None:
        """Add time."""
        self._seconds[ruleset, name] += seconds


def companies(seat: int, seats: int) -> dict[str, list[str]]:
    """The players of each company, by seat, with the learner at this seat."""
    found = {}
    for name, others in (
        ("self", ["master"] * 3),
        ("one expert", ["expert", "master", "master"]),
        ("two experts", ["expert", "master", "expert"]),
        ("three experts", ["expert"] * 3),
        ("medium", ["medium", "hard", "medium"]),
        ("teachers", ["expert"] * 3),
    ):
        players = ["expert" if name == "teachers" else "master", *others][:seats]
        found[name] = players[-seat:] + players[:-seat] if seat else players
    return found


def work(order: Order) -> None:
    """Play until the folder has a file `stop`: first with the teachers' choices, then with the newest network."""
    os.nice(5)
    rng = np.random.default_rng([order.number, 20261117])
    learner = new_learner(order.deals * DECISIONS)
    spent, shown, chunk = Spent(order.rulesets), 0.0, 0
    if order.starts_shipped:
        fill_network(learner.network, np.load(WEIGHTS).astype(np.float32))
    while not (order.folder / "stop").exists():
        network = order.folder / "network.npy"
        taught = network.exists()
        if taught and network.stat().st_mtime != shown:
            shown = network.stat().st_mtime
            fill_network(learner.network, np.load(network))
        ruleset, name = spent.next() if taught else (order.rulesets[chunk % len(order.rulesets)], "teachers")
        began = time.monotonic()
        played = play_chunk(learner, order, ruleset, name, rng)
        if taught:
            spent.add(ruleset, name, time.monotonic() - began)
        store(order, chunk, f"{ruleset} {name}", learner, played)
        chunk += 1


def play_chunk(learner: Any, order: Order, ruleset: str, name: str, rng: np.random.Generator) -> PlayedDeals:
    """Play some deals in a company; the samples go into the learner."""
    workings, rules = learner.workings, load_ruleset(ruleset)
    deals = order.deals // 4 if "expert" in name or name == "teachers" else order.deals
    players = companies(int(rng.integers(rules.players)), rules.players)[name]
    if name == "teachers" and order.starts_shipped and is_learned(rules):
        players = ["master"] * rules.players
    is_watching = "master" not in players
    workings.deal = workings.kept = 0
    workings.explores, workings.watches = int(not is_watching), int(is_watching)
    return play_deals(deals, players, int(rng.integers(1 << 40)), rules, learner)


def store(order: Order, chunk: int, name: str, learner: Any, played: PlayedDeals) -> None:
    """Write the samples and the receipts of a chunk, whole or not at all; wait while too many are unread."""
    while len(list(order.folder.glob(f"chunk-{order.number}-*.npz"))) > 3 and not (order.folder / "stop").exists():
        time.sleep(0.05)
    kept = int(learner.workings.kept)
    last = int(learner.workings.deal) + 1
    if kept == len(learner.samples):
        last = int(learner.samples["deal"][kept - 1])
    samples = learner.samples[:kept]
    samples = samples[samples["deal"] < last]
    columns = {each: samples[each] for each in samples.dtype.names}
    columns["received"] = played.receipts[columns["deal"] - 1, columns["seat"]].astype(np.float32)
    hidden = order.folder / f"new-{order.number}.npz"
    np.savez(hidden, company=name, **columns)
    hidden.rename(order.folder / f"chunk-{order.number}-{chunk}.npz")
