"""What a learner can do in a session."""

from dataclasses import dataclass
from typing import TypeAlias

from recall.model.ids import CardId
from recall.model.moment import Moment
from recall.model.question import Response
from recall.model.rating import Rating
from recall.scheduling.queue import Queue


@dataclass(frozen=True, slots=True)
class Reveal:
    """Show the answer (of an input question: without an attempt)."""

    when: Moment


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to what is asked now. `text` is what the journal keeps of it."""

    response: Response
    text: str
    when: Moment


@dataclass(frozen=True, slots=True)
class Hint:
    """Show the next hint."""

    when: Moment


@dataclass(frozen=True, slots=True)
class Rate:
    """Rate the card; None takes the suggested rating."""

    rating: Rating | None
    when: Moment


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last journal entry back, also one of an earlier session."""

    when: Moment


@dataclass(frozen=True, slots=True)
class Restored:
    """The driver took an entry of `card` back, or its deck was edited.

    `queue` is today's queue as it now stands; the card is asked again if it is in it. `was_answer`
    takes its last answer out of the tally.
    """

    card: CardId
    queue: Queue
    was_answer: bool
    when: Moment


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """The driver built the queue anew: a new study day has begun, or somebody else wrote."""

    queue: Queue
    when: Moment


@dataclass(frozen=True, slots=True)
class Skip:
    """Go on without an answer; the card stays due but is not asked again in this session."""

    when: Moment


@dataclass(frozen=True, slots=True)
class Bury:
    """Not today."""

    when: Moment


@dataclass(frozen=True, slots=True)
class Suspend:
    """Not until it is resumed."""

    when: Moment


@dataclass(frozen=True, slots=True)
class Flag:
    """Mark the card, or take the mark away."""

    when: Moment


@dataclass(frozen=True, slots=True)
class Prepare:
    """Ask again today what the card that was just forgotten requires."""

    when: Moment


@dataclass(frozen=True, slots=True)
class Stop:
    """End the session."""

    when: Moment


Event: TypeAlias = (
    Reveal
    | Answer
    | Hint
    | Rate
    | Undo
    | Restored
    | Rebuilt
    | Skip
    | Bury
    | Suspend
    | Flag
    | Prepare
    | Stop
)
