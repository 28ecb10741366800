"""An id for every note: the one in the file, the one it had before, or a new one."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from recall.deck.digest import digest, note_digest, note_text
from recall.deck.syntax import Deck, Note
from recall.diagnostics import Checked, Diagnostic
from recall.identity.codes import DUPLICATE_ID, NEW_ID
from recall.identity.relink import Place, Unnamed, relink
from recall.model.card import NoteInfo
from recall.model.ids import NoteId

_SLUG = 40
"""Most characters of a heading in a new id."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """The id of every note that may become cards. A refused note has none."""

    ids: Mapping[Place, NoteId]


def _unnamed(deck: Deck, index: int, note: Note) -> Unnamed:
    return Unnamed((deck.path, index), deck.id, note, note_text(note), note_digest(note))


def assign(
    decks: Sequence[Deck],
    known: Sequence[tuple[NoteInfo, bool]],
    *,
    reserved: frozenset[NoteId] = frozenset(),
    reviewed: frozenset[NoteId] | None = None,
) -> Checked[Assignment]:
    """Ids for the notes of all primary decks.

    `known` holds every note ever compiled, with True for those present at the last compile.
    `reserved` are ids of decks that are not compiled anew: no new id is one of them. `reviewed` are
    the notes with a history (None: any may have one); where texts do not decide, they go first.
    Decks are taken in path order, so that of two notes with one id the first lives.
    """
    ids: dict[Place, NoteId] = {}
    owners: dict[NoteId, Note] = {}
    found: list[Diagnostic] = []
    unnamed: list[Unnamed] = []
    for deck in sorted((d for d in decks if not d.translation), key=lambda d: d.path):
        for index, note in enumerate(deck.notes):
            if note.id is None:
                unnamed.append(_unnamed(deck, index, note))
                continue
            note_id = NoteId(note.id)
            first = owners.setdefault(note_id, note)
            if first is note:
                ids[deck.path, index] = note_id
            else:
                message = f"the id {note_id} is already used at {first.heading.span()}"
                found.append(DUPLICATE_ID.at(note.id_span or note.heading.span(), message))
    found += _new_ids(owners, known)
    free = [(info, present) for info, present in known if info.id not in owners]
    ids |= relink(unnamed, free, reviewed=reviewed)
    taken = set(ids.values()) | {info.id for info, _ in known} | reserved
    for item in unnamed:
        if item.place not in ids:
            ids[item.place] = _new_id(item, taken)
            taken.add(ids[item.place])
    return Checked(Assignment(ids), tuple(found))


def _new_ids(
    owners: Mapping[NoteId, Note], known: Sequence[tuple[NoteInfo, bool]]
) -> list[Diagnostic]:
    """Notes that were given another id than the one compile had given them."""
    ever = {info.id for info, _ in known}
    given = {
        info.digest: info.id
        for info, present in known
        if present and not info.stamped and info.id not in owners
    }
    found = []
    for note_id, note in owners.items():
        before = given.get(note_digest(note)) if note_id not in ever else None
        if before is not None:
            place = note.id_span or note.heading.span()
            message = f"this note was {before} until now; its history stays with that id"
            hint = f"To keep it write `<!-- id: {before} -->`; `recall stamp` would have done so."
            found.append(NEW_ID.at(place, message, hint))
    return found


def _new_id(item: Unnamed, taken: set[NoteId]) -> NoteId:
    """A readable id from the heading, with a few digits of a digest so that it stays unique."""
    plain = unicodedata.normalize("NFKD", item.note.heading.text).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-") or "note"
    if len(slug) > _SLUG:
        # At the end of a word, if the first one is not too long itself.
        slug = slug[: _SLUG + 1].rpartition("-")[0] or slug[:_SLUG]
    code = digest(item.deck, item.note.heading.text, item.text, str(item.place[1]))
    for length in (4, 8, 16):
        candidate = NoteId(f"{slug}-{code[:length]}")
        if candidate not in taken:
            return candidate
    count = 2
    while NoteId(f"{slug}-{code}-{count}") in taken:
        count += 1
    return NoteId(f"{slug}-{code}-{count}")
