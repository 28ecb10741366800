"""Simulated learners whose memory is known: FSRS-6 with parameters of their own."""

import random
from collections.abc import Sequence

from recall.model.rating import Rating
from recall.model.settings import FSRS6_DEFAULT
from recall.scheduling.evaluation import History
from recall.scheduling.replay import Answer, Fsrs6

SPAN = 300
"""Study days over which cards are begun."""


def parameters_of(seed: int, *, scale: float) -> tuple[float, ...]:
    """Parameters around the defaults; at `scale` 2 the defaults lose about 0.01 of log loss."""
    dice = random.Random(seed)
    w = list(FSRS6_DEFAULT)
    w[:4] = sorted(value * dice.lognormvariate(0, 0.5 * scale) for value in w[:4])
    for place in (4, 6, 8, 9, 10, 11, 12, 13, 14):
        w[place] *= dice.lognormvariate(0, 0.12 * scale)
    w[20] = min(0.8, max(0.1, w[20] * dice.lognormvariate(0, 0.4 * scale)))
    return tuple(w)


def learner(parameters: Sequence[float], *, reviews: int, seed: int) -> list[History]:
    """Histories of a learner who reviews about when the default parameters say so."""
    dice = random.Random(seed)
    memory, schedule = Fsrs6(parameters), Fsrs6(FSRS6_DEFAULT)
    found: list[History] = []
    count = 0
    while count < reviews:
        found.append(_history(dice, memory, schedule))
        count += len(found[-1])
    return found


def _history(dice: random.Random, memory: Fsrs6, schedule: Fsrs6) -> History:
    day = dice.randrange(SPAN)
    rating = dice.choices((1, 2, 3, 4), (0.24, 0.09, 0.5, 0.17))[0]
    true, guess = memory.first(rating), schedule.first(rating)
    answers = [Answer(Rating(rating), 0, day)]
    for _ in range(dice.randrange(3, 12)):
        planned = schedule.curve.interval(guess[0], retention=0.9) * dice.lognormvariate(0, 0.3)
        elapsed = 0 if dice.random() < 0.1 else max(1, round(planned))
        rating = 3
        if elapsed:
            passed = dice.random() < memory.curve.retrievability(true[0], elapsed)
            rating = dice.choices((2, 3, 4), (0.2, 0.65, 0.15))[0] if passed else 1
        true = memory.after(*true, rating=rating, elapsed=elapsed)
        guess = schedule.after(*guess, rating=rating, elapsed=elapsed)
        day += elapsed
        answers.append(Answer(Rating(rating), elapsed, day))
    return tuple(answers)
