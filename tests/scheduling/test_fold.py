"""The fold: a set of entries has one state, however it was put together."""

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
    Reset,
    Resume,
    Review,
    SetDue,
    Suspend,
    Unbury,
    Undo,
)
from recall.model.memory import NEW, CardState, Phase
from recall.model.rating import Rating
from recall.model.settings import Settings
from recall.scheduling.fold import apply, fold, live, needs_refold, rebuild, steps
from recall.scheduling.scheduler import Scheduler

SCHEDULER = Scheduler(Settings())
DAY = 20_000
DAY_MS = 86_400_000
GOOD, AGAIN, EASY = (Review(Rating[name], 1000) for name in ("GOOD", "AGAIN", "EASY"))
CARD = CardId("kv-cache")


def entry(
    event: Event, *, minute: int, name: str | None = None, card: CardId = CARD, day: int = DAY
) -> Entry:
    """An entry `minute` minutes after noon, by default with an id that grows with time."""
    at = day * DAY_MS + DAY_MS // 2 + minute * 60_000
    study_day = (at - 4 * 3_600_000) // DAY_MS
    entry_id = EntryId(name or f"{at:016}")
    return Entry(entry_id, LearnerId("me"), card, at, 0, study_day, event)


def journal(*events: Event, apart: int = 1) -> list[Entry]:
    return [entry(event, minute=i * apart, name=f"{i:04}") for i, event in enumerate(events)]


def folded(*events: Event, apart: int = 1) -> CardState:
    return fold(journal(*events, apart=apart), SCHEDULER)


def undo(target: Entry, *, minute: int, name: str | None = None) -> Entry:
    return entry(Undo(target.id), minute=minute, name=name)


# Strategies: journals of one card, over weeks, with every kind of event

plain_events = st.one_of(
    st.sampled_from(Rating).map(lambda rating: Review(rating, 1000)),
    st.sampled_from((Suspend(), Resume(), Bury(), Unbury(), Reset(), Flag(True), Flag(False))),
    st.integers(DAY, DAY + 90).map(SetDue),
)
minutes = st.integers(0, 60 * 24 * 30)


@st.composite
def plain_journals(draw: st.DrawFn, least: int = 0) -> list[Entry]:
    """In order of time; ids grow with time."""
    times = sorted(draw(st.lists(minutes, min_size=least, max_size=10, unique=True)))
    return [entry(draw(plain_events), minute=minute) for minute in times]


@st.composite
def journals(draw: st.DrawFn) -> list[Entry]:
    """Like plain ones, with undos of anything that came before, other undos too."""
    entries: list[Entry] = []
    for one in draw(plain_journals()):
        if entries and draw(st.booleans()):
            target = draw(st.sampled_from(entries))
            entries.append(replace(one, event=Undo(target.id)))
        else:
            entries.append(one)
    return entries


@settings(deadline=None)
@given(log=plain_journals(least=1), data=st.data())
def test_an_undone_entry_might_never_have_been_written(
    log: list[Entry], data: st.DataObject
) -> None:
    gone = data.draw(st.sampled_from(log))
    later = undo(gone, minute=60 * 24 * 40)
    without = [one for one in log if one is not gone]
    assert fold([*log, later], SCHEDULER) == fold(without, SCHEDULER)


@settings(deadline=None)
@given(log=plain_journals(least=1), data=st.data())
def test_an_undone_undo_brings_the_entry_back(log: list[Entry], data: st.DataObject) -> None:
    first = undo(data.draw(st.sampled_from(log)), minute=60 * 24 * 40)
    second = undo(first, minute=60 * 24 * 41)
    assert fold([*log, first, second], SCHEDULER) == fold(log, SCHEDULER)


@settings(deadline=None)
@given(log=journals())
def test_applying_entries_one_by_one_gives_the_fold(log: list[Entry]) -> None:
    state = NEW
    for count, one in enumerate(log, start=1):
        refold = needs_refold(state, one)
        state = fold(log[:count], SCHEDULER) if refold else apply(state, one, SCHEDULER)
        assert state == fold(log[:count], SCHEDULER)


@settings(deadline=None)
@given(log=plain_journals(), data=st.data())
def test_entries_that_arrive_late_are_noticed(log: list[Entry], data: st.DataObject) -> None:
    arrived: list[Entry] = []
    state = NEW
    for one in data.draw(st.permutations(log)):
        arrived.append(one)
        refold = needs_refold(state, one)
        state = fold(arrived, SCHEDULER) if refold else apply(state, one, SCHEDULER)
    assert state == fold(log, SCHEDULER)


