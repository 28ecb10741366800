"""The fold: a card's state computed from its journal, whole or one entry at a time.

The journal is a set of entries. Their order is (`at`, `id`), so two journals merge by their union,
in whatever order the entries arrive.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import reduce
from itertools import groupby
from typing import assert_never

from recall.model.ids import CardId, EntryId
from recall.model.journal import (
    Bury,
    Entry,
    Flag,
    Import,
    Placement,
    Reset,
    Resume,
    Review,
    SetDue,
    Suspend,
    Unbury,
    Undo,
)
from recall.model.memory import NEW, CardState, Phase
from recall.scheduling.scheduler import Scheduler


def live(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries that count, in order and each once, without those an undo took back.

    An undo of an undo brings the entry back. An undo is honoured wherever it stands in the order
    (clocks differ between machines) as long as it names an entry of the same card. Undo entries
    themselves are left out: all they had to say is in what remains.
    """
    ordered = sorted({entry.id: entry for entry in entries}.values(), key=lambda e: e.order)
    undone = _undone(ordered)
    return tuple(e for e in ordered if not isinstance(e.event, Undo) and e.id not in undone)


def apply(state: CardState, entry: Entry, scheduler: Scheduler) -> CardState:
    """The state after one more live entry, later than all that went into `state`.

    Equal to folding the journal with that entry, unless `needs_refold` says otherwise. Raises
    ValueError for an undo, which no state can apply.
    """
    return replace(_after(state, entry, scheduler), last_entry=str(entry.id))


def fold(entries: Iterable[Entry], scheduler: Scheduler) -> CardState:
    """The state of the card whose whole journal these entries are, in any order."""
    return reduce(lambda state, entry: apply(state, entry, scheduler), live(entries), NEW)


def steps(entries: Iterable[Entry], scheduler: Scheduler) -> tuple[tuple[Entry, CardState], ...]:
    """The live entries of one card, each with the state after it."""
    state, pairs = NEW, []
    for entry in live(entries):
        state = apply(state, entry, scheduler)
        pairs.append((entry, state))
    return tuple(pairs)


def rebuild(stream: Iterable[Entry], scheduler: Scheduler) -> Iterator[tuple[CardId, CardState]]:
    """The state of every card, one card in memory at a time.

    `stream` holds one learner's journal with each card's entries together; raises ValueError where
    a card comes back after another one.
    """
    seen: set[CardId] = set()
    for card, entries in groupby(stream, key=lambda entry: entry.card):
        if card in seen:
            raise ValueError(f"The journal is not grouped by card: {card} comes twice")
        seen.add(card)
        yield card, fold(entries, scheduler)


def needs_refold(state: CardState, entry: Entry) -> bool:
    """True if `apply` could differ from a fold of the journal with this entry; False is certain.

    So for an undo, for an entry that is not later than the last one, and in doubt. It is certain of
    an entry just written, whose id is greater than those before it. Entries that were merged from
    elsewhere have other ids, and may come after an undo that names them: fold their cards.
    """
    if isinstance(entry.event, Undo):
        return True
    if not state.last_entry:
        return False
    return str(entry.id) <= state.last_entry or (
        state.last_at is not None and entry.at < state.last_at
    )


def placement(state: CardState) -> Placement | None:
    """Where a card that was just answered stands; None for a new one."""
    if state.due_day is None:
        return None
    return Placement(state.phase, state.due_day, state.interval, state.due_at, state.step)


def _after(state: CardState, entry: Entry, scheduler: Scheduler) -> CardState:
    event, day = entry.event, entry.study_day
    match event:
        case Review(placed=Placement() as placed):
            return scheduler.remembered(state, event.rating, placed, at=entry.at, day=day)
        case Review():
            return scheduler.review(entry.card, state, event.rating, at=entry.at, day=day)
        case Suspend():
            return replace(state, suspended=True)
        case Resume():
            return replace(state, suspended=False)
        case Bury():
            return replace(state, buried_day=day)
        case Unbury():
            return replace(state, buried_day=None)
        case Reset():
            # A flag is about the text of the card, which a reset does not change.
            return replace(NEW, flagged=state.flagged)
        case SetDue():
            return _due_on(state, event.day)
        case Import():
            return replace(
                NEW,
                phase=Phase.REVIEW,
                stability=event.stability,
                difficulty=event.difficulty,
                due_day=event.day,
                interval=max(1, event.day - day),
                last_at=entry.at,
                last_day=day,
                suspended=state.suspended,
                flagged=state.flagged,
            )
        case Flag():
            return replace(state, flagged=event.on)
        case Undo():
            raise ValueError(f"The undo {entry.id} has to be folded with its journal")
        case _:
            assert_never(event)


def _due_on(state: CardState, day: int) -> CardState:
    """A new card waits until that day and stays new; steps end, since a day replaces them."""
    if state.phase in (Phase.NEW, Phase.REVIEW):
        return replace(state, due_day=day)
    waited = day - (day if state.last_day is None else state.last_day)
    return replace(
        state,
        phase=Phase.REVIEW,
        step=None,
        due_at=None,
        due_day=day,
        interval=max(1, waited),
    )


def _undone(ordered: list[Entry]) -> frozenset[EntryId]:
    """The ids that a live undo names.

    An undo counts once all undos that name it are known not to. Undos that name each other in a
    circle, which only a forged journal has, count for nothing.
    """
    cards = {entry.id: entry.card for entry in ordered}
    target: dict[EntryId, EntryId] = {}
    for entry in ordered:
        event = entry.event
        if isinstance(event, Undo) and cards.get(event.target) == entry.card:
            target[entry.id] = event.target
    if not target:
        return frozenset()
    pending = Counter(target.values())
    undone: set[EntryId] = set()
    decided = [entry.id for entry in ordered if entry.id not in pending]
    for entry_id in decided:  # grows while it is read
        named = target.get(entry_id)
        if named is None or named in undone:
            continue
        if entry_id not in undone:
            undone.add(named)
            decided.append(named)
        else:
            pending[named] -= 1
            if pending[named] == 0:
                decided.append(named)
    return frozenset(undone)
