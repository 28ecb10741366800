"""The review journal: append-only entries. A card's state is a fold of them."""

from dataclasses import dataclass
from typing import TypeAlias

from recall.model.ids import CardId, EntryId, LearnerId
from recall.model.memory import Phase
from recall.model.question import Outcome
from recall.model.rating import Rating


@dataclass(frozen=True, slots=True)
class Placement:
    """Where an answer put its card: what the learner was promised then.

    Written down, because it depends on more than the card's own journal: on the settings of that
    day, and on how many other cards were due around it. `due_day` is a study day, `interval` in
    days (0 in steps); `due_at` (UTC ms) and `step` belong to a card in (re)learning.
    """

    phase: Phase
    due_day: int
    interval: int = 0
    due_at: int | None = None
    step: int | None = None


@dataclass(frozen=True, slots=True)
class Review:
    """One answered question.

    `variant` and `digest` say which text and numbers; `response` is what was typed or chosen.
    `placed` is None in journals of other programs: the fold then schedules by today's settings.
    """

    rating: Rating
    duration_ms: int
    variant: int | None = None
    digest: str = ""
    response: str | None = None
    outcome: Outcome = Outcome.UNGRADED
    mistake: str | None = None
    placed: Placement | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes one earlier entry back, as if it had never been written."""

    target: EntryId


@dataclass(frozen=True, slots=True)
class Bare:
    """An event that says all by its class: two of one class are equal, of two classes never."""


class Suspend(Bare):
    """The card is not asked until it is resumed."""

    __slots__ = ()


class Resume(Bare):
    """Ends a suspension."""

    __slots__ = ()


class Bury(Bare):
    """The card is not asked again on this study day."""

    __slots__ = ()


class Unbury(Bare):
    """Ends a burial before its day is over."""

    __slots__ = ()


class Reset(Bare):
    """The card is new again; what came before is ignored."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class SetDue:
    """The card is due on a study day chosen by hand; memory is unchanged."""

    day: int


@dataclass(frozen=True, slots=True)
class Import:
    """Knowledge from elsewhere, such as a placement test: the card is in review, with this memory.

    `stability` S in days, `difficulty` D from 1 to 10, due on study day `day`.
    """

    stability: float
    difficulty: float
    day: int


@dataclass(frozen=True, slots=True)
class Flag:
    """The learner marked the card, to mend it or to ask; `on` False takes the mark away."""

    on: bool


Event: TypeAlias = Review | Undo | Suspend | Resume | Bury | Unbury | Reset | SetDue | Import | Flag


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal.

    `at` is UTC in milliseconds since 1970; `utc_offset` the learner's offset then, in minutes east;
    `study_day` the days since 1970-01-01 of the learner's calendar after the `day_start` shift,
    fixed when the entry was written. Entries of a card are ordered by (`at`, `id`).
    """

    id: EntryId
    learner: LearnerId
    card: CardId
    at: int
    utc_offset: int
    study_day: int
    event: Event

    @property
    def order(self) -> tuple[int, str]:
        """The key that orders entries of one card."""
        return (self.at, self.id)
