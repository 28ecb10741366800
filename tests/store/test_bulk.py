"""Histories read in bulk are those of the journal, entry by entry."""

from collections.abc import Sequence
from contextlib import closing
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recall.model.ids import CardId, EntryId, LearnerId
from recall.model.journal import Entry, Event, Import, Reset, Review, SetDue, Suspend, Undo
from recall.model.rating import Rating
from recall.scheduling.bulk import pack, unpack
from recall.scheduling.replay import histories
from recall.store.bulk import packed_histories
from recall.store.open import open_store

ME, OTHER = LearnerId("me"), LearnerId("other")
DAY = 20_000
EVENTS: tuple[Event, ...] = (
    *(Review(rating, 1000) for rating in Rating),
    Reset(),
    Suspend(),
    SetDue(DAY + 3),
    Import(12.0, 4.0, DAY + 9),
    Undo(EntryId("0001")),
    Undo(EntryId("0004")),
)


def entry(number: int, card: int, minute: int, day: int, event: Event) -> Entry:
    at = DAY * 86_400_000 + minute * 60_000
    return Entry(EntryId(f"{number:04}"), ME, CardId(f"card-{card}"), at, 0, DAY + day, event)


def read(path: Path, journal: Sequence[Entry], *, learner: LearnerId = ME) -> list[list[int]]:
    with closing(open_store(str(path))) as store, store.begin() as tx:
        tx.merge(journal)
    found = packed_histories(path, learner=learner)
    assert found is not None
    return sorted(found)


def one_by_one(journal: Sequence[Entry]) -> list[list[int]]:
    ordered = sorted(journal, key=lambda e: (e.card, e.order))
    by_card = groupby(ordered, key=lambda e: e.card)
    return sorted(pack(history) for _, entries in by_card for history in histories(entries))


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    lines=st.lists(
        st.tuples(
            st.integers(0, 3), st.integers(0, 40), st.integers(0, 9), st.sampled_from(EVENTS)
        ),
        max_size=25,
    )
)
def test_any_journal_in_any_order_gives_its_histories(
    lines: list[tuple[int, int, int, Event]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    journal = [entry(number, *line) for number, line in enumerate(lines)]
    found = read(tmp_path_factory.mktemp("bulk") / "recall.db", journal)
    # A day before the last one counts as the last one, which the reader leaves to who unpacks.
    assert [pack(unpack(history)) for history in found] == one_by_one(journal)


def test_answers_merged_out_of_order_are_put_in_order(sqlite: str) -> None:
    again, good = Review(Rating.AGAIN, 1), Review(Rating.GOOD, 1)
    journal = [entry(2, 0, 20, 5, again), entry(1, 0, 10, 2, good), entry(3, 0, 30, 9, good)]
    assert read(Path(sqlite), journal) == [
        [(DAY + 2) * 8 + 3, (DAY + 5) * 8 + 1, (DAY + 9) * 8 + 3]
    ]


def test_ids_decide_about_answers_of_one_millisecond(sqlite: str) -> None:
    again, good = Review(Rating.AGAIN, 1), Review(Rating.GOOD, 1)
    journal = [entry(2, 0, 10, 2, again), entry(1, 0, 10, 2, good)]
    assert read(Path(sqlite), journal) == [[(DAY + 2) * 8 + 3, (DAY + 2) * 8 + 1]]


def test_another_learners_answers_are_left_out(sqlite: str) -> None:
    assert read(Path(sqlite), [entry(1, 0, 10, 2, Review(Rating.GOOD, 1))], learner=OTHER) == []


def test_a_file_that_is_no_store_gives_no_answer(tmp_path: Path) -> None:
    (tmp_path / "recall.db").write_text("a text")
    assert packed_histories(tmp_path / "recall.db", learner="me") is None
