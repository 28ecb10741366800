"""Ids, cloze numbers and digests that the collection knows, written into the deck files."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from recall.app.authoring import chosen_files
from recall.app.compiling import assemble
from recall.app.facets import facets_ever, reviewed_notes
from recall.app.reading import Library, read_library
from recall.app.replacing import NotWritten, replace_file
from recall.app.workspace import Workspace
from recall.cardtypes.bodies.revealed import RevealBody
from recall.deck.files import DeckPath
from recall.deck.opaque import clozes
from recall.deck.syntax import Deck, Note
from recall.deck.translation import match
from recall.deck.writer_stamp import Stamp, stamp, stamp_edits
from recall.diagnostics import Checked, has_errors
from recall.model.card import Card, CardBody, Collection
from recall.model.ids import NoteId
from recall.source import Excerpt, SourceFile

OF_DIGITS = 8
"""How many digits of the primary's digest a translation records."""


@dataclass(frozen=True, slots=True)
class StampedFile:
    """What was (or would be) inserted into a file: (line, text) in order."""

    path: str
    insertions: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Stamped:
    """The outcome: the files with insertions, and whether notes with errors were left alone."""

    files: tuple[StampedFile, ...]
    has_errors: bool


@dataclass(frozen=True, slots=True)
class _Known:
    """The cards of each note, and the id at the place (path, line) of its heading.

    Only notes that make cards are in it.
    """

    cards: Mapping[NoteId, Sequence[Card]]
    ids: Mapping[tuple[str, int], NoteId]

    @classmethod
    def of(cls, collection: Collection) -> "_Known":
        """What a collection says."""
        cards: dict[NoteId, list[Card]] = {}
        for card in collection.cards:
            cards.setdefault(card.note, []).append(card)
        ids = {(card.span.path, card.span.line): card.note for card in collection.cards}
        return cls(cards, ids)

    def id_of(self, deck: Deck, note: Note) -> NoteId | None:
        """The id of a note; None if it makes no card."""
        return self.ids.get((deck.path, note.heading.place(0)[0]))


def stamp_decks(
    workspace: Workspace, paths: Sequence[Path], *, translations: bool, write: bool
) -> Stamped:
    """Stamp deck files with what the store knows of them, or else with what compile would give.

    With `translations` also the translations: the primary's digest, and the numbers of its marks.
    Raises UsageError, ReadOnlyDecks, NotWritten.
    """
    files = chosen_files(workspace, paths)
    library = read_library(workspace.roots)
    built = _as_compiled(workspace, library.value)
    known = _Known.of(built.value)
    shown = {path.shown for path in files}
    found = [d for d in library.diagnostics + built.diagnostics if d.span.path in shown]
    done = []
    for path in files:
        deck = next((d for d in library.value.decks if d.path == path.shown), None)
        if deck is not None:
            wanted = tuple(_stamps(library.value, deck, known, translations=translations))
            done.append(_stamp_file(path, deck, wanted, library.value, write=write))
    return Stamped(tuple(each for each in done if each.insertions), has_errors(found))


def _as_compiled(workspace: Workspace, library: Library) -> Checked[Collection]:
    """What compile would make of the library now; the store is read, if there is one."""
    place = workspace.store_path
    if place is not None and not place.is_file():
        return assemble(library)
    store = workspace.open_store(create=False)
    try:
        with store.read() as tx:
            return assemble(library, tx.notes(), facets_ever(tx), reviewed_notes(tx))
    finally:
        store.close()


def _stamps(library: Library, deck: Deck, known: _Known, *, translations: bool) -> Iterator[Stamp]:
    if not deck.translation:
        for note in deck.notes:
            id_ = known.id_of(deck, note)
            if id_ is not None:
                yield Stamp(note, id_, _numbers(note, known.cards[id_][0].body))
    elif translations:
        primary = next((d for d in library.decks if d.id == deck.id and not d.translation), None)
        if primary is not None:
            yield from _translated(primary, deck, known)


def _translated(primary: Deck, deck: Deck, known: _Known) -> Iterator[Stamp]:
    """Stamps for the translated notes whose cards have words in that language."""
    matched = match(primary, deck).value
    for note in primary.notes:
        id_, words = known.id_of(primary, note), matched.get(note.id or "")
        if id_ is None or words is None:
            continue
        cards = known.cards[id_]
        if all(deck.lang in card.translations for card in cards):
            numbers = _numbers(words, cards[0].translations[deck.lang].body)
            yield Stamp(words, None, numbers, cards[0].digest[:OF_DIGITS])


def _numbers(note: Note, body: CardBody) -> tuple[int, ...]:
    """The numbers of a note's marks, in order, from the text of a card where all are numbered.

    Empty if the note is no cloze, or if its marks cannot be told apart there.
    """
    if not isinstance(body, RevealBody) or not body.cloze:
        return ()
    marks = clozes(note.heading) + clozes(note.body)
    numbers = [cloze.number for cloze in clozes(Excerpt.of(body.cloze))]
    known = tuple(number for number in numbers if number is not None)
    fits = len(known) == len(numbers) == len(marks) and all(
        mark.number in (None, number) for mark, number in zip(marks, known, strict=True)
    )
    return known if fits else ()


def _stamp_file(
    path: DeckPath, deck: Deck, wanted: tuple[Stamp, ...], library: Library, *, write: bool
) -> StampedFile:
    raw = path.path.read_bytes()
    source = SourceFile.from_bytes(path.shown, raw)
    if source.text != library.sources[path.shown].text:
        raise NotWritten(f"{path.shown} was changed meanwhile", "Run `recall stamp` again.")
    after = stamp(raw, deck, wanted)
    if after is None:
        message = f"{path.shown} cannot be stamped without changing what it says"
        raise NotWritten(message, "It was left as it was; write the ids by hand.")
    edits = sorted(stamp_edits(source, wanted), key=lambda edit: edit.start)
    if write and after != raw:
        replace_file(path.path, before=raw, after=after)
    insertions = tuple((source.place(e.start)[0], e.text.strip("\n")) for e in edits)
    return StampedFile(path.shown, insertions)
