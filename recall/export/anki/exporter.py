"""A collection as an Anki package."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from recall.errors import RecallError
from recall.export.anki.ids import RETIRED_TAG, deck_name
from recall.export.anki.notes import AnkiNote, Setting, notes_of
from recall.export.anki.package import Stored, archive, read_package, stored
from recall.export.anki.schedule import Progress, log
from recall.export.files import ForeignFile, write_whole
from recall.export.path import learning_order
from recall.export.pictures import Fault, Find, gallery
from recall.export.voices import BOTH
from recall.model.card import Card, Collection
from recall.model.ids import CardId, DeckId
from recall.model.memory import CardState


class NothingToExport(RecallError):
    """There is no card to put into a package."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """How the package differs from the one that stood there, each note by its first card.

    `missing` counts notes that the package no longer holds: they stay in Anki, which never deletes
    a note on import.
    """

    new: tuple[CardId, ...] = ()
    changed: tuple[CardId, ...] = ()
    unchanged: int = 0
    missing: int = 0


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What was written: `decks` by their names in Anki, `kinds` by note type.

    `retired` are the notes that the decks no longer hold; `faults` what was wrong in the texts, by
    card; `answers` how many answers the review log holds.
    """

    path: Path
    notes: int
    cards: int
    retired: tuple[CardId, ...]
    decks: tuple[str, ...]
    kinds: Mapping[str, int]
    pictures: int
    answers: int
    faults: tuple[tuple[CardId, Fault], ...]
    compared: Comparison | None


def export_anki(
    collection: Collection,
    *,
    path: Path,
    changed_at: Mapping[CardId, int],
    lang: str | None = None,
    retired: Sequence[Card] = (),
    states: Mapping[CardId, CardState] = {},
    progress: Progress | None = None,
    galleries: Callable[[DeckId], Find] = lambda _: gallery(None),
    force: bool = False,
    write: bool = True,
    advance: Callable[[], None] = lambda: None,
) -> ExportReport:
    """Write the cards of a collection to an .apkg file at `path`.

    `lang` is a language, `both`, or None for the cards' own. `changed_at` says when anything that
    is shown of a card last changed, its tags and its source included, or when it was retired or
    came back: in milliseconds since 1970. `retired` are cards that the decks no longer hold; where
    their whole note is gone, it is written with the tag `recall::retired`. `states` say which cards
    are suspended; with `progress` the cards come with schedule and review log. `galleries` finds
    the images of a deck. Without `write` all is done but the writing. `advance` is called once for
    each note.

    The same arguments make the same bytes, as long as `path` holds nothing, or what this wrote.

    Raises NothingToExport, CannotWrite, and ForeignFile unless `force` is true.
    """
    earlier = _earlier(path, force=force)
    setting = Setting(lang, {}, changed_at, learning_order(collection), galleries)
    notes: list[AnkiNote] = []
    for note in _notes(collection, retired, setting):
        notes.append(note if earlier is None else _no_older(note, earlier.get(note.guid)))
        advance()
    if not notes:
        raise NothingToExport("there is no card to export", "Run `recall check` to see why.")
    content = archive(notes, states=states, progress=progress)
    if write:
        write_whole(path, content)
    return _report(path, notes, earlier, progress)


def plain_notes(collection: Collection, *, lang: str | None = None) -> tuple[AnkiNote, ...]:
    """The notes of a collection without images, for exports that are no packages."""
    return tuple(_notes(collection, (), Setting(lang, {}, {}, learning_order(collection))))


def _notes(collection: Collection, retired: Iterable[Card], setting: Setting) -> Iterator[AnkiNote]:
    """The notes of the collection, then those whose note is gone."""
    living = {card.note for card in collection.cards}
    gone = [card for card in retired if card.note not in living]
    shown = None if setting.lang == BOTH else setting.lang
    decks = _deck_names(collection, (*collection.cards, *gone), shown)
    setting = replace(setting, decks=decks)
    yield from notes_of(collection.cards, setting)
    yield from notes_of(gone, replace(setting, retired=True))


def _earlier(path: Path, *, force: bool) -> Mapping[str, Stored] | None:
    """The notes of the package that stands there, None if there is none of ours."""
    try:
        return read_package(path)
    except ForeignFile:
        if force:
            return None
        raise


def _no_older(note: AnkiNote, before: Stored | None) -> AnkiNote:
    """The note with a date that Anki will believe.

    What is shown can change without the deck: another language, a new image, a later version of
    this exporter. Anki takes a change only if it is dated later than what it has.
    """
    if before is None or note.modified > before.modified:
        return note
    same = before.content == stored(note).content
    return replace(note, modified=before.modified + (0 if same else 1))


def _report(
    path: Path,
    notes: Sequence[AnkiNote],
    earlier: Mapping[str, Stored] | None,
    progress: Progress | None,
) -> ExportReport:
    cards = [card.id for note in notes for card in note.cards]
    histories = progress.histories if progress else {}
    return ExportReport(
        path=path,
        notes=len(notes),
        cards=len(cards),
        retired=tuple(note.cards[0].id for note in notes if RETIRED_TAG in note.tags),
        decks=tuple(dict.fromkeys(note.deck for note in notes)),
        kinds=dict(Counter(str(note.kind) for note in notes)),
        pictures=len({picture.name for note in notes for picture in note.pictures}),
        answers=sum(len(list(log(histories.get(card, ())))) for card in cards),
        faults=tuple((note.cards[0].id, fault) for note in notes for fault in note.faults),
        compared=None if earlier is None else _compare(earlier, notes),
    )


def _deck_names(
    collection: Collection, cards: Iterable[Card], lang: str | None
) -> dict[DeckId, str]:
    """Anki's name of each deck that has cards; one that is gone goes by its ids."""
    pillars = {pillar.id: pillar.title(lang) for pillar in collection.pillars}
    titles = {deck.id: deck.title(lang) for deck in collection.decks}
    return {
        card.deck: deck_name(
            pillars.get(card.pillar, card.pillar),
            titles.get(card.deck, card.deck.rpartition("/")[2]),
        )
        for card in cards
    }


def _compare(earlier: Mapping[str, Stored], notes: Sequence[AnkiNote]) -> Comparison:
    new, changed, unchanged = [], [], 0
    for note in notes:
        before = earlier.get(note.guid)
        if before is None:
            new.append(note.cards[0].id)
        elif before.content == stored(note).content:
            unchanged += 1
        else:
            changed.append(note.cards[0].id)
    missing = len(set(earlier) - {note.guid for note in notes})
    return Comparison(tuple(new), tuple(changed), unchanged, missing)
