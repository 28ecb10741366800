"""Learning and relearning steps: minutes or hours between the first reviews of a card.

The rules are Anki's. Steps and delays are in seconds; steps are numbered from 0.
"""

from collections.abc import Sequence

from recall.model.rating import Rating

SECONDS_PER_DAY = 86_400


def next_step(rating: Rating, *, steps: Sequence[int], step: int) -> tuple[int, int] | None:
    """(step, delay in seconds) after a rating on `step`; None where the card graduates.

    *Again* goes back to the first step, *hard* repeats the step, *good* goes on, *easy* graduates.
    A step beyond the last one (the settings had more when it was reached) counts as the last.
    """
    if not steps or rating is Rating.EASY:
        return None
    step = min(step, len(steps) - 1)
    if rating is Rating.AGAIN:
        return 0, steps[0]
    if rating is Rating.HARD:
        return step, _hard_delay(steps, step)
    return (step + 1, steps[step + 1]) if step + 1 < len(steps) else None


def _hard_delay(steps: Sequence[int], step: int) -> int:
    """On the first step *hard* lies between *again* and *good*; later it repeats the delay."""
    first = steps[0]
    if step > 0:
        return steps[step]
    if len(steps) > 1:
        return _whole_days((first + steps[1]) // 2)
    # With one step *good* graduates. A day more at most: else *hard* could outlast *good*.
    return _whole_days(min(first * 3 // 2, first + SECONDS_PER_DAY))


def _whole_days(seconds: int) -> int:
    """Delays over a day are whole days, so that the time of the review does not matter."""
    if seconds <= SECONDS_PER_DAY:
        return seconds
    return (seconds + SECONDS_PER_DAY // 2) // SECONDS_PER_DAY * SECONDS_PER_DAY
