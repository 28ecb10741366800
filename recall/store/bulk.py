"""All answers of a learner, read for analytics with the standard library alone.

Entries made into objects one by one cost ten times what the replay itself does. Most cards have
nothing but answers: of those only study day and rating are read, put together by SQLite. The others
are folded exactly, entry by entry.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path

from recall.scheduling.bulk import pack
from recall.scheduling.replay import histories
from recall.store.quick import answered
from recall.store.translate import ENTRY_COLUMNS
from recall.store.translate_entries import entry_from

MAPPED_BYTES = 1 << 32
"""How much of the file SQLite may map into memory; reading it is copying otherwise."""


def packed_histories(path: Path, *, learner: str) -> list[list[int]] | None:
    """The histories of all cards as `scheduling.bulk` packs them, in no order.

    Equal to `histories` of each card's journal. None where the file alone cannot answer, as in
    `quick`. Raises UnknownEntryKind.
    """
    return answered(path, lambda connection: _read(connection, learner))


def _read(connection: sqlite3.Connection, learner: str) -> list[list[int]]:
    connection.execute(f"PRAGMA mmap_size = {MAPPED_BYTES}")
    plain: list[list[int]] = []
    special: list[str] = []
    for card, answers, is_plain in connection.execute(_PACKED, {"learner": learner}):
        if is_plain:
            plain.append(list(map(int, answers.split(","))))
        else:
            special.append(card)
    return [*plain, *_exactly(connection, learner, special)]


def _exactly(
    connection: sqlite3.Connection, learner: str, cards: Iterable[str]
) -> Iterator[list[int]]:
    """The histories of cards with an undo, a reset and the like."""
    for card in sorted(cards):
        rows = connection.execute(_JOURNAL, {"learner": learner, "card": card})
        yield from map(pack, histories(map(entry_from, rows)))


# One pass over an index that holds all of this, each card's entries in the order of time. (It can
# be asked for since SQLite 3.44; before that it is the index's.) Of two answers in the same
# millisecond the ids decide, which are not read: such cards are left to `_exactly`.
_ORDERED = ", ',' ORDER BY at" if sqlite3.sqlite_version_info >= (3, 44) else ""

_PACKED = f"""
SELECT
  card,
  group_concat(study_day * 8 + rating{_ORDERED}),
  count(*) = count(rating) AND count(*) = count(DISTINCT at)
FROM journal INDEXED BY ix_journal_card WHERE learner = :learner GROUP BY card
"""

_JOURNAL = f"""
SELECT {", ".join(f'"{name}"' for name in ENTRY_COLUMNS)} FROM journal
WHERE learner = :learner AND card = :card ORDER BY at, id
"""
