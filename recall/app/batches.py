"""Many entries written as one, and taken back as one: what a command did to a whole collection."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from recall.app.appending import append_in_order, fold_again
from recall.app.reviewing import Desk
from recall.model.ids import CardId, EntryId
from recall.model.journal import Entry, Event, Undo
from recall.scheduling.fold import live

if TYPE_CHECKING:
    from recall.store.transaction import Transaction


def write_batch(desk: Desk, events: Iterable[tuple[CardId, Event]], *, ending: str) -> int:
    """Append an event for each card, in one transaction; how many there were.

    `ending` is what the ids of these entries end with: it says which command wrote them.
    """
    entries = [entry_of(desk, card, event, ending=ending) for card, event in events]
    with desk.store.begin() as tx:
        tx.ensure_learner(desk.workspace.learner, now=desk.workspace.clock())
        append_in_order(tx, desk.workspace.learner, entries)
        cards = {entry.card for entry in entries}
        fold_again(tx, desk.workspace.learner, cards, desk.scheduler)
    return len(entries)


def take_back_batch(desk: Desk, *, ending: str) -> int:
    """Undo every entry with that ending after which nothing else happened to its card."""
    learner = desk.workspace.learner
    with desk.store.begin() as tx:
        standing = list(_standing(tx, desk, ending))
        undos = []
        for entry in standing:
            when = desk.workspace.now()
            undo = replace(entry, id=when.id, at=when.at, study_day=when.day, event=Undo(entry.id))
            undos.append(replace(undo, utc_offset=when.utc_offset))
        tx.ensure_learner(learner, now=desk.workspace.clock())
        append_in_order(tx, learner, undos)
        fold_again(tx, learner, {entry.card for entry in standing}, desk.scheduler)
    return len(standing)


def entry_of(desk: Desk, card: CardId, event: Event, *, ending: str) -> Entry:
    """An entry of now; `ending` of its id says who wrote it."""
    when = desk.workspace.now()
    return Entry(
        id=EntryId(f"{when.id}{ending}"),
        learner=desk.workspace.learner,
        card=card,
        at=when.at,
        utc_offset=when.utc_offset,
        study_day=when.day,
        event=event,
    )


def _standing(tx: "Transaction", desk: Desk, ending: str) -> Iterator[Entry]:
    for _, entries in groupby(tx.stream(desk.workspace.learner), key=lambda e: e.card):
        kept = live(entries)
        if kept and kept[-1].id.endswith(ending):
            yield kept[-1]
