"""An id for every note: the one in the file, the one it had before, or a new one."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from recall.deck.digest import digest, note_digest, note_text
from recall.deck.syntax import Deck, Note
from recall.diagnostics import Checked, Diagnostic
from recall.identity.codes import DUPLICATE_ID, NEW_ID
from recall.model.card import NoteInfo
from recall.model.ids import NoteId

SIMILAR = 0.75
"""From this similarity on, a note that disappeared is taken for one that appeared."""

Place = tuple[str, int]
"""The path of a file and the index of a note in it."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """The id of every note that may become cards. A refused note has none."""

    ids: Mapping[Place, NoteId]


@dataclass(frozen=True, slots=True)
class _Unnamed:
    """A note without an id in its file."""

    place: Place
    deck: str
    note: Note


def assign(decks: Sequence[Deck], known: Sequence[tuple[NoteInfo, bool]]) -> Checked[Assignment]:
    """Ids for the notes of all primary decks.

    `known` holds every note ever compiled, with True for those present at the last compile.
    Decks are taken in path order, so that of two notes with one id the first lives.
    """
    ids: dict[Place, NoteId] = {}
    owners: dict[NoteId, Note] = {}
    found: list[Diagnostic] = []
    unnamed: list[_Unnamed] = []
    for deck in sorted((d for d in decks if not d.translation), key=lambda d: d.path):
        for index, note in enumerate(deck.notes):
            if note.id is None:
                unnamed.append(_Unnamed((deck.path, index), deck.id, note))
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
    ids |= _relink(unnamed, free)
    taken = set(ids.values()) | {info.id for info, _ in known}
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


def _relink(
    unnamed: Sequence[_Unnamed], free: Sequence[tuple[NoteInfo, bool]]
) -> dict[Place, NoteId]:
    """Notes that were there before: by digest, then by heading in the deck, then by similarity."""
    ids: dict[Place, NoteId] = {}
    left = {info.id: (info, present) for info, present in free}
    _by_digest(unnamed, left, ids)
    _by_heading(unnamed, left, ids)
    gone = [info for info, present in left.values() if present]
    for place, note_id in _by_similarity([u for u in unnamed if u.place not in ids], gone):
        ids[place] = note_id
    return ids


Left = dict[NoteId, tuple[NoteInfo, bool]]


def _by_digest(unnamed: Sequence[_Unnamed], left: Left, ids: dict[Place, NoteId]) -> None:
    by_digest: dict[str, list[NoteInfo]] = {}
    for info, present in sorted(left.values(), key=lambda pair: not pair[1]):
        del present
        by_digest.setdefault(info.digest, []).append(info)
    for item in unnamed:
        same = [i for i in by_digest.get(note_digest(item.note), []) if i.id in left]
        if same:
            best = next((info for info in same if info.deck == item.deck), same[0])
            ids[item.place] = best.id
            del left[best.id]


def _by_heading(unnamed: Sequence[_Unnamed], left: Left, ids: dict[Place, NoteId]) -> None:
    by_heading: dict[tuple[str, str], list[NoteId]] = {}
    for info, _ in sorted(left.values(), key=lambda pair: not pair[1]):
        by_heading.setdefault((info.deck, _heading_of(info.text)), []).append(info.id)
    for item in unnamed:
        if item.place in ids:
            continue
        key = (item.deck, _heading_of(note_text(item.note)))
        for note_id in by_heading.get(key, []):
            if note_id in left:
                ids[item.place] = note_id
                del left[note_id]
                break


def _heading_of(text: str) -> str:
    return text.partition("\n")[0]


def _by_similarity(
    unnamed: Sequence[_Unnamed], gone: Sequence[NoteInfo]
) -> list[tuple[Place, NoteId]]:
    """Pairs of a new place and a note that disappeared, the most similar first."""
    scored: list[tuple[float, Place, NoteId]] = []
    for item in unnamed:
        matcher = SequenceMatcher(autojunk=False)
        matcher.set_seq2(note_text(item.note))
        for info in gone:
            matcher.set_seq1(info.text)
            if matcher.real_quick_ratio() < SIMILAR or matcher.quick_ratio() < SIMILAR:
                continue
            ratio = matcher.ratio()
            if ratio >= SIMILAR:
                scored.append((ratio, item.place, info.id))
    pairs: list[tuple[Place, NoteId]] = []
    places: set[Place] = set()
    ids: set[NoteId] = set()
    for _, place, note_id in sorted(scored, key=lambda s: (-s[0], s[1], s[2])):
        if place not in places and note_id not in ids:
            pairs.append((place, note_id))
            places.add(place)
            ids.add(note_id)
    return pairs


def _new_id(item: _Unnamed, taken: set[NoteId]) -> NoteId:
    """A readable id from the heading, with a few digits of a digest so that it stays unique."""
    plain = unicodedata.normalize("NFKD", item.note.heading.text).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:40].strip("-") or "note"
    code = digest(item.deck, item.note.heading.text, note_text(item.note), str(item.place[1]))
    for length in (4, 8, 16):
        candidate = NoteId(f"{slug}-{code[:length]}")
        if candidate not in taken:
            return candidate
    count = 2
    while NoteId(f"{slug}-{code}-{count}") in taken:
        count += 1
    return NoteId(f"{slug}-{code}-{count}")
