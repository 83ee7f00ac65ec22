"""Outages of the database, each logged once: a full disk, a lock, a server that does not answer."""

import logging
import time
from collections.abc import Callable
from typing import Final

from teahouse.service.errors import StoreTrouble
from teahouse.service.store.jobs import Group

OVER_AFTER: Final = 60.0  # seconds without trouble: on a full disk a small write may succeed now and then

log: Final = logging.getLogger(__name__)


class Outages:
    """Watches failed writes. Players get an error for each of them; the log has one line for each outage."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Start without trouble."""
        self._now = now
        self._last: float | None = None

    def watch(self, group: Group) -> None:
        """Log when an outage begins, and when it is over."""
        trouble = next((one.error for one in group if isinstance(one.error, StoreTrouble)), None)
        now, last = self._now(), self._last
        if trouble is not None:
            if last is None or now - last > OVER_AFTER:
                log.error("the database refuses writes", extra={"code": trouble.code, "reason": str(trouble)})
            self._last = now
        elif last is not None and now - last > OVER_AFTER and not any(one.error for one in group):
            log.warning("the database takes writes again")
            self._last = None
