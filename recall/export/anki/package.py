"""The .apkg file: genanki makes the rows, and this module makes them right and reproducible.

genanki cannot write a modification time for each note, a position for each card, or the same bytes
twice; and its own way to a file leaves a temporary database behind. So it writes into a database in
memory, what it got wrong is corrected there, and the archive is made here.
"""

import io
import itertools
import json
import sqlite3
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

import genanki

from recall.export.anki.ids import DRAFT_TAG, deck_id
from recall.export.anki.kinds import NOTE_TYPES, TEMPLATES_CHANGED, Kind
from recall.export.anki.models import genanki_model
from recall.export.anki.notes import AnkiNote
from recall.export.anki.schedule import PRESET, Logged, Progress, log, new_card, preset, schedule
from recall.export.files import foreign, real_place
from recall.model.ids import CardId
from recall.model.memory import NEW, CardState
from recall.model.settings import Settings

CREATED = 1704081600
"""Seconds since 1970 (2024-01-01 04:00 UTC): when the collection in every package began."""

_DATABASE = "collection.anki2"
_MEDIA = "media"
_CONF = {"schedVer": 2, "sched2021": True, "creationOffset": 0, "rollover": 4}
_SQLITE_STAMPS = {24: 1, 92: 1, 96: 3040000}
"""Bytes of the SQLite header that tell how often and by which version a file was written."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A note as a package holds it: what Anki compares, and when it was last changed (seconds)."""

    modified: int
    content: tuple[str, str]


def read_package(path: Path) -> Mapping[str, Stored] | None:
    """The notes of the package at `path`, by GUID; None if there is no file.

    Raises ForeignFile if there is one and this exporter did not write it.
    """
    path = real_place(path)
    if not path.exists():
        return None
    ours = {str(note_type.id) for note_type in NOTE_TYPES.values()}
    try:
        with zipfile.ZipFile(path) as file, closing(sqlite3.connect(":memory:")) as db:
            db.deserialize(file.read(_DATABASE))
            (models,) = db.execute("SELECT models FROM col").fetchone()
            if not set(json.loads(models)) <= ours:
                raise foreign(path, "a package")
            rows = db.execute("SELECT guid, mod, flds, tags FROM notes").fetchall()
    except (OSError, KeyError, ValueError, TypeError, zipfile.BadZipFile, sqlite3.Error) as error:
        raise foreign(path, "a package") from error
    return {guid: Stored(modified, (fields, tags)) for guid, modified, fields, tags in rows}


def stored(note: AnkiNote) -> Stored:
    """The note as `read_package` would give it back."""
    return Stored(note.modified, ("\x1f".join(note.fields), f" {' '.join(note.tags)} "))


def archive(
    notes: Sequence[AnkiNote],
    *,
    states: Mapping[CardId, CardState] = {},
    progress: Progress | None = None,
) -> bytes:
    """The bytes of the package: the same arguments make the same bytes.

    Cards that `states` calls suspended are, and so are those of notes tagged `draft`. Members are
    stored, not deflated: compressed bytes would depend on the zlib of the machine.
    """
    pictures = {picture.name: picture.content for note in notes for picture in note.pictures}
    names = dict(enumerate(sorted(pictures)))
    members = [(_DATABASE, _database(notes, states, progress))]
    members += [(str(number), pictures[name]) for number, name in names.items()]
    members.append((_MEDIA, json.dumps({str(n): name for n, name in names.items()}).encode()))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, content in members:
            member = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            member.external_attr = 0o100644 << 16
            member.create_system = 3
            file.writestr(member, content)
    return buffer.getvalue()


def _database(
    notes: Sequence[AnkiNote], states: Mapping[CardId, CardState], progress: Progress | None
) -> bytes:
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("PRAGMA page_size = 4096")
        cursor = db.cursor()
        package = genanki.Package(list(_decks(notes)))
        package.write_to_db(cursor, float(CREATED), itertools.count(CREATED * 1000))
        _correct_notes(db, notes, states, progress)
        _correct_collection(db)
        if progress is not None:
            _add_preset(db, progress.settings)
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


def _correct_notes(
    db: sqlite3.Connection,
    notes: Iterable[AnkiNote],
    states: Mapping[CardId, CardState],
    progress: Progress | None,
) -> None:
    rows = {
        (guid, ordinal): (card, note)
        for guid, ordinal, card, note in db.execute(
            "SELECT n.guid, c.ord, c.id, n.id FROM cards c JOIN notes n ON n.id = c.nid"
        )
    }
    dates, schedules, answers = [], [], []
    for place, (note, card) in enumerate(((n, c) for n in notes for c in n.cards), start=1):
        row, note_row = rows[note.guid, card.ordinal]
        dates.append((note.modified, note_row))
        past = progress.histories.get(card.id, ()) if progress else ()
        state = past[-1][1] if past else states.get(card.id, NEW)
        known = schedule(state, progress.settings) if progress else None
        suspended = state.suspended or DRAFT_TAG in note.tags
        line = known or new_card(place, suspended=suspended)
        schedules.append((note.modified, *astuple(line), row))
        answers += [(row, answer) for answer in log(past)] if known else []
    db.executemany("UPDATE notes SET mod = ? WHERE id = ?", dict.fromkeys(dates))
    db.executemany(
        "UPDATE cards SET mod = ?, type = ?, queue = ?, due = ?, ivl = ?, factor = ?, reps = ?, "
        "lapses = ?, left = ?, data = ? WHERE id = ?",
        schedules,
    )
    db.executemany("INSERT INTO revlog VALUES (?, ?, -1, ?, ?, ?, ?, ?, ?)", _log_rows(answers))


def _log_rows(answers: Iterable[tuple[int, Logged]]) -> Iterable[tuple[int, ...]]:
    """Rows of the review log in order of time. Their ids are times, and no two may be the same."""
    last = 0
    for card, answer in sorted(answers, key=lambda pair: (pair[1].at, pair[0])):
        last = max(answer.at, last + 1)
        _, rating, interval, before, factor, taken, kind = astuple(answer)
        yield (last, card, rating, interval, before, factor, taken, kind)


def _add_preset(db: sqlite3.Connection, settings: Settings) -> None:
    presets, decks = (
        json.loads(text) for text in db.execute("SELECT dconf, decks FROM col").fetchone()
    )
    presets[str(PRESET)] = preset(settings, presets["1"])
    for number, deck in decks.items():
        if number != "1":
            deck["conf"] = PRESET
    db.execute("UPDATE col SET dconf = ?, decks = ?", (json.dumps(presets), json.dumps(decks)))


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
