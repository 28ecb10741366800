"""Today's queue: which cards are asked, and in which order.

Learning cards whose time has come, earliest first; then reviews, the most overdue for their
interval first; then new cards in deck order; then learning cards that are nearly due.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from recall.model.ids import CardId
from recall.model.memory import Phase, Scheduled
from recall.model.settings import Settings


@dataclass(frozen=True, slots=True)
class Counts:
    """How many cards of each kind a queue still holds."""

    new: int
    learning: int
    reviews: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.new + self.learning + self.reviews


@dataclass(frozen=True, slots=True)
class Queue:
    """The cards that are left on a study day.

    `learning` is in the order of time and holds all learning cards of the day, also those whose
    time has not come; `reviews` and `new` are in the order of asking. A change makes a new queue.
    """

    day: int
    learning: tuple[Scheduled, ...] = ()
    reviews: tuple[Scheduled, ...] = ()
    new: tuple[Scheduled, ...] = ()

    @property
    def counts(self) -> Counts:
        """How many cards are left, by kind."""
        return Counts(len(self.new), len(self.learning), len(self.reviews))

    def next(self, *, now: int, learn_ahead_ms: int) -> Scheduled | None:
        """The card to ask at `now` (UTC ms); None if nothing is left, or nothing yet.

        A learning card is asked up to `learn_ahead_ms` before its time, if nothing else is left.
        """
        earliest = self.learning[0] if self.learning else None
        if earliest is not None and _time(earliest) <= now:
            return earliest
        if self.reviews or self.new:
            return (self.reviews or self.new)[0]
        if earliest is not None and _time(earliest) <= now + learn_ahead_ms:
            return earliest
        return None

    def next_due_at(self) -> int | None:
        """When the earliest learning card comes (UTC ms, may be past); None if there is none."""
        return _time(self.learning[0]) if self.learning else None

    def find(self, card: CardId) -> Scheduled | None:
        """That card, if the queue still holds it."""
        everything = (*self.learning, *self.reviews, *self.new)
        return next((scheduled for scheduled in everything if scheduled.card == card), None)

    def without(self, card: CardId) -> "Queue":
        """The queue without that card."""
        return self._keeping(lambda other: other.card != card)

    def without_siblings(self, note: str) -> "Queue":
        """The queue without reviews and new cards of that note. Learning cards stay."""
        return replace(self._keeping(lambda card: card.note != note), learning=self.learning)

    def returning(self, scheduled: Scheduled) -> "Queue":
        """The queue with a card in a state that changed, where that state belongs.

        A learning card goes to its time; a review or a new card (after an undo) to the front. A
        card that is not for this day is left out.
        """
        rest = self.without(scheduled.card)
        if not is_open(scheduled, day=self.day):
            return rest
        match scheduled.state.phase:
            case Phase.LEARNING | Phase.RELEARNING:
                return replace(rest, learning=_by_time((*rest.learning, scheduled)))
            case Phase.REVIEW:
                return replace(rest, reviews=(scheduled, *rest.reviews))
            case Phase.NEW:
                return replace(rest, new=(scheduled, *rest.new))

    def _keeping(self, wanted: Callable[[Scheduled], bool]) -> "Queue":
        learning, reviews, new = (
            tuple(filter(wanted, cards)) for cards in (self.learning, self.reviews, self.new)
        )
        return replace(self, learning=learning, reviews=reviews, new=new)


def build_queue(
    cards: Iterable[Scheduled], *, day: int, settings: Settings, new_done: int, reviews_done: int
) -> Queue:
    """The queue of a study day.

    `new_done` and `reviews_done` count what this day already had (see `done`). Limits come last:
    a card that is buried for its sibling costs no place. `cards` should hold all cards of a note,
    also those not due, since a sibling that was reviewed today counts.
    """
    pool = tuple(cards)
    today = [card for card in pool if is_open(card, day=day)]
    learning = _by_time(card for card in today if _is_learning(card))
    reviews = sorted(
        (card for card in today if card.state.phase is Phase.REVIEW),
        key=lambda card: (-_overdue(card, day), card.position),
    )
    new = sorted(
        (card for card in today if card.state.phase is Phase.NEW), key=lambda card: card.position
    )
    siblings = _Siblings()
    if settings.bury_siblings:
        siblings.meet(card for card in pool if _was_reviewed(card, day))
        siblings.meet(learning)
    take = siblings.admit if settings.bury_siblings else _first
    return Queue(
        day=day,
        learning=learning,
        reviews=take(reviews, settings.reviews_per_day - reviews_done),
        new=take(new, settings.new_per_day - new_done),
    )


def is_open(card: Scheduled, *, day: int) -> bool:
    """True if the card may be asked on that study day: due, not suspended, not buried."""
    state = card.state
    if state.suspended or (state.buried_day is not None and state.buried_day >= day):
        return False
    return state.due_day is None or state.due_day <= day


class _Siblings:
    """Which card of each note was met first; the others of that note have to wait."""

    def __init__(self) -> None:
        self._met: dict[str, set[CardId]] = {}

    def meet(self, cards: Iterable[Scheduled]) -> None:
        for card in cards:
            self._met.setdefault(card.note, set()).add(card.card)

    def admit(self, cards: Iterable[Scheduled], room: int) -> tuple[Scheduled, ...]:
        """The first `room` cards of which no sibling was met; they are met from then on."""
        admitted: list[Scheduled] = []
        for card in cards:
            if len(admitted) >= room:
                break
            if self._met.get(card.note, set()) <= {card.card}:
                self.meet((card,))
                admitted.append(card)
        return tuple(admitted)


def _first(cards: list[Scheduled], room: int) -> tuple[Scheduled, ...]:
    return tuple(cards[: max(0, room)])


def _is_learning(card: Scheduled) -> bool:
    return card.state.phase in (Phase.LEARNING, Phase.RELEARNING)


def _was_reviewed(card: Scheduled, day: int) -> bool:
    return card.state.last_day is not None and card.state.last_day >= day


def _overdue(card: Scheduled, day: int) -> float:
    """How late a review is, in units of its interval."""
    due_day = day if card.state.due_day is None else card.state.due_day
    return (day - due_day) / max(1, card.state.interval)


def _time(card: Scheduled) -> int:
    """When a learning card comes (UTC ms).

    One whose step ended on a later study day than it began is due all that day, as a review is;
    then the time is 0.
    """
    state = card.state
    later = state.last_day is None or state.due_day is None or state.due_day > state.last_day
    return 0 if later or state.due_at is None else state.due_at


def _by_time(cards: Iterable[Scheduled]) -> tuple[Scheduled, ...]:
    return tuple(sorted(cards, key=lambda card: (_time(card), card.position)))
