"""Rows of the journal and its entries, translated into each other; what is counted from them."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from recall.model.ids import CardId, EntryId, LearnerId
from recall.model.journal import (
    Bury,
    Entry,
    Event,
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
from recall.model.memory import Phase
from recall.model.question import Outcome
from recall.model.rating import Rating
from recall.scheduling.counting import done
from recall.scheduling.done import Done
from recall.scheduling.fold import live
from recall.store.errors import UnknownEntryKind
from recall.store.translate import ENTRY_COLUMNS, storable

_KINDS: dict[type[Event], str] = {
    Review: "review",
    Undo: "undo",
    Suspend: "suspend",
    Resume: "resume",
    Bury: "bury",
    Unbury: "unbury",
    Reset: "reset",
    SetDue: "set_due",
    Import: "import",
    Flag: "flag",
}
_PLAIN: dict[str, Event] = {
    "suspend": Suspend(),
    "resume": Resume(),
    "bury": Bury(),
    "unbury": Unbury(),
    "reset": Reset(),
}
_RATINGS = {rating.value: rating for rating in Rating}
_OUTCOMES = {outcome.value: outcome for outcome in Outcome}
_PHASES = {phase.value: phase for phase in Phase}


def _storable(text: str | None) -> str | None:
    return None if text is None else storable(text)


def entry_row(entry: Entry) -> dict[str, Any]:
    """A journal entry as a row with every column."""
    row: dict[str, Any] = dict.fromkeys(ENTRY_COLUMNS)
    row["id"] = storable(entry.id)
    row["learner"] = storable(entry.learner)
    row["card"] = storable(entry.card)
    row["at"] = entry.at
    row["utc_offset"] = entry.utc_offset
    row["study_day"] = entry.study_day
    row["kind"] = _KINDS[type(entry.event)]
    match entry.event:
        case Review() as review:
            row["rating"] = review.rating.value
            row["duration_ms"] = review.duration_ms
            row["variant"] = review.variant
            row["digest"] = storable(review.digest)
            row["response"] = _storable(review.response)
            row["outcome"] = review.outcome.value
            row["mistake"] = _storable(review.mistake)
            placed = review.placed
            if placed is not None:
                row["phase"], row["due_day"] = placed.phase.value, placed.due_day
                row["interval"], row["due_at"] = placed.interval, placed.due_at
                row["step"] = placed.step
        case Undo(target):
            row["target"] = storable(target)
        case SetDue(day):
            row["day"] = day
        case Import(stability, difficulty, day):
            row["day"], row["stability"], row["difficulty"] = day, stability, difficulty
        case Flag(on):
            row["on"] = int(on)
        case _:
            pass
    return row


def entry_from(row: Sequence[Any]) -> Entry:
    """The journal entry of a row. Raises UnknownEntryKind."""
    (
        id_, learner, card, at, utc_offset, study_day, kind, rating, duration_ms,
        variant, digest, response, outcome, mistake, target, day, on,
        phase, due_day, interval, due_at, step, stability, difficulty,
    ) = row  # fmt: skip
    event: Event
    if kind == "review":
        placed = phase and Placement(_PHASES[phase], due_day, interval, due_at, step)
        event = Review(
            _RATINGS[rating], duration_ms, variant, digest, response, _OUTCOMES[outcome], mistake,
            placed,
        )  # fmt: skip
    elif kind == "undo":
        event = Undo(EntryId(target))
    elif kind == "set_due":
        event = SetDue(day)
    elif kind == "import":
        event = Import(stability, difficulty, day)
    elif kind == "flag":
        event = Flag(bool(on))
    elif kind in _PLAIN:
        event = _PLAIN[kind]
    else:
        raise UnknownEntryKind(
            f"Journal entry {id_} is of the kind “{kind}”, which this version of recall does not "
            "know.",
            "Install a newer version of recall.",
        )
    return Entry(EntryId(id_), LearnerId(learner), CardId(card), at, utc_offset, study_day, event)


def activity_from(
    counted: Iterable[Sequence[Any]], disputed: Iterable[Sequence[Any]]
) -> dict[int, int]:
    """Answers by study day, in order, from counts of all and from what undos say or name.

    `counted` has rows of a study day and its reviews; `disputed` rows of ENTRY_COLUMNS: every undo
    and every entry that one names.
    """
    days = {int(day): int(answers) for day, answers in counted}
    entries = [entry_from(row) for row in disputed]
    kept = {entry.id for entry in live(entries)}
    for entry in entries:
        if isinstance(entry.event, Review) and entry.id not in kept:
            days[entry.study_day] -= 1
    return {day: days[day] for day in sorted(days) if days[day]}


def done_from(rows: Iterable[Sequence[Any]], *, day: int) -> Done:
    """The tally of a study day from rows of a pillar and an entry, each card's rows together."""
    pairs = ((row[0], entry_from(row[1:])) for row in rows)
    by_card = groupby(pairs, key=lambda pair: (pair[0], pair[1].card))
    return done(
        ((pillar, [entry for _, entry in group]) for (pillar, _), group in by_card), day=day
    )
