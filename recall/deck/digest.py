"""What a note says, as one text and as a digest.

Digests record content; they never decide identity alone.
"""

import re
import unicodedata
from hashlib import sha256

from recall.deck.opaque import clozes
from recall.deck.syntax import Label, Note
from recall.source import Excerpt

_NOT_CONTENT = frozenset({Label.SOURCE, Label.REQUIRES, Label.TERMS, Label.TAGS})
"""Parts about a note; changing them asks nothing else."""

DIGEST_LENGTH = 16
"""Hexadecimal digits kept of SHA-256: 64 bits."""

_NUMBER = re.compile(r"<!--\s*c[1-9][0-9]{0,2}\s*-->\Z")
_CAPITAL_BOX = re.compile(r"\[X\](?=[ \t]*\Z)")


def digest(*fields: str) -> str:
    """A digest of fields, NFC, case kept, with separators so that no two lists run together."""
    hasher = sha256()
    for field in fields:
        raw = unicodedata.normalize("NFC", field).encode()
        hasher.update(f"{len(raw)}:".encode() + raw)
    return hasher.hexdigest()[:DIGEST_LENGTH]


def note_digest(note: Note) -> str:
    """The digest of everything the note asks and answers."""
    fields = ["heading", unnumbered(note.heading).strip(), "body", body_text(note).strip()]
    for part in note.parts:
        if part.label not in _NOT_CONTENT:
            fields += [part.label.value, part.content.text.strip()]
    return digest(*fields)


def note_text(note: Note) -> str:
    """The note as Markdown without its id comment: for search and for finding it again."""
    blocks = [f"## {unnumbered(note.heading).strip()}", body_text(note).strip()]
    blocks += [f"**{part.label.value}** {part.content.text.strip()}" for part in note.parts]
    return "\n\n".join(block for block in blocks if block)


def unnumbered(excerpt: Excerpt) -> str:
    """The text without the numbers recorded behind cloze marks (`==x==<!--c3-->`).

    They say which card a mark is, not what it asks.
    """
    text = excerpt.text
    if "==<!--" not in text:
        return text
    numbers = []
    for cloze in clozes(excerpt):
        number = _NUMBER.search(text, cloze.start, cloze.end)
        if number is not None and text.startswith("==", cloze.start):
            numbers.append(number.span())
    pieces, position = [], 0
    for start, end in sorted(numbers):
        pieces.append(text[position:start])
        position = end
    return "".join((*pieces, text[position:]))


def body_text(note: Note) -> str:
    """The body in one spelling: cloze marks without numbers, task boxes with a small x."""
    boxes = {item.text.place(0) for item in note.options if item.checked}
    if not boxes or "[X]" not in note.body.text:
        return unnumbered(note.body)
    first, _ = note.body.place(0)
    lines = note.body.text.split("\n")
    for line, column in boxes:
        index = line - first
        cut = column - note.body.starts[index][1]
        lines[index] = _CAPITAL_BOX.sub("[x]", lines[index][:cut]) + lines[index][cut:]
    return unnumbered(Excerpt("\n".join(lines), note.body.path, note.body.starts))
