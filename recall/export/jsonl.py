"""The journal as JSON Lines: one entry a line, the shape of docs/cli.md."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import assert_never
from uuid import UUID, uuid5

from recall.errors import RecallError
from recall.model.card import Json
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
from recall.scheduling.day import study_day_at_offset


class BadJournalLine(RecallError):
    """A line of a journal file that is not an entry. Nothing of the file is imported."""


FAR_DAYS = 2
"""How far a study day may lie from the calendar day of its moment."""

LAST_DAY = 2_932_896
"""9999-12-31."""

LONGEST_MS = 2**31 - 1

LEAST_STABILITY, LONGEST_STABILITY = 0.001, 36_500.0
"""Days."""

NAMESPACE = UUID("6f1b0d0e-3c0f-5d0a-9f1e-7a4c1d2b8e55")
"""For ids of imported lines that have none: a version 5 UUID of the content."""

_PLAIN: dict[str, type[Suspend | Resume | Bury | Unbury | Reset]] = {
    "suspend": Suspend,
    "resume": Resume,
    "bury": Bury,
    "unbury": Unbury,
    "reset": Reset,
}


def write_line(entry: Entry) -> str:
    """One entry as a line of JSON, without its line end."""
    data: dict[str, Json] = {
        "id": entry.id,
        "learner": entry.learner,
        "card": entry.card,
        "at": write_time(entry.at),
        "utc_offset": entry.utc_offset,
        "study_day": entry.study_day,
    }
    return json.dumps(data | write_event(entry.event), ensure_ascii=False, separators=(",", ":"))


def write_time(at: int) -> str:
    """UTC milliseconds as `2026-01-02T03:04:05.678Z`."""
    when = datetime.fromtimestamp(at // 1000, UTC) + timedelta(milliseconds=at % 1000)
    return when.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at % 1000:03d}Z"


def write_event(event: Event) -> dict[str, Json]:
    """What the entry is about."""
    match event:
        case Review():
            return {
                "kind": "review",
                "rating": int(event.rating),
                "duration_ms": event.duration_ms,
                "variant": event.variant,
                "digest": event.digest,
                "response": event.response,
                "outcome": str(event.outcome),
                "mistake": event.mistake,
                **_write_placement(event.placed),
            }
        case Undo():
            return {"kind": "undo", "target": event.target}
        case SetDue():
            return {"kind": "set_due", "day": event.day}
        case Import():
            memory: dict[str, Json] = {
                "stability": event.stability,
                "difficulty": event.difficulty,
            }
            return {"kind": "import", **memory, "day": event.day}
        case Flag():
            return {"kind": "flag", "on": event.on}
        case Suspend() | Resume() | Bury() | Unbury() | Reset():
            kind = next(name for name, made in _PLAIN.items() if isinstance(event, made))
            return {"kind": kind}
        case _:
            assert_never(event)


def _write_placement(placed: Placement | None) -> dict[str, Json]:
    if placed is None:
        return {}
    return {
        "phase": str(placed.phase),
        "due_day": placed.due_day,
        "interval": placed.interval,
        "due_at": None if placed.due_at is None else write_time(placed.due_at),
        "step": placed.step,
    }


@dataclass(frozen=True, slots=True)
class Defaults:
    """What a line may leave out: whose it is, and how its study day follows from `at`.

    `name` is the file's, for messages.
    """

    learner: LearnerId
    day_start: int
    name: str


def read_lines(lines: Iterable[str], defaults: Defaults) -> Iterator[Entry]:
    """The entries of a journal file; blank lines are skipped. Raises BadJournalLine."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            data: object = json.loads(line)
            if not isinstance(data, dict):
                raise TypeError("not a JSON object")
            yield _entry(_Fields(data), line, defaults)
        except (ValueError, TypeError, OverflowError, RecursionError) as error:
            message = f"{defaults.name}, line {number}: {error}"
            raise BadJournalLine(message, "Correct the line; nothing was imported.") from None


