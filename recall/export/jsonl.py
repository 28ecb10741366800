"""The journal as JSON Lines: one entry a line, the shape of docs/cli.md."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import assert_never

from recall.errors import RecallError
from recall.model.card import Json
from recall.model.ids import CardId, EntryId, LearnerId
from recall.model.journal import (
    Bury,
    Entry,
    Event,
    Flag,
    Reset,
    Resume,
    Review,
    SetDue,
    Suspend,
    Unbury,
    Undo,
)
from recall.model.question import Outcome
from recall.model.rating import Rating


class BadJournalLine(RecallError):
    """A line of a journal file that is not an entry. Nothing of the file is imported."""


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
            }
        case Undo():
            return {"kind": "undo", "target": event.target}
        case SetDue():
            return {"kind": "set_due", "day": event.day}
        case Flag():
            return {"kind": "flag", "on": event.on}
        case Suspend() | Resume() | Bury() | Unbury() | Reset():
            kind = next(name for name, made in _PLAIN.items() if isinstance(event, made))
            return {"kind": kind}
        case _:
            assert_never(event)


@dataclass(frozen=True, slots=True)
class Defaults:
    """What a line may leave out: whose it is, and how its study day follows from `at`."""

    learner: LearnerId
    day_start: int


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
        except (ValueError, TypeError, OverflowError) as error:
            message = f"line {number}: {error}"
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
        return self.text(name) if self.has(name) else None

    def number(self, name: str) -> int:
        value = self._data.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or abs(value) >= 1 << 62:
            raise TypeError(f"“{name}” is missing or no whole number")
        return value

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
    minutes = at // 60_000 + offset - defaults.day_start
    canonical = json.dumps(json.loads(line), sort_keys=True, ensure_ascii=False)
    return Entry(
        id=EntryId(data.text("id") if data.has("id") else _derived_id(canonical)),
        learner=LearnerId(data.text("learner")) if data.has("learner") else defaults.learner,
        card=CardId(data.text("card")),
        at=at,
        utc_offset=offset,
        study_day=data.number("study_day") if data.has("study_day") else minutes // 1440,
        event=_event(data),
    )


def read_time(text: str) -> int:
    """UTC milliseconds of an ISO 8601 time with a zone. Raises ValueError."""
    when = datetime.fromisoformat(text)
    if when.tzinfo is None:
        raise ValueError(f"“at” has no zone: {text}")
    since = when - datetime(1970, 1, 1, tzinfo=UTC)
    return since // timedelta(milliseconds=1)


def _derived_id(canonical: str) -> str:
    """A UUID (version 8) from the content, so that importing a line twice adds it once."""
    value = int.from_bytes(sha256(canonical.encode()).digest()[:16], "big")
    value = value & ~(0xF << 76) | 0x8 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    text = f"{value:032x}"
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def _event(data: _Fields) -> Event:
    kind = data.text("kind")
    if kind in _PLAIN:
        return _PLAIN[kind]()
    match kind:
        case "review":
            return Review(
                rating=Rating(data.number("rating")),
                duration_ms=max(0, data.number("duration_ms")) if data.has("duration_ms") else 0,
                variant=data.number("variant") if data.has("variant") else None,
                digest=data.maybe_text("digest") or "",
                response=data.maybe_text("response"),
                outcome=Outcome(data.text("outcome")) if data.has("outcome") else Outcome.UNGRADED,
                mistake=data.maybe_text("mistake"),
            )
        case "undo":
            return Undo(EntryId(data.text("target")))
        case "set_due":
            return SetDue(data.number("day"))
        case "flag":
            return Flag(data.switch("on"))
    raise ValueError(f"unknown kind “{kind}”")
