"""Whole journals replayed at once: a million answers in a second or so, in plain Python.

An answer is packed into one integer, study day × 8 + rating, and a history is a list of them in
order. The formulas are those of `replay`, written into one loop, since calls and objects cost more
than the arithmetic.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp

from recall.model.memory import CardState
from recall.model.rating import Rating
from recall.model.settings import Settings
from recall.scheduling.fsrs_memory import Memory
from recall.scheduling.replay import LEAST_STABILITY, Answer, Fsrs6
from recall.scheduling.scheduler import Scheduler

Packed = Sequence[int]
"""One history: study day × 8 + rating (1 to 4) of each answer, in order."""

_RATINGS = tuple(Rating(max(1, number)) for number in range(5))


@dataclass(frozen=True, slots=True)
class Trace:
    """Of every answer of all histories, one after another: R before it, and S and D after it.

    R is None at the first answer of a history. S is in days, D from 1 to 10.
    """

    retrievability: list[float | None]
    stability: list[float]
    difficulty: list[float]


class Replayer(Scheduler):
    """The scheduler with the memory of `replay`, for folding many cards.

    A tenth of the time of py-fsrs, and equal to it to nine digits.
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self._fsrs6 = Fsrs6(settings.parameters)

    def memory(self, state: CardState, rating: Rating, *, elapsed: int) -> Memory:
        """S and D after a rating given `elapsed` study days after the last one."""
        if state.stability is None or state.difficulty is None:
            return Memory(*self._fsrs6.first(rating))
        after = self._fsrs6.after(
            state.stability, state.difficulty, rating=rating, elapsed=max(0, elapsed)
        )
        return Memory(*after)


def pack(answers: Iterable[Answer]) -> list[int]:
    """The packed form of a history."""
    return [answer.day << 3 | answer.rating for answer in answers]


def unpack(packed: Packed) -> tuple[Answer, ...]:
    """The history of its packed form. A day before the last one counts as the last one."""
    found: list[Answer] = []
    last = packed[0] >> 3 if packed else 0
    for answer in packed:
        day = answer >> 3
        elapsed = day - last if day > last else 0
        last += elapsed
        found.append(Answer(_RATINGS[answer & 7], elapsed, last))
    return tuple(found)


def trace(parameters: Sequence[float], histories: Iterable[Packed]) -> Trace:
    """The memory at every answer of many histories, none of them empty.

    `Fsrs6.after`, written out: see there for the formulas. A day before the last one counts as the
    last one.
    """
    w, model = parameters, Fsrs6(parameters)
    factor, decay = model.curve.factor, model.curve.decay
    firsts = tuple(model.first(max(1, grade)) for grade in range(5))
    gain, same_day, kept, slope = _by_grade(w)
    w9, w10, w11, w12, w13, w14, w19 = -w[9], w[10], w[11], -w[12], w[13], w[14], -w[19]
    worst = exp(w[17] * w[18])
    r_of: list[float | None] = []
    s_of: list[float] = []
    d_of: list[float] = []
    for history in histories:
        answers = iter(history)
        answer = next(answers)
        last = answer >> 3
        s, d = firsts[answer & 7]
        r_of.append(None)
        s_of.append(s)
        d_of.append(d)
        for answer in answers:
            grade, elapsed = answer & 7, (answer >> 3) - last
            if elapsed <= 0:
                r = 1.0
                growth = same_day[grade] * s**w19
                s *= growth if grade == 1 or growth > 1 else 1
            else:
                last += elapsed
                r = (1 + factor * elapsed / s) ** decay
                if grade > 1:
                    s *= 1 + gain[grade] * (11 - d) * s**w9 * (exp(w10 - w10 * r) - 1)
                else:
                    left = w11 * d**w12 * ((s + 1) ** w13 - 1) * exp(w14 - w14 * r)
                    s = min(left, s / worst)
            s = s if s > LEAST_STABILITY else LEAST_STABILITY
            d = kept[grade] + slope[grade] * d
            d = 1.0 if d < 1 else 10.0 if d > 10 else d
            r_of.append(r)
            s_of.append(s)
            d_of.append(d)
    return Trace(r_of, s_of, d_of)


def _by_grade(w: Sequence[float]) -> tuple[list[float], list[float], list[float], list[float]]:
    """What depends on the rating alone (index 1 to 4): growth, same-day growth, D' = a + b D."""
    bonus = (0.0, 1.0, w[15], 1.0, w[16])
    easiest = w[7] * (w[4] - exp(w[5] * 3) + 1)
    pull = [w[6] * (grade - 3) / 9 for grade in range(5)]
    return (
        [exp(w[8]) * more for more in bonus],
        [exp(w[17] * (grade - 3 + w[18])) for grade in range(5)],
        [easiest - (1 - w[7]) * 10 * p for p in pull],
        [(1 - w[7]) * (1 + p) for p in pull],
    )
