"""What the golden files of the Anki export hold.

`python -m tests.export.golden` writes the notes anew and adds the templates of a new date. The note
types are never written anew: what changed in them would cost every learner the progress of the
notes.
"""

import json
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from recall.export.anki.kinds import NOTE_TYPES, TEMPLATES_CHANGED, Kind
from recall.export.anki.models import genanki_model
from recall.export.anki.notes import AnkiNote, Setting, notes_of
from tests.export import samples

_FOLDER = Path(__file__).parents[1] / "golden" / "anki"
NOTES = _FOLDER / "notes.json"
NOTE_TYPES_FILE = _FOLDER / "note-types.json"
TEMPLATES = _FOLDER / "templates.json"


def values(note: AnkiNote) -> dict[str, str]:
    """The fields of a note that hold something."""
    named = zip(NOTE_TYPES[note.kind].fields, note.fields, strict=True)
    return {field.name: value for field, value in named if value}


def shown(notes: Iterable[AnkiNote]) -> list[dict[str, object]]:
    """Notes as JSON."""
    return [
        {
            "kind": note.kind,
            "guid": note.guid,
            "tags": list(note.tags),
            "cards": [[card.id, card.ordinal, card.position] for card in note.cards],
            "fields": values(note),
        }
        for note in notes
    ]


def note_types() -> dict[str, object]:
    """The ids and names by which Anki recognises our note types."""
    return {
        kind: {
            "id": note_type.id,
            "name": note_type.name,
            "fields": {field.name: note_type.field_id(field) for field in note_type.fields},
            "templates": {
                name: note_type.template_id(index) for index, name in enumerate(note_type.templates)
            },
        }
        for kind, note_type in NOTE_TYPES.items()
    }


def templates() -> str:
    """A digest of all templates and of the style sheet."""
    models = [genanki_model(kind) for kind in Kind]
    texts = [[model.css, model.templates] for model in models]
    return sha256(json.dumps(texts, sort_keys=True).encode()).hexdigest()


def _write() -> None:
    known = json.loads(TEMPLATES.read_text(encoding="utf-8")) if TEMPLATES.exists() else {}
    known.setdefault(str(TEMPLATES_CHANGED), templates())
    TEMPLATES.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    cards = samples.cards()
    notes = notes_of(cards, Setting(None, {cards[0].deck: "D"}, samples.changed()))
    text = json.dumps(shown(notes), ensure_ascii=False, indent=1)
    NOTES.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    _write()
