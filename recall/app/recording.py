"""What the record of a compile says of the decks that were compiled."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from recall.app.reading import Library
from recall.diagnostics import Diagnostic
from recall.model.card import Collection
from recall.model.ids import DeckId
from recall.source import Span
from recall.store.record import DeckRecord, NoteWants

if TYPE_CHECKING:
    from recall.identity import Assignment

SHARED = frozenset({"E621", "E622"})
"""Codes of problems that depend on other decks: they are found anew at every compile."""


def records_of(
    library: Library,
    collection: Collection,
    assigned: "Assignment",
    diagnostics: Sequence[Diagnostic],
) -> dict[DeckId, DeckRecord]:
    """The records of decks just compiled, their places within `collection`."""
    from recall.compile.links import links_of

    decks = {path: deck for deck, paths in library.paths.items() for path in paths}
    own = _by_deck(decks, diagnostics)
    images: dict[DeckId, list[tuple[str, Span]]] = {}
    for image in library.images:
        images.setdefault(decks[image.span.path], []).append((image.source, image.span))
    others = {file.path: file for file in library.others}
    infos = {info.id: info for info in collection.decks}
    firsts = _firsts(collection)
    counts = _counts(card.deck for card in collection.cards)
    records = {
        deck: DeckRecord(
            deck,
            (*library.files.get(deck, ()), *(others[path] for path in paths if path in others)),
            images=tuple(images.get(deck, ())),
            diagnostics=tuple(own.get(deck, ())),
        )
        for deck, paths in library.paths.items()
    }
    for deck in library.decks:
        info = infos.get(DeckId(deck.id))
        if info is None or deck.translation:
            continue
        links = links_of(deck, assigned.ids)
        first_note, first_card = firsts.get(info.id, (0, 0))
        records[info.id] = replace(
            records[info.id],
            info=info,
            path=deck.path,
            order=deck.order,
            notes=links.notes,
            wants=tuple(NoteWants(each.note, each.names, each.place) for each in links.wants),
            cards=counts.get(info.id, 0),
            first_note=first_note,
            first_card=first_card,
        )
    return records


def _by_deck(
    decks: Mapping[str, DeckId], diagnostics: Iterable[Diagnostic]
) -> dict[DeckId, list[Diagnostic]]:
    own: dict[DeckId, list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        deck = decks.get(diagnostic.span.path)
        if deck is not None and diagnostic.code.id not in SHARED:
            own.setdefault(deck, []).append(diagnostic)
    return own


def _firsts(collection: Collection) -> dict[DeckId, tuple[int, int]]:
    notes: dict[DeckId, int] = {}
    cards: dict[DeckId, int] = {}
    for at, note in enumerate(collection.notes):
        notes.setdefault(note.deck, at)
    for at, card in enumerate(collection.cards):
        cards.setdefault(card.deck, at)
    return {deck: (at, cards.get(deck, 0)) for deck, at in notes.items()}


def _counts(decks: Iterable[DeckId]) -> dict[DeckId, int]:
    counts: dict[DeckId, int] = {}
    for deck in decks:
        counts[deck] = counts.get(deck, 0) + 1
    return counts
