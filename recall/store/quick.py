"""What a glance needs, read with the standard library alone, so that it starts at once.

SQLAlchemy alone takes longer to import than everything here takes to answer. Each function
returns None where it cannot answer (no store, another schema, a locked or damaged file): the
caller then opens the store in the usual way, which upgrades it or says what is wrong.
"""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

from recall.model.card import Card, DeckFile, DeckInfo, Pillar
from recall.model.ids import CardId, LearnerId
from recall.model.memory import Scheduled
from recall.scheduling.done import NOTHING, Done
from recall.store.card_text import COLUMNS, CardText
from recall.store.schema import SCHEMA_VERSION, VERSION_QUERY
from recall.store.translate import (
    ENTRY_COLUMNS,
    SCHEDULED_COLUMNS,
    STATE_COLUMNS,
    from_json,
    scheduled_from,
    state_from,
)
from recall.store.translate_cards import (
    CARD_COLUMNS,
    DECK_COLUMNS,
    PILLAR_COLUMNS,
    card_from,
    deck_from,
    pillar_from,
)

T = TypeVar("T")

BUSY_TIMEOUT_S = 2.0


def deck_files(path: Path) -> dict[str, DeckFile] | None:
    """The files as they were when last compiled, as `Transaction.deck_files` gives them."""

    def read(connection: sqlite3.Connection) -> dict[str, DeckFile]:
        rows = connection.execute('SELECT path, size, mtime_ns, "hash" FROM deck_file')
        return {row[0]: DeckFile(*row) for row in rows}

    return answered(path, read)


def scheduled(path: Path, *, learner: str) -> list[Scheduled] | None:
    """The present cards with their states, in deck order, as `Transaction.scheduled` gives them."""

    def read(connection: sqlite3.Connection) -> list[Scheduled]:
        states = {row[0]: state_from(row[1:]) for row in connection.execute(_STATES, (learner,))}
        return [scheduled_from(row, states) for row in connection.execute(_SCHEDULED)]

    return answered(path, read)


def done_on(path: Path, *, learner: str, day: int) -> Done | None:
    """What a study day already had, as `Transaction.done_on` gives it."""

    def read(connection: sqlite3.Connection) -> Done:
        rows = connection.execute(_DONE, {"learner": learner, "day": day}).fetchall()
        if not rows:
            return NOTHING
        from recall.store.translate_entries import done_from

        return done_from(rows, day=day)

    return answered(path, read)


class Unanswered(Exception):
    """The file alone cannot answer: the store has to be opened."""


class Glance:
    """What the first question needs, under the names that `Transaction` has for it.

    Each method raises Unanswered where the file alone cannot answer.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def scheduled(self, learner: LearnerId) -> list[Scheduled]:
        """The present cards with their states, in deck order."""
        return _insist(scheduled(self._path, learner=learner))

    def done_on(self, learner: LearnerId, day: int) -> Done:
        """What a study day already had."""
        return _insist(done_on(self._path, learner=learner, day=day))

    def activity(self, learner: LearnerId) -> dict[int, int]:
        """Answers by study day, in order."""

        def read(connection: sqlite3.Connection) -> dict[int, int]:
            from recall.store.translate_entries import activity_from

            me = {"learner": learner}
            return activity_from(
                connection.execute(_COUNTED, me), connection.execute(_DISPUTED, me)
            )

        return _insist(answered(self._path, read))

    def parameters(self, learner: LearnerId) -> tuple[float, ...] | None:
        """The newest FSRS parameters; None if there are none."""

        def read(connection: sqlite3.Connection) -> tuple[tuple[float, ...] | None]:
            row = connection.execute(_PARAMETERS, {"learner": learner}).fetchone()
            return (None if row is None else tuple(map(float, from_json(row[0]))),)

        return _insist(answered(self._path, read))[0]

    def card(self, id_: CardId) -> Card | None:
        """One card, also if it vanished."""

        def read(connection: sqlite3.Connection) -> tuple[Card | None]:
            row = connection.execute(_CARD, {"id": id_}).fetchone()
            return (None if row is None else card_from(row),)

        return _insist(answered(self._path, read))[0]

    def texts(self) -> tuple[CardText, ...]:
        """The words of the present cards, in deck order."""
        return self._rows(_TEXTS, lambda row: CardText(*row))

    def pillars(self) -> tuple[Pillar, ...]:
        """The pillars in order."""
        return self._rows(_PILLARS, pillar_from)

    def decks(self) -> tuple[DeckInfo, ...]:
        """The decks in order, without their files."""
        return self._rows(_DECKS, lambda row: deck_from(row, ()))

    def _rows(self, query: str, make: Callable[[Sequence[Any]], T]) -> tuple[T, ...]:
        return _insist(
            answered(self._path, lambda connection: tuple(map(make, connection.execute(query))))
        )


def _insist(found: T | None) -> T:
    if found is None:
        raise Unanswered
    return found


def answered(path: Path, read: Callable[[sqlite3.Connection], T]) -> T | None:
    """What a reading of the file gives; None if there is no such store, or it cannot be read."""
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


_SCHEDULED = f"""
SELECT {", ".join(SCHEDULED_COLUMNS)} FROM card WHERE present = 1 ORDER BY position, id
"""

_STATES = f"""
SELECT card, {", ".join(STATE_COLUMNS)} FROM card_state WHERE learner = ?
"""

_PARAMETERS = """
SELECT numbers FROM parameters WHERE learner = :learner ORDER BY id DESC LIMIT 1
"""

_CARD = f"SELECT {', '.join(CARD_COLUMNS)} FROM card WHERE id = :id"

_PILLARS = f"SELECT {', '.join(PILLAR_COLUMNS)} FROM pillar ORDER BY position, id"

_DECKS = f"SELECT {', '.join(DECK_COLUMNS)} FROM deck ORDER BY position, id"

_TEXTS = f"""
SELECT {", ".join(COLUMNS)} FROM card WHERE present = 1 ORDER BY position, id
"""

_COUNTED = """
SELECT study_day, count(*) FROM journal WHERE learner = :learner AND kind = 'review'
GROUP BY study_day
"""

_DISPUTED = f"""
SELECT {", ".join(f'"{n}"' for n in ENTRY_COLUMNS)} FROM journal
WHERE learner = :learner AND (kind = 'undo' OR id IN (
  SELECT target FROM journal WHERE learner = :learner AND kind = 'undo'
))
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
