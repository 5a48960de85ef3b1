"""Waking the courier when a slot falls due.

One job a digest, armed for its next slot, and one for each post of unknown end. Jobs are
made anew from the tables after each run; a slot that fell due while the bot was away is
simply due at once.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import logging
import time
from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfoNotFoundError

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from bot.digests.calendar import Slot, next_slots
from bot.digests.courier import Courier
from bot.digests.digest import Digest

log = logging.getLogger(__name__)

# systemd and Docker wait ten seconds or more before they kill.
CLOSING_SECONDS = 5.0
RETRY_AFTER = dt.timedelta(minutes=5)
# asyncio's timers stand still while the host sleeps and know nothing of a clock that was
# set, so the time is asked for again at least this often.
LONGEST_SLEEP_SECONDS = 15 * 60.0

# Jobs a second: more than are sent (`pacing`), so that none waits for it, and so few that
# thousands of digests due at nine o'clock leave the loop time for everything else.
STARTED_AT_ONCE = 50
NEXT_STARTED_AFTER_SECONDS = 1.0

Clock = Callable[[], dt.datetime]


class ClockScheduler(AsyncIOScheduler):  # type: ignore[misc]  # APScheduler 3 has no types
    """APScheduler, for one-shot jobs alone, told the time by our clock.

    APScheduler asks the system for the time wherever it needs it. The bot has one clock,
    which in a simulation is not the system's, so the look-up of due jobs is done here.
    """

    def __init__(self, clock: Clock) -> None:
        # A late job runs however late it is (the courier decides what is too late), and one
        # that waits for a slow channel does not keep the next from starting.
        defaults = {"misfire_grace_time": None, "coalesce": True, "max_instances": 100}
        super().__init__(timezone=dt.UTC, job_defaults=defaults)
        self._clock = clock
        self._crowded_until = 0.0  # by the monotonic clock

    def _process_jobs(self) -> float | None:
        if (wait_seconds := self._crowded_until - time.monotonic()) > 0:
            return wait_seconds
        store = self._lookup_jobstore("default")
        due = store.get_due_jobs(self._clock())
        for job in due[:STARTED_AT_ONCE]:
            store.remove_job(job.id)
            try:
                self._lookup_executor(job.executor).submit_job(job, [job.next_run_time])
            except Exception:  # or the timer would not be set again, for any job
                log.exception("%s could not be started", job.id)
        if len(due) > STARTED_AT_ONCE:
            self._crowded_until = time.monotonic() + NEXT_STARTED_AFTER_SECONDS
            return NEXT_STARTED_AFTER_SECONDS
        next_at = store.get_next_run_time()
        if next_at is None:
            return None
        wait_seconds = (next_at - self._clock()).total_seconds()
        return float(min(max(wait_seconds, 0.0), LONGEST_SLEEP_SECONDS))


class DigestScheduler:
    """Keeps each active digest's next slot armed."""

    def __init__(self, courier: Courier, clock: Clock) -> None:
        self._courier = courier
        self._clock = clock
        self._scheduler = ClockScheduler(self._look_at_clock)
        self._working: set[asyncio.Task[Any]] = set()

    def start(self) -> None:
        """Begin to wake the courier; needs a running event loop."""
        self._scheduler.start()

    def _look_at_clock(self) -> dt.datetime:
        now = self._clock()
        self._courier.presence.see(now)
        return now

    async def close(self) -> None:
        """Stop, once the posts under way are done, if that is soon; a second call does nothing."""
        if self._scheduler.running:
            self._scheduler.pause()
            if self._working:
                _, unfinished = await asyncio.wait(self._working, timeout=CLOSING_SECONDS)
                for task in unfinished:  # or they would go on, with a database that is closed
                    task.cancel()
                await asyncio.gather(*unfinished, return_exceptions=True)
            self._scheduler.shutdown(wait=False)
            await self._courier.presence.leave(self._clock())

    async def rebuild(self) -> None:
        """Arm every active digest from the tables, and see to what is unfinished."""
        now, courier = self._clock(), self._courier
        await courier.presence.arrive(now)
        for entry in await courier.ledger.claimed():
            self._add(f"post:{entry.id}", self._settle, now, entry.id)
        for entry_id in await courier.extras.unfinished():
            self._add(f"extras:{entry_id}", self._finish, now, entry_id)
        last_dates = await courier.ledger.last_dates()
        for number, digest in enumerate(await courier.digests.active()):
            self._arm_next(digest, last_dates.get(digest.id))
            if number % STARTED_AT_ONCE == 0:  # there may be thousands
                await asyncio.sleep(0)

    async def arm(self, digest: Digest) -> None:
        """Arm the digest's next slot, its posts of unknown end, and what is to follow a post.

        A paused or removed one has no next slot, nor has one whose zone is unknown here.
        """
        for entry in await self._courier.ledger.claimed(digest.id):
            self._add(f"post:{entry.id}", self._settle, entry.retry_at, entry.id)
        for entry_id in await self._courier.extras.unfinished(digest.id):
            self._add(f"extras:{entry_id}", self._finish, self._clock(), entry_id)
        self._arm_next(digest, await self._courier.settled_until(digest))

    def _arm_next(self, digest: Digest, last_date: dt.date | None) -> None:
        after = digest.active_since
        slots = _slots(digest, after, 1, last_date) if digest.active else []
        if slots:
            self._add(_job_id(digest.id), self._run, slots[0].due_at, digest.id, slots[0].due_at)
        elif self._scheduler.get_job(_job_id(digest.id)):
            self._scheduler.remove_job(_job_id(digest.id))

    async def next_slots(self, digest: Digest, count: int) -> list[Slot]:
        """Return the digest's next slots after now; none if its zone is unknown here."""
        after = max(self._clock(), digest.active_since)
        return _slots(digest, after, count, await self._courier.settled_until(digest))

    async def _finish_job(self, run: Callable[..., Any], *args: Any) -> None:
        """Do the work in a task of its own: closing waits for it, APScheduler cannot cancel it."""
        task = asyncio.ensure_future(run(*args))
        self._working.add(task)
        task.add_done_callback(self._working.discard)
        await asyncio.wait({task})

    async def _run(self, digest_id: int, due_at: dt.datetime) -> None:
        try:
            # A clock set back a little after the timer went off does not undo it.
            await self._courier.run_due(digest_id, max(self._clock(), due_at))
            digest = await self._courier.digests.get(digest_id)
            if digest:
                await self.arm(digest)
        except Exception:  # the database's: a full disk, say
            log.exception("Digest %d could not be brought; it is tried again soon", digest_id)
            retry_at = self._clock() + RETRY_AFTER
            self._add(_job_id(digest_id), self._run, retry_at, digest_id, due_at)

    async def _settle(self, entry_id: int) -> None:
        retry_at = self._clock() + RETRY_AFTER
        try:
            await self._courier.settle(entry_id, self._clock())
            entry = await self._courier.ledger.get(entry_id)
            if entry is None or entry.state != "claimed":
                self._add(f"extras:{entry_id}", self._finish, self._clock(), entry_id)
                return
            retry_at = entry.retry_at
        except Exception:
            log.exception("Post %d could not be settled; it is tried again soon", entry_id)
        self._add(f"post:{entry_id}", self._settle, retry_at, entry_id)

    async def _finish(self, entry_id: int) -> None:
        try:
            if await self._courier.finish(entry_id, self._clock()):
                return
        except Exception:
            log.exception("What follows post %d could not be done; it is tried again", entry_id)
        self._add(f"extras:{entry_id}", self._finish, self._clock() + RETRY_AFTER, entry_id)

    def _add(self, job_id: str, run: Callable[..., Any], at: dt.datetime, *args: Any) -> None:
        if self._scheduler.running:
            self._scheduler.add_job(
                self._finish_job,
                "date",
                run_date=at,
                args=(run, *args),
                id=job_id,
                replace_existing=True,
            )


def _slots(digest: Digest, after: dt.datetime, count: int, last_date: dt.date | None) -> list[Slot]:
    try:
        return next_slots(digest.rule, after, count, last_date)
    except ZoneInfoNotFoundError:
        log.error("Digest %d: its time zone %s is unknown", digest.id, digest.rule.zone)
        return []


def _job_id(digest_id: int) -> str:
    return f"digest:{digest_id}"
