"""What a learner's journal says about a card."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from recall.model.ids import CardId


class Phase(StrEnum):
    """Where a card is on its way."""

    NEW = "new"
    LEARNING = "learning"
    REVIEW = "review"
    RELEARNING = "relearning"


@dataclass(frozen=True, slots=True)
class CardState:
    """The fold of a card's journal. The default is a new card.

    `stability` S is in days (time for retrievability to fall to 90 %), `difficulty` D from 1 to 10;
    both None while new. `step` is the learning or relearning step, None in review. A card in
    (re)learning is due at `due_at` (UTC ms) and has `due_day`, the study day of that moment; a card
    in review is due on `due_day` and has no `due_at`. `interval` is the last scheduled interval in
    days (0 in steps). `reps` counts reviews, `lapses` ratings of *again* in review. `buried_day` is
    the study day on which the card is buried. `last_entry` is the id of the last entry that was
    folded in.
    """

    phase: Phase = Phase.NEW
    step: int | None = None
    stability: float | None = None
    difficulty: float | None = None
    due_at: int | None = None
    due_day: int | None = None
    interval: int = 0
    last_at: int | None = None
    last_day: int | None = None
    reps: int = 0
    lapses: int = 0
    suspended: bool = False
    buried_day: int | None = None
    flagged: bool = False
    last_entry: str = ""


NEW = CardState()


class Scheduled(NamedTuple):
    """A card and its state, as the queue needs them. (A tuple: all cards are read at each start.)

    `position` is deck order, `note` tells siblings; `requires` are the notes to know before.
    """

    card: CardId
    note: str
    deck: str
    pillar: str
    position: int
    state: CardState
    requires: tuple[str, ...] = ()

    def with_state(self, state: CardState) -> "Scheduled":
        """The card in another state."""
        return self._replace(state=state)
