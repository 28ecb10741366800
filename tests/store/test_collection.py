"""The collection: saved as it is, rewritten only where it differs, and never forgotten."""

from dataclasses import replace

import pytest
from sqlalchemy import event

from recall.model.card import Card, Collection, DeckFile, NoteInfo, Pillar
from recall.model.ids import CardId, DeckId
from recall.store.open import Store
from tests.store.samples import body, card, collection, note


def save(store: Store, value: Collection, now: int = 1) -> None:
    with store.begin() as transaction:
        transaction.save_collection(value, now=now)


def with_card(value: Collection, **changes: object) -> Collection:
    """The collection with its first card changed."""
    first = replace(value.cards[0], **changes)  # type: ignore[arg-type]
    return replace(value, cards=(first, *value.cards[1:]))


def test_a_collection_comes_back_as_it_was(store: Store) -> None:
    saved = collection("one", "two", "three")
    save(store, saved)
    with store.read() as transaction:
        assert transaction.collection() == saved


def test_an_empty_store_has_an_empty_collection(store: Store) -> None:
    with store.read() as transaction:
        assert transaction.collection() == Collection()


def test_saving_again_writes_nothing(store: Store) -> None:
    save(store, collection("one", "two"))
    written: list[str] = []
    with store.begin() as transaction:
        connection = transaction._connection

        def record(_c: object, _cursor: object, statement: str, *_rest: object) -> None:
            if not statement.startswith("SELECT"):
                written.append(statement)

        event.listen(connection, "before_cursor_execute", record)
        transaction.save_collection(collection("one", "two"), now=2)
    assert written == []


def test_only_cards_that_differ_are_written(store: Store) -> None:
    save(store, collection("one", "two", "three"))
    rows: list[object] = []
    with store.begin() as transaction:

        def record(
            _c: object, _cursor: object, statement: str, values: object, *_r: object
        ) -> None:
            if statement.startswith("INSERT INTO card"):
                rows.append(values)

        event.listen(transaction._connection, "before_cursor_execute", record)
        changed = with_card(collection("one", "two", "three"), digest="new")
        transaction.save_collection(changed, now=2)
    assert "one" in str(rows)
    assert "two" not in str(rows)


def test_a_vanished_card_is_no_longer_in_the_collection(store: Store) -> None:
    save(store, collection("one", "two"))
    save(store, collection("two"))
    with store.read() as transaction:
        assert transaction.collection() == collection("two")
        assert transaction.card_ids() == ("two",)


def test_a_vanished_card_can_still_be_read(store: Store) -> None:
    save(store, collection("one", "two"))
    save(store, collection("two"))
    with store.read() as transaction:
        assert transaction.card(CardId("one")) == card("one", 0)


def test_a_vanished_card_comes_back(store: Store) -> None:
    for names in (("one", "two"), ("two",), ("one", "two")):
        save(store, collection(*names))
    with store.read() as transaction:
        assert transaction.collection() == collection("one", "two")


def test_vanished_notes_are_told_apart(store: Store) -> None:
    save(store, collection("one", "two"))
    save(store, collection("two"))
    with store.read() as transaction:
        assert set(transaction.notes()) == {(note("one"), False), (note("two"), True)}


def test_notes_keep_their_text_and_stamp(store: Store) -> None:
    unstamped: NoteInfo = note("one", stamped=False, text="a\0b\n\n中文", heading="`x`")
    save(store, replace(collection("one"), notes=(unstamped,)))
    with store.read() as transaction:
        ((read, _),) = transaction.notes()
    assert read == replace(unstamped, text="a\ufffdb\n\n中文")


def test_decks_that_vanish_go_with_their_files(store: Store) -> None:
    save(store, collection("one"))
    save(store, Collection())
    with store.read() as transaction:
        assert (transaction.pillars(), transaction.decks(), transaction.deck_files()) == (
            (),
            (),
            {},
        )


def test_a_file_can_move_to_another_deck(store: Store) -> None:
    before = collection("one")
    moved = replace(before.decks[0], id=DeckId("attention/other"))
    save(store, before)
    save(store, replace(before, decks=(moved,)))
    with store.read() as transaction:
        assert transaction.decks() == (moved,)


