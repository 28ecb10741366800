"""Rows and domain values, translated into each other. Imports no library, so `quick` can use it.

A row is written as a mapping from column names and read as a sequence in the order of the
`*_COLUMNS` tuples.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from json import JSONEncoder, loads
from typing import Any

from recall.model.ids import CardId, LearnerId
from recall.model.memory import NEW, CardState, Phase, Scheduled

Row = Mapping[str, Any]

ENTRY_COLUMNS = (
    "id", "learner", "card", "at", "utc_offset", "study_day", "kind", "rating", "duration_ms",
    "variant", "digest", "response", "outcome", "mistake", "target", "day", "on",
    "phase", "due_day", "interval", "due_at", "step", "stability", "difficulty",
)  # fmt: skip
SCHEDULED_COLUMNS = ("id", "note", "deck", "pillar", "position", "prerequisites")
"""Of a card what the queue needs to know."""
STATE_COLUMNS = tuple(field.name for field in fields(CardState))
STATE_FLAGS = ("suspended", "flagged")

_JSON = JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_PHASES = {phase.value: phase for phase in Phase}


def storable(text: str) -> str:
    """The text as every database can hold it: U+FFFD for NUL and for halves of surrogate pairs."""
    text = text.replace("\0", "\ufffd")
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)
    return text


def to_json(value: object) -> str:
    """JSON text that keeps the order of keys."""
    return storable(_JSON.encode(value))


def from_json(text: str) -> Any:
    """What `to_json` was given, with lists for tuples."""
    return loads(text)


def state_row(learner: LearnerId, card: CardId, state: CardState) -> dict[str, Any]:
    """A card's state as a row of the cache."""
    row: dict[str, Any] = {name: getattr(state, name) for name in STATE_COLUMNS}
    row["phase"] = state.phase.value
    for name in STATE_FLAGS:
        row[name] = int(row[name])
    return {"learner": learner, "card": card, **row}


def state_from(row: Sequence[Any]) -> CardState:
    """The state of a row in the order of STATE_COLUMNS."""
    (
        phase, step, stability, difficulty, due_at, due_day, interval, last_at, last_day,
        reps, lapses, suspended, buried_day, flagged, last_entry,
    ) = row  # fmt: skip
    return CardState(
        _PHASES[phase], step, stability, difficulty, due_at, due_day, interval, last_at, last_day,
        reps, lapses, bool(suspended), buried_day, bool(flagged), last_entry,
    )  # fmt: skip


def scheduled_from(row: Sequence[Any], states: Mapping[CardId, CardState]) -> Scheduled:
    """A card with its state (NEW where it has none), from a row of SCHEDULED_COLUMNS."""
    id_, note, deck, pillar, position, requires = row
    return Scheduled(
        id_,
        note,
        deck,
        pillar,
        position,
        states.get(id_, NEW),
        # Most cards require nothing; and a deck that is required locks no card.
        () if requires == "[]" else tuple(name for name in loads(requires) if "/" not in name),
    )
