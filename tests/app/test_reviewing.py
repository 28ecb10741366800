"""Answers into the store and out of it again."""

from pathlib import Path

import pytest

from recall.app import journal
from recall.app.choosing import Choice
from recall.app.today import look, look_in
from recall.errors import UsageError
from recall.model.ids import CardId
from recall.model.journal import Bury, Resume, Review, Suspend
from recall.model.memory import Phase
from tests.app.desk import answer, open_desk, states, write_deck


def test_an_answer_is_in_the_store_before_the_next_question(folder: Path) -> None:
    with open_desk(folder) as desk:
        assert answer(desk, 3) == ["one"]
    with open_desk(folder) as desk:
        assert states(desk) == {"one": Phase.LEARNING}


def test_siblings_wait_for_another_day(folder: Path) -> None:
    with open_desk(folder) as desk:
        assert answer(desk, 4, 4, 4, 4) == ["one", "two", "three/c1", "five"]
    with open_desk(folder, now="2026-03-02T10:00:00Z") as desk:
        assert answer(desk, 4) == ["three/c2"]


def test_the_daily_limit_counts_what_earlier_runs_did(folder: Path) -> None:
    with open_desk(folder, RECALL_NEW_PER_DAY="3") as desk:
        answer(desk, 4, 4)
    with open_desk(folder, now="2026-03-01T20:00:00Z", RECALL_NEW_PER_DAY="3") as desk:
        assert len(desk.queue(Choice(), day=desk.workspace.now().day).new) == 1


def test_undo_gives_the_place_in_the_limit_back(folder: Path) -> None:
    with open_desk(folder, RECALL_NEW_PER_DAY="1") as desk:
        answer(desk, 4)
        desk.take_back()
        assert len(desk.queue(Choice(), day=desk.workspace.now().day).new) == 1


def test_undo_reaches_into_earlier_sessions(folder: Path) -> None:
    with open_desk(folder) as desk:
        answer(desk, 3, 4)
    with open_desk(folder, now="2026-03-05T10:00:00Z") as desk:
        taken = [desk.take_back() for _ in range(3)]
        assert [entry and entry.card for entry in taken] == ["two", "one", None]
        assert set(states(desk).values()) == {Phase.NEW}


def test_undo_of_an_entry_by_hand(folder: Path) -> None:
    with open_desk(folder) as desk:
        journal.write_by_hand(desk, [CardId("one")], Suspend())
        assert desk.take_back() is not None
        with desk.store.read() as tx:
            assert not tx.state(desk.workspace.learner, CardId("one")).suspended


def test_a_clock_that_went_back_does_not_reorder_entries(folder: Path) -> None:
    with open_desk(folder) as desk:
        journal.write_by_hand(desk, [CardId("one")], Suspend())
    with open_desk(folder, now="2026-03-01T09:30:00Z") as desk:
        ((_, state),) = journal.write_by_hand(desk, [CardId("one")], Resume())
        assert state is not None
        assert not state.suspended


def test_a_day_tried_out_in_the_future_does_not_poison_the_present(folder: Path) -> None:
    with open_desk(folder, now="2027-06-01T10:00:00Z") as desk:
        answer(desk, 3)
        desk.take_back()
    with open_desk(folder, now="2026-03-01T10:00:00Z") as desk:
        answer(desk, 3)
        (entry, state) = journal.history(desk, CardId("one"))[-1]
        assert entry.study_day == state.due_day == 20513


def test_undo_takes_the_newest_entry_of_two_runs_at_the_same_time(folder: Path) -> None:
    for card in ("one", "two"):
        with open_desk(folder) as desk:
            journal.write_by_hand(desk, [CardId(card)], Suspend())
    with open_desk(folder) as desk:
        taken = desk.take_back()
        assert taken is not None
        assert taken.card == "two"


def test_an_undo_of_a_card_that_is_not_in_the_decks_is_possible(folder: Path) -> None:
    with open_desk(folder) as desk:
        journal.write_by_hand(desk, [CardId("elsewhere")], Suspend())
        assert desk.take_back() is not None


def test_a_buried_card_is_back_on_the_next_day(folder: Path) -> None:
    with open_desk(folder) as desk:
        journal.write_by_hand(desk, [CardId("one")], Bury())
        assert answer(desk, 4) == ["two"]
    with open_desk(folder, now="2026-03-02T10:00:00Z") as desk:
        assert answer(desk, 4) == ["one"]


@pytest.mark.parametrize(
    ("choice", "named"),
    [
        (Choice(decks=("smal",)), "Did you mean"),
        (Choice(pillars=("q",)), "there is no pillar"),
        (Choice(tags=("x",)), "there is no tag"),
    ],
)
def test_a_filter_that_names_nothing_is_an_error(folder: Path, choice: Choice, named: str) -> None:
    with open_desk(folder) as desk, pytest.raises(UsageError, match=named):
        desk.start(choice)


def test_the_quick_look_agrees_with_the_store(folder: Path) -> None:
    with open_desk(folder) as desk:
        answer(desk, 1, 3, 4)
        assert look(desk.workspace) is not None
    with open_desk(folder, now="2026-03-09T10:00:00Z") as desk:
        quick, full = look(desk.workspace), look_in(desk.workspace, desk.store)
        assert quick is not None
        assert quick.pillars == full.pillars
        assert quick.due == 3
        assert quick.pillars[0].overdue > 0


def test_learning_cards_that_come_later_are_not_due_now(folder: Path) -> None:
    with open_desk(folder, RECALL_LEARNING_STEPS="2h 4h", RECALL_NEW_PER_DAY="1") as desk:
        answer(desk, 3)
        now = look(desk.workspace)
        assert now is not None
        assert (now.due, now.new_available) == (0, 0)


def test_a_review_remembers_variant_and_text(folder: Path) -> None:
    with open_desk(folder) as desk:
        answer(desk, 3)
        ((entry, _),) = journal.history(desk, CardId("one"))
        assert isinstance(entry.event, Review)
        assert len(entry.event.digest) == 16


def test_due_takes_up_a_deck_that_was_added(folder: Path) -> None:
    with open_desk(folder) as desk:
        assert look(desk.workspace) is not None
        write_deck(folder, "## New?\n\nyes\n", name="q/new.md")
        assert look(desk.workspace) is None
        desk.refresh()
        found = look(desk.workspace)
        assert found is not None
        assert [pillar.pillar for pillar in found.pillars] == ["p", "q"]


def test_an_undo_gives_back_one_new_card_of_those_asked_for(folder: Path) -> None:
    with open_desk(folder) as desk:
        day = desk.workspace.now().day
        assert len(desk.queue(Choice(new=3), day=day).new) == 3
        answer(desk, 3, 3)
        desk.take_back()
        assert len(desk.queue(Choice(new=3), day=day).new) == 2
