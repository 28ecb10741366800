"""FSRS-6 in plain numbers, for analytics that replay whole journals many times over.

Scheduling itself uses py-fsrs; the two agree to nine digits. Formulas: the FSRS-6 section of “The
Algorithm” in the wiki of open-spaced-repetition. w0 to w20 are the parameters; a rating G counts
from 1 (again) to 4 (easy); S is in days, D from 1 to 10.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp

from recall.model.journal import Entry, Import, Reset, Review
from recall.model.rating import Rating
from recall.scheduling.curve import Curve
from recall.scheduling.fold import live

LEAST_STABILITY = 0.001


@dataclass(frozen=True, slots=True)
class Answer:
    """A rating, and the study days since the answer before (0 for the first, and on one day)."""

    rating: Rating
    elapsed: int
    day: int


def histories(entries: Iterable[Entry]) -> tuple[tuple[Answer, ...], ...]:
    """The answers of one card's journal, as the fold sees them.

    Each reset begins another history; empty ones are left out. A study day before the last one
    counts as the last one. What follows an import is left out until a reset: how that memory came
    about is not known.
    """
    found: list[list[Answer]] = [[]]
    imported = False
    for entry in live(entries):
        if isinstance(entry.event, Reset | Import):
            found.append([])
            imported = isinstance(entry.event, Import)
        elif imported:
            continue
        elif isinstance(entry.event, Review):
            last = found[-1][-1].day if found[-1] else entry.study_day
            day = max(entry.study_day, last)
            found[-1].append(Answer(entry.event.rating, day - last, day))
    return tuple(tuple(answers) for answers in found if answers)


class Fsrs6:
    """The memory model for one set of 21 parameters. What does not change is computed once."""

    def __init__(self, parameters: Sequence[float]) -> None:
        w = tuple(parameters)
        self.curve = Curve(w)
        self._w = w
        self._first = tuple(
            (max(w[g - 1], LEAST_STABILITY), _difficulty(w[4] - exp(w[5] * (g - 1)) + 1))
            for g in range(1, 5)
        )
        self._easiest = w[7] * (w[4] - exp(w[5] * 3) + 1)
        self._gain = exp(w[8])
        self._bonus = (0.0, 1.0, w[15], 1.0, w[16])
        self._same_day = tuple(exp(w[17] * (g - 3 + w[18])) for g in range(5))
        self._worst = exp(w[17] * w[18])

    def first(self, rating: int) -> tuple[float, float]:
        """(S, D) after the first answer: S = w[G-1], D = w4 - e^(w5 (G-1)) + 1."""
        return self._first[rating - 1]

    def after(
        self, stability: float, difficulty: float, *, rating: int, elapsed: int
    ) -> tuple[float, float]:
        """(S, D) after an answer `elapsed` study days after the one before.

        Same day: S' = S e^(w17 (G-3+w18)) S^-w19, which lowers S on *again* only.
        D' = w7 D0(4) + (1-w7) (D - w6 (G-3) (10-D) / 9).
        """
        w = self._w
        if elapsed < 1:
            growth = self._same_day[rating] * stability ** -w[19]
            following = stability * (growth if rating == 1 else max(growth, 1.0))
        elif rating == 1:
            following = self._forgotten(stability, difficulty, elapsed)
        else:
            following = self._remembered(stability, difficulty, elapsed, rating)
        shift = difficulty - w[6] * (rating - 3) * (10.0 - difficulty) / 9.0
        harder = _difficulty(self._easiest + (1 - w[7]) * shift)
        return max(following, LEAST_STABILITY), harder

    def _remembered(self, stability: float, difficulty: float, elapsed: int, rating: int) -> float:
        """S' = S (1 + e^w8 (11-D) S^-w9 (e^(w10 (1-R)) - 1) [w15 if hard] [w16 if easy])."""
        w = self._w
        forgotten = 1 - self.curve.retrievability(stability, elapsed)
        surprise = exp(w[10] * forgotten) - 1
        growth = self._gain * (11 - difficulty) * stability ** -w[9] * surprise
        return float(stability * (1 + growth * self._bonus[rating]))

    def _forgotten(self, stability: float, difficulty: float, elapsed: int) -> float:
        """S' = min(w11 D^-w12 ((S+1)^w13 - 1) e^(w14 (1-R)), S / e^(w17 w18))."""
        w = self._w
        forgotten = 1 - self.curve.retrievability(stability, elapsed)
        left = w[11] * difficulty ** -w[12] * ((stability + 1) ** w[13] - 1)
        return float(min(left * exp(w[14] * forgotten), stability / self._worst))


def _difficulty(value: float) -> float:
    return min(max(value, 1.0), 10.0)
