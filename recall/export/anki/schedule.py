"""Progress as Anki keeps it: schedules of cards, the review log, and the preset.

Anki reads all of it only for cards that it does not know yet, and only if the learner ticks
“Import any learning progress”.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from recall.model.ids import CardId
from recall.model.journal import Entry, Reset, Review
from recall.model.memory import NEW, CardState, Phase
from recall.model.settings import Settings

FIRST_DAY = 19723
"""The study day (days since 1970) from which the package counts: 2024-01-01."""

PRESET = 1755302417639
"""The id of the preset, drawn once; Anki never overwrites a preset that it knows."""

_MOST_TAKEN = 60_000
_KINDS = {Phase.NEW: 0, Phase.LEARNING: 0, Phase.REVIEW: 1, Phase.RELEARNING: 2}
_SUSPENDED = -1
_MINUTE = 60

History = Sequence[tuple[Entry, CardState]]
"""The live entries of a card in order, each with the state after it."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What a learner did: a history for each card that has one."""

    settings: Settings
    histories: Mapping[CardId, History]


@dataclass(frozen=True, slots=True)
class Row:
    """The schedule columns of a card, in Anki's units (see `schedule`)."""

    type: int
    queue: int
    due: int
    ivl: int
    factor: int
    reps: int
    lapses: int
    left: int
    data: str


@dataclass(frozen=True, slots=True)
class Logged:
    """An answer: `at` in UTC ms; intervals in days, or in seconds below zero; `taken` in ms."""

    at: int
    rating: int
    interval: int
    last_interval: int
    factor: int
    taken: int
    kind: int


def new_card(position: int, *, suspended: bool) -> Row:
    """A card that was never answered."""
    return Row(0, _SUSPENDED if suspended else 0, position, 0, 0, 0, 0, 0, "{}")


def schedule(state: CardState, settings: Settings) -> Row | None:
    """The schedule of a card; None while it is new.

    `due` is a day since FIRST_DAY for a review and for a step that ends on a later day, else a time
    in seconds since 1970; `left` is how many steps remain; `ivl` is in days.
    """
    if state.phase is Phase.NEW or state.stability is None or state.difficulty is None:
        return None
    type_, queue, due, ivl, left = _place(state, settings)
    data = {
        "s": round(state.stability, 4),
        "d": round(state.difficulty, 3),
        "dr": round(settings.desired_retention, 2),
        "decay": round(settings.parameters[20], 3),
        "lrt": (state.last_at or 0) // 1000,
    }
    return Row(
        type=type_,
        queue=_SUSPENDED if state.suspended else queue,
        due=due,
        ivl=ivl,
        factor=0 if type_ == 1 else 2500,
        reps=state.reps,
        lapses=state.lapses,
        left=left,
        data=json.dumps(data, separators=(",", ":")),
    )


def _place(state: CardState, settings: Settings) -> tuple[int, int, int, int, int]:
    """(type, queue, due, ivl, left)."""
    day = (state.due_day or 0) - FIRST_DAY
    if state.phase is Phase.REVIEW:
        return 2, 2, day, max(1, state.interval), 0
    learning = state.phase is Phase.LEARNING
    steps = settings.learning_steps if learning else settings.relearning_steps
    left = max(1, len(steps) - (state.step or 0))
    type_, ivl = (1, 0) if learning else (3, max(1, state.interval))
    later = state.due_day is not None and state.last_day is not None
    if later and (state.due_day or 0) > (state.last_day or 0):
        return type_, 3, day, ivl, left
    return type_, 1, (state.due_at or 0) // 1000, ivl, left


def log(history: History) -> Iterator[Logged]:
    """The answers since the card was reset last. The first is one of learning, as Anki needs it."""
    before, last = NEW, 0
    start = max(
        (i + 1 for i, (e, _) in enumerate(history) if isinstance(e.event, Reset)), default=0
    )
    for entry, after in history[start:]:
        event = entry.event
        if isinstance(event, Review):
            interval = _interval(entry, after)
            yield Logged(
                at=entry.at,
                rating=int(event.rating),
                interval=interval,
                last_interval=last,
                factor=round(((after.difficulty or 1.0) - 1) / 9 * 1000 + 100),
                taken=min(max(event.duration_ms, 0), _MOST_TAKEN),
                kind=_KINDS[before.phase],
            )
            last = interval
        before = after


def _interval(entry: Entry, after: CardState) -> int:
    if after.due_at is None:
        return after.interval
    return -max(1, (after.due_at - entry.at) // 1000)


def preset(settings: Settings, default: Mapping[str, Any]) -> dict[str, Any]:
    """The settings as a preset of Anki, made of the default one."""
    return {
        **default,
        "id": PRESET,
        "name": "Recall",
        "fsrsParams6": list(settings.parameters),
        "desiredRetention": settings.desired_retention,
        "maxTaken": 60,
        "new": {
            **default["new"],
            "delays": [step / _MINUTE for step in settings.learning_steps],
            "perDay": settings.new_per_day,
            "bury": settings.bury_siblings,
        },
        "lapse": {
            **default["lapse"],
            "delays": [step / _MINUTE for step in settings.relearning_steps],
        },
        "rev": {
            **default["rev"],
            "perDay": settings.reviews_per_day,
            "maxIvl": settings.maximum_interval,
            "bury": settings.bury_siblings,
        },
    }
