"""Exports of the collection."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from recall.app.choosing import Choice, choose_cards
from recall.app.reviewing import Desk
from recall.diagnostics import Diagnostic, in_file_order
from recall.errors import UsageError, did_you_mean
from recall.model.card import Card, Collection, DeckInfo
from recall.model.ids import CardId, DeckId
from recall.model.memory import CardState
from recall.source import Span

if TYPE_CHECKING:
    from recall.export.anki import ExportReport
    from recall.export.anki.schedule import Progress
    from recall.export.page import Faults
    from recall.export.pictures import Find
    from recall.store.transaction import Transaction


@dataclass(frozen=True, slots=True)
class Selection:
    """What is exported, and in which words.

    `choice` filters by deck, pillar and tag; `lang` is a language, `both`, or None for the cards'
    own. Without `images` the words of an image stand for it; without `retired` notes that the decks
    no longer hold are left out.
    """

    choice: Choice
    lang: str | None = None
    images: bool = True
    retired: bool = True


@dataclass(frozen=True, slots=True)
class Shelf:
    """The chosen part of the collection, as the store holds it."""

    collection: Collection
    retired: tuple[Card, ...]
    changed_at: Mapping[CardId, int]
    states: Mapping[CardId, CardState]


def to_anki(
    desk: Desk,
    path: Path,
    selection: Selection,
    *,
    with_progress: bool,
    force: bool = False,
    write: bool = True,
    advance: Callable[[], None] = lambda: None,
) -> "tuple[ExportReport, tuple[Diagnostic, ...]]":
    """Write an Anki package of the selection; what was written, and what was wrong in the decks."""
    from recall.export.anki import export_anki

    with desk.store.read() as tx:
        shelf = _shelf(tx, desk, selection)
        progress = _progress(tx, desk, shelf) if with_progress else None
    report = export_anki(
        shelf.collection,
        path=path,
        lang=selection.lang,
        changed_at=shelf.changed_at,
        retired=shelf.retired,
        states=shelf.states,
        progress=progress,
        galleries=_galleries(desk, shelf, selection),
        force=force,
        write=write,
        advance=advance,
    )
    faults = report.faults if selection.images else _of_texts(report.faults)
    return report, _diagnostics(desk, shelf, faults)


def to_csv(
    desk: Desk, path: Path, selection: Selection, *, force: bool
) -> tuple[int, tuple[Diagnostic, ...]]:
    """Write the selection as text that Anki imports; how many notes, and what was wrong."""
    from recall.export.anki import NothingToExport, plain_notes
    from recall.export.csv import as_csv, is_ours
    from recall.export.files import refuse_foreign, write_whole

    if not force:
        refuse_foreign(path, "a text file", is_ours)
    with desk.store.read() as tx:
        shelf = _shelf(tx, desk, replace(selection, retired=False))
    notes = plain_notes(shelf.collection, lang=selection.lang)
    if not notes:
        raise NothingToExport("there is no card to export", "Run `recall check` to see why.")
    write_whole(path, as_csv(notes))
    faults = tuple((note.cards[0].id, fault) for note in notes for fault in note.faults)
    return len(notes), _diagnostics(desk, shelf, _of_texts(faults))


def to_html(
    desk: Desk, path: Path, selection: Selection, *, force: bool
) -> tuple[int, tuple[Diagnostic, ...]]:
    """Write the selection as one printable page; how many cards, and what was wrong."""
    from recall.export.files import refuse_foreign, write_whole
    from recall.export.page import as_page, is_ours

    if not force:
        refuse_foreign(path, "a page", is_ours)
    with desk.store.read() as tx:
        shelf = _shelf(tx, desk, replace(selection, retired=False))
    galleries = _galleries(desk, shelf, selection)
    content, faults = as_page(shelf.collection, lang=selection.lang, galleries=galleries)
    write_whole(path, content)
    return len(shelf.collection.cards), _diagnostics(desk, shelf, faults)


def _shelf(tx: "Transaction", desk: Desk, selection: Selection) -> Shelf:
    scheduled = tx.scheduled(desk.workspace.learner)
    collection, choice = tx.collection(), selection.choice
    chosen = {card.card for card in choose_cards(scheduled, choice)}
    cards = tuple(card for card in collection.cards if card.id in chosen)
    _known_tags(choice.tags, cards)
    cards = tuple(card for card in cards if _has_tag(card, choice.tags))
    retired = [card for card in tx.vanished() if _matches(card, choice)]
    return Shelf(
        collection=replace(collection, cards=cards),
        retired=tuple(retired) if selection.retired else (),
        changed_at=tx.changed_at(),
        states={card.card: card.state for card in scheduled},
    )


def _known_tags(wanted: tuple[str, ...], cards: tuple[Card, ...]) -> None:
    known = frozenset(tag for card in cards for tag in card.tags)
    for tag in wanted:
        if tag not in known:
            listed = ", ".join(sorted(known)) or "none"
            raise UsageError(
                f"there is no tag “{tag}”.{did_you_mean(tag, known)}", f"Known: {listed}."
            )


def _has_tag(card: Card, tags: tuple[str, ...]) -> bool:
    return not tags or bool(set(tags) & set(card.tags))


def _matches(card: Card, choice: Choice) -> bool:
    decks, name = choice.decks, card.deck.rpartition("/")[2]
    return (
        (not decks or card.deck in decks or name in decks)
        and (not choice.pillars or card.pillar in choice.pillars)
        and _has_tag(card, choice.tags)
    )


def _progress(tx: "Transaction", desk: Desk, shelf: Shelf) -> "Progress":
    from recall.export.anki import Progress
    from recall.scheduling.fold import steps

    wanted = {card.id for card in shelf.collection.cards}
    entries = groupby(tx.stream(desk.workspace.learner), key=lambda entry: entry.card)
    histories = {
        card: steps(journal, desk.scheduler) for card, journal in entries if card in wanted
    }
    return Progress(desk.settings, histories)


def _galleries(desk: Desk, shelf: Shelf, selection: Selection) -> "Callable[[DeckId], Find]":
    from recall.export.pictures import gallery

    decks = {deck.id: deck for deck in shelf.collection.decks}

    def find_in(deck: DeckId) -> "Find":
        info = decks.get(deck)
        path = desk.deck_path(info.files[0].path) if info and info.files else None
        return gallery(path.parent if path else None)

    return find_in if selection.images else lambda _: gallery(None)


def _of_texts(faults: "Faults") -> "Faults":
    """The faults without those of images, for an export that is to hold none."""
    from recall.export.codes import OF_IMAGES

    return tuple((card, fault) for card, fault in faults if fault.code not in OF_IMAGES)


def _diagnostics(desk: Desk, shelf: Shelf, faults: "Faults") -> tuple[Diagnostic, ...]:
    """The faults at the places in the deck files where they are written."""
    cards = {card.id: card for card in (*shelf.collection.cards, *shelf.retired)}
    decks = {deck.id: deck for deck in shelf.collection.decks}
    found = []
    for name, fault in faults:
        card = cards[name]
        span = _place(desk, card, decks.get(card.deck), fault.needle)
        found.append(fault.code.at(span, fault.message))
    return in_file_order(found)


def _place(desk: Desk, card: Card, deck: DeckInfo | None, needle: str) -> Span:
    """Where a text of a card is written, in the primary or in a translation; else its heading."""
    for file in deck.files if deck else ():
        path = desk.deck_path(file.path)
        lines = path.read_text(encoding="utf-8-sig").splitlines() if path else []
        start = _heading(lines, card) if file.path != card.span.path else card.span.line
        for number, line in enumerate(lines[start - 1 :], start=start):
            if number > start and re.match(r"#{1,2} ", line):
                break
            column = line.find(needle) + 1
            if column:
                return Span(file.path, number, column, number, column + len(needle))
    return card.span


def _heading(lines: list[str], card: Card) -> int:
    """The line of the translated note's heading, above its id; past the end if there is none."""
    mark = re.compile(rf"<!--\s*id:\s*{re.escape(card.note)}\b(?!-)")
    return next((n for n, line in enumerate(lines, start=0) if mark.search(line)), len(lines) + 1)
