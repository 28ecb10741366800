"""What a driver is told to do after an event."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from recall.model.journal import Entry
from recall.model.memory import CardState
from recall.model.question import Verdict
from recall.model.rating import Rating
from recall.scheduling.queue import Counts
from recall.session.deal import Deal
from recall.session.tally import Tally


@dataclass(frozen=True, slots=True)
class Ask:
    """Show the question, or the prompt of its next part (`part` counts from 0).

    `pace_ms` is the mean time of an answer so far in this session, None while there are few.
    """

    deal: Deal
    part: int
    left: Counts
    pace_ms: int | None = None


@dataclass(frozen=True, slots=True)
class ShowHint:
    """Show hint `number` of `total`."""

    text: str
    number: int
    total: int


class Then(StrEnum):
    """What follows a verdict."""

    SAME_AGAIN = "same-again"
    NEXT_PART = "next-part"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class Graded:
    """Show a verdict; `then` says what follows it."""

    verdict: Verdict
    then: Then


@dataclass(frozen=True, slots=True)
class ShowPoints:
    """Show the full answer and let the learner tick the points that were in theirs."""

    deal: Deal


@dataclass(frozen=True, slots=True)
class ShowAnswer:
    """Show the answer and ask for a rating; `next` holds the state after each.

    `attempted` is False if the answer is shown without an attempt.
    """

    deal: Deal
    attempted: bool
    suggested: Rating
    next: Mapping[Rating, CardState]
    at: int


@dataclass(frozen=True, slots=True)
class Append:
    """Write the entry, in a transaction of its own, before anything else happens."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Append an undo of the learner's last entry, then send `Restored`, or say there is none."""


class Notice(StrEnum):
    """Short things to tell the learner."""

    NO_HINTS = "no-hints"
    NO_MORE_HINTS = "no-more-hints"
    FLAGGED = "flagged"
    UNFLAGGED = "unflagged"
    BURIED = "buried"
    SUSPENDED = "suspended"
    NOT_NOW = "not-now"
    LEECH = "leech"
    LEECH_SUSPENDED = "leech-suspended"
    PREPARED = "prepared"


@dataclass(frozen=True, slots=True)
class Tell:
    """Show a notice."""

    notice: Notice


@dataclass(frozen=True, slots=True)
class Offer:
    """A card was forgotten that requires others: they can be asked again today (`Prepare`)."""

    count: int


@dataclass(frozen=True, slots=True)
class Finish:
    """The session is over.

    `left` counts what could still be asked now, `skipped` ones among them; `next_in` is how long
    until the earliest learning card comes back (ms), None if there is none.
    """

    tally: Tally
    left: int
    skipped: int
    next_in: int | None


Effect: TypeAlias = (
    Ask | ShowHint | Graded | ShowPoints | ShowAnswer | Append | TakeBack | Tell | Offer | Finish
)
