"""A scored test: which cards it asks, and what the answers are worth."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import sqrt

from recall.model.journal import Review
from recall.model.memory import Scheduled
from recall.model.question import Outcome, Verdict
from recall.model.rating import Rating
from recall.scheduling.order import take_turns
from recall.session.deal import Deal

Z95 = 1.959964
"""The 97.5 % quantile of the normal distribution."""


@dataclass(frozen=True, slots=True)
class Item:
    """A question of a quiz and the answer to it. `review` is None if there was none."""

    deal: Deal
    review: Review | None = None
    verdict: Verdict | None = None

    @property
    def is_right(self) -> bool:
        """True if the program graded it right, or the learner did where only they can."""
        if self.review is None:
            return False
        if self.review.outcome is Outcome.UNGRADED:
            return self.review.rating is not Rating.AGAIN
        return self.review.outcome is Outcome.CORRECT


@dataclass(frozen=True, slots=True)
class Score:
    """Right answers of so many questions, with the Wilson interval at 95 % (0 to 1)."""

    right: int
    asked: int

    @property
    def share(self) -> float:
        """The share of right answers; 0 without questions."""
        return self.right / self.asked if self.asked else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson score interval: where the true share lies, with 95 % confidence.

        (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n), E. B. Wilson, JASA 22 (1927), p. 209.
        """
        n, p, z = self.asked, self.share, Z95
        if n == 0:
            return 0.0, 1.0
        middle = p + z * z / (2 * n)
        half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, (middle - half) / (1 + z * z / n)), min(
            1.0, (middle + half) / (1 + z * z / n)
        )


@dataclass(frozen=True, slots=True)
class Result:
    """A quiz that is over, with its questions in order; those without an answer count as wrong."""

    seed: int
    items: tuple[Item, ...]

    @property
    def score(self) -> Score:
        """All questions."""
        return score(self.items)

    @property
    def by_pillar(self) -> dict[str, Score]:
        """The score of each pillar, in the order of the questions."""
        return _grouped(self.items, [item.deal.card.pillar for item in self.items])

    @property
    def by_deck(self) -> dict[str, Score]:
        """The score of each deck, in the order of the questions."""
        return _grouped(self.items, [str(item.deal.card.deck) for item in self.items])

    @property
    def misses(self) -> tuple[Item, ...]:
        """The questions that were answered, and not right."""
        return tuple(item for item in self.items if item.review is not None and not item.is_right)


def score(items: Iterable[Item]) -> Score:
    """The score of some questions."""
    found = tuple(items)
    return Score(sum(item.is_right for item in found), len(found))


def _grouped(items: Sequence[Item], names: Sequence[str]) -> dict[str, Score]:
    groups: dict[str, list[Item]] = {}
    for name, item in zip(names, items, strict=True):
        groups.setdefault(name, []).append(item)
    return {name: score(held) for name, held in groups.items()}


def draw_cards(cards: Iterable[Scheduled], *, count: int, seed: int) -> tuple[Scheduled, ...]:
    """So many cards, at most one of a note, pillars taking turns; the same for the same seed.

    Suspended cards are left out. New cards are in: a test may ask what was never learned.
    """
    shuffled = sorted(
        (card for card in cards if not card.state.suspended),
        key=lambda card: number_of(seed, card.card),
    )
    one_of_each = {card.note: card for card in reversed(shuffled)}
    single = [card for card in shuffled if one_of_each[card.note] is card]
    return tuple(take_turns(single)[:count])


def number_of(seed: int, name: str) -> int:
    """A number below 2^31 that looks random, from a seed and a name."""
    digest = blake2b(f"{seed}/{name}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 33
