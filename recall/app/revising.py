"""Compiling only the decks that changed since the last compile.

Decks depend on each other in four ways only: ids must be unique, a note may have moved from one
deck to another, requirements name notes of other decks, and all share one order. What these need
is in the record of the last compile. Where it does not suffice, `revise` says so and everything is
compiled.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import recall
from recall.app.reading import file_facts
from recall.deck.files import DeckPath
from recall.diagnostics import Diagnostic, Severity
from recall.model.card import Collection, DeckFile, DeckInfo, Pillar
from recall.model.ids import DeckId, NoteId
from recall.store.record import DeckRecord

if TYPE_CHECKING:
    from recall.compile.links import DeckLinks
    from recall.store.revision import Revision

_PACKAGES = ("deck", "cardtypes", "numeric", "compile", "identity", "app")


@cache
def engine_version() -> str:
    """A hash of the compiler's own source, so that another compiler reads every deck anew."""
    hashed = sha256(recall.__version__.encode())
    home = Path(recall.__file__).parent
    for package in _PACKAGES:
        for file in sorted((home / package).rglob("*.py")):
            hashed.update(file.read_bytes())
    return hashed.hexdigest()


@dataclass(frozen=True, slots=True)
class Differences:
    """What has changed on disk. `kept` are the records of unchanged decks, with fresh facts.

    `paths` are the files of the decks that are new or changed; `gone` are decks without files.
    """

    kept: Mapping[DeckId, DeckRecord]
    paths: tuple[DeckPath, ...]
    gone: frozenset[DeckId]

    @property
    def touched(self) -> frozenset[DeckId]:
        """The decks that are not kept."""
        return self.gone | {path.deck for path in self.paths}


def differences(paths: Sequence[DeckPath], records: Mapping[DeckId, DeckRecord]) -> Differences:
    """Which decks changed: one of their files is new, gone, or has another content."""
    by_deck: dict[DeckId, list[DeckPath]] = {}
    for path in paths:
        by_deck.setdefault(path.deck, []).append(path)
    kept: dict[DeckId, DeckRecord] = {}
    changed: list[DeckPath] = []
    for deck, files in by_deck.items():
        facts = {path.shown: file_facts(path.path, path.shown) for path in files}
        record = records.get(deck)
        if record is None or _contents(record.files) != _contents(facts.values()):
            changed += files
        else:
            kept[deck] = _with_facts(record, facts)
    return Differences(kept, tuple(changed), frozenset(records.keys() - by_deck.keys()))


def _contents(files: Iterable[DeckFile]) -> set[tuple[str, str]] | None:
    """Paths and hashes; None, which differs from everything, if a file could not be read."""
    found = {(file.path, file.hash) for file in files}
    return found if all(content for _, content in found) else None


def _with_facts(record: DeckRecord, facts: Mapping[str, DeckFile]) -> DeckRecord:
    info = record.info
    if info is not None:
        info = replace(info, files=tuple(facts[file.path] for file in info.files))
    return replace(record, files=tuple(facts[file.path] for file in record.files), info=info)


def links(records: Iterable[DeckRecord]) -> "list[DeckLinks]":
    """The links of recorded decks."""
    from recall.compile.links import DeckLinks, Wants

    return [
        DeckLinks(
            record.deck,
            record.path,
            record.info.prerequisites,
            record.notes,
            tuple(Wants(each.note, each.names, each.place) for each in record.wants),
        )
        for record in records
        if record.info is not None
    ]


def in_order(
    records: Iterable[DeckRecord], declared: Sequence[Pillar]
) -> tuple[tuple[Pillar, ...], list[DeckRecord]]:
    """All pillars, and the records with their places in the collection; notes come first."""
    from recall.compile.order import order_key, pillars_in_order

    listed = list(records)
    decks = [(record.info, record) for record in listed if record.info is not None]
    pillars = pillars_in_order(declared, {info.pillar for info, _ in decks})
    places = {pillar.id: pillar.position for pillar in pillars}
    decks.sort(key=lambda d: (places[d[0].pillar], order_key(d[0].id, d[1].order), d[0].id))
    placed: list[DeckRecord] = []
    note = card = 0
    for position, (info, record) in enumerate(decks):
        here = replace(info, position=position)
        placed.append(replace(record, info=here, first_note=note, first_card=card))
        note, card = note + len(record.notes), card + record.cards
    return pillars, [*placed, *(record for record in listed if record.info is None)]


