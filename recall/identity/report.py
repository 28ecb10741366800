"""What changed between two compiles."""

from collections.abc import Sequence
from dataclasses import dataclass

from recall.model.card import NoteInfo
from recall.model.ids import DeckId, NoteId

MASS_VANISHING = 0.2
"""A deck that loses more than this share of its notes at once asks for confirmation."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Note ids by what happened; each is named once (moved before renamed before edited).

    `back` are notes that had vanished earlier and are there again, with their history.
    `emptied` names the decks that lose more than a fifth of their notes at once.
    """

    new: tuple[NoteId, ...] = ()
    back: tuple[NoteId, ...] = ()
    edited: tuple[NoteId, ...] = ()
    moved: tuple[NoteId, ...] = ()
    renamed: tuple[NoteId, ...] = ()
    gone: tuple[NoteId, ...] = ()
    unchanged: int = 0
    emptied: tuple[DeckId, ...] = ()


def compare(known: Sequence[tuple[NoteInfo, bool]], notes: Sequence[NoteInfo]) -> Changes:
    """The changes from the notes known before (True: present at the last compile) to `notes`."""
    before = {info.id: (info, present) for info, present in known}
    kinds: dict[str, list[NoteId]] = {
        kind: [] for kind in ("new", "back", "moved", "renamed", "edited", "same")
    }
    for note in notes:
        kinds[_kind(before.get(note.id), note)].append(note.id)
    now = {note.id for note in notes}
    gone = tuple(info.id for info, present in known if present and info.id not in now)
    return Changes(
        new=tuple(kinds["new"]),
        back=tuple(kinds["back"]),
        edited=tuple(kinds["edited"]),
        moved=tuple(kinds["moved"]),
        renamed=tuple(kinds["renamed"]),
        gone=gone,
        unchanged=len(kinds["same"]),
        emptied=_emptied(known, frozenset(gone)),
    )


def _kind(before: tuple[NoteInfo, bool] | None, note: NoteInfo) -> str:
    if before is None:
        return "new"
    info, present = before
    if not present:
        return "back"
    if info.deck != note.deck:
        return "moved"
    if info.heading != note.heading:
        return "renamed"
    return "same" if info.digest == note.digest else "edited"


def _emptied(known: Sequence[tuple[NoteInfo, bool]], gone: frozenset[NoteId]) -> tuple[DeckId, ...]:
    sizes: dict[DeckId, int] = {}
    lost: dict[DeckId, int] = {}
    for info, present in known:
        if present:
            sizes[info.deck] = sizes.get(info.deck, 0) + 1
            lost[info.deck] = lost.get(info.deck, 0) + (info.id in gone)
    return tuple(deck for deck, size in sizes.items() if lost[deck] / size > MASS_VANISHING)
