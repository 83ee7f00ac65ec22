"""Workers that play deals of Classic with the newest network, and hand over what to learn from."""

import os
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from teahouse.players.classic.deals import Played, play_deals
from teahouse.players.classic.learned.network import fill_network, new_learner

DECISIONS = 180
"""Room for the samples of a deal."""
RIVALS = {"self": 0.10, "one expert": 0.20, "two experts": 0.30, "three experts": 0.38, "medium": 0.02}
"""Which share of a worker's time goes to which company."""


class Order(NamedTuple):
    """What a worker is told: its number, the folder to exchange files in, and how many deals to play at a time."""

    number: int
    folder: Path
    deals: int


def companies(seat: int) -> dict[str, list[str]]:
    """The players of each company, the learner at this seat."""
    found = {}
    for name, others in (
        ("self", ["master"] * 3),
        ("one expert", ["expert", "master", "master"]),
        ("two experts", ["expert", "master", "expert"]),
        ("three experts", ["expert"] * 3),
        ("medium", ["medium", "hard", "medium"]),
        ("teachers", ["expert"] * 3),
    ):
        players = ["expert" if name == "teachers" else "master", *others]
        found[name] = players[-seat:] + players[:-seat] if seat else players
    return found


def work(order: Order) -> None:
    """Play until the folder has a file `stop`: first as the teachers do, then with the newest network."""
    os.nice(5)
    luck = np.random.default_rng([order.number, 20261117])
    learner = new_learner(order.deals * DECISIONS)
    spent = dict.fromkeys(RIVALS, 0.0)
    shown, chunk = 0.0, 0
    while not (order.folder / "stop").exists():
        network = order.folder / "network.npy"
        taught = network.exists()
        if taught and network.stat().st_mtime != shown:
            shown = network.stat().st_mtime
            fill_network(learner.network, np.load(network))
        name = min(spent, key=lambda each: spent[each] / RIVALS[each]) if taught else "teachers"
        began = time.monotonic()
        deals = order.deals // 4 if "expert" in name or name == "teachers" else order.deals
        players = companies(int(luck.integers(4)))[name]
        played = play_chunk(learner, deals, players, int(luck.integers(1 << 40)), taught)
        if taught:
            spent[name] += time.monotonic() - began
        store(order, chunk, name, learner, played)
        chunk += 1


def play_chunk(learner: Any, deals: int, players: list[str], seed: int, taught: bool) -> Played:
    """Play some deals and keep the samples in the learner."""
    workings = learner.workings
    workings.deal = workings.kept = 0
    workings.explores, workings.watches = int(taught), int(not taught)
    return play_deals(deals, players, seed, None, learner)


def store(order: Order, chunk: int, name: str, learner: Any, played: Played) -> None:
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
