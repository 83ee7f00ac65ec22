"""Counts of what was done and a list of faults, written by many threads at once."""

import threading
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

MOST_FAULTS: Final = 100

EXPECTED_NACKS: Final[Mapping[str, str]] = {
    "move/stale": "another person moved or answered the claim while this move was on its way",
    "move/late": "the claim window closed while the answer was on its way",
    "table/started": "the deal began with the last one who was ready while this was on its way",
    "table/over": "the others had left, and the table was closed",
    "absent/early": "the absent person was claimed against too soon on purpose",
}
"""Refusals over the socket that may happen, and why. Any other is a fault."""

EXPECTED_PROBLEMS: Final[Mapping[str, str]] = {
    "advice/turn": "the turn had passed before the advice was asked for",
    "advice/price": "advice waits until the hint, which has its price, was taken",
    "record/sealed": "the first game of a double is looked for while its tiles are played again",
    "score/hand": "a hand that is no Mahjong was scored on purpose",
    "table/unknown": "a table that never was is looked for on purpose",
    "wire/unknown": "an address that never was is asked for on purpose",
}
"""Refusals over HTTP that may happen, and why. Any other is a fault, and so is every status from 500 on."""


class Report:
    """Counts and faults."""

    def __init__(self) -> None:
        """Begin without counts and faults."""
        self._lock: Final = threading.Lock()
        self.counts: Final[Counter[tuple[str, ...]]] = Counter()
        self.faults: Final[list[str]] = []
        self._begun: Final = set[tuple[str, ...]]()

    def count(self, *what: str, times: int = 1) -> None:
        """Count something that was done."""
        with self._lock:
            self.counts[what] += times

    def is_first(self, *what: str) -> bool:
        """Is this done for the first time? True for the first caller only."""
        with self._lock:
            is_new = what not in self._begun
            self._begun.add(what)
            return is_new

    def fault(self, text: str) -> None:
        """Note a fault."""
        with self._lock:
            if text not in self.faults and len(self.faults) < MOST_FAULTS:
                self.faults.append(text)

    def nack(self, code: str, about: str) -> None:
        """Note a refusal over a socket."""
        self.count("nacks", code)
        if code not in EXPECTED_NACKS:
            self.fault(f"unexplained nack {code} ({about})")

    def answered(self, status: int, code: str, about: str) -> None:
        """Note an answer over HTTP; `code` is the problem's where there is one."""
        self.count("answers", str(status))
        if status >= 500 or (status >= 400 and code not in EXPECTED_PROBLEMS):
            self.fault(f"status {status} {code} ({about})")

    def missing(self, wanted: Iterable[tuple[str, ...]]) -> list[str]:
        """The names of wanted actions that were never done."""
        return [" ".join(what) for what in wanted if not self.counts[what]]

    def lines(self) -> list[str]:
        """The counts, one line for each kind."""
        kinds: dict[str, list[str]] = {}
        for what, times in sorted(self.counts.items()):
            kinds.setdefault(what[0], []).append(f"{' '.join(what[1:])} {times}".strip())
        return [f"{kind}: {', '.join(parts)}" for kind, parts in kinds.items()]
