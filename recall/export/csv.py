"""Cards as text that Anki imports without any of our note types: two columns, with its headers.

The note types are Anki's own “Basic” and “Cloze”. Nothing runs on such a card: a numeric problem
shows one variant, a choice its options in one order, and images are their words.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256

from recall.export.anki.kinds import NOTE_TYPES, Kind
from recall.export.anki.notes import AnkiNote

_HEADERS = (
    "#separator:Comma",
    "#html:true",
    "#guid column:1",
    "#notetype column:2",
    "#deck column:3",
    "#tags column:4",
)
_MARK = "\n".join(_HEADERS).encode()


def as_csv(notes: Iterable[AnkiNote]) -> bytes:
    """The notes as a file: GUID, note type, deck, tags, front, back; UTF-8, LF line ends.

    A note may be both here and in a package: Anki keeps the two apart by their GUIDs.
    """
    text = io.StringIO()
    text.write("\n".join(_HEADERS) + "\n")
    writer = csv.writer(text, lineterminator="\n")
    for note in notes:
        writer.writerows(_rows(note))
    return text.getvalue().encode()


def is_ours(beginning: bytes) -> bool:
    """True for a file that begins as ours do."""
    return beginning.startswith(_MARK)


_AFTER = ("Why", "Source")
_SIDES: Mapping[Kind, tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]] = {
    Kind.BASIC: (("card", ("Front",), ("Back",)),),
    Kind.REVERSED: (("forward", ("Front",), ("Back",)), ("backward", ("Back",), ("Front",))),
    Kind.CLOZE: (("text", ("Text",), ()),),
    Kind.CHOICE: (("card", ("Front", "Options"), ("Verdicts", "Back")),),
    Kind.TYPED: (("card", ("Front",), ("Back", "Accepted")),),
    Kind.POINTS: (("card", ("Front",), ("Points", "Back")),),
    Kind.NUMERIC: (("card", ("Front", "Asked"), ("Back",)),),
}
"""The rows of a note: a name of their own, and the fields of their front and back."""


def _rows(note: AnkiNote) -> Iterator[tuple[str, ...]]:
    named = zip(NOTE_TYPES[note.kind].fields, note.fields, strict=True)
    fields = {field.name: value for field, value in named}
    kind = "Cloze" if note.kind is Kind.CLOZE else "Basic"
    for name, front, back in _SIDES[note.kind]:
        guid = sha256(f"{note.guid}/{name}".encode()).hexdigest()[:16]
        sides = _blocks(fields, "Context", *front), _blocks(fields, *back, *_AFTER)
        yield (guid, kind, note.deck, " ".join(note.tags), *sides)


def _blocks(fields: Mapping[str, str], *names: str) -> str:
    return "".join(f"<div>{fields[name]}</div>" for name in names if fields[name])
