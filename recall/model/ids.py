"""Names of things. All are strings; the type says which thing."""

import re
from typing import NewType

NoteId = NewType("NoteId", str)
"""A note, unique in the collection: `kv-cache-batch`."""
CardId = NewType("CardId", str)
"""A card: the note's id, or `<note id>/<facet>` where a note has several."""
DeckId = NewType("DeckId", str)
"""A deck: `<pillar>/<file name>`."""
LearnerId = NewType("LearnerId", str)
"""Whoever learns; `me` unless another name is given."""
EntryId = NewType("EntryId", str)
"""A journal entry: a UUID (version 7 when this program made it)."""

ID_PATTERN = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
ID_MIN, ID_MAX = 3, 64


def is_note_id(text: str) -> bool:
    """True for 3 to 64 lower-case letters, digits and single hyphens."""
    return ID_MIN <= len(text) <= ID_MAX and ID_PATTERN.fullmatch(text) is not None


def card_id(note: NoteId, facet: str) -> CardId:
    """The id of a card; an empty facet means the note has one card."""
    return CardId(f"{note}/{facet}" if facet else str(note))
