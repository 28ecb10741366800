"""A collection as an Anki package."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from recall.errors import RecallError
from recall.export.anki.ids import deck_name
from recall.export.anki.notes import AnkiNote, Setting, notes_of
from recall.export.anki.package import Stored, read_package, stored, write_package
from recall.model.card import Card, Collection
from recall.model.ids import CardId, DeckId


class NothingToExport(RecallError):
    """There is no card to put into a package."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """How the package differs from the one that stood there, counted in notes.

    `missing` ones stay in Anki, which never deletes a note on import. `unseen` ones have changed,
    but their content is not dated later than before, as when a package in one language replaces one
    in another: Anki takes them only with “Update notes: always”.
    """

    new: int
    changed: int
    unchanged: int
    missing: int
    unseen: int


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What was written: `decks` by their names in Anki, `kinds` by note type."""

    path: Path
    notes: int
    cards: int
    retired: int
    decks: tuple[str, ...]
    kinds: Mapping[str, int]
    compared: Comparison | None


def export_anki(
    collection: Collection,
    *,
    path: Path,
    lang: str | None = None,
    changed_at: Mapping[CardId, int],
    retired: Sequence[Card] = (),
    force: bool = False,
) -> ExportReport:
    """Write the cards of a collection, new and without history, to an .apkg file at `path`.

    `changed_at` says when anything that is shown of a card last changed, its tags and its source
    included, or when it was retired or came back: in milliseconds since 1970.
    `retired` are cards that the decks no longer hold; where their whole note is gone, it is written
    with the tag `recall::retired`. The same arguments make the same bytes.

    Raises NothingToExport, CannotWrite, and ForeignFile unless `force` is true.
    """
    # What stands there is only compared if it is ours; under `force` it may be anything.
    earlier = None if force else read_package(path)
    living = {card.note for card in collection.cards}
    gone = [card for card in retired if card.note not in living]
    decks = _deck_names(collection, (*collection.cards, *gone), lang)
    notes = notes_of(collection.cards, Setting(lang, decks, changed_at))
    old = notes_of(gone, Setting(lang, decks, changed_at, retired=True))
    if not notes and not old:
        raise NothingToExport("there is no card to export", "Run `recall check` to see why.")
    write_package(path, (*notes, *old), force=force)
    everything = (*notes, *old)
    return ExportReport(
        path=path,
        notes=len(everything),
        cards=sum(len(note.cards) for note in everything),
        retired=len(old),
        decks=tuple(dict.fromkeys(note.deck for note in everything)),
        kinds=dict(Counter(str(note.kind) for note in everything)),
        compared=None if earlier is None else _compare(earlier, everything),
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
    counts: Counter[str] = Counter()
    for note in notes:
        before, now = earlier.get(note.guid), stored(note)
        if before is None:
            counts["new"] += 1
        elif before.content == now.content:
            counts["unchanged"] += 1
        else:
            counts["changed" if now.modified > before.modified else "unseen"] += 1
    gone = set(earlier) - {note.guid for note in notes}
    return Comparison(
        counts["new"], counts["changed"], counts["unchanged"], len(gone), counts["unseen"]
    )