@settings(deadline=None)
@given(log=journals(), data=st.data())
def test_the_order_of_arrival_does_not_matter(log: list[Entry], data: st.DataObject) -> None:
    assert fold(data.draw(st.permutations(log)), SCHEDULER) == fold(log, SCHEDULER)


@settings(deadline=None)
@given(log=journals(), data=st.data())
def test_two_journals_merge_by_their_union(log: list[Entry], data: st.DataObject) -> None:
    mine = data.draw(st.lists(st.sampled_from(log))) if log else []
    assert fold([*mine, *log], SCHEDULER) == fold([*log, *mine], SCHEDULER) == fold(log, SCHEDULER)


@settings(deadline=None)
@given(log=journals())
def test_a_replay_is_identical(log: list[Entry]) -> None:
    assert fold(log, Scheduler(Settings())) == fold(iter(log), SCHEDULER)


@settings(deadline=None)
@given(log=journals())
def test_the_last_step_is_the_fold(log: list[Entry]) -> None:
    pairs = steps(log, SCHEDULER)
    assert [one for one, _ in pairs] == list(live(log))
    assert (pairs[-1][1] if pairs else NEW) == fold(log, SCHEDULER)


# Undo


@settings(deadline=None)
@given(log=journals())
def test_an_entry_counts_unless_an_undo_that_counts_names_it(log: list[Entry]) -> None:
    def counts(one: Entry) -> bool:
        undos = [other for other in log if other.event == Undo(one.id)]
        return not any(counts(other) for other in undos)

    expected = [one for one in log if counts(one) and not isinstance(one.event, Undo)]
    assert list(live(log)) == expected


def test_an_undo_waits_for_all_that_is_said_about_it() -> None:
    review, first = entry(GOOD, minute=0, name="r"), entry(Undo(EntryId("r")), minute=1, name="a")
    # Two undos name the first: one is taken back, the other by way of two more undos is not.
    rest = {"b": "a", "c": "a", "d": "b", "e": "c", "f": "e"}
    named = [
        entry(Undo(EntryId(target)), minute=minute, name=name)
        for minute, (name, target) in enumerate(rest.items(), start=2)
    ]
    assert live([review, first, *named]) == (review,)


def test_an_undo_before_its_entry_in_time_counts_too() -> None:
    late = entry(GOOD, minute=5)
    early = undo(late, minute=1)
    assert fold([early, late], SCHEDULER) == NEW


def test_two_undos_of_one_entry_are_as_good_as_one() -> None:
    log = journal(GOOD)
    log += [undo(log[0], minute=1), undo(log[0], minute=2)]
    assert live(log) == ()


def test_taking_back_one_of_two_undos_leaves_the_entry_undone() -> None:
    log = journal(GOOD)
    log += [undo(log[0], minute=1), undo(log[0], minute=2)]
    log += [undo(log[1], minute=3)]
    assert live(log) == ()


def test_a_long_chain_of_undos_alternates() -> None:
    log = journal(GOOD)
    for minute in range(1, 3001):
        log.append(undo(log[-1], minute=minute))
    assert live(log) == (log[0],)
    assert live(log[:-1]) == ()


def test_an_undo_of_an_unknown_entry_does_nothing() -> None:
    log = journal(GOOD, Undo(EntryId("elsewhere")))
    assert live(log) == (log[0],)


def test_an_undo_does_not_reach_into_another_card() -> None:
    other = entry(GOOD, minute=0, card=CardId("adam"))
    assert live([other, undo(other, minute=1)]) == (other,)


def test_undos_in_a_circle_count_for_nothing() -> None:
    review = entry(GOOD, minute=0, name="r")
    one = entry(Undo(EntryId("b")), minute=1, name="a")
    two = entry(Undo(EntryId("a")), minute=2, name="b")
    itself = entry(Undo(EntryId("c")), minute=3, name="c")
    assert live([review, one, two, itself]) == (review,)


# Order


def test_entries_of_one_moment_are_ordered_by_id() -> None:
    first, second = entry(Suspend(), minute=0, name="a"), entry(Resume(), minute=0, name="b")
    assert live([second, first]) == (first, second)


def test_an_entry_that_is_there_twice_counts_once() -> None:
    log = journal(GOOD)
    assert fold([*log, *log], SCHEDULER).reps == 1


# Each kind of entry


def test_the_empty_journal_is_a_new_card() -> None:
    assert folded() == NEW


