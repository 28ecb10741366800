"""Entries appended to the journal with the state each leads to, and the last one found again."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from recall.model.ids import CardId, LearnerId
from recall.model.journal import Entry, Undo
from recall.model.memory import CardState
from recall.scheduling.fold import apply, fold, live, needs_refold
from recall.scheduling.scheduler import Scheduler

if TYPE_CHECKING:
    from recall.store.transaction import Transaction

STEP_BACK_MS = 3_600_000
"""A clock that went back by less than this is taken for a correction, and order is kept."""


def append_entry(tx: "Transaction", entry: Entry, scheduler: Scheduler) -> CardState:
    """Append an entry and cache the state that it leads to.

    After a small step back of the clock the entry is written a millisecond after the learner's
    last one, so that the order of writing stays the order of time. After a large one (a clock that
    was wrong, a time tried out with RECALL_NOW) the entry stands where its time puts it.
    """
    tx.ensure_learner(entry.learner, now=entry.at)
    for last in tx.last_entries(entry.learner, limit=1):
        if entry.at <= last.at < entry.at + STEP_BACK_MS:
            entry = replace(entry, at=last.at + 1)
    before = tx.state(entry.learner, entry.card)
    tx.append([entry])
    if needs_refold(before, entry):
        state = fold(tx.entries(entry.learner, card=entry.card), scheduler)
    else:
        state = apply(before, entry, scheduler)
    tx.put_states(entry.learner, {entry.card: state})
    return state


def append_in_order(tx: "Transaction", learner: LearnerId, entries: Sequence[Entry]) -> None:
    """Append many new entries of a learner, all after the last one: as `append_entry` does."""
    for last in tx.last_entries(learner, limit=1) if entries else ():
        behind = last.at + 1 - entries[0].at
        if 0 < behind <= STEP_BACK_MS:
            entries = [replace(entry, at=entry.at + behind) for entry in entries]
    tx.append(entries)


def fold_again(
    tx: "Transaction", learner: LearnerId, cards: Iterable[CardId], scheduler: Scheduler
) -> None:
    """Compute the states of cards from their journals, after entries came in between."""
    states = {card: fold(tx.entries(learner, card=card), scheduler) for card in sorted(cards)}
    tx.put_states(learner, states)


def last_live_entry(tx: "Transaction", learner: LearnerId) -> Entry | None:
    """The learner's newest entry that is no undo and was not taken back."""
    limit, seen = 32, 0
    alive: dict[CardId, set[str]] = {}
    while True:
        entries = tx.last_entries(learner, limit=limit)
        for entry in entries[seen:]:
            if isinstance(entry.event, Undo):
                continue
            if entry.card not in alive:
                journal = tx.entries(learner, card=entry.card)
                alive[entry.card] = {kept.id for kept in live(journal)}
            if entry.id in alive[entry.card]:
                return entry
        if len(entries) < limit:
            return None
        seen, limit = limit, limit * 4
