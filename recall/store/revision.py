"""A part of the collection written anew: the decks that changed, and the places of the others."""

from collections.abc import Collection as Some
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sqlalchemy import Connection, Table, select, update

from recall.model.card import Card, Collection, NoteInfo
from recall.model.ids import CardId, DeckId, NoteId
from recall.store import tables
from recall.store.collection import note_rows, save_cards, save_frame, write_notes
from recall.store.rows import chunks, select_columns
from recall.store.translate import to_json
from recall.store.translate_cards import CARD_COLUMNS, NOTE_COLUMNS, card_from, note_from


@dataclass(frozen=True, slots=True)
class Shift:
    """By how much the notes and the cards of an unchanged deck move in the order of all."""

    notes: int
    cards: int


@dataclass(frozen=True, slots=True)
class Revision:
    """What a compile of some decks changes.

    `collection` holds all pillars, decks and files, but only the notes and cards of the decks
    `touched`, among which are those that are gone; its cards have their places in the whole
    collection. `places` are the places of its notes. `shifts` and `prerequisites` are of notes in
    other decks.
    """

    collection: Collection
    touched: frozenset[DeckId]
    places: Mapping[NoteId, int]
    shifts: Mapping[DeckId, Shift] = field(default_factory=dict)
    prerequisites: Mapping[NoteId, tuple[str, ...]] = field(default_factory=dict)


def save_revision(connection: Connection, revision: Revision, *, now: int) -> None:
    """Make the tables say what the whole collection says, writing only what the revision names."""
    collection = revision.collection
    remove_old = save_frame(connection, collection)
    for deck, shift in revision.shifts.items():
        _shift(connection, tables.note, deck, shift.notes)
        _shift(connection, tables.card, deck, shift.cards)
    remove_old()
    rows = note_rows(collection.notes, revision.places)
    in_decks = _ids_in(connection, tables.note, revision.touched)
    write_notes(connection, rows, among=in_decks)
    in_decks = _ids_in(connection, tables.card, revision.touched)
    save_cards(connection, collection.cards, now=now, among=in_decks)
    for note, names in revision.prerequisites.items():
        card = tables.card
        change = update(card).where(card.c.note == note, card.c.present == 1)
        connection.execute(change.values(prerequisites=to_json(names)))


def load_notes_outside(
    connection: Connection, decks: Some[DeckId]
) -> tuple[tuple[NoteInfo, bool], ...]:
    """All notes in order but those present in these decks; True says that a note is present."""
    note = tables.note
    query = select(note.c.id, note.c.deck, note.c.present).order_by(note.c.position, note.c.id)
    ids = [
        id_ for id_, deck, present in connection.execute(query) if not present or deck not in decks
    ]
    found: dict[str, tuple[NoteInfo, bool]] = {}
    for chunk in chunks(ids):
        rows = connection.execute(select_columns(note, NOTE_COLUMNS).where(note.c.id.in_(chunk)))
        found |= {row.id: (note_from(row), bool(row.present)) for row in rows}
    return tuple(found[id_] for id_ in ids)


def load_cards_of(
    connection: Connection, notes: Iterable[NoteId]
) -> dict[CardId, tuple[Card, bool]]:
    """The cards that these notes have or had; True says that a card is present."""
    card = tables.card
    found: dict[CardId, tuple[Card, bool]] = {}
    for chunk in chunks(notes):
        rows = connection.execute(select_columns(card, CARD_COLUMNS).where(card.c.note.in_(chunk)))
        found |= {row.id: (card_from(row), bool(row.present)) for row in rows}
    return found


def _ids_in(connection: Connection, table: Table, decks: Iterable[DeckId]) -> frozenset[str]:
    """The ids of the present rows of those decks."""
    found: set[str] = set()
    for chunk in chunks(decks):
        query = select(table.c.id).where(table.c.deck.in_(chunk), table.c.present == 1)
        found.update(id_ for (id_,) in connection.execute(query))
    return frozenset(found)


def _shift(connection: Connection, table: Table, deck: DeckId, by: int) -> None:
    if by:
        moved = update(table).where(table.c.deck == deck, table.c.present == 1)
        connection.execute(moved.values(position=table.c.position + by))
