"""How a learner answers, learned from the journal, for simulations."""

from collections.abc import Iterable
from statistics import median

from recall.model.journal import Entry, Reset, Review
from recall.scheduling.fold import live
from recall.scheduling.simulation import AGAIN, Habits

PRIOR = 50
"""The usual habits count as so many answers, so that a few answers do not decide."""

LONGEST_MS = 600_000
"""An answer that took longer was interrupted: it says nothing about time."""


def habits_of(journals: Iterable[Iterable[Entry]]) -> Habits:
    """The habits of a learner, from each card's whole journal; near the usual ones at first."""
    usual = Habits()
    first, passed = [0] * 4, [0] * 3
    times: tuple[list[float], list[float], list[float]] = ([], [], [])
    for journal in journals:
        last: int | None = None
        for entry in live(journal):
            if isinstance(entry.event, Reset):
                last = None
            if not isinstance(entry.event, Review):
                continue
            rating, ms = int(entry.event.rating), entry.event.duration_ms
            is_long = last is not None and entry.study_day > last
            if last is None:
                first[rating - 1] += 1
            elif is_long and rating != AGAIN:
                passed[rating - 2] += 1
            if 0 < ms < LONGEST_MS:
                times[(1 if rating != AGAIN else 2) if is_long else 0].append(ms / 1000)
            last = entry.study_day
    a, b, c, d = _shares(first, usual.first)
    hard, good, easy = _shares(passed, usual.passed)
    meeting, recalled, forgotten = (
        _time(known, other) for known, other in zip(times, usual.seconds, strict=True)
    )
    return Habits((a, b, c, d), (hard, good, easy), (meeting, recalled, forgotten))


def _shares(counts: list[int], usual: tuple[float, ...]) -> list[float]:
    total = sum(counts) + PRIOR * sum(usual)
    return [(n + PRIOR * u) / total for n, u in zip(counts, usual, strict=True)]


def _time(seconds: list[float], usual: float) -> float:
    """The median, drawn to the usual time while there are few answers."""
    if not seconds:
        return usual
    return (len(seconds) * median(seconds) + PRIOR * usual) / (len(seconds) + PRIOR)
