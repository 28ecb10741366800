"""The journal in the database: rows are added and never change."""

from collections.abc import Iterable, Iterator, Sequence

from sqlalchemy import Connection, func, insert, select

from recall.model.ids import CardId, LearnerId
from recall.model.journal import Entry
from recall.scheduling.done import Done
from recall.store.errors import JournalConflict
from recall.store.rows import chunks, columns, insert_missing, select_columns
from recall.store.tables import card, journal, learner
from recall.store.translate import ENTRY_COLUMNS, Row
from recall.store.translate_entries import activity_from, done_from, entry_from, entry_row

_c = journal.c


def append(connection: Connection, entries: Sequence[Entry]) -> None:
    """Add new entries. Raises JournalConflict if one of their ids is taken."""
    for chunk in chunks(entry_row(entry) for entry in entries):
        taken = set(_known(connection, chunk))
        for row in chunk:
            if row["id"] in taken:
                raise _conflict(row["id"], "is already in the journal")
            taken.add(row["id"])
        _insert(connection, chunk)


def merge(connection: Connection, entries: Iterable[Entry]) -> int:
    """Add the entries whose ids are new and return how many they were.

    Raises JournalConflict if an id is there with other content; the caller's transaction then
    takes everything back.
    """
    new = 0
    for chunk in chunks(entry_row(entry) for entry in entries):
        known = _known(connection, chunk)
        fresh: list[Row] = []
        for row in chunk:
            values = tuple(row.values())
            before = known.get(row["id"])
            if before is None:
                known[row["id"]] = values
                fresh.append(row)
            elif before != values:
                raise _conflict(row["id"], "is in the journal with other content")
        _insert(connection, fresh)
        new += len(fresh)
    return new


def load_entries(
    connection: Connection, who: LearnerId, *, card: CardId | None = None
) -> tuple[Entry, ...]:
    """A learner's entries, of all cards or of one, ordered by (`at`, `id`)."""
    query = select_columns(journal, ENTRY_COLUMNS).where(_c.learner == who)
    if card is not None:
        query = query.where(_c.card == card)
    return tuple(entry_from(row) for row in connection.execute(query.order_by(_c.at, _c.id)))


def stream(
    connection: Connection, who: LearnerId | None, *, in_time: bool = False
) -> Iterator[Entry]:
    """The journal of one learner, or of all, never all of it in memory.

    Card after card, or as it happened if `in_time`.
    """
    query = select_columns(journal, ENTRY_COLUMNS)
    if who is not None:
        query = query.where(_c.learner == who)
    order = (_c.at, _c.id) if in_time else (_c.learner, _c.card, _c.at, _c.id)
    query = query.order_by(*order)
    with connection.execute(query, execution_options={"yield_per": 2_000}) as rows:
        for part in rows.partitions():
            yield from map(entry_from, part)


def last_entries(connection: Connection, who: LearnerId, *, limit: int) -> tuple[Entry, ...]:
    """A learner's newest entries, the newest first."""
    query = select_columns(journal, ENTRY_COLUMNS).where(_c.learner == who)
    query = query.order_by(_c.at.desc(), _c.id.desc()).limit(limit)
    return tuple(entry_from(row) for row in connection.execute(query))


def done_on(connection: Connection, who: LearnerId, *, day: int) -> Done:
    """What a learner did on a study day. Cards that no deck ever had are in the pillar ''."""
    touched = select(_c.card).where(_c.learner == who, _c.study_day == day, _c.kind == "review")
    query = (
        select(func.coalesce(card.c.pillar, ""), *columns(journal, ENTRY_COLUMNS))
        .select_from(journal.outerjoin(card, card.c.id == _c.card))
        .where(_c.learner == who, _c.card.in_(touched))
        .order_by(_c.card, _c.at, _c.id)
    )
    return done_from(connection.execute(query), day=day)


def activity(connection: Connection, who: LearnerId) -> dict[int, int]:
    """A learner's answers by study day, in order; what was undone never counts."""
    mine, undos = _c.learner == who, _c.kind == "undo"
    counted = (
        select(_c.study_day, func.count()).where(mine, _c.kind == "review").group_by(_c.study_day)
    )
    named = select(_c.target).where(mine, undos)
    disputed = select_columns(journal, ENTRY_COLUMNS).where(mine, undos | _c.id.in_(named))
    return activity_from(
        map(tuple, connection.execute(counted)), map(tuple, connection.execute(disputed))
    )


def _insert(connection: Connection, rows: Sequence[Row]) -> None:
    if not rows:
        return
    oldest: dict[str, int] = {}
    for row in rows:
        oldest[row["learner"]] = min(row["at"], oldest.get(row["learner"], row["at"]))
    learners = [{"id": who, "created_at": at} for who, at in oldest.items()]
    insert_missing(connection, learner, learners)
    connection.execute(insert(journal), [dict(row) for row in rows])


def _known(connection: Connection, rows: Sequence[Row]) -> dict[str, tuple[object, ...]]:
    """The rows of the journal that have an id of these rows."""
    ids = [row["id"] for row in rows]
    query = select_columns(journal, ENTRY_COLUMNS).where(_c.id.in_(ids))
    return {row.id: tuple(row) for row in connection.execute(query)}


def _conflict(id_: str, what: str) -> JournalConflict:
    return JournalConflict(
        f"The entry {id_} {what}; nothing was added.",
        "One of the two journals was altered after it was written: compare their lines with "
        "this id and correct the wrong one.",
    )
