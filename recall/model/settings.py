"""What a learner can set. Values are checked where they enter (`app/config`)."""

from dataclasses import dataclass
from enum import StrEnum

FSRS6_DEFAULT = (
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796,
    1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
)  # fmt: skip
"""The 21 default parameters of FSRS-6 (py-fsrs 6.3)."""


EVERY_DAY = (1.0,) * 7
"""No easy days."""


class ReviewOrder(StrEnum):
    """In which order due reviews are asked; ties go in deck order, pillars taking turns."""

    RISK = "risk"
    """The most overdue for their interval first: they lose most by waiting another day."""
    RECALL = "recall"
    """The least likely to be recalled first."""
    DUE = "due"
    """The longest due first."""
    DECK = "deck"
    """As the decks have them."""
    RANDOM = "random"
    """Shuffled, another way every day."""


class NewOrder(StrEnum):
    """Which new cards may come, and in which order."""

    PATH = "path"
    """In deck order, once what a note requires is known."""
    DECK = "deck"
    """In deck order, whatever is known."""


class LeechAction(StrEnum):
    """What happens to a card that lapses again and again."""

    FLAG = "flag"
    SUSPEND = "suspend"


@dataclass(frozen=True, slots=True)
class Override:
    """What one pillar or one deck has of its own; None means: as everywhere. Units as below."""

    name: str
    desired_retention: float | None = None
    new_per_day: int | None = None
    reviews_per_day: int | None = None
    exam: int | None = None
    exam_target: float | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """Scheduling and session settings. Steps are in seconds; `day_start` in minutes after midnight.

    `zone` is an IANA name; `desired_retention` lies in 0.70 to 0.99; limits count a study day's
    cards; `learn_ahead` is how many seconds before its time a learning card may be asked when
    nothing else is left. `path_stability` is in days. `easy_days` holds a share of the usual load
    (0 to 1) for Monday to Sunday, `holidays` spans of study days (first, last). `exam` is a study
    day, `exam_target` the recall wanted on it. `ambiguous_width` is how many cells the terminal
    gives to characters whose width Unicode leaves open.
    """

    zone: str = "UTC"
    day_start: int = 240
    desired_retention: float = 0.9
    parameters: tuple[float, ...] = FSRS6_DEFAULT
    learning_steps: tuple[int, ...] = (60, 600)
    relearning_steps: tuple[int, ...] = (600,)
    maximum_interval: int = 36500
    fuzz: bool = True
    new_per_day: int = 10
    reviews_per_day: int = 200
    learn_ahead: int = 1200
    bury_siblings: bool = True
    lang: str | None = None
    review_order: ReviewOrder = ReviewOrder.RISK
    new_order: NewOrder = NewOrder.PATH
    interleave: bool = True
    path_stability: float = 3.0
    leech_after: int = 8
    leech_action: LeechAction = LeechAction.FLAG
    load_balance: bool = True
    easy_days: tuple[float, ...] = EVERY_DAY
    holidays: tuple[tuple[int, int], ...] = ()
    exam: int | None = None
    exam_target: float = 0.95
    ascii: bool = False
    ambiguous_width: int = 1
    pillars: tuple[Override, ...] = ()
    decks: tuple[Override, ...] = ()

    @property
    def plain(self) -> bool:
        """True if lines, charts and math are drawn in ASCII: their characters have one width."""
        return self.ascii or self.ambiguous_width == 2

    def retention_of(self, pillar: str, deck: str) -> float:
        """The desired retention of a deck: its own, else its pillar's, else the general one."""
        for override in (*_named(self.decks, deck), *_named(self.pillars, pillar)):
            if override.desired_retention is not None:
                return override.desired_retention
        return self.desired_retention

    def exam_of(self, pillar: str) -> tuple[int, float] | None:
        """The study day of a pillar's exam and the recall wanted on it; None if there is none."""
        day, target = self.exam, self.exam_target
        for override in _named(self.pillars, pillar):
            day = day if override.exam is None else override.exam
            target = target if override.exam_target is None else override.exam_target
        return None if day is None else (day, target)


def _named(overrides: tuple[Override, ...], name: str) -> tuple[Override, ...]:
    return tuple(override for override in overrides if override.name == name)
