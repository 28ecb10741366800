"""Stamping: ids, cloze numbers and digests written into a deck file, by insertion only."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from recall.deck.digest import note_digest
from recall.deck.opaque import clozes
from recall.deck.syntax import Deck, Note
from recall.deck.writer import Edit, Lines, RawText, read_again
from recall.model.ids import NoteId
from recall.source import Excerpt, SourceFile

_ID = re.compile(r"<!--\s*id\s*[:：]\s*[a-z0-9-]+", re.I)


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a note of a file is to be given.

    `id` is None where it has one or gets none. `numbers` has one for each cloze of the heading and
    the body, in order; those that stand in the file are the same there. Empty means: leave the
    marks alone. `of` is the digest of the primary that a translation shall record.
    """

    note: Note
    id: NoteId | None = None
    numbers: tuple[int, ...] = ()
    of: str | None = None


def stamp(raw: bytes, deck: Deck, stamps: Iterable[Stamp]) -> bytes | None:
    """The bytes of a deck file with its notes stamped.

    `deck` is what the bytes are read as. None if the stamped file would not be read as the same
    notes with just these ids and numbers; it should then be left alone.
    """
    wanted = tuple(stamps)
    edits = tuple(stamp_edits(SourceFile.from_bytes(deck.path, raw), wanted))
    if not edits:
        return raw
    after = RawText(raw).apply(edits)
    return after if _is_as_wanted(after, deck, wanted) else None


def stamp_edits(source: SourceFile, stamps: Iterable[Stamp]) -> Iterator[Edit]:
    """The insertions that stamps ask for. What stands in the file already gives none."""
    lines = Lines(source.text)
    for each in stamps:
        note = each.note
        yield from _numbers(lines, note, each.numbers)
        if each.id is not None and note.id is None:
            yield _id_line(lines, source.text, note, each.id)
        if each.of is not None and note.of is None and note.id_span is not None:
            begin = lines.offset((note.id_span.line, note.id_span.column))
            named = _ID.match(source.text, begin)
            if named is not None:
                yield Edit(named.end(), named.end(), f", of: {each.of}")


def _id_line(lines: Lines, text: str, note: Note, id_: NoteId) -> Edit:
    below = lines.start(note.heading.place(0)[0] + 1)
    comment = f"<!-- id: {id_} -->"
    if below is None:
        return Edit(len(text), len(text), f"\n{comment}")
    return Edit(below, below, f"{comment}\n")


def _numbers(lines: Lines, note: Note, numbers: tuple[int, ...]) -> Iterator[Edit]:
    marked: list[tuple[Excerpt, int, int | None]] = [
        (excerpt, cloze.end, cloze.number)
        for excerpt in (note.heading, note.body)
        for cloze in clozes(excerpt)
    ]
    for (excerpt, end, number), wanted in zip(marked, numbers, strict=bool(numbers)):
        if number is None:
            at = lines.offset(excerpt.place(end))
            yield Edit(at, at, f"<!--c{wanted}-->")


def _is_as_wanted(raw: bytes, deck: Deck, stamps: tuple[Stamp, ...]) -> bool:
    """True if the bytes are read as the notes of the deck, each with what its stamp says."""
    again = read_again(raw, deck).value
    if len(again.notes) != len(deck.notes):
        return False
    by_heading = {each.note.heading: each for each in stamps}
    return all(
        _is_stamped(before, after, by_heading.get(before.heading, Stamp(before)))
        for before, after in zip(deck.notes, again.notes, strict=True)
    )


def _is_stamped(before: Note, after: Note, wanted: Stamp) -> bool:
    numbers = tuple(cloze.number for text in (after.heading, after.body) for cloze in clozes(text))
    return (
        note_digest(before) == note_digest(after)
        and after.id == (before.id or wanted.id)
        and after.of == (before.of or wanted.of)
        and (not wanted.numbers or numbers == wanted.numbers)
    )
