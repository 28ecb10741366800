"""Today's queue: which cards are asked, and in which order.

Learning cards whose time has come, earliest first; then reviews (see `order`); then the new cards
whose notes are open (see `path`), pillars taking turns; then learning cards that are nearly due.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from recall.model.ids import CardId
from recall.model.memory import NEW, Phase, Scheduled
from recall.model.settings import Settings
from recall.scheduling.done import Done
from recall.scheduling.order import in_order, take_turns
from recall.scheduling.path import locks


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
class Waiting:
    """What a day has no place for: reviews and new cards beyond the limits.

    `locked` counts new cards that wait for what their notes require.
    """

    reviews: int = 0
    new: int = 0
    locked: int = 0

    def days(self, limit: int) -> int:
        """How many more study days the waiting reviews take at `limit` a day, nothing added."""
        return -(-self.reviews // limit) if limit > 0 else 0


@dataclass(frozen=True, slots=True)
class Queue:
    """The cards that are left on a study day.

    `learning` is in the order of time and holds all learning cards of the day, also those whose
    time has not come; `reviews` and `new` are in the order of asking. A change makes a new queue.
    `early` reviews are not due yet, and were brought forward for an exam.
    """

    day: int
    learning: tuple[Scheduled, ...] = ()
    reviews: tuple[Scheduled, ...] = ()
    new: tuple[Scheduled, ...] = ()
    waiting: Waiting = Waiting()
    early: int = 0

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
    cards: Iterable[Scheduled],
    *,
    day: int,
    settings: Settings,
    done: Done,
    among: Collection[CardId] | None = None,
) -> Queue:
    """The queue of a study day.

    `cards` holds all cards: also those not due, since a sibling that was reviewed today counts, and
    those of other decks, since notes may require them. `among` chooses the cards that may be asked
    (None: all). `done` says what the day already had. Limits come last: a card that is buried for
    its sibling, or that waits for what it requires, costs no place.
    """
    pool = tuple(cards)
    steps, due, new = _open_on(pool, day, among)
    learning = _by_time(steps)
    wanted = _for_exams(pool, settings, day=day, done=done)
    early = [card for card in wanted if among is None or card.card in among]
    reviews = [*in_order(due, settings, day=day), *in_order(early, settings, day=day)]
    closed = locks(pool, new, settings)
    new = sorted((card for card in new if card.card not in closed), key=_position)
    siblings = _Siblings() if settings.bury_siblings else None
    if siblings is not None:
        siblings.meet(card for card in pool if _was_reviewed(card, day))
        siblings.meet(learning)
    asked, late = _admit(reviews, Room.for_reviews(settings, done), siblings)
    begun, later = _admit(
        take_turns(new) if settings.interleave else new, Room.for_new(settings, done), siblings
    )
    return Queue(
        day=day,
        learning=learning,
        reviews=asked,
        new=begun,
        waiting=Waiting(reviews=late, new=later, locked=len(closed)),
        early=len(early),
    )


def _open_on(
    pool: Iterable[Scheduled], day: int, among: Collection[CardId] | None
) -> tuple[list[Scheduled], list[Scheduled], list[Scheduled]]:
    """The cards that may be asked on a day: in steps, in review, new."""
    steps: list[Scheduled] = []
    due: list[Scheduled] = []
    new: list[Scheduled] = []
    for card in pool:
        # A card without a journal is open: no need to look.
        if card.state is not NEW and not is_open(card, day=day):
            continue
        if among is not None and card.card not in among:
            continue
        phase = card.state.phase
        (new if phase is Phase.NEW else due if phase is Phase.REVIEW else steps).append(card)
    return steps, due, new


def _for_exams(
    pool: tuple[Scheduled, ...], settings: Settings, *, day: int, done: Done
) -> list[Scheduled]:
    """What exams bring forward; the maths of it is loaded where there is an exam."""
    if not any(settings.exam_of(name) for name in ("", *(one.name for one in settings.pillars))):
        return []
    from recall.scheduling.exam_queue import for_exam

    return for_exam(pool, settings, day=day, done=done)


def _admit(
    cards: Iterable[Scheduled], room: "Room", siblings: "_Siblings | None"
) -> tuple[tuple[Scheduled, ...], int]:
    """The cards there is room for, in order, and how many there was none for."""
    admitted: list[Scheduled] = []
    waiting = 0
    rest = iter(cards)
    while not room.is_full:
        card = next(rest, None)
        if card is None:
            break
        if siblings is not None and not siblings.lets(card):
            continue
        if not room.take(card.pillar):
            waiting += 1
            continue
        admitted.append(card)
        if siblings is not None:
            siblings.meet((card,))
    waiting += sum(siblings is None or siblings.lets(card) for card in rest)
    return tuple(admitted), waiting


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

    def lets(self, card: Scheduled) -> bool:
        """True if no other card of its note was met."""
        met = self._met.get(card.note)
        return met is None or met <= {card.card}


class Room:
    """How many cards of a kind the day still has room for, in all and of each pillar."""

    def __init__(self, total: int, pillars: Mapping[str, int]) -> None:
        self._total = total
        self._pillars = dict(pillars)

    @classmethod
    def for_new(cls, settings: Settings, done: Done) -> "Room":
        """Room for cards that were never asked."""
        limits = {one.name: one.new_per_day for one in settings.pillars}
        had = {name: tally.new for name, tally in done.by_pillar.items()}
        return cls(settings.new_per_day - done.total.new, _left(limits, had))

    @classmethod
    def for_reviews(cls, settings: Settings, done: Done) -> "Room":
        """Room for reviews."""
        limits = {one.name: one.reviews_per_day for one in settings.pillars}
        had = {name: tally.reviews for name, tally in done.by_pillar.items()}
        return cls(settings.reviews_per_day - done.total.reviews, _left(limits, had))

    @property
    def is_full(self) -> bool:
        """True if there is no place left for any card."""
        return self._total <= 0

    def take(self, pillar: str) -> bool:
        """Take a place, if there is one."""
        if self.is_full or self._pillars.get(pillar, 1) <= 0:
            return False
        self._total -= 1
        if pillar in self._pillars:
            self._pillars[pillar] -= 1
        return True


def _left(limits: Mapping[str, int | None], had: Mapping[str, int]) -> dict[str, int]:
    return {name: limit - had.get(name, 0) for name, limit in limits.items() if limit is not None}


def _was_reviewed(card: Scheduled, day: int) -> bool:
    last = card.state.last_day
    return last is not None and last >= day


def _position(card: Scheduled) -> int:
    return card.position


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
