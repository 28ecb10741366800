"""Cards that notes had before: the facets of clozes, and cards that are left behind."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from recall.model.card import Collection
from recall.model.ids import NoteId

if TYPE_CHECKING:
    from recall.cardtypes.base import Facet
    from recall.model.card import Card
    from recall.model.ids import CardId, LearnerId
    from recall.store.transaction import Transaction


def facets_ever(tx: "Transaction") -> "dict[NoteId, dict[str, Facet]]":
    """The cloze facets that each note has or ever had, with the text each hid last."""
    return facets_of(tx.cards_of(info.id for info, _ in tx.notes()))


def reviewed_notes(tx: "Transaction") -> "frozenset[NoteId]":
    """The notes that anybody has reviewed."""
    return frozenset(NoteId(card.partition("/")[0]) for card in tx.reviewed())


def facets_of(cards: "Mapping[CardId, tuple[Card, bool]]") -> "dict[NoteId, dict[str, Facet]]":
    """The cloze facets among cards (True: present), with the text each hid last."""
    from recall.cardtypes.base import Facet
    from recall.cardtypes.cloze import hidden_text

    facets: dict[NoteId, dict[str, Facet]] = {}
    for card, is_present in cards.values():
        mark = hidden_text(card.body, card.facet)
        if mark is not None:
            facets.setdefault(card.note, {})[card.facet] = Facet(mark, is_present)
    return facets


def left_behind(
    tx: "Transaction",
    learner: "LearnerId",
    before: "Mapping[CardId, tuple[Card, bool]]",
    collection: Collection,
) -> "tuple[CardId, ...]":
    """Cards with a history that go while their note stays: its kind of cards has changed."""
    now = {card.id for card in collection.cards}
    notes = {note.id for note in collection.notes}
    gone = [
        id_
        for id_, (card, present) in before.items()
        if present and id_ not in now and card.note in notes
    ]
    return tuple(id_ for id_ in gone if tx.state(learner, id_).reps)
