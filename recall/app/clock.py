"""The clock and the ids of journal entries. The only place that reads the time."""

import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol
from uuid import UUID

from recall.errors import UsageError
from recall.model.ids import EntryId
from recall.model.moment import Moment
from recall.scheduling.day import study_day, utc_offset

LAST_YEAR = 9000
"""Later moments leave no room for an interval."""


class Clock(Protocol):
    """Time in UTC milliseconds; never goes back within a process."""

    def __call__(self) -> int:
        """Now."""


class SystemClock:
    """The machine's clock, made monotonic: a clock that is set back does not reorder answers."""

    def __init__(self) -> None:
        self._last = 0

    def __call__(self) -> int:
        """Now, at least one millisecond after the last call."""
        self._last = max(time.time_ns() // 1_000_000, self._last + 1)
        return self._last


class FixedClock:
    """The time of `RECALL_NOW`, one millisecond later at each call, so that runs repeat exactly."""

    def __init__(self, at: int) -> None:
        self._next = at

    def __call__(self) -> int:
        """The next millisecond."""
        now = self._next
        self._next += 1
        return now


def make_clock(fixed: str | None) -> Clock:
    """The clock that `RECALL_NOW` asks for. Raises UsageError if it is no ISO 8601 time."""
    if not fixed:
        return SystemClock()
    try:
        when = datetime.fromisoformat(fixed)
    except ValueError:
        raise UsageError(
            f"RECALL_NOW is no ISO 8601 time: {fixed!r}", "Write it as 2026-12-01T09:30:00+01:00."
        ) from None
    if when.tzinfo is None:
        when = when.replace(tzinfo=UTC)
    if not 1970 <= when.year <= LAST_YEAR:
        raise UsageError(
            f"RECALL_NOW is out of range: {fixed!r}", f"Use a year from 1970 to {LAST_YEAR}."
        )
    return FixedClock(int(when.timestamp() * 1000))


def uuid7(at: int, random: Callable[[int], bytes] = os.urandom) -> EntryId:
    """A UUID version 7 (RFC 9562, 5.7): 48 bits of UTC milliseconds, then random bits."""
    value = (at & (1 << 48) - 1) << 80 | int.from_bytes(random(10), "big")
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    return EntryId(str(UUID(int=value)))


def moment(clock: Clock, *, zone: str, day_start: int) -> Moment:
    """Now, as a session needs it, with a fresh entry id."""
    at = clock()
    return Moment(
        at=at,
        utc_offset=utc_offset(at, zone=zone),
        day=study_day(at, zone=zone, day_start=day_start),
        id=uuid7(at),
    )
