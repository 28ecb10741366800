"""What is due, by pillar."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from recall.app.workspace import Workspace
from recall.model.memory import Phase, Scheduled
from recall.model.moment import Moment
from recall.model.settings import Settings
from recall.scheduling.done import Done
from recall.scheduling.queue import Waiting, build_queue
from recall.scheduling.streak import Streak, streak

if TYPE_CHECKING:
    from recall.store.open import Store
    from recall.store.quick import Glance
    from recall.store.transaction import Transaction


@dataclass(frozen=True, slots=True)
class PillarToday:
    """A pillar's share of today: cards due (of them overdue), and new ones the limits allow."""

    pillar: str
    due: int
    new: int
    overdue: int


@dataclass(frozen=True, slots=True)
class Today:
    """Today's queue in numbers. `new_available` counts new cards within today's limit.

    `answers` counts those of each study day so far, `load` the cards that are due on each of the
    days that were asked for: today's with everything overdue, no limit and no new card counted.
    """

    study_day: int
    now: int
    pillars: tuple[PillarToday, ...]
    waiting: Waiting
    early: int
    streak: Streak
    answers: Mapping[int, int]
    load: tuple[tuple[int, int], ...] = ()

    @property
    def due(self) -> int:
        """All cards due."""
        return sum(pillar.due for pillar in self.pillars)

    @property
    def new_available(self) -> int:
        """All new cards that today's limit allows."""
        return sum(pillar.new for pillar in self.pillars)


def look(workspace: Workspace, *, days: int = 0) -> Today | None:
    """Today from the SQLite file alone, without SQLAlchemy. `days` is how far ahead to look.

    None if that cannot be done: another database, no store yet, or decks that changed since the
    last compile.
    """
    from recall.app.freshness import is_fresh
    from recall.store.quick import Glance, Unanswered, deck_files

    path = workspace.store_path
    files = None if path is None else deck_files(path)
    if path is None or files is None or not is_fresh(workspace.roots, files):
        return None
    try:
        return _look(workspace, Glance(path), days)
    except Unanswered:
        return None


def look_in(workspace: Workspace, store: "Store", *, days: int = 0) -> Today:
    """Today from any store."""
    with store.read() as tx:
        return _look(workspace, tx, days)


def _look(workspace: Workspace, reads: "Transaction | Glance", days: int) -> Today:
    when, learner = workspace.now(), workspace.learner
    settings = _in_use(workspace, reads.parameters(learner))
    cards, answers = reads.scheduled(learner), reads.activity(learner)
    found = _count(settings, cards, reads.done_on(learner, when.day), when)
    return replace(
        found,
        answers=answers,
        streak=streak(answers, today=when.day, holidays=settings.holidays),
        load=_load(cards, when.day, days),
    )


def _in_use(workspace: Workspace, trained: tuple[float, ...] | None) -> Settings:
    return replace(workspace.settings, parameters=trained) if trained else workspace.settings


def _count(settings: Settings, cards: Sequence[Scheduled], done: Done, when: Moment) -> Today:
    """The queue in numbers, by the session's own rules."""
    queue = build_queue(cards, day=when.day, settings=settings, done=done)
    soon = when.at + settings.learn_ahead * 1000
    learning = [card for card in queue.learning if (card.state.due_at or 0) <= soon]
    asked = [*learning, *queue.reviews]
    return Today(
        study_day=when.day,
        now=when.at,
        pillars=tuple(
            PillarToday(
                pillar=name,
                due=sum(card.pillar == name for card in asked),
                new=sum(card.pillar == name for card in queue.new),
                overdue=sum(card.pillar == name and _is_overdue(card, when.day) for card in asked),
            )
            for name in dict.fromkeys(card.pillar for card in cards)
        ),
        waiting=queue.waiting,
        early=queue.early,
        streak=streak((), today=when.day),
        answers={},
    )


def _load(cards: Sequence[Scheduled], today: int, days: int) -> tuple[tuple[int, int], ...]:
    """The cards due on each of the next days, today first and with what is overdue."""
    load = Counter(
        max(today, card.state.due_day)
        for card in cards
        if card.state.due_day is not None
        and card.state.phase is not Phase.NEW
        and not card.state.suspended
    )
    return tuple((day, load[day]) for day in range(today, today + days))


def _is_overdue(card: Scheduled, day: int) -> bool:
    due = card.state.due_day
    return card.state.phase is not Phase.NEW and due is not None and due < day
