"""Trains the network of `master`: first to choose as `expert` does, then by playing for points.

`python -m training.master --out FOLDER --minutes 20` is the full run, on a GPU and 16 cores; `--small` runs to the end
within a minute or two anywhere. `--shipped` starts from the shipped network, which is its own teacher under the rules
that it learned. Kernels play the deals in worker processes; this process learns.
"""

import argparse
import json
import multiprocessing
import os
import shutil
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import torch

from teahouse.players.classic.deals import play_deals
from teahouse.players.classic.learned.network import WEIGHTS, new_learner
from training.model import TURNS, Batch, Critic, Player
from training.table import RULESETS, Order, work

POINTS = {"british": 400.0, "bmja": 560.0, "three-players": 1300.0, "two-players": 900.0}
"""The points that are a reward of one: about the spread of points under the ruleset."""
CAP, CAPPED = 300.0, 400.0
"""Points capped at `CAP` count again, with `CAPPED` as a reward of one, so that single valuable hands do not hide
everything else."""
CLIP = 0.2
LAMBDA = 0.95


class Course:
    """A training run: networks, optimisers, workers' folder and log."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        """Start where a saved run stopped, if there is one."""
        torch.set_float32_matmul_precision("high")
        torch.manual_seed(1)
        self.out = Path(arguments.out)
        self.out.mkdir(parents=True, exist_ok=True)
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.player, self.critic = Player().to(self.device), Critic().to(self.device)
        self.learning = torch.optim.Adam(self.player.parameters(), lr=1e-3)
        self.judging = torch.optim.Adam(self.critic.parameters(), lr=4e-4)
        self.folder = Path(tempfile.mkdtemp(prefix="teahouse-"))
        self.began, self.log = time.monotonic(), (self.out / "log.jsonl").open("a")
        self.state = Path(arguments.state) if arguments.state else self.out / "state.pt"
        self.taught = self.goes_on = self.state.exists()
        self.starts_shipped = arguments.shipped and not self.goes_on
        if self.starts_shipped:
            self.player.load_numbers(np.load(WEIGHTS))
        if self.goes_on:
            saved = torch.load(self.state, map_location=self.device)
            self.player.load_state_dict(saved["player"])
            self.critic.load_state_dict(saved["critic"])
            self.learning.load_state_dict(saved["learning"])
            self.judging.load_state_dict(saved["judging"])

    def spent(self) -> float:
        """The minutes since the start."""
        return (time.monotonic() - self.began) / 60

    def write_log(self, **facts: Any) -> None:
        """Write a line to the log and to the screen."""
        line = json.dumps({"minutes": round(self.spent(), 2), **facts})
        self.log.write(line + "\n")
        self.log.flush()
        print(line, flush=True)

    def publish(self) -> None:
        """Give the network to the workers."""
        numbers = self.player.numbers()
        hidden = self.folder / "next.npy"
        np.save(hidden, numbers)
        hidden.rename(self.folder / "network.npy")

    def save(self) -> None:
        """Save the weights, and everything needed to continue."""
        np.save(self.out / "network.npy", self.player.numbers().astype(np.float16))
        saved = {
            "player": self.player.state_dict(),
            "critic": self.critic.state_dict(),
            "learning": self.learning.state_dict(),
            "judging": self.judging.state_dict(),
        }
        torch.save(saved, self.state)

    def chunks(self, least: int) -> tuple[dict[str, Any], dict[str, list[float]]]:
        """Wait for at least this many samples; return their columns, and what the learner received by company."""
        found, received, count = defaultdict(list), defaultdict(list), 0
        while count < least:
            files = list(self.folder.glob("chunk-*.npz"))
            if not files:
                time.sleep(0.02)
            for file in files:
                columns = dict(np.load(file))
                file.unlink()
                company, size = str(columns.pop("company")), len(columns["deal"])
                if company.endswith("teachers") and self.taught:
                    continue
                columns["reward"] = reward_of(columns["received"], company.split(maxsplit=1)[0])
                columns["path"] = (columns["deal"] * 4 + columns["seat"]).astype(np.int64)
                first = np.unique(columns["path"], return_index=True)[1]
                received[company] += columns["received"][first].tolist()
                for name in ("path", "features", "count", "traits", "legal", "chosen", "hands", "coming", "reward"):
                    found[name].append(columns[name])
                found["source"].append(np.full(size, len(found["source"])))
                count += size
        return {name: np.concatenate(parts) for name, parts in found.items()}, received

    def imitate(self, least: int, epochs: int) -> None:
        """Learn to choose like the teachers, and to predict the rewards of their choices."""
        columns, _ = self.chunks(least)
        batch = Batch(columns, self.device)
        held = len(batch) // 20
        self.write_log(stage="imitate", samples=len(batch))
        size = min(8192, len(batch) // 8)
        steps, rate = epochs * (len(batch) - held) // size, 4e-4 if self.starts_shipped else 1e-3
        for step in range(steps):
            for group in self.learning.param_groups:
                group["lr"] = rate * (1 - step / steps) + 1e-4
            rows = torch.randint(held, len(batch), (size,), device=self.device)
            batch.turn[rows] = torch.randint(len(TURNS), (size,), device=self.device)
            seen, traits, legal, chosen = batch.look(rows)
            loss = -torch.gather(self.player(seen, traits, legal), 1, chosen).mean()
            self._step(self.learning, loss, self.player)
            value = self.critic(seen, batch.hidden(rows))
            error = ((value - batch.reward[rows]) ** 2).mean()
            self._step(self.judging, error, self.critic)
            if step % max(1, steps // 10) == 0:
                self.write_log(
                    stage="imitate",
                    step=step,
                    loss=float(loss.detach()),
                    error=float(error.detach()),
                    **self._alike(batch, held),
                )

    def _alike(self, batch: Batch, held: int) -> dict[str, float]:
        """The share of unseen samples in which the player chooses like the teachers."""
        rows = torch.arange(min(held, 20_000), device=self.device)
        with torch.no_grad():
            seen, traits, legal, chosen = batch.look(rows)
            same = self.player(seen, traits, legal).argmax(1) == chosen.squeeze(1)
        return {"same": float(same.float().mean())}

    def _step(self, optimiser: Any, loss: Any, module: Any) -> None:
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(module.parameters(), 1.0)
        optimiser.step()

    def improve(self, minutes: float, least: int) -> None:
        """Play for points until the time is over."""
        start, number = self.spent(), 0
        while self.spent() < minutes:
            columns, received = self.chunks(least)
            left = 1 - (self.spent() - start) / max(1e-9, minutes - start)
            losses = self.learn(columns, rate=2.5e-4 * max(0.08, left), bonus=0.004 * max(0.0, left))
            self.publish()
            number += 1
            means = {name: round(float(np.mean(each)), 1) for name, each in sorted(received.items())}
            self.write_log(stage="improve", iteration=number, samples=len(columns["path"]), points=means, **losses)
            if number % 10 == 0:
                self.save()

    def learn(self, columns: dict[str, Any], rate: float, bonus: float) -> dict[str, float]:
        """One round of proximal policy optimisation with a critic that sees everything."""
        batch = Batch(columns, self.device)
        size, count = min(16384, len(batch)), len(batch)
        before, value = torch.zeros(count, device=self.device), torch.zeros(count, device=self.device)
        with torch.no_grad():
            for rows in torch.arange(count, device=self.device).split(size):
                seen, traits, legal, chosen = batch.look(rows)
                before[rows] = torch.gather(self.player(seen, traits, legal), 1, chosen).squeeze(1)
                value[rows] = self.critic(seen, batch.hidden(rows))
        gain, target = advantages(columns, value.cpu().numpy())
        gains = torch.from_numpy(np.clip(gain / (gain.std() + 1e-6), -10, 10)).to(self.device)
        targets = torch.from_numpy(target).to(self.device)
        for group in self.learning.param_groups:
            group["lr"] = rate
        drift, noise = list[float](), list[float]()
        for _ in range(2):
            for rows in torch.randperm(count, device=self.device).split(size):
                seen, traits, legal, chosen = batch.look(rows)
                chances = self.player(seen, traits, legal)
                ratio = torch.exp(torch.gather(chances, 1, chosen).squeeze(1) - before[rows])
                worth = torch.min(ratio * gains[rows], ratio.clamp(1 - CLIP, 1 + CLIP) * gains[rows]).mean()
                spread = -(chances.exp() * chances.clamp(min=-30)).sum(1).mean()
                self._step(self.learning, -worth - bonus * spread, self.player)
                error = ((self.critic(seen, batch.hidden(rows)) - targets[rows]) ** 2).mean()
                self._step(self.judging, error, self.critic)
                drift.append(float((ratio.detach().log() ** 2).mean() / 2))
                noise.append(float(spread.detach()))
        explained = 1 - float(np.var(columns["reward"] - value.cpu().numpy()) / np.var(columns["reward"]))
        return {"drift": float(np.mean(drift)), "entropy": float(np.mean(noise)), "explained": round(explained, 3)}


def reward_of(received: Any, ruleset: str) -> Any:
    """The reward for points: all points in units of the ruleset, plus the capped points in units of `CAPPED`."""
    return (received / POINTS[ruleset] + np.clip(received, -CAP, CAP) / CAPPED).astype(np.float32)


def advantages(columns: dict[str, Any], value: Any) -> tuple[Any, Any]:
    """How much better each choice turned out than the critic expected, and the values that the critic should learn."""
    key = columns["source"].astype(np.int64) * (1 << 32) + columns["path"]
    order = np.argsort(key, kind="stable")
    sorted_key, values = key[order], value[order]
    rewards = columns["reward"][order]
    last = np.append(sorted_key[1:] != sorted_key[:-1], True)
    following = np.append(values[1:], 0.0)
    delta = np.where(last, rewards - values, following - values)
    gain, carried = np.zeros_like(delta), 0.0
    steps, ends = delta.tolist(), last.tolist()
    found = [0.0] * len(steps)
    for place in range(len(steps) - 1, -1, -1):
        carried = steps[place] + (0.0 if ends[place] else LAMBDA * carried)
        found[place] = carried
    gain[order] = found
    return gain.astype(np.float32), (gain + value).astype(np.float32)


def start_workers(course: Course, arguments: argparse.Namespace) -> list[Any]:
    """Start the worker processes."""
    context, deals = multiprocessing.get_context("spawn"), 40 if arguments.small else 400
    orders = [
        Order(number, course.folder, deals, tuple(arguments.rulesets.split(",")), course.starts_shipped)
        for number in range(arguments.workers)
    ]
    workers = [context.Process(target=work, args=(order,)) for order in orders]
    for worker in workers:
        worker.start()
    return workers


def main() -> None:
    """Train, and save the network and the log."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", required=True, help="folder for the network, the log, and what is needed to go on")
    parser.add_argument("--state", default="", help="file of a run to go on with, in place of the one in the folder")
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--shipped", action="store_true", help="start from the network that is shipped")
    parser.add_argument("--rulesets", default=",".join(RULESETS), help="what is played, with commas between the names")
    parser.add_argument("--teach", type=int, default=4_000_000, help="choices of the teachers to learn from first")
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    parser.add_argument("--small", action="store_true", help="a few deals, to see that it runs")
    arguments = parser.parse_args()
    play_deals(1, ["expert", "master", "hard", "medium"], 1, None, new_learner())  # compiles, once for all workers
    course = Course(arguments)
    course.write_log(stage="start", device=course.device, goes_on=course.goes_on)
    small = arguments.small
    least = 3_000 if small else 500_000
    if course.goes_on:
        course.publish()
    workers = start_workers(course, arguments)
    try:
        if not course.goes_on:
            course.imitate(least if small else arguments.teach, 5)
            course.taught = True
            course.publish()
            course.save()
        course.improve(course.spent() + 0.5 if small else arguments.minutes, least)
        course.save()
    finally:
        (course.folder / "stop").touch()
        for worker in workers:
            worker.join()
        shutil.rmtree(course.folder)


if __name__ == "__main__":
    main()