def infos(records: Iterable[DeckRecord]) -> tuple[DeckInfo, ...]:
    """The decks among the records, in their order."""
    return tuple(record.info for record in records if record.info is not None)


def rest(records: Iterable[DeckRecord]) -> tuple[DeckFile, ...]:
    """The files that were read and are of no deck."""
    return tuple(
        file
        for record in records
        for file in record.files
        if record.info is None or file not in record.info.files
    )


def own_problems(records: Iterable[DeckRecord]) -> tuple[Diagnostic, ...]:
    """What was wrong with the decks, apart from what other decks have to do with."""
    return tuple(d for record in records for d in record.diagnostics)


def image_problems(
    records: Iterable[DeckRecord], paths: Iterable[DeckPath]
) -> tuple[Diagnostic, ...]:
    """What is wrong with the images that the decks show."""
    shown = [image for record in records for image in record.images]
    if not shown:
        return ()
    from recall.app.media import check_images
    from recall.deck.media import Image

    folders = {path.shown: path.path.parent for path in paths}
    return check_images((Image(source, span) for source, span in shown), folders)


def worth_showing(diagnostics: Iterable[Diagnostic]) -> frozenset[str]:
    """The paths of files that a warning or an error points into."""
    return frozenset(d.span.path for d in diagnostics if d.severity is not Severity.INFO)


def reserved(records: Iterable[DeckRecord]) -> frozenset[NoteId]:
    """The ids of all recorded notes."""
    return frozenset(note for record in records for note in record.notes)


@dataclass(frozen=True, slots=True)
class Size:
    """How much a collection holds."""

    decks: int
    notes: int
    cards: int


def size(records: Sequence[DeckRecord]) -> Size:
    """How much the recorded decks hold."""
    return Size(
        decks=len(infos(records)),
        notes=sum(len(record.notes) for record in records),
        cards=sum(record.cards for record in records),
    )


def placed_collection(
    made: Collection, pillars: tuple[Pillar, ...], placed: Sequence[DeckRecord]
) -> Collection:
    """The collection with all pillars and decks, its cards at their places in the whole."""
    nexts = {record.deck: record.first_card for record in placed}
    cards = []
    for card in made.cards:
        at = nexts[card.deck]
        nexts[card.deck] = at + 1
        cards.append(card if card.position == at else replace(card, position=at))
    return replace(made, pillars=pillars, decks=infos(placed), cards=tuple(cards))


def revision(
    collection: Collection,
    found: Differences,
    before: Mapping[DeckId, DeckRecord],
    placed: Sequence[DeckRecord],
) -> "Revision":
    """What the store must change: the notes and cards made anew, and what moved around them."""
    from recall.store.revision import Revision, Shift

    places = {
        note: record.first_note + at
        for record in placed
        if record.deck not in found.kept
        for at, note in enumerate(record.notes)
    }
    shifts = {
        record.deck: Shift(
            record.first_note - before[record.deck].first_note,
            record.first_card - before[record.deck].first_card,
        )
        for record in placed
        if record.deck in found.kept and record.info is not None
    }
    prerequisites = _changed_requirements(found, before, placed)
    return Revision(collection, found.touched, places, shifts, prerequisites)


def _changed_requirements(
    found: Differences, before: Mapping[DeckId, DeckRecord], placed: Sequence[DeckRecord]
) -> dict[NoteId, tuple[str, ...]]:
    """Requirements of notes in unchanged decks that came to exist, or no longer do."""
    kept = [record for record in found.kept.values() if record.wants]
    if not kept or not found.touched:
        return {}
    from recall.compile.links import resolve

    old, new = resolve(links(before.values())).value, resolve(links(placed)).value
    return {
        each.note: new[each.note]
        for record in kept
        for each in record.wants
        if old.get(each.note) != new[each.note]
    }
