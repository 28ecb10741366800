"""All answers of a learner, read for analytics with the standard library alone.

Entries made into objects one by one cost ten times what the replay itself does. Most cards have
nothing but answers: of those only study day and rating are read, in one pass where they were
written in the order of time. The other cards are folded exactly, entry by entry.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from recall.scheduling.bulk import pack
from recall.scheduling.replay import histories
from recall.store.quick import answered
from recall.store.translate import ENTRY_COLUMNS, entry_from

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
    plain, special, ordered = _gather(connection.execute(_WRITTEN, {"learner": learner}))
    if not ordered:
        # Merged from another machine: the order of writing is not that of time.
        plain, special, _ = _gather(connection.execute(_SORTED, {"learner": learner}))
    for card in special:
        plain.pop(card, None)
    return [*plain.values(), *_exactly(connection, learner, special)]


def _gather(
    rows: Iterable[tuple[str, int, int | None]],
) -> tuple[dict[str, list[int]], set[str], bool]:
    """Each card's answers, the cards with other entries, and whether the rows were in order.

    The row that is out of order is the last one that is read.
    """
    plain: defaultdict[str, list[int]] = defaultdict(list)
    special: set[str] = set()
    before = -1
    for card, place, answer in rows:
        if place < before:
            return plain, special, False
        if answer is None or place == before:
            # At the same millisecond the ids decide, which were not read.
            special.add(card)
        else:
            plain[card].append(answer)
        before = place
    return plain, special, True


def _exactly(
    connection: sqlite3.Connection, learner: str, cards: Iterable[str]
) -> Iterator[list[int]]:
    """The histories of cards with an undo, a reset and the like."""
    for card in sorted(cards):
        rows = connection.execute(_JOURNAL, {"learner": learner, "card": card})
        yield from map(pack, histories(map(entry_from, rows)))


# No index: in the order in which they were written the rows lie side by side.
_WRITTEN = """
SELECT card, at, study_day * 8 + rating FROM journal NOT INDEXED WHERE learner = :learner
"""

_SORTED = """
SELECT card, row_number() OVER (), answer FROM (
  SELECT card, study_day * 8 + rating AS answer FROM journal
  WHERE learner = :learner ORDER BY card, at, id
)
"""

_JOURNAL = f"""
SELECT {", ".join(f'"{name}"' for name in ENTRY_COLUMNS)} FROM journal
WHERE learner = :learner AND card = :card ORDER BY at, id
"""
