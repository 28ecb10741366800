"""What happened in a session, for its summary."""

from collections import Counter
from dataclasses import dataclass, field

from recall.model.ids import CardId
from recall.model.journal import Review
from recall.model.memory import Phase, Scheduled
from recall.model.question import Outcome
from recall.model.rating import Rating

NO_ANSWER = "no-answer"
"""The mistake id of an answer that was shown without an attempt: not one to learn from."""


FEW = 3
"""From so many answers on a session has a pace."""


@dataclass(frozen=True, slots=True)
class Answered:
    """One rated answer. `message` is what the verdict said of a mistake, else empty."""

    card: CardId
    title: str
    pillar: str
    phase: Phase
    rating: Rating
    outcome: Outcome
    duration_ms: int
    mistake: str | None
    message: str


@dataclass(frozen=True, slots=True)
class Tally:
    """The answers of a session in order; an answer taken back is gone from it."""

    started_at: int
    answers: tuple[Answered, ...] = field(default=())

    @property
    def count(self) -> int:
        """How many answers were rated."""
        return len(self.answers)

    @property
    def cards(self) -> int:
        """How many different cards were answered."""
        return len({answer.card for answer in self.answers})

    @property
    def ratings(self) -> dict[Rating, int]:
        """How many answers had each rating."""
        counted = Counter(answer.rating for answer in self.answers)
        return {rating: counted[rating] for rating in Rating}

    @property
    def time_ms(self) -> int:
        """Time from each question to its rating, summed."""
        return sum(answer.duration_ms for answer in self.answers)

    @property
    def pace_ms(self) -> int | None:
        """The mean time of an answer; None before there are a few."""
        return self.time_ms // self.count if self.count >= FEW else None

    @property
    def pillars(self) -> dict[str, int]:
        """Answers by pillar, in the order of their first answer."""
        return dict(Counter(answer.pillar for answer in self.answers))

    @property
    def lapses(self) -> tuple[Answered, ...]:
        """Answers rated *again* on a card that was in review."""
        return tuple(
            a for a in self.answers if a.rating is Rating.AGAIN and a.phase is Phase.REVIEW
        )

    @property
    def mistakes(self) -> dict[str, int]:
        """The mistakes made, by card and what the verdict said, the commonest first."""
        named = Counter(
            f"{a.title} — {a.message}"
            for a in self.answers
            if a.message and a.mistake not in (None, NO_ANSWER)
        )
        return dict(named.most_common())

    def plus(self, scheduled: Scheduled, review: Review, *, title: str, message: str) -> "Tally":
        """The tally with one more answer."""
        answer = Answered(
            card=scheduled.card,
            title=title,
            pillar=scheduled.pillar,
            phase=scheduled.state.phase,
            rating=review.rating,
            outcome=review.outcome,
            duration_ms=review.duration_ms,
            mistake=review.mistake,
            message=message if review.mistake else "",
        )
        return Tally(self.started_at, (*self.answers, answer))

    def minus(self, card: CardId) -> "Tally":
        """The tally without the last answer of a card."""
        kept = list(self.answers)
        for index in range(len(kept) - 1, -1, -1):
            if kept[index].card == card:
                del kept[index]
                break
        return Tally(self.started_at, tuple(kept))
