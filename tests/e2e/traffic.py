"""The network traffic of a visit: the addresses and bytes, as counted by Chromium."""

from collections import Counter
from typing import Any, Final

from tests.e2e.house import Visitor

KILOBIT: Final = 1000 / 8
# The cumulative layout shift, as the browser measures it.
WATCH_SHIFTS: Final = """
window.__shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.__shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


class Traffic:
    """Counts traffic from now on; `bytes` are those transferred: headers, compressed bodies, socket frames."""

    def __init__(self, visitor: Visitor) -> None:
        """Listen to a visitor's page."""
        self.bytes = 0
        self.asked: Counter[str] = Counter()
        self._url: Final = visitor.url
        self._session: Any = visitor.context.new_cdp_session(visitor.page)
        self._session.send("Network.enable")
        self._session.on("Network.requestWillBeSent", self._hear_request)
        self._session.on("Network.loadingFinished", self._hear_end)
        self._session.on("Network.webSocketFrameReceived", self._hear_frame)

    def slow(self, kilobits: int, latency_ms: int) -> None:
        """Limit the network to this speed and latency."""
        speed = kilobits * KILOBIT
        terms = {"offline": False, "latency": latency_ms, "downloadThroughput": speed, "uploadThroughput": speed}
        self._session.send("Network.emulateNetworkConditions", terms)

    def _hear_request(self, event: Any) -> None:
        address = event["request"]["url"]
        if address.startswith(self._url):
            self.asked[address.removeprefix(self._url)] += 1

    def _hear_end(self, event: Any) -> None:
        self.bytes += int(event["encodedDataLength"])

    def _hear_frame(self, event: Any) -> None:
        self.bytes += len(event["response"]["payloadData"])
