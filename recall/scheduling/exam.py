"""The exam date: which cards to bring forward so that enough is recalled on the day.

With no further thought a card's recall on the exam day T is what its schedule leaves. An extra
review some days before T raises it by a *gain*; all extra reviews cost about the same. So the
fewest extra reviews that lift the mean to the target are those with the largest gains (the
Lagrangian of "least reviews, mean recall at least the target" says: review where the gain exceeds
one price λ for all). The plan is made anew every day from where the cards stand, and a day takes
its share of it, first the cards that lose least by being early. See docs/adr/0011.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from recall.model.memory import CardState
from recall.scheduling.replay import Fsrs6

LONGEST_LEAD = 30
"""Days before the exam at which extra reviews begin, at the earliest."""

SHORTEST_LEAD = 3
"""Days over which they are spread, at least (if so many are left)."""

LEAST_A_DAY = 10
"""Extra reviews a day that nobody minds; more only up to the usual daily load."""

_DEPTH = 6


@dataclass(frozen=True, slots=True)
class Outlook:
    """A card in review: S and D, and the study days it was last asked and is due."""

    stability: float
    difficulty: float
    last_day: int
    due_day: int

    @classmethod
    def of(cls, state: CardState) -> "Outlook | None":
        """Where a state stands; None for a card without a memory yet."""
        if state.stability is None or state.difficulty is None or state.last_day is None:
            return None
        due = state.last_day if state.due_day is None else state.due_day
        return cls(state.stability, state.difficulty, state.last_day, due)


@dataclass(frozen=True, slots=True)
class Exam:
    """A study day, the mean recall wanted on it (0 to 1), and the retention of ordinary reviews."""

    day: int
    target: float
    retention: float


def brought_forward(
    cards: Sequence[Outlook],
    exam: Exam,
    model: Fsrs6,
    *,
    day: int,
    usual_load: float,
    already: int = 0,
) -> list[int]:
    """The indices of the cards to ask on study day `day` although they are not due.

    `cards` are all cards in review that the exam is about, `usual_load` their reviews on an average
    day, `already` how many were brought forward this day before. Empty where the target is met
    without, and while it is too early.
    """
    left = exam.day - day
    if not cards or not 0 < left <= LONGEST_LEAD:
        return []
    chosen = _plan(cards, exam, model, day=day, pull=exam.day - (left + 1) // 2)
    bearable = max(LEAST_A_DAY, usual_load)
    if left > max(SHORTEST_LEAD, ceil(len(chosen) / bearable)):
        return []
    ready = [index for index in chosen if cards[index].last_day < day]
    ready.sort(key=lambda index: (_loss(cards[index], exam, model, day), index))
    share = ceil((len(chosen) + already) / left)
    return ready[: max(0, share - already)]


def expected_recall(card: Outlook, exam: Exam, model: Fsrs6, *, day: int) -> float:
    """Recall on the exam day (0 to 1) if the card is reviewed when it is due, and not besides.

    At each review it is recalled with the probability R of that day; a card that is forgotten is
    taken to come back to the retention of ordinary reviews by the exam.
    """
    stability, difficulty, last = card.stability, card.difficulty, card.last_day
    due = max(card.due_day, day)
    share, found = 1.0, 0.0
    for _ in range(_DEPTH):
        if due >= exam.day:
            break
        recalled = model.curve.retrievability(stability, due - last)
        forgotten, _ = model.after(stability, difficulty, rating=1, elapsed=due - last)
        back = model.curve.retrievability(forgotten, exam.day - due)
        found += share * (1 - recalled) * max(back, exam.retention)
        share *= recalled
        stability, difficulty = model.after(stability, difficulty, rating=3, elapsed=due - last)
        last = due
        due += max(1, round(model.curve.interval(stability, retention=exam.retention)))
    return found + share * model.curve.retrievability(stability, max(0, exam.day - last))


def recall_if_asked(card: Outlook, exam: Exam, model: Fsrs6, *, on: int) -> float:
    """Recall on the exam day if the card is asked once more, on study day `on`, and not besides."""
    elapsed, rest = max(0, on - card.last_day), exam.day - on
    recalled = model.curve.retrievability(card.stability, elapsed)
    kept, _ = model.after(card.stability, card.difficulty, rating=3, elapsed=elapsed)
    lost, _ = model.after(card.stability, card.difficulty, rating=1, elapsed=elapsed)
    return recalled * model.curve.retrievability(kept, rest) + (
        1 - recalled
    ) * model.curve.retrievability(lost, rest)


def _plan(cards: Sequence[Outlook], exam: Exam, model: Fsrs6, *, day: int, pull: int) -> list[int]:
    """The fewest cards whose extra review on about day `pull` lifts the mean to the target."""
    expected = [expected_recall(card, exam, model, day=day) for card in cards]
    missing = exam.target * len(cards) - sum(expected)
    if missing <= 0:
        return []
    gains = [
        (recall_if_asked(card, exam, model, on=pull) - recall, index)
        for index, (card, recall) in enumerate(zip(cards, expected, strict=True))
        if card.due_day >= exam.day
    ]
    chosen: list[int] = []
    for gain, index in sorted(gains, reverse=True):
        if missing <= 0 or gain <= 0:
            break
        chosen.append(index)
        missing -= gain
    return chosen


def _loss(card: Outlook, exam: Exam, model: Fsrs6, day: int) -> float:
    """What an extra review loses by being today and not on the eve."""
    eve = recall_if_asked(card, exam, model, on=exam.day - 1)
    return eve - recall_if_asked(card, exam, model, on=day)
