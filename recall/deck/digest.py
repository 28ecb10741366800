"""What a note says, as one text and as a digest.

Digests record content; they never decide identity alone.
"""

import unicodedata
from hashlib import sha256

from recall.deck.syntax import Label, Note

_NOT_CONTENT = frozenset({Label.SOURCE, Label.REQUIRES, Label.TERMS, Label.TAGS})
"""Parts about a note; changing them asks nothing else."""

DIGEST_LENGTH = 16
"""Hexadecimal digits kept of SHA-256: 64 bits."""


def digest(*fields: str) -> str:
    """A digest of fields, NFC, case kept, with separators so that no two lists run together."""
    hasher = sha256()
    for field in fields:
        raw = unicodedata.normalize("NFC", field).encode()
        hasher.update(f"{len(raw)}:".encode() + raw)
    return hasher.hexdigest()[:DIGEST_LENGTH]


def note_digest(note: Note) -> str:
    """The digest of everything the note asks and answers."""
    fields = ["heading", note.heading.text.strip(), "body", note.body.text.strip()]
    for part in note.parts:
        if part.label not in _NOT_CONTENT:
            fields += [part.label.value, part.content.text.strip()]
    return digest(*fields)


def note_text(note: Note) -> str:
    """The note as Markdown without its id comment: for search and for finding it again."""
    blocks = [f"## {note.heading.text.strip()}", note.body.text.strip()]
    blocks += [f"**{part.label.value}** {part.content.text.strip()}" for part in note.parts]
    return "\n\n".join(block for block in blocks if block)
