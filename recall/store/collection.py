"""The collection in the database: what the decks say now, and what they once said."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Collection as Collected
from typing import Any

from sqlalchemy import Connection, RowMapping, Table, delete, select, update

from recall.model.card import Card, Collection, DeckFile, DeckInfo, NoteInfo, Pillar
from recall.model.ids import CardId, NoteId
from recall.store import tables
from recall.store.rows import chunks, select_columns, upsert
from recall.store.translate import Row
from recall.store.translate_cards import (
    CARD_COLUMNS,
    CONTENT_COLUMNS,
    DECK_COLUMNS,
    FILE_COLUMNS,
    NOTE_COLUMNS,
    PILLAR_COLUMNS,
    card_from,
    card_row,
    deck_from,
    deck_row,
    file_from,
    file_row,
    note_from,
    note_row,
    pillar_from,
    pillar_row,
)


def save_collection(connection: Connection, collection: Collection, *, now: int) -> None:
    """Make the tables say what the collection says, touching only rows that differ."""
    remove_old = save_frame(connection, collection)
    remove_old()
    notes = [note_row(note, position=i) for i, note in enumerate(collection.notes)]
    write_notes(connection, notes)
    save_cards(connection, collection.cards, now=now)


def save_frame(connection: Connection, collection: Collection) -> Callable[[], None]:
    """Write pillars, decks and files; what is returned removes the decks that are no more."""
    decks = [deck_row(deck) for deck in collection.decks]
    files = [
        file_row(file, deck=deck.id, position=position)
        for deck in collection.decks
        for position, file in enumerate(deck.files)
    ]
    files += [
        file_row(file, deck=None, position=position)
        for position, file in enumerate(collection.other_files)
    ]
    _mirror(connection, tables.pillar, [pillar_row(pillar) for pillar in collection.pillars])
    # Files refer to decks: new decks come before their files, old ones go after theirs.
    gone = _write_changed(connection, tables.deck, decks, DECK_COLUMNS)
    _mirror(connection, tables.deck_file, files)
    return lambda: _remove(connection, tables.deck, gone)


def note_rows(notes: Sequence[NoteInfo], places: Mapping[NoteId, int]) -> list[Row]:
    """The notes as rows, with their places in the whole collection."""
    return [note_row(note, position=places[note.id]) for note in notes]


def write_notes(
    connection: Connection, rows: Sequence[Row], *, among: Collected[str] | None = None
) -> None:
    """Write notes that differ, and mark those that are gone: of all, or of those `among`."""
    gone = _write_changed(connection, tables.note, rows, NOTE_COLUMNS, among=among)
    _retire(connection, tables.note, gone)


def load_collection(connection: Connection) -> Collection:
    """Everything that is present, in order."""
    present = tables.card.c.present == 1
    query = select_columns(tables.card, CARD_COLUMNS).where(present)
    rows = connection.execute(query.order_by(tables.card.c.position, tables.card.c.id))
    return Collection(
        pillars=load_pillars(connection),
        decks=load_decks(connection),
        notes=tuple(note for note, is_present in load_notes(connection) if is_present),
        cards=tuple(card_from(row) for row in rows),
    )


def load_pillars(connection: Connection) -> tuple[Pillar, ...]:
    """The pillars in order."""
    query = select_columns(tables.pillar, PILLAR_COLUMNS)
    query = query.order_by(tables.pillar.c.position, tables.pillar.c.id)
    return tuple(pillar_from(row) for row in connection.execute(query))


def load_decks(connection: Connection) -> tuple[DeckInfo, ...]:
    """The decks in order, each with its files."""
    files: defaultdict[str, list[DeckFile]] = defaultdict(list)
    file = tables.deck_file
    query = select_columns(file, FILE_COLUMNS).order_by(file.c.deck, file.c.position)
    for row in connection.execute(query):
        if row.deck is not None:
            files[row.deck].append(file_from(row))
    query = select_columns(tables.deck, DECK_COLUMNS)
    query = query.order_by(tables.deck.c.position, tables.deck.c.id)
    return tuple(deck_from(row, files[row.id]) for row in connection.execute(query))


def load_deck_files(connection: Connection) -> dict[str, DeckFile]:
    """The files as they were when last compiled, by path."""
    rows = connection.execute(select_columns(tables.deck_file, FILE_COLUMNS))
    return {row.path: file_from(row) for row in rows}


def load_notes(connection: Connection) -> tuple[tuple[NoteInfo, bool], ...]:
    """All notes in order, the vanished ones too; True says that a note is present."""
    query = select_columns(tables.note, NOTE_COLUMNS)
    query = query.order_by(tables.note.c.position, tables.note.c.id)
    return tuple((note_from(row), bool(row.present)) for row in connection.execute(query))


def load_cards(connection: Connection, ids: Iterable[CardId]) -> dict[CardId, Card]:
    """The cards of those ids that there are, vanished ones too."""
    found = {}
    for chunk in chunks(dict.fromkeys(ids)):
        query = select_columns(tables.card, CARD_COLUMNS).where(tables.card.c.id.in_(chunk))
        for row in connection.execute(query):
            card = card_from(row)
            found[card.id] = card
    return found


def load_vanished(connection: Connection) -> tuple[Card, ...]:
    """The cards that the decks no longer hold, as they were last, in deck order."""
    query = select_columns(tables.card, CARD_COLUMNS).where(tables.card.c.present == 0)
    rows = connection.execute(query.order_by(tables.card.c.position, tables.card.c.id))
    return tuple(card_from(row) for row in rows)


def load_card_ids(connection: Connection) -> tuple[CardId, ...]:
    """The ids of the present cards, in deck order."""
    query = select(tables.card.c.id).where(tables.card.c.present == 1)
    query = query.order_by(tables.card.c.position, tables.card.c.id)
    return tuple(CardId(id_) for (id_,) in connection.execute(query))


def load_changed_at(connection: Connection) -> dict[CardId, int]:
    """When each card last changed, vanished or came back (UTC ms)."""
    query = select(tables.card.c.id, tables.card.c.changed_at)
    return {CardId(id_): at for id_, at in connection.execute(query)}


def save_cards(
    connection: Connection,
    cards: Sequence[Card],
    *,
    now: int,
    among: Collected[str] | None = None,
) -> None:
    """Write cards that differ, and mark those that are gone: of all, or of those `among`."""
    after = [card_row(card) for card in cards]
    names = (*CARD_COLUMNS, "changed_at")
    before = _rows_before(connection, tables.card, after, names, among=among)
    changed = []
    for row in after:
        old = before.get(row["id"])
        if old is None or not _same(old, row):
            # A card that comes back counts as changed: others may have been told that it was gone.
            kept = old is not None and all(
                old[name] == row[name] for name in (*CONTENT_COLUMNS, "present")
            )
            changed.append({**row, "changed_at": old["changed_at"] if old and kept else now})
    upsert(connection, tables.card, changed)
    here = {row["id"] for row in after}
    _retire(connection, tables.card, [id_ for id_ in before if id_ not in here], changed_at=now)


def _write_changed(
    connection: Connection,
    table: Table,
    rows: Sequence[Row],
    names: Sequence[str],
    *,
    among: Collected[str] | None = None,
) -> list[Any]:
    """Write the rows that are new or differ; return the keys in the table that no row has.

    With `among` only of those keys in the table.
    """
    key = names[0]
    before = _rows_before(connection, table, rows, names, among=among)
    upsert(
        connection,
        table,
        [row for row in rows if row[key] not in before or not _same(before[row[key]], row)],
    )
    here = {row[key] for row in rows}
    return [key for key in before if key not in here]


def _rows_before(
    connection: Connection,
    table: Table,
    rows: Sequence[Row],
    names: Sequence[str],
    *,
    among: Collected[str] | None,
) -> dict[Any, RowMapping]:
    """What the table holds, by key: all of it, or what the keys `among` and the rows name."""
    key = names[0]
    query = select_columns(table, names)
    if among is None:
        return {row[key]: row for row in connection.execute(query).mappings()}
    before: dict[Any, RowMapping] = {}
    for chunk in chunks(dict.fromkeys([*among, *(row[key] for row in rows)])):
        found = connection.execute(query.where(table.c[key].in_(chunk))).mappings()
        before |= {row[key]: row for row in found}
    return before


def _mirror(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Make the table hold these rows and no others."""
    names = [column.name for column in table.columns]
    _remove(connection, table, _write_changed(connection, table, rows, names))


def _remove(connection: Connection, table: Table, keys: Sequence[Any]) -> None:
    (key,) = table.primary_key
    for chunk in chunks(keys):
        connection.execute(delete(table).where(key.in_(chunk)))


def _retire(connection: Connection, table: Table, keys: Sequence[Any], **also: int) -> None:
    """Mark rows as vanished; they stay, and come back with their history.

    `also` are further values that the marked rows get.
    """
    (key,) = table.primary_key
    for chunk in chunks(keys):
        gone = update(table).where(key.in_(chunk), table.c.present == 1).values(present=0, **also)
        connection.execute(gone)


def _same(old: RowMapping, new: Row) -> bool:
    return all(old[name] == value for name, value in new.items())
