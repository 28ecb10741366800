"""The .apkg file: genanki makes the rows, and this module makes them right and reproducible.

genanki cannot write a modification time for each note, a position for each card, or the same bytes
twice; and its own way to a file leaves a temporary database behind. So it writes into a database in
memory, what it got wrong is corrected there, and the archive is made here.
"""

import io
import itertools
import json
import os
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import genanki

from recall.errors import RecallError
from recall.export.anki.ids import deck_id
from recall.export.anki.kinds import NOTE_TYPES, TEMPLATES_CHANGED, Kind
from recall.export.anki.models import genanki_model
from recall.export.anki.notes import AnkiNote

CREATED = 1704081600
"""Seconds since 1970 (2024-01-01 04:00 UTC): when the collection in every package began."""

_DATABASE = "collection.anki2"
_MEDIA = "media"
_CONF = {"schedVer": 2, "sched2021": True, "creationOffset": 0, "rollover": 4}
_SQLITE_STAMPS = {24: 1, 92: 1, 96: 3040000}
"""Bytes of the SQLite header that tell how often and by which version a file was written."""


class ForeignFile(RecallError):
    """What stands at the place of the package is not a package that this exporter wrote."""


class CannotWrite(RecallError):
    """The file system does not let us write the package."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A note as a package holds it: what Anki compares, and when it was last changed (seconds)."""

    modified: int
    content: tuple[str, str]


def write_package(path: Path, notes: Sequence[AnkiNote], *, force: bool = False) -> None:
    """Write the package in one step: `path` holds either what it held or the whole package.

    The same notes make the same bytes. Raises ForeignFile unless what stands at `path` is a package
    of ours or `force` is true, and CannotWrite.
    """
    if not force:
        read_package(path)
    content = archive(notes)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(0o644)
            Path(name).replace(path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise CannotWrite(
            f"cannot write {path}: {error.strerror or error}",
            "Name a file in a folder that exists and that you may write to.",
        ) from error


def read_package(path: Path) -> Mapping[str, Stored] | None:
    """The notes of the package at `path`, by GUID; None if there is no file.

    Raises ForeignFile if there is one and this exporter did not write it.
    """
    if not path.exists():
        return None
    ours = {str(note_type.id) for note_type in NOTE_TYPES.values()}
    try:
        with zipfile.ZipFile(path) as file, closing(sqlite3.connect(":memory:")) as db:
            db.deserialize(file.read(_DATABASE))
            (models,) = db.execute("SELECT models FROM col").fetchone()
            if not set(json.loads(models)) <= ours:
                raise _foreign(path)
            rows = db.execute("SELECT guid, mod, flds, tags FROM notes").fetchall()
    except (OSError, KeyError, ValueError, TypeError, zipfile.BadZipFile, sqlite3.Error) as error:
        raise _foreign(path) from error
    return {guid: Stored(modified, (fields, tags)) for guid, modified, fields, tags in rows}


def _foreign(path: Path) -> ForeignFile:
    return ForeignFile(
        f"{path} exists and is not a package that recall exported",
        "Name another file, or overwrite this one with --force.",
    )


def stored(note: AnkiNote) -> Stored:
    """The note as `read_package` would give it back."""
    return Stored(note.modified, ("\x1f".join(note.fields), f" {' '.join(note.tags)} "))


def archive(notes: Sequence[AnkiNote]) -> bytes:
    """The bytes of the package.

    Members are stored, not deflated: compressed bytes would depend on the zlib of the machine.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, content in ((_DATABASE, _database(notes)), (_MEDIA, b"{}")):
            member = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            member.external_attr = 0o100644 << 16
            member.create_system = 3
            file.writestr(member, content)
    return buffer.getvalue()


def _database(notes: Sequence[AnkiNote]) -> bytes:
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("PRAGMA page_size = 4096")
        cursor = db.cursor()
        package = genanki.Package(list(_decks(notes)))
        package.write_to_db(cursor, float(CREATED), itertools.count(CREATED * 1000))
        _correct_notes(db, notes)
        _correct_collection(db)
        db.commit()
        db.execute("VACUUM")
        content = bytearray(db.serialize())
    for offset, value in _SQLITE_STAMPS.items():
        content[offset : offset + 4] = value.to_bytes(4, "big")
    return bytes(content)


def _decks(notes: Iterable[AnkiNote]) -> Iterable[Any]:
    models = {kind: genanki_model(kind) for kind in Kind}
    decks: dict[str, Any] = {}
    for note in notes:
        if note.deck not in decks:
            number = deck_id(note.deck, (deck.deck_id for deck in decks.values()))
            decks[note.deck] = genanki.Deck(number, note.deck)
        row = genanki.Note(
            model=models[note.kind], fields=list(note.fields), guid=note.guid, tags=list(note.tags)
        )
        # genanki's own rule for which cards a note has is not Anki's.
        row.cards = [genanki.Card(card.ordinal) for card in note.cards]
        decks[note.deck].add_note(row)
    return decks.values()


def _correct_notes(db: sqlite3.Connection, notes: Iterable[AnkiNote]) -> None:
    row_of = dict(db.execute("SELECT guid, id FROM notes"))
    for note in notes:
        row = row_of[note.guid]
        db.execute("UPDATE notes SET mod = ? WHERE id = ?", (note.modified, row))
        for card in note.cards:
            db.execute(
                "UPDATE cards SET mod = ?, due = ? WHERE nid = ? AND ord = ?",
                (note.modified, card.position + 1, row, card.ordinal),
            )


def _correct_collection(db: sqlite3.Connection) -> None:
    conf, models = db.execute("SELECT conf, models FROM col").fetchone()
    newer = {
        name: {**model, "mod": TEMPLATES_CHANGED} for name, model in json.loads(models).items()
    }
    db.execute(
        "UPDATE col SET crt = ?, mod = ?, scm = ?, conf = ?, models = ?",
        (
            CREATED,
            CREATED * 1000,
            CREATED * 1000,
            json.dumps({**json.loads(conf), **_CONF}),
            json.dumps(newer, ensure_ascii=False),
        ),
    )
