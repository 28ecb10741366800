"""Study days: the learner's calendar days, which begin at `day_start` instead of midnight.

Days are counted from 1970-01-01. A study day begins at the first instant at which the clock on the
learner's wall shows its date and `day_start`; it ends where the next one begins. So days tile the
time line: setting the clock back never returns to a day that is over, and a date that a zone
skipped is an empty day.
"""

from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from recall.errors import RecallError

MS_PER_MINUTE = 60_000
MS_PER_DAY = 86_400_000

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_WALL_EPOCH = datetime(1970, 1, 1)


def date_of(day: int) -> date:
    """The calendar date of a study day."""
    return (_WALL_EPOCH + timedelta(days=day)).date()


def day_of(when: date) -> int:
    """The study day of a calendar date."""
    return (when - _WALL_EPOCH.date()).days


class UnknownZone(RecallError):
    """The time zone is not in the system's zone database."""

    def __init__(self, zone: str) -> None:
        super().__init__(
            f"There is no time zone “{zone}”",
            "Use an IANA name such as Europe/Berlin, Asia/Shanghai or UTC",
        )


def study_day(at: int, *, zone: str, day_start: int) -> int:
    """The study day of an instant.

    `at` is UTC in milliseconds, `zone` an IANA name, `day_start` minutes after midnight (0 to
    1439). The zone's offset of that very instant counts. Raises UnknownZone.
    """
    local = _local(at, zone)
    day = _day_on_wall(local, day_start)
    # In an hour that the clock shows twice, the next day may have begun in the first pass.
    if local.fold and at >= _start(day + 1, zone, day_start):
        return day + 1
    return day


def utc_offset(at: int, *, zone: str) -> int:
    """The zone's offset from UTC at that instant, in minutes east. Raises UnknownZone."""
    return (_local(at, zone).utcoffset() or timedelta(0)) // timedelta(minutes=1)


def study_day_at_offset(at: int, *, utc_offset: int, day_start: int) -> int:
    """The study day where only the offset (minutes east) is known, as in an imported journal."""
    return (at + (utc_offset - day_start) * MS_PER_MINUTE) // MS_PER_DAY


def day_span(day: int, *, zone: str, day_start: int) -> tuple[int, int]:
    """[start, end) of a study day in UTC milliseconds; empty for a date that the zone skipped.

    Raises UnknownZone.
    """
    return _start(day, zone, day_start), _start(day + 1, zone, day_start)


@lru_cache(maxsize=32)
def _zone(name: str) -> tzinfo:
    # Besides names it does not know, zoneinfo refuses paths (ValueError) and folders (OSError).
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        raise UnknownZone(name) from error


def _local(at: int, zone: str) -> datetime:
    return (_EPOCH + timedelta(milliseconds=at)).astimezone(_zone(zone))


def _day_on_wall(local: datetime, day_start: int) -> int:
    wall = local.replace(tzinfo=None) - timedelta(minutes=day_start)
    return (wall - _WALL_EPOCH).days


def _start(day: int, zone: str, day_start: int) -> int:
    """The first instant (UTC ms) at which the wall clock shows that day at `day_start` or later."""
    wall = _WALL_EPOCH + timedelta(days=day, minutes=day_start)
    before, after = (_utc_ms(wall.replace(fold=fold), zone) for fold in (0, 1))
    # fold=0 reads the offset before a change of the clock, fold=1 the one after it. The two differ
    # in a repeated hour, whose first pass counts (before < after), and in a skipped one: there the
    # day begins at the change itself, which lies between them.
    if before <= after:
        return before
    low, high = after, before
    while low < high:
        middle = (low + high) // 2
        if _local(middle, zone).replace(tzinfo=None) >= wall:
            high = middle
        else:
            low = middle + 1
    return low


def _utc_ms(wall: datetime, zone: str) -> int:
    return (wall.replace(tzinfo=_zone(zone)) - _EPOCH) // timedelta(milliseconds=1)
