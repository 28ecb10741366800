"""Rows of the collection and its values, translated into each other.

Apart from `translate`, because `due` reads no collection.
"""

from collections.abc import Sequence
from typing import Any

from recall.model.card import Card, DeckFile, DeckInfo, Json, NoteInfo, Pillar, Words
from recall.model.ids import CardId, DeckId, NoteId
from recall.source import Span
from recall.store.translate import from_json, storable, to_json

PILLAR_COLUMNS = ("id", "position", "titles")
DECK_COLUMNS = ("id", "pillar", "position", "titles", "prerequisites")
FILE_COLUMNS = ("path", "deck", "position", "size", "mtime_ns", "hash")
NOTE_COLUMNS = (
    "id", "deck", "position", "heading", "text", "digest", "stamped", "present",
)  # fmt: skip
CARD_COLUMNS = (
    "id", "note", "facet", "deck", "pillar", "type", "digest", "position", "span", "lang", "title",
    "source", "tags", "terms", "prerequisites", "body", "present",
)  # fmt: skip
CONTENT_COLUMNS = ("type", "digest", "lang", "title", "source", "tags", "terms", "body")
"""What a learner sees of a card: `changed_at` moves when one of these does."""


def pillar_row(pillar: Pillar) -> dict[str, Any]:
    """A pillar as a row."""
    return {"id": pillar.id, "position": pillar.position, "titles": to_json(dict(pillar.titles))}


def pillar_from(row: Sequence[Any]) -> Pillar:
    """The pillar of a row in the order of PILLAR_COLUMNS."""
    id_, position, titles = row
    return Pillar(id_, position, from_json(titles))


def deck_row(deck: DeckInfo) -> dict[str, Any]:
    """A deck as a row, without its files."""
    return {
        "id": deck.id,
        "pillar": deck.pillar,
        "position": deck.position,
        "titles": to_json(dict(deck.titles)),
        "prerequisites": to_json(deck.prerequisites),
    }


def deck_from(row: Sequence[Any], files: Sequence[DeckFile]) -> DeckInfo:
    """The deck of a row in the order of DECK_COLUMNS, with its files."""
    id_, pillar, position, titles, prerequisites = row
    return DeckInfo(
        DeckId(id_),
        pillar,
        position,
        from_json(titles),
        tuple(from_json(prerequisites)),
        tuple(files),
    )


def file_row(file: DeckFile, *, deck: DeckId | None, position: int) -> dict[str, Any]:
    """A file as a row; `position` is its place among the files of its deck (None: of no deck)."""
    return {
        "path": storable(file.path),
        "deck": deck,
        "position": position,
        "size": file.size,
        "mtime_ns": file.mtime_ns,
        "hash": file.hash,
    }


def file_from(row: Sequence[Any]) -> DeckFile:
    """The file of a row in the order of FILE_COLUMNS."""
    path, _deck, _position, size, mtime_ns, hash_ = row
    return DeckFile(path, size, mtime_ns, hash_)


def note_row(note: NoteInfo, *, position: int) -> dict[str, Any]:
    """A present note as a row; `position` is its place in the collection."""
    return {
        "id": note.id,
        "deck": note.deck,
        "position": position,
        "heading": storable(note.heading),
        "text": storable(note.text),
        "digest": note.digest,
        "stamped": int(note.stamped),
        "present": 1,
    }


def note_from(row: Sequence[Any]) -> NoteInfo:
    """The note of a row in the order of NOTE_COLUMNS."""
    id_, deck, _position, heading, text, digest, stamped, _present = row
    return NoteInfo(NoteId(id_), DeckId(deck), heading, text, digest, bool(stamped))


def card_row(card: Card) -> dict[str, Any]:
    """A present card as a row, without `changed_at`."""
    span = card.span
    return {
        "id": card.id,
        "note": card.note,
        "facet": card.facet,
        "deck": card.deck,
        "pillar": card.pillar,
        "type": card.type,
        "digest": card.digest,
        "position": card.position,
        "span": to_json((span.path, span.line, span.column, span.end_line, span.end_column)),
        "lang": card.lang,
        "title": storable(card.title),
        "source": storable(card.source),
        "tags": to_json(card.tags),
        "terms": to_json(card.terms),
        "prerequisites": to_json(card.prerequisites),
        "body": to_json(_bodies(card)),
        "present": 1,
    }


def card_from(row: Sequence[Any]) -> Card:
    """The card of a row in the order of CARD_COLUMNS."""
    # Only who reads a card needs the card types and all that they import.
    from recall.cardtypes.bodies import load_body

    (
        id_, note, facet, deck, pillar, type_, digest, position, span, lang, title,
        source, tags, terms, prerequisites, bodies, _present,
    ) = row  # fmt: skip
    data = from_json(bodies)
    return Card(
        id=CardId(id_),
        note=NoteId(note),
        facet=facet,
        deck=DeckId(deck),
        pillar=pillar,
        type=type_,
        digest=digest,
        position=position,
        span=Span(*from_json(span)),
        lang=lang,
        title=title,
        body=load_body(type_, data["body"]),
        source=source,
        tags=tuple(from_json(tags)),
        terms=tuple(from_json(terms)),
        prerequisites=tuple(from_json(prerequisites)),
        translations={
            tag: Words(words["title"], load_body(type_, words["body"]))
            for tag, words in data["translations"].items()
        },
    )


def _bodies(card: Card) -> Json:
    return {
        "body": card.body.dump(),
        "translations": {
            tag: {"title": words.title, "body": words.body.dump()}
            for tag, words in card.translations.items()
        },
    }
