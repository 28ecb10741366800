"""The journal: entries go in once, come out as they were, and never change."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall.model.ids import CardId, EntryId, LearnerId
from recall.model.journal import (
    Bury,
    Entry,
    Event,
    Flag,
    Import,
    Placement,
    Reset,
    Resume,
    Review,
    SetDue,
    Suspend,
    Unbury,
    Undo,
)
from recall.model.memory import Phase
from recall.model.question import Outcome
from recall.model.rating import Rating
from recall.store.errors import JournalConflict
from recall.store.open import Store, open_store
from recall.store.translate_entries import entry_from, entry_row
from tests.store.samples import ME, NOON, collection, entry

EVENTS: tuple[Event, ...] = (
    Review(Rating.AGAIN, 5_321, 17, "digest", "40 GiB ≈ 四十", Outcome.INCORRECT, "halved"),
    Review(Rating.EASY, 0),
    Review(Rating.HARD, 2**40, 0, "", "", Outcome.CORRECT),
    Undo(EntryId("0190-000001")),
    Suspend(),
    Resume(),
    Bury(),
    Unbury(),
    Reset(),
    SetDue(20_100),
    Flag(True),
    Flag(False),
    Review(Rating.GOOD, 1, placed=Placement(Phase.REVIEW, 20_003, 3)),
    Review(Rating.AGAIN, 1, placed=Placement(Phase.RELEARNING, 20_000, 0, NOON + 600_000, 0)),
    Import(60.25, 4.5, 20_055),
)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_entry_comes_back_as_it_was(store: Store, event: Event) -> None:
    written = entry(7, event)
    with store.begin() as transaction:
        transaction.append([written])
    with store.read() as transaction:
        assert transaction.entries(ME) == (written,)


@given(
    st.builds(
        Review,
        st.sampled_from(Rating),
        st.integers(0, 2**50),
        st.none() | st.integers(0, 2**40),
        st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])),
        st.none() | st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])),
        st.sampled_from(Outcome),
    )
)
@settings(max_examples=50)
def test_any_review_survives_translation(review: Review) -> None:
    written = entry(1, review)
    assert entry_from(tuple(entry_row(written).values())) == written


def test_characters_no_database_holds_are_replaced(store: Store) -> None:
    with store.begin() as transaction:
        transaction.append([entry(1, Review(Rating.GOOD, 1, response="a\0b\udcffc"))])
    with store.read() as transaction:
        (read,) = transaction.entries(ME)
    assert isinstance(read.event, Review)
    assert read.event.response == "a\ufffdb\ufffdc"


def test_entries_are_ordered_by_time_then_id(store: Store) -> None:
    # A dictionary order would put "B" after "a" and skip hyphens; bytes do not.
    ids = ["B-1", "a-1", "a1", "é", "a-0"]
    entries = [replace(entry(1), id=EntryId(id_)) for id_ in ids] + [entry(2, minute=0)]
    with store.begin() as transaction:
        transaction.append(entries)
    with store.read() as transaction:
        assert transaction.entries(ME) == tuple(sorted(entries, key=lambda e: e.order))


def test_entries_can_be_those_of_one_card(store: Store) -> None:
    with store.begin() as transaction:
        transaction.append([entry(1), entry(2, card="other"), entry(3)])
    with store.read() as transaction:
        found = transaction.entries(ME, card=CardId("kv-cache"))
    assert [e.id for e in found] == [entry(1).id, entry(3).id]


def test_entries_of_another_learner_stay_apart(store: Store) -> None:
    with store.begin() as transaction:
        transaction.append([entry(1), entry(2, learner="you")])
    with store.read() as transaction:
        assert [e.id for e in transaction.entries(LearnerId("you"))] == [entry(2).id]


def test_the_last_entries_come_newest_first(store: Store) -> None:
    with store.begin() as transaction:
        transaction.append([entry(n) for n in (3, 1, 4, 2)])
    with store.read() as transaction:
        assert transaction.last_entries(ME, limit=2) == (entry(4), entry(3))


def test_the_stream_groups_entries_by_card(store: Store) -> None:
    entries = [entry(n, card=f"card-{n % 3}") for n in range(30)]
    shuffled = random.Random(1).sample(entries, len(entries))
    with store.begin() as transaction:
        transaction.append(shuffled)
    with store.read() as transaction:
        streamed = tuple(transaction.stream(ME))
    assert streamed == tuple(sorted(entries, key=lambda e: (e.card, *e.order)))


def test_the_stream_may_go_by_time(store: Store) -> None:
    entries = [entry(n, card=f"card-{9 - n}") for n in range(4)]
    with store.begin() as transaction:
        transaction.append(entries)
    with store.read() as transaction:
        assert tuple(transaction.stream(ME, in_time=True)) == tuple(entries)


def test_the_stream_of_all_learners_goes_learner_by_learner(store: Store) -> None:
    entries = [entry(n, learner=f"learner-{n % 2}") for n in range(6)]
    with store.begin() as transaction:
        transaction.append(entries)
    with store.read() as transaction:
        streamed = [e.learner for e in transaction.stream(None)]
    assert streamed == ["learner-0"] * 3 + ["learner-1"] * 3


def test_a_stream_can_be_left_early(store: Store) -> None:
    with store.begin() as transaction:
        transaction.append([entry(n) for n in range(5_000)])
    with store.read() as transaction:
        assert next(transaction.stream(ME)) == entry(0)
    with store.begin() as transaction:
        transaction.append([entry(5_001)])
    with store.read() as transaction:
        assert transaction.last_entries(ME, limit=1) == (entry(5_001),)


def test_entries_of_unknown_cards_are_kept(store: Store) -> None:
    with store.begin() as transaction:
        transaction.save_collection(collection("known"), now=1)
        transaction.append([entry(1, card="nowhere")])
    with store.read() as transaction:
        assert transaction.entries(ME) == (entry(1, card="nowhere"),)


def test_appending_a_taken_id_is_refused(store: Store) -> None:
    with store.begin() as transaction:
        transaction.append([entry(1)])
    with pytest.raises(JournalConflict, match=entry(1).id), store.begin() as transaction:
        transaction.append([entry(2), entry(1)])
    with store.read() as transaction:
        assert transaction.entries(ME) == (entry(1),)


def test_appending_one_id_twice_is_refused(store: Store) -> None:
    with pytest.raises(JournalConflict), store.begin() as transaction:
        transaction.append([entry(1), entry(1)])


def test_merging_counts_what_was_new(store: Store) -> None:
    with store.begin() as transaction:
        transaction.append([entry(1), entry(2)])
        assert transaction.merge([entry(2), entry(3), entry(3), entry(4)]) == 2
        assert transaction.entries(ME) == tuple(entry(n) for n in (1, 2, 3, 4))


def test_merging_twice_adds_nothing(store: Store) -> None:
    entries = [entry(n, event) for n, event in enumerate(EVENTS)]
    with store.begin() as transaction:
        assert transaction.merge(entries) == len(entries)
        assert transaction.merge(entries) == 0


def test_merging_what_was_cleaned_before_adds_nothing(store: Store) -> None:
    dirty = entry(1, Review(Rating.GOOD, 1, response="\0"))
    with store.begin() as transaction:
        transaction.append([dirty])
        assert transaction.merge([dirty]) == 0


@pytest.mark.parametrize("stored", [True, False], ids=["in the journal", "in the file"])
def test_merging_other_content_under_a_known_id_is_refused(store: Store, stored: bool) -> None:
    other = entry(1, Review(Rating.AGAIN, 4_000))
    with store.begin() as transaction:
        transaction.append([entry(1)] if stored else [])
    incoming = [entry(5), other] if stored else [entry(5), entry(1), other]
    with pytest.raises(JournalConflict, match=entry(1).id), store.begin() as transaction:
        transaction.merge(incoming)
    with store.read() as transaction:
        assert transaction.entries(ME) == ((entry(1),) if stored else ())


def test_merging_more_than_one_statement_holds(store: Store) -> None:
    entries = [entry(n, card=f"c-{n % 7}") for n in range(1_203)]
    with store.begin() as transaction:
        transaction.append(entries[:600])
        assert transaction.merge(reversed(entries)) == 603
        assert len(transaction.entries(ME)) == 1_203


@given(st.data())
@settings(max_examples=15)
def test_merging_two_journals_is_their_union_in_any_order(data: st.DataObject) -> None:
    entries = [entry(n, card=f"c-{n % 3}") for n in range(12)]
    left = data.draw(st.lists(st.sampled_from(entries), max_size=12))
    right = data.draw(st.lists(st.sampled_from(entries), max_size=12))
    results: list[tuple[Entry, ...]] = []
    for order in ((left, right), (right, left)):
        memory = open_store("sqlite://")
        with memory.begin() as transaction:
            for journal in order:
                transaction.merge(journal)
            results.append(transaction.entries(ME))
        memory.close()
    assert results[0] == results[1]
    assert set(results[0]) == set(left) | set(right)
