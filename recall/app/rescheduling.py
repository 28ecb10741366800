"""Due dates moved to where the settings in use would put them: only ever on request."""

from collections.abc import Sequence
from dataclasses import dataclass

from recall.app.batches import take_back_batch, write_batch
from recall.app.reviewing import Desk
from recall.model.ids import CardId
from recall.model.journal import SetDue
from recall.model.memory import Phase
from recall.scheduling.load import Load
from recall.scheduling.scheduler import Aim

RESCHEDULED = "-reschedule"
"""How the ids of entries end that `recall reschedule` wrote."""


@dataclass(frozen=True, slots=True)
class Move:
    """A card in review and the study days it is due now and would be."""

    card: CardId
    before: int
    after: int


def moves(desk: Desk) -> list[Move]:
    """Where the settings and parameters in use would put each card in review; writes nothing.

    A day that is over counts as today.
    """
    today = desk.workspace.now().day
    with desk.store.read() as tx:
        cards = [
            card
            for card in tx.scheduled(desk.workspace.learner)
            if card.state.phase is Phase.REVIEW and not card.state.suspended
        ]
    load, found = Load(), []
    for card in cards:
        retention = desk.settings.retention_of(card.pillar, card.deck)
        day = desk.scheduler.due_again(card.card, card.state, aim=Aim(retention, load))
        if day is None or card.state.due_day is None:
            continue
        load.add(max(day, today))
        if max(day, today) != max(card.state.due_day, today):
            found.append(Move(card.card, card.state.due_day, max(day, today)))
    return found


def backlog(desk: Desk, planned: Sequence[Move], *, days: int) -> list[tuple[int, int, int]]:
    """Of today and the days after it: (study day, reviews due now, reviews after the moves)."""
    today = desk.workspace.now().day
    with desk.store.read() as tx:
        due = {
            card.card: max(card.state.due_day, today)
            for card in tx.scheduled(desk.workspace.learner)
            if card.state.phase is Phase.REVIEW
            and card.state.due_day is not None
            and not card.state.suspended
        }
    moved = due | {move.card: move.after for move in planned}
    before, after = Load(due.values()), Load(moved.values())
    return [(day, before.count(day), after.count(day)) for day in range(today, today + days)]


def reschedule(desk: Desk, planned: Sequence[Move]) -> int:
    """Write the moves, in one transaction; how many there were."""
    dates = ((move.card, SetDue(move.after)) for move in planned)
    return write_batch(desk, dates, ending=RESCHEDULED)


def take_back_reschedule(desk: Desk) -> int:
    """Undo every move that a reschedule wrote and that still stands; how many there were."""
    return take_back_batch(desk, ending=RESCHEDULED)
