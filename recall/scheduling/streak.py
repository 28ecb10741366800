"""Days in a row: how long a learner has studied without leaving out a study day."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Streak:
    """Study days in a row with an answer: up to now, and at most ever.

    `today` tells whether today is one of them already; it does not end a streak before it is over.
    """

    current: int
    longest: int
    today: bool


def streak(
    days: Collection[int], *, today: int, holidays: Sequence[tuple[int, int]] = ()
) -> Streak:
    """The streak of the study days that had an answer.

    A day of the learner's `holidays` (spans of study days, first and last) without an answer
    neither counts nor ends anything.
    """
    studied = {day for day in days if day <= today}
    longest = run = 0
    for day in range(min(studied, default=today), today + 1):
        if day in studied:
            run += 1
        elif day < today and not any(first <= day <= last for first, last in holidays):
            run = 0
        longest = max(longest, run)
    return Streak(run, longest, today in studied)