def test_files_are_found_by_path(store: Store) -> None:
    save(store, collection("one"))
    with store.read() as transaction:
        files = transaction.deck_files()
    assert files["attention/kv.md"] == DeckFile(
        "attention/kv.md", 10, 1_700_000_000_123_456_789, "aa"
    )


def test_pillars_come_in_their_order(store: Store) -> None:
    pillars = (Pillar("z", 0, {}), Pillar("a", 1, {"en": "A"}))
    save(store, Collection(pillars=pillars))
    with store.read() as transaction:
        assert transaction.pillars() == pillars


def test_cards_are_found_by_id(store: Store) -> None:
    save(store, collection(*(f"card-{n}" for n in range(1_100))))
    wanted = [CardId(f"card-{n}") for n in range(0, 1_100, 2)] + [CardId("no-such-card")]
    with store.read() as transaction:
        found = transaction.cards(wanted)
    assert set(found) == set(wanted[:-1])


def test_an_unknown_card_is_none(store: Store) -> None:
    with store.read() as transaction:
        assert transaction.card(CardId("nothing")) is None


def test_changed_at_is_when_a_card_was_first_saved(store: Store) -> None:
    save(store, collection("one"), now=5)
    assert changed_at(store) == {"one": 5}


@pytest.mark.parametrize(
    "changes",
    [
        {"digest": "other"},
        {"body": body("Another answer")},
        {"translations": {}},
        {"title": "Another title"},
        {"source": "V3 §4"},
        {"tags": ("speed",)},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_changed_at_moves_with_the_content(store: Store, changes: dict[str, object]) -> None:
    save(store, collection("one", "two"), now=5)
    save(store, with_card(collection("one", "two"), **changes), now=9)
    assert changed_at(store) == {"one": 9, "two": 5}


@pytest.mark.parametrize(
    "changes",
    [
        {"position": 7},
        {"span": card("one", 40).span},
        {"deck": DeckId("moe/routing")},
        {"pillar": "moe"},
        {"prerequisites": ()},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_changed_at_stays_when_a_card_only_moves(store: Store, changes: dict[str, object]) -> None:
    save(store, collection("one", "two"), now=5)
    save(store, with_card(collection("one", "two"), **changes), now=9)
    assert changed_at(store) == {"one": 5, "two": 5}
    with store.read() as transaction:
        assert transaction.card(CardId("one")) == with_card(collection("one"), **changes).cards[0]


def test_changed_at_moves_when_a_card_vanishes(store: Store) -> None:
    save(store, collection("one", "two"), now=5)
    save(store, collection("two"), now=6)
    assert changed_at(store) == {"one": 6, "two": 5}


def test_changed_at_moves_once_when_a_card_stays_away(store: Store) -> None:
    save(store, collection("one", "two"), now=5)
    save(store, collection("two"), now=6)
    save(store, collection("two"), now=7)
    assert changed_at(store) == {"one": 6, "two": 5}


def test_changed_at_moves_when_a_card_comes_back_unchanged(store: Store) -> None:
    save(store, collection("one"), now=5)
    save(store, Collection(), now=6)
    save(store, collection("one"), now=7)
    assert changed_at(store) == {"one": 7}


def test_vanished_cards_can_be_listed(store: Store) -> None:
    save(store, collection("one", "two"))
    save(store, collection("two"))
    with store.read() as transaction:
        assert transaction.vanished() == (card("one", 0),)


def test_a_card_without_its_note_is_refused(store: Store) -> None:
    broken = replace(collection("one"), notes=())
    with pytest.raises(Exception, match=r"(?i)foreign key"):
        save(store, broken)


def changed_at(store: Store) -> dict[CardId, int]:
    with store.read() as transaction:
        return transaction.changed_at()


def test_facets_of_one_note_are_cards_of_their_own(store: Store) -> None:
    cards: tuple[Card, ...] = tuple(
        card(f"one/{facet}", i, note="one", facet=facet)
        for i, facet in enumerate(("forward", "backward"))
    )
    save(store, replace(collection("one"), cards=cards))
    with store.read() as transaction:
        assert transaction.collection().cards == cards
