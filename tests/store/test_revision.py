"""A part of the collection written anew, among decks that stay as they are."""

from dataclasses import replace

from recall.model.card import Collection, DeckInfo
from recall.model.ids import DeckId, NoteId
from recall.store.open import Store
from recall.store.revision import Revision, Shift
from tests.store.samples import card, collection, note

OTHER = DeckId("attention/other")


def both() -> Collection:
    """The sample deck with two notes, and another deck behind it with one."""
    first = collection("one", "two")
    deck = DeckInfo(OTHER, "attention", 1, {"en": "Other"})
    return replace(
        first,
        decks=(*first.decks, deck),
        notes=(*first.notes, note("far", deck=OTHER)),
        cards=(*first.cards, card("far", 2, deck=OTHER)),
    )


def stored(store: Store) -> Collection:
    with store.read() as tx:
        return tx.collection()


def test_a_revision_leaves_the_collection_as_saving_all_of_it(store: Store) -> None:
    before = both()
    with store.begin() as tx:
        tx.save_collection(before, now=1)
    deck = before.decks[0].id
    revised = replace(before, notes=(note("one"),), cards=(card("one", 0, title="New"),))
    revision = Revision(
        revised,
        touched=frozenset({deck}),
        places={NoteId("one"): 0},
        shifts={OTHER: Shift(-1, -1)},
        prerequisites={NoteId("far"): ()},
    )
    with store.begin() as tx:
        tx.save_revision(revision, now=2)
    far = replace(before.cards[2], position=1, prerequisites=())
    assert stored(store).cards == (revised.cards[0], far)
    assert [each.id for each in stored(store).notes] == ["one", "far"]
    with store.read() as tx:
        assert tx.changed_at() == {"one": 2, "two": 2, "far": 1}


def test_a_note_of_an_unchanged_deck_is_not_outside_it(store: Store) -> None:
    with store.begin() as tx:
        tx.save_collection(both(), now=1)
        tx.save_collection(collection("one"), now=2)
    with store.read() as tx:
        outside = tx.notes_outside({both().decks[0].id})
        assert [(info.id, present) for info, present in outside] == [("two", False), ("far", False)]
        assert {id_: present for id_, (_, present) in tx.cards_of([NoteId("far")]).items()} == {
            "far": False
        }
