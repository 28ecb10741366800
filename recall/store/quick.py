"""What is due, read with the standard library alone, so that `recall due` starts at once.

SQLAlchemy alone takes longer to import than everything here takes to answer. Each function
returns None where it cannot answer (no store, another schema, a locked or damaged file): the
caller then opens the store in the usual way, which upgrades it or says what is wrong.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from recall.model.ids import CardId
from recall.model.memory import NEW, Scheduled
from recall.scheduling.done import Done
from recall.store.schema import SCHEMA_VERSION, VERSION_QUERY
from recall.store.translate import ENTRY_COLUMNS, STATE_COLUMNS, done_from, state_from

T = TypeVar("T")

BUSY_TIMEOUT_S = 2.0


@dataclass(frozen=True, slots=True)
class PillarDue:
    """What a pillar has on a study day: present cards that are neither suspended nor buried.

    `due` counts reviews of the day and learning cards whose time has come, `overdue` those of them
    that were due on an earlier day, `new` cards that were never reviewed. No daily limit and no
    burying of siblings is taken off.
    """

    pillar: str
    due: int
    new: int
    overdue: int


def due_by_pillar(path: Path, *, learner: str, day: int, now: int) -> tuple[PillarDue, ...] | None:
    """Count what is due on a study day at `now` (UTC ms), pillars in order; None: see above."""

    def read(connection: sqlite3.Connection) -> tuple[PillarDue, ...]:
        values = {"learner": learner, "day": day, "now": now}
        return tuple(PillarDue(*row) for row in connection.execute(_DUE, values))

    return _answer(path, read)


def scheduled(path: Path, *, learner: str) -> list[Scheduled] | None:
    """The present cards with their states, in deck order, as `Transaction.scheduled` gives them."""

    def read(connection: sqlite3.Connection) -> list[Scheduled]:
        return [
            Scheduled(
                CardId(id_),
                note,
                deck,
                pillar,
                position,
                NEW if state[0] is None else state_from(state),
            )
            for id_, note, deck, pillar, position, *state in connection.execute(
                _SCHEDULED, {"learner": learner}
            )
        ]

    return _answer(path, read)


def done_on(path: Path, *, learner: str, day: int) -> Done | None:
    """What a study day already had, as `Transaction.done_on` gives it."""

    def read(connection: sqlite3.Connection) -> Done:
        return done_from(connection.execute(_DONE, {"learner": learner, "day": day}), day=day)

    return _answer(path, read)


def _answer(path: Path, read: Callable[[sqlite3.Connection], T]) -> T | None:
    if not path.is_file():
        return None
    try:
        address = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=BUSY_TIMEOUT_S)) as connection:
            connection.execute("BEGIN")
            if connection.execute(VERSION_QUERY).fetchone() != (SCHEMA_VERSION,):
                return None
            return read(connection)
    except sqlite3.Error:
        return None


# A learning card that waits for a later study day is due all that day, as the queue has it.
_DUE = """
WITH today AS (
  SELECT
    c.pillar,
    coalesce(s.phase, 'new') AS phase,
    s.due_day,
    s.phase = 'review' OR s.last_day IS NULL OR s.due_day IS NULL OR s.due_day > s.last_day
      OR s.due_at IS NULL OR s.due_at <= :now AS has_come,
    s.card IS NULL OR (
      s.suspended = 0
      AND (s.buried_day IS NULL OR s.buried_day < :day)
      AND (s.due_day IS NULL OR s.due_day <= :day)
    ) AS is_open
  FROM card AS c
  LEFT JOIN card_state AS s ON s.learner = :learner AND s.card = c.id
  WHERE c.present = 1
)
SELECT
  today.pillar,
  sum(is_open AND phase <> 'new' AND has_come),
  sum(is_open AND phase = 'new'),
  sum(is_open AND phase <> 'new' AND has_come AND due_day < :day)
FROM today
LEFT JOIN pillar AS p ON p.id = today.pillar
GROUP BY today.pillar
ORDER BY p.position IS NULL, p.position, today.pillar
"""

_SCHEDULED = f"""
SELECT c.id, c.note, c.deck, c.pillar, c.position, {", ".join("s." + n for n in STATE_COLUMNS)}
FROM card AS c
LEFT JOIN card_state AS s ON s.learner = :learner AND s.card = c.id
WHERE c.present = 1
ORDER BY c.position, c.id
"""

_DONE = f"""
SELECT coalesce(c.pillar, ''), {", ".join(f'j."{n}"' for n in ENTRY_COLUMNS)}
FROM journal AS j
LEFT JOIN card AS c ON c.id = j.card
WHERE j.learner = :learner AND j.card IN (
  SELECT card FROM journal WHERE learner = :learner AND study_day = :day AND kind = 'review'
)
ORDER BY j.card, j.at, j.id
"""