class _Fields:
    """Typed access to the members of a line."""

    def __init__(self, data: dict[str, object]) -> None:
        self._data = data

    def has(self, name: str) -> bool:
        return self._data.get(name) is not None

    def text(self, name: str) -> str:
        value = self._data.get(name)
        if not isinstance(value, str) or not value:
            raise TypeError(f"“{name}” is missing or no text")
        return value

    def maybe_text(self, name: str) -> str | None:
        return self.text(name) if self._data.get(name) else None

    def number(self, name: str) -> int:
        value = self._data.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or abs(value) >= 1 << 62:
            raise TypeError(f"“{name}” is missing or no whole number")
        return value

    def within(self, low: int, name: str, high: int) -> int:
        value = self.number(name)
        if not low <= value <= high:
            raise ValueError(f"“{name}” is {value}, not from {low} to {high}")
        return value

    def decimal(self, name: str, low: float, high: float) -> float:
        value = self._data.get(name)
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            raise TypeError(f"“{name}” is missing or no number")
        if not low <= value <= high:
            raise ValueError(f"“{name}” is {value}, not from {low} to {high}")
        return float(value)

    def switch(self, name: str) -> bool:
        value = self._data.get(name)
        if not isinstance(value, bool):
            raise TypeError(f"“{name}” is missing or neither true nor false")
        return value


def _entry(data: _Fields, line: str, defaults: Defaults) -> Entry:
    at = read_time(data.text("at"))
    offset = data.number("utc_offset") if data.has("utc_offset") else 0
    if abs(offset) > 24 * 60:
        raise ValueError(f"utc_offset {offset} is more than a day of minutes")
    learner = data.text("learner") if data.has("learner") else defaults.learner
    day = study_day_at_offset(at, utc_offset=offset, day_start=defaults.day_start)
    if data.has("study_day"):
        given = data.number("study_day")
        if abs(given - day) > FAR_DAYS:
            raise ValueError(f"study_day {given} does not belong to “at” (about {day})")
        day = given
    # Whose it is belongs to the content: one file may be imported for two learners.
    content = json.dumps([learner, json.loads(line)], sort_keys=True, ensure_ascii=False)
    return Entry(
        id=EntryId(data.text("id") if data.has("id") else str(uuid5(NAMESPACE, content))),
        learner=LearnerId(learner),
        card=CardId(data.text("card")),
        at=at,
        utc_offset=offset,
        study_day=day,
        event=_event(data),
    )


def read_time(text: str) -> int:
    """UTC milliseconds of an ISO 8601 time with a zone. Raises ValueError."""
    when = datetime.fromisoformat(text)
    if when.tzinfo is None:
        raise ValueError(f"“at” has no zone: {text}")
    since = when - datetime(1970, 1, 1, tzinfo=UTC)
    if since < timedelta(0):
        raise ValueError(f"“at” is before 1970: {text}")
    return since // timedelta(milliseconds=1)


def _event(data: _Fields) -> Event:
    kind = data.text("kind")
    if kind in _PLAIN:
        return _PLAIN[kind]()
    match kind:
        case "review":
            return Review(
                rating=Rating(data.number("rating")),
                duration_ms=data.within(0, "duration_ms", LONGEST_MS)
                if data.has("duration_ms")
                else 0,
                variant=data.number("variant") if data.has("variant") else None,
                digest=data.maybe_text("digest") or "",
                response=data.maybe_text("response"),
                outcome=Outcome(data.text("outcome")) if data.has("outcome") else Outcome.UNGRADED,
                mistake=data.maybe_text("mistake"),
                placed=_placement(data) if data.has("phase") else None,
            )
        case "undo":
            return Undo(EntryId(data.text("target")))
        case "set_due":
            return SetDue(data.within(0, "day", LAST_DAY))
        case "import":
            return Import(
                data.decimal("stability", LEAST_STABILITY, LONGEST_STABILITY),
                data.decimal("difficulty", 1, 10),
                data.within(0, "day", LAST_DAY),
            )
        case "flag":
            return Flag(data.switch("on"))
    raise ValueError(f"unknown kind “{kind}”")


def _placement(data: _Fields) -> Placement:
    phase = Phase(data.text("phase"))
    if phase is Phase.NEW:
        raise ValueError("an answered card is not “new”")
    steps = phase is not Phase.REVIEW
    return Placement(
        phase=phase,
        due_day=data.within(0, "due_day", LAST_DAY),
        interval=data.within(0, "interval", LAST_DAY),
        due_at=read_time(data.text("due_at")) if steps else None,
        step=data.within(0, "step", LAST_DAY) if steps else None,
    )
