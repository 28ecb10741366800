"""What a learner can do in a session."""

from dataclasses import dataclass
from typing import TypeAlias

from recall.model.ids import CardId
from recall.model.moment import Moment
from recall.model.question import Response
from recall.model.rating import Rating
from recall.scheduling.queue import Queue


@dataclass(frozen=True, slots=True)
class Key:
    """A wish without anything to add. Each is a class of its own, and only equal to itself."""

    when: Moment


class Reveal(Key):
    """Show the answer (of an input question: without an attempt)."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to what is asked now. `text` is what the journal keeps of it."""

    response: Response
    text: str
    when: Moment


class Hint(Key):
    """Show the next hint."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Rate:
    """Rate the card; None takes the suggested rating."""

    rating: Rating | None
    when: Moment


class Undo(Key):
    """Take the last journal entry back, also one of an earlier session."""

    __slots__ = ()


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


class Skip(Key):
    """Go on without an answer; the card stays due but is not asked again in this session."""

    __slots__ = ()


class Bury(Key):
    """Not today."""

    __slots__ = ()


class Suspend(Key):
    """Not until it is resumed."""

    __slots__ = ()


class Flag(Key):
    """Mark the card, or take the mark away."""

    __slots__ = ()


class Prepare(Key):
    """Ask again today what the card that was just forgotten requires."""

    __slots__ = ()


class Stop(Key):
    """End the session."""

    __slots__ = ()


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
