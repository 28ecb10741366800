"""Due dates moved to where the settings in use would put them: only ever on request."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from recall.app.reviewing import Desk, append_in_order
from recall.model.ids import CardId, EntryId
from recall.model.journal import Entry, SetDue, Undo
from recall.model.memory import Phase
from recall.scheduling.fold import live, rebuild
from recall.scheduling.load import Load
from recall.scheduling.scheduler import Aim

if TYPE_CHECKING:
    from recall.store.transaction import Transaction

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
    with desk.store.begin() as tx:
        tx.ensure_learner(desk.workspace.learner, now=desk.workspace.clock())
        entries = [
            set_due_entry(desk, move.card, move.after, ending=RESCHEDULED) for move in planned
        ]
        append_in_order(tx, desk.workspace.learner, entries)
        _refold(tx, desk, {move.card for move in planned})
    return len(planned)


def take_back_reschedule(desk: Desk) -> int:
    """Undo every move that a reschedule wrote and that still stands; how many there were."""
    learner = desk.workspace.learner
    with desk.store.begin() as tx:
        standing = list(_standing_moves(tx, desk))
        undos = []
        for entry in standing:
            when = desk.workspace.now()
            undo = replace(entry, id=when.id, at=when.at, study_day=when.day, event=Undo(entry.id))
            undos.append(replace(undo, utc_offset=when.utc_offset))
        tx.ensure_learner(learner, now=desk.workspace.clock())
        append_in_order(tx, learner, undos)
        _refold(tx, desk, {entry.card for entry in standing})
    return len(standing)


def _standing_moves(tx: "Transaction", desk: Desk) -> Iterator[Entry]:
    """The moves after which nothing else happened to their card."""
    for _, entries in groupby(tx.stream(desk.workspace.learner), key=lambda e: e.card):
        kept = live(entries)
        if kept and kept[-1].id.endswith(RESCHEDULED):
            yield kept[-1]


def _refold(tx: "Transaction", desk: Desk, cards: set[CardId]) -> None:
    learner = desk.workspace.learner
    entries = [entry for card in sorted(cards) for entry in tx.entries(learner, card=card)]
    tx.put_states(learner, dict(rebuild(entries, desk.scheduler)))


def set_due_entry(desk: Desk, card: CardId, day: int, *, ending: str) -> Entry:
    """An entry that says when a card is due; `ending` of its id says who wrote it."""
    when = desk.workspace.now()
    return Entry(
        id=EntryId(f"{when.id}{ending}"),
        learner=desk.workspace.learner,
        card=card,
        at=when.at,
        utc_offset=when.utc_offset,
        study_day=when.day,
        event=SetDue(day),
    )
