"""Discord's rate limits (its documentation, “Rate Limits”), and how often they were broken."""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Callable

from aiohttp import web

from tests.wire.answers import reply

GLOBAL, WINDOW_S = 50, 1.0  # requests of a bot, answers to interactions aside
IN_BUCKET, BUCKET_S = 5, 5.0  # requests of one kind to one channel or server


class Limits:
    """Turns away what comes too fast. `earned` counts the answers of 429.

    Discord does not say where its windows begin: here there is no second at all in which more
    than `GLOBAL` may be made.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.earned = 0
        self.busiest = 0  # requests within one window
        self._clock = clock
        self._recent: deque[float] = deque()
        self._buckets: dict[tuple[str, str], deque[float]] = defaultdict(deque)

    def refuse(self, bucket: tuple[str, str]) -> web.Response | None:
        """Return the answer to a request that comes too early, or count it; None lets it pass."""
        now = self._clock()
        for times, most, window_s in (
            (self._recent, GLOBAL, WINDOW_S),
            (self._buckets[bucket], IN_BUCKET, BUCKET_S),
        ):
            while times and times[0] <= now - window_s:
                times.popleft()
            if len(times) >= most:
                self.earned += 1
                return _too_many(times[0] + window_s - now, is_global=most == GLOBAL)
        self._recent.append(now)
        self._buckets[bucket].append(now)
        self.busiest = max(self.busiest, len(self._recent))
        return None

    def headers(self, bucket: tuple[str, str]) -> dict[str, str]:
        """Return what an answer says of its bucket."""
        times = self._buckets[bucket]
        reset_after_s = times[0] + BUCKET_S - self._clock() if times else 0.0
        return {
            "X-RateLimit-Limit": str(IN_BUCKET),
            "X-RateLimit-Remaining": str(IN_BUCKET - len(times)),
            "X-RateLimit-Reset-After": f"{reset_after_s:.3f}",
            "X-RateLimit-Bucket": bucket[0],
        }


def bucket_of(method: str, path: str) -> tuple[str, str]:
    """Return a request's kind and the channel or server it is about."""
    kind, _, rest = path.lstrip("/").partition("/")
    about, _, rest = rest.partition("/")
    words = ["*" if word.isdecimal() else word for word in rest.split("/")]
    return f"{method}-{kind}-{'-'.join(words)}", about


def _too_many(wait_s: float, *, is_global: bool) -> web.Response:
    body = {"message": "You are being rate limited.", "retry_after": wait_s, "global": is_global}
    scope = "global" if is_global else "user"
    headers = {"Via": "1.1 standin", "Retry-After": f"{wait_s:.3f}", "X-RateLimit-Scope": scope}
    return reply(body, 429, headers)
