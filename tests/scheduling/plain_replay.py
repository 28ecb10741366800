"""A history replayed answer by answer: the plain form that the bulk loop is held against."""

from collections.abc import Iterable
from dataclasses import dataclass

from recall.scheduling.replay import Answer, Fsrs6


@dataclass(frozen=True, slots=True)
class Recalled:
    """R just before an answer (None at the first), and S and D after it."""

    retrievability: float | None
    stability: float
    difficulty: float


def replay(model: Fsrs6, answers: Iterable[Answer]) -> tuple[Recalled, ...]:
    found: list[Recalled] = []
    for answer in answers:
        if not found:
            found.append(Recalled(None, *model.first(answer.rating)))
            continue
        last = found[-1]
        before = model.curve.retrievability(last.stability, answer.elapsed)
        memory = model.after(
            last.stability, last.difficulty, rating=answer.rating, elapsed=answer.elapsed
        )
        found.append(Recalled(before, *memory))
    return tuple(found)
