"""Imports: another journal, and answers given in Anki."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid5

from recall.app.appending import fold_again
from recall.app.files import BadFile
from recall.app.reviewing import Desk
from recall.export.jsonl import LAST_DAY, LONGEST_MS, NAMESPACE, Defaults, read_lines
from recall.model.ids import CardId, EntryId, LearnerId
from recall.model.journal import Entry, Placement, Reset, Review
from recall.model.memory import Phase
from recall.model.rating import Rating
from recall.scheduling.day import study_day, utc_offset
from recall.scheduling.scheduler import Scheduler

if TYPE_CHECKING:
    from recall.export.anki.answers import Answer
    from recall.store.transaction import Transaction

BUMPED = 1_000
"""Milliseconds by which an exported answer may be later in Anki's log, whose times are unique."""


@dataclass(frozen=True, slots=True)
class FromAnki:
    """What a file of Anki held: cards of recall, answers to them, and those that were new."""

    cards: int
    answers: int
    added: int


def import_journal(desk: Desk, path: Path) -> tuple[int, int]:
    """Merge a journal file; (entries in the file, entries that were new).

    All or nothing: a bad line is named and nothing is imported.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(f"{path} cannot be read: {error}", "Name a journal file.") from None
    workspace = desk.workspace
    defaults = Defaults(workspace.learner, workspace.settings.day_start, path.name)
    entries = list(read_lines(text.split("\n"), defaults))
    with desk.store.begin() as tx:
        return len(entries), _merge(tx, desk, entries)


def import_anki(desk: Desk, path: Path, *, write: bool = True) -> FromAnki:
    """Merge the answers that a file of Anki holds for recall's cards.

    Each becomes an entry whose id follows from learner, card and time, so that importing again adds
    nothing; what recall itself exported with its progress is known and left out. A card is due on
    the day that Anki promised. With `write` False only count.
    """
    from recall.export.anki.answers import read_answers

    with desk.store.read() as tx:
        returned = read_answers(path, (*tx.collection().cards, *tx.vanished()))
        if not returned.cards:
            raise BadFile(
                f"{path} holds no card that recall exported",
                "In Anki, export the Recall decks or the whole collection, with scheduling.",
            )
        new = list(_new_entries(tx, desk, returned.answers))
    if write and new:
        with desk.store.begin() as tx:
            _merge(tx, desk, new)
    return FromAnki(returned.cards, len(returned.answers), len(new))


def _new_entries(tx: "Transaction", desk: Desk, answers: "Sequence[Answer]") -> Iterator[Entry]:
    """The answers that the journal lacks, as entries."""
    learner = desk.workspace.learner
    by_card: dict[CardId, list[Answer]] = {}
    for answer in answers:
        by_card.setdefault(answer.card, []).append(answer)
    for card, given in by_card.items():
        known = tx.entries(learner, card=card)
        ids = {entry.id for entry in known}
        for answer in given:
            entry = _entry(desk, answer)
            if entry.id not in ids and not any(_is_same(entry, before) for before in known):
                yield entry


def _entry(desk: Desk, answer: "Answer") -> Entry:
    """An answer of Anki's log as an entry of the journal."""
    workspace = desk.workspace
    zone, learner = workspace.settings.zone, workspace.learner
    day = study_day(answer.at, zone=zone, day_start=workspace.settings.day_start)
    event: Review | Reset = Reset()
    if answer.rating:
        due = min(day + answer.interval, LAST_DAY)
        placed = Placement(Phase.REVIEW, due, due - day) if answer.interval else None
        duration = min(answer.taken, LONGEST_MS)
        event = Review(Rating(answer.rating), duration, placed=placed)
    return Entry(
        id=EntryId(str(uuid5(NAMESPACE, f"anki\n{learner}\n{answer.card}\n{answer.at}"))),
        learner=learner,
        card=answer.card,
        at=answer.at,
        utc_offset=utc_offset(answer.at, zone=zone),
        study_day=day,
        event=event,
    )


def _is_same(entry: Entry, before: Entry) -> bool:
    """True if `entry` is `before`, which went to Anki in an export and came back."""
    return (
        isinstance(entry.event, Review)
        and isinstance(before.event, Review)
        and entry.event.rating is before.event.rating
        and 0 <= entry.at - before.at <= BUMPED
    )


def _merge(tx: "Transaction", desk: Desk, entries: Sequence[Entry]) -> int:
    """Add the entries that are new and compute the states of their cards again; how many."""
    workspace = desk.workspace
    for learner in dict.fromkeys([workspace.learner, *(e.learner for e in entries)]):
        tx.ensure_learner(learner, now=workspace.clock())
    added = tx.merge(entries)
    touched: dict[LearnerId, set[CardId]] = {}
    for entry in entries:
        touched.setdefault(entry.learner, set()).add(entry.card)
    for learner, cards in touched.items():
        trained, settings = tx.parameters(learner), workspace.settings
        own = replace(settings, parameters=trained) if trained else settings
        fold_again(tx, learner, cards, Scheduler(own))
    return added
