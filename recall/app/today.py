"""What is due, by pillar."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from recall.app.workspace import Workspace
from recall.model.memory import Phase, Scheduled
from recall.model.moment import Moment
from recall.model.settings import Settings
from recall.scheduling.done import Done
from recall.scheduling.queue import Waiting, build_queue

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
    """Today's queue in numbers. `new_available` counts new cards within today's limit."""

    study_day: int
    now: int
    pillars: tuple[PillarToday, ...]
    waiting: Waiting
    early: int

    @property
    def due(self) -> int:
        """All cards due."""
        return sum(pillar.due for pillar in self.pillars)

    @property
    def new_available(self) -> int:
        """All new cards that today's limit allows."""
        return sum(pillar.new for pillar in self.pillars)


def look(workspace: Workspace) -> Today | None:
    """Today from the SQLite file alone, without SQLAlchemy.

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
        return _look(workspace, Glance(path))
    except Unanswered:
        return None


def look_in(workspace: Workspace, store: "Store") -> Today:
    """Today from any store."""
    with store.read() as tx:
        return _look(workspace, tx)


def _look(workspace: Workspace, reads: "Transaction | Glance") -> Today:
    when, learner = workspace.now(), workspace.learner
    settings = _in_use(workspace, reads.parameters(learner))
    return _count(settings, reads.scheduled(learner), reads.done_on(learner, when.day), when)


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
    )


def _is_overdue(card: Scheduled, day: int) -> bool:
    due = card.state.due_day
    return card.state.phase is not Phase.NEW and due is not None and due < day