def test_the_last_entry_is_named() -> None:
    assert folded(GOOD, Suspend()).last_entry == "0001"


def test_a_review_is_scheduled_on_its_own_study_day() -> None:
    state = folded(EASY)
    assert (state.last_day, state.due_day) == (DAY, DAY + state.interval)


def test_suspend_and_resume() -> None:
    assert folded(GOOD, Suspend()).suspended
    assert not folded(GOOD, Suspend(), Resume()).suspended


def test_bury_lasts_for_its_study_day() -> None:
    assert folded(GOOD, Bury()).buried_day == DAY


def test_unbury_ends_a_burial() -> None:
    assert folded(GOOD, Bury(), Unbury()).buried_day is None


def test_flags_go_on_and_off() -> None:
    assert folded(Flag(True)).flagged
    assert not folded(Flag(True), Flag(False)).flagged


def test_a_reset_makes_the_card_new() -> None:
    assert replace(folded(GOOD, GOOD, Suspend(), Reset()), last_entry="") == NEW


def test_a_reset_keeps_the_flag() -> None:
    assert folded(Flag(True), GOOD, Reset()).flagged


def test_a_reset_card_starts_like_any_new_one() -> None:
    again, first = folded(AGAIN, Reset(), EASY), folded(EASY)
    assert (again.stability, again.difficulty) == (first.stability, first.difficulty)


def test_a_day_set_by_hand_leaves_memory_alone() -> None:
    before, after = folded(EASY), folded(EASY, SetDue(DAY + 2))
    assert after == replace(before, due_day=DAY + 2, last_entry="0001")


def test_a_day_set_by_hand_ends_the_steps() -> None:
    state = folded(AGAIN, SetDue(DAY + 2))
    assert (state.phase, state.step, state.due_at) == (Phase.REVIEW, None, None)
    assert (state.due_day, state.interval) == (DAY + 2, 2)


def test_a_new_card_put_off_stays_new() -> None:
    state = folded(SetDue(DAY + 2))
    assert (state.phase, state.due_day, state.stability) == (Phase.NEW, DAY + 2, None)


def test_an_undo_cannot_be_applied_to_a_state() -> None:
    with pytest.raises(ValueError, match="undo"):
        apply(NEW, entry(Undo(EntryId("x")), minute=0), SCHEDULER)


# needs_refold


def test_a_later_entry_needs_no_refold() -> None:
    assert not needs_refold(folded(GOOD), entry(GOOD, minute=5, name="0005"))


def test_the_first_entry_needs_no_refold() -> None:
    assert not needs_refold(NEW, entry(GOOD, minute=0))


def test_an_undo_needs_a_refold() -> None:
    log = journal(GOOD)
    assert needs_refold(fold(log, SCHEDULER), undo(log[0], minute=5, name="0005"))


def test_an_entry_from_before_the_last_review_needs_a_refold() -> None:
    assert needs_refold(folded(GOOD), entry(GOOD, minute=-5, name="0005"))


def test_an_entry_from_before_a_suspension_needs_a_refold() -> None:
    assert needs_refold(folded(GOOD, GOOD, Suspend()), entry(Resume(), minute=1, name="0001b"))


def test_an_entry_that_is_in_already_needs_a_refold() -> None:
    log = journal(GOOD)
    assert needs_refold(fold(log, SCHEDULER), log[0])


# rebuild


def test_a_rebuild_folds_every_card() -> None:
    adam = [entry(EASY, minute=9, card=CardId("adam"))]
    cache = journal(GOOD, AGAIN, Suspend())
    assert list(rebuild(iter([*adam, *cache]), SCHEDULER)) == [
        (CardId("adam"), fold(adam, SCHEDULER)),
        (CARD, fold(cache, SCHEDULER)),
    ]


def test_a_rebuild_holds_one_card_at_a_time() -> None:
    read: list[CardId] = []

    def stream():
        for card in (CardId("a"), CardId("b"), CardId("c")):
            read.append(card)
            yield entry(GOOD, minute=0, card=card)

    next(rebuild(stream(), SCHEDULER))
    assert read == ["a", "b"]


def test_a_rebuild_of_a_mixed_stream_is_refused() -> None:
    cards = (CardId("a"), CardId("b"), CardId("a"))
    mixed = [entry(GOOD, minute=i, card=card) for i, card in enumerate(cards)]
    with pytest.raises(ValueError, match="grouped"):
        list(rebuild(iter(mixed), SCHEDULER))
