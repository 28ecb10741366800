"""The journal outside a session: entries by hand, files, the fold, and rebuilding the cache."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isclose
from pathlib import Path

from recall.app.appending import append_entry
from recall.app.files import BadFile, write_atomically
from recall.app.reviewing import Desk
from recall.export.files import real_place
from recall.export.jsonl import write_line
from recall.model.ids import CardId
from recall.model.journal import Entry, Event
from recall.model.memory import CardState
from recall.scheduling.bulk import Replayer
from recall.scheduling.fold import apply, rebuild, steps

SAME_MEMORY = 1e-9
"""Stabilities and difficulties this close (relative) are the same: two ways of adding up."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A cached state that is not what the journal says."""

    card: CardId
    cached: CardState | None
    folded: CardState | None


def write_by_hand(
    desk: Desk, cards: Sequence[CardId], event: Event
) -> list[tuple[CardId, CardState | None]]:
    """Append the same event for several cards, in one transaction.

    The state each leads to; None where it would change nothing, and nothing is written.
    """
    learner = desk.workspace.learner
    states: list[tuple[CardId, CardState | None]] = []
    with desk.store.begin() as tx:
        tx.ensure_learner(learner, now=desk.workspace.clock())
        for card in cards:
            when = desk.workspace.now()
            entry = Entry(when.id, learner, card, when.at, when.utc_offset, when.day, event)
            before = tx.state(learner, card)
            after = apply(before, entry, desk.scheduler)
            idle = replace(after, last_entry=before.last_entry) == before
            states.append((card, None if idle else append_entry(tx, entry, desk.scheduler)))
    return states


def history(desk: Desk, card: CardId) -> tuple[tuple[Entry, CardState], ...]:
    """The live entries of a card, each with the state it led to."""
    with desk.store.read() as tx:
        entries = tx.entries(desk.workspace.learner, card=card)
    return steps(entries, desk.scheduler)


def export_journal(desk: Desk) -> Iterator[str]:
    """The learner's whole journal, one line an entry, as it happened."""
    with desk.store.read() as tx:
        for entry in tx.stream(desk.workspace.learner, in_time=True):
            yield write_line(entry)


def differences(desk: Desk) -> list[Difference]:
    """Where the cache is not the fold of the journal; memory may differ in the tenth digit."""
    replayer = Replayer(desk.settings)
    with desk.store.read() as tx:
        cached = tx.states(desk.workspace.learner)
        folded = dict(rebuild(tx.stream(desk.workspace.learner), replayer))
    return [
        Difference(card, cached.get(card), folded.get(card))
        for card in sorted(cached.keys() | folded.keys())
        if not _agree(cached.get(card), folded.get(card))
    ]


def _agree(cached: CardState | None, folded: CardState | None) -> bool:
    if cached is None or folded is None or cached.stability is None or folded.stability is None:
        return cached == folded
    same = replace(folded, stability=cached.stability, difficulty=cached.difficulty)
    return (
        cached == same
        and isclose(cached.stability, folded.stability, rel_tol=SAME_MEMORY)
        and isclose(cached.difficulty or 0.0, folded.difficulty or 0.0, rel_tol=SAME_MEMORY)
    )


def rebuild_cache(desk: Desk) -> int:
    """Compute every state of the learner again from the journal; how many there are."""
    learner = desk.workspace.learner
    with desk.store.begin() as tx:
        states = dict(rebuild(tx.stream(learner), Replayer(desk.settings)))
        tx.ensure_learner(learner, now=desk.workspace.clock())
        tx.clear_states(learner)
        tx.put_states(learner, states)
    return len(states)


def write_journal(path: Path, lines: Iterator[str], *, force: bool) -> int:
    """Write lines to a file that appears whole or not at all; how many they were.

    Raises BadFile for a file that is there and no journal, unless `force` is true.
    """
    path = real_place(path)
    if path.exists() and not force and not _is_journal(path):
        message = f"{path} exists and is not a journal that recall exported"
        raise BadFile(message, "Name another file, or overwrite this one with --force.")
    content = "".join(f"{line}\n" for line in lines)
    write_atomically(path, content.encode())
    return content.count("\n")


def _is_journal(path: Path) -> bool:
    with path.open(encoding="utf-8", errors="replace") as file:
        first = file.readline(100_000).strip()
    return not first or (first.startswith('{"id":') and '"kind":' in first)
