"""Even days: where in the range of fuzz an interval is placed.

A day with many cards due is chosen less often, an easy day less often still. The choice is a
weighted draw with the same pseudo-random fraction as plain fuzz, so that the four ratings of one
review move together. Weights are those of Anki's load balancer: count^-2.15 × interval^-3.
"""

from collections.abc import Iterable
from math import floor

from recall.model.memory import Phase, Scheduled
from recall.model.settings import EVERY_DAY, Settings

LONGEST_DAYS = 90
"""Longer intervals are not balanced: what is due then is not known yet."""

LEAST = 1e-4
"""The weight of a day to keep free, beside 1 for a usual one."""

_COUNT_POWER, _INTERVAL_POWER = -2.15, -3.0
_THURSDAY = 3
"""The weekday of 1970-01-01, Monday being 0."""


class Load:
    """How many reviews are due on each study day."""

    def __init__(self, days: Iterable[int] = ()) -> None:
        self._counts: dict[int, int] = {}
        for day in days:
            self.add(day)

    @classmethod
    def of(cls, cards: Iterable[Scheduled]) -> "Load":
        """The reviews of cards that are not put away."""
        return cls(
            card.state.due_day
            for card in cards
            if card.state.phase is Phase.REVIEW
            and card.state.due_day is not None
            and not card.state.suspended
        )

    def add(self, day: int) -> None:
        """One more card is due on that day."""
        self._counts[day] = self._counts.get(day, 0) + 1

    def count(self, day: int) -> int:
        """How many cards are due on that day."""
        return self._counts.get(day, 0)


def share(day: int, settings: Settings) -> float:
    """The share of a usual day's load (0 to 1) that a study day should have."""
    if any(first <= day <= last for first, last in settings.holidays):
        return 0.0
    return settings.easy_days[(day + _THURSDAY) % 7]


def balanced(
    low: int, high: int, *, day: int, fraction: float, load: Load | None, settings: Settings
) -> int:
    """An interval from `low` to `high` days after study day `day`.

    `fraction` in [0, 1) chooses among them; without a load and easy days all are equally likely.
    """
    counted = load if settings.load_balance and high <= LONGEST_DAYS else None
    usual = settings.easy_days == EVERY_DAY and not settings.holidays
    if low == high or (counted is None and usual):
        return low + floor(fraction * (high - low + 1))
    intervals = range(low, high + 1)
    weights = [_weight(days, day + days, counted, settings) for days in intervals]
    wanted = fraction * sum(weights)
    for interval, weight in zip(intervals, weights, strict=True):
        wanted -= weight
        if wanted < 0:
            return interval
    return high


def _weight(interval: int, day: int, load: Load | None, settings: Settings) -> float:
    part = share(day, settings)
    if part <= 0:
        return LEAST * float(interval**_INTERVAL_POWER)
    if load is None:
        return part
    # A day of half the usual load counts as twice as full.
    count = load.count(day) / part
    weight: float = part if count == 0 else count**_COUNT_POWER
    return weight * float(interval**_INTERVAL_POWER)
