"""The plain replay agrees with py-fsrs, which schedules, to nine digits."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall.model.ids import CardId, EntryId, LearnerId
from recall.model.journal import Entry, Event, Reset, Review, Suspend, Undo
from recall.model.memory import NEW, CardState, Phase
from recall.model.rating import Rating
from recall.model.settings import FSRS6_DEFAULT, Settings
from recall.scheduling.fold import steps
from recall.scheduling.replay import Answer, Fsrs6, histories
from recall.scheduling.scheduler import Scheduler
from tests.scheduling.plain_replay import replay

VECTORS = json.loads(
    (Path(__file__).parent.parent / "vectors" / "fsrs-vectors.json").read_text("utf-8")
)
PARAMETERS = [tuple(VECTORS["params"][name]) for name in ("default", "custom")]
SCHEDULERS = {parameters: Scheduler(Settings(parameters=parameters)) for parameters in PARAMETERS}
MODELS = {parameters: Fsrs6(parameters) for parameters in PARAMETERS}
DAY = 20_000
CARD = CardId("kv-cache")


def journal(*events: tuple[int, Event]) -> list[Entry]:
    return [
        Entry(EntryId(f"{i:04}"), LearnerId("me"), CARD, DAY * 86_400_000 + i, 0, day, event)
        for i, (day, event) in enumerate(events)
    ]


def review(rating: int) -> Review:
    return Review(Rating(rating), 1000)


@pytest.mark.parametrize(
    "sequence", VECTORS["sequences"], ids=lambda s: f"{s['name']}-{s['params']}"
)
def test_the_replay_is_that_of_the_formulas(sequence: dict) -> None:
    model = MODELS[tuple(VECTORS["params"][sequence["params"]])]
    answers = [Answer(Rating(s["rating"]), s["elapsed_days"], 0) for s in sequence["steps"]]
    for step, memory in zip(sequence["steps"], replay(model, answers), strict=True):
        assert memory.stability == pytest.approx(step["S"], rel=1e-9)
        assert memory.difficulty == pytest.approx(step["D"], rel=1e-9)


@given(parameters=st.sampled_from(PARAMETERS), rating=st.sampled_from(Rating))
def test_the_first_answer_is_that_of_py_fsrs(parameters: tuple[float, ...], rating: Rating) -> None:
    theirs = SCHEDULERS[parameters].memory(NEW, rating, elapsed=0)
    assert MODELS[parameters].first(rating) == pytest.approx(
        (theirs.stability, theirs.difficulty), rel=1e-12
    )


@settings(deadline=None)
@given(
    parameters=st.sampled_from(PARAMETERS),
    stability=st.floats(0.001, 50_000.0),
    difficulty=st.floats(1.0, 10.0),
    rating=st.sampled_from(Rating),
    elapsed=st.integers(0, 10_000),
)
def test_a_later_answer_is_that_of_py_fsrs(
    parameters: tuple[float, ...], stability: float, difficulty: float, rating: Rating, elapsed: int
) -> None:
    state = CardState(phase=Phase.REVIEW, stability=stability, difficulty=difficulty)
    theirs = SCHEDULERS[parameters].memory(state, rating, elapsed=elapsed)
    ours = MODELS[parameters].after(stability, difficulty, rating=rating, elapsed=elapsed)
    assert ours == pytest.approx((theirs.stability, theirs.difficulty), rel=1e-9)


@settings(deadline=None)
@given(
    gaps=st.lists(
        st.tuples(st.integers(-2, 9), st.one_of(st.integers(1, 4).map(review), st.just(Reset()))),
        max_size=12,
    )
)
def test_histories_replay_to_the_states_of_the_fold(gaps: list[tuple[int, Event]]) -> None:
    day, events = DAY, []
    for gap, event in gaps:
        day += gap
        events.append((day, event))
    entries = journal(*events)
    folded = [
        state
        for entry, state in steps(entries, SCHEDULERS[FSRS6_DEFAULT])
        if isinstance(entry.event, Review)
    ]
    replayed = [
        one for history in histories(entries) for one in replay(Fsrs6(FSRS6_DEFAULT), history)
    ]
    assert [one.stability for one in replayed] == pytest.approx(
        [state.stability for state in folded], rel=1e-9
    )


def test_the_first_answer_has_no_retrievability() -> None:
    (only,) = replay(MODELS[FSRS6_DEFAULT], [Answer(Rating.GOOD, 0, DAY)])
    assert only.retrievability is None


def test_retrievability_is_that_just_before_the_answer() -> None:
    answers = [Answer(Rating.GOOD, 0, DAY), Answer(Rating.AGAIN, 2, DAY + 2)]
    _, second = replay(MODELS[FSRS6_DEFAULT], answers)
    state = SCHEDULERS[FSRS6_DEFAULT].review(CARD, NEW, Rating.GOOD, at=0, day=DAY)
    assert second.retrievability == SCHEDULERS[FSRS6_DEFAULT].retrievability(state, day=DAY + 2)


def test_histories_count_study_days_between_answers() -> None:
    entries = journal((DAY, review(3)), (DAY, review(3)), (DAY + 5, review(1)))
    assert histories(entries) == (
        (
            Answer(Rating.GOOD, 0, DAY),
            Answer(Rating.GOOD, 0, DAY),
            Answer(Rating.AGAIN, 5, DAY + 5),
        ),
    )


def test_a_study_day_before_the_last_one_counts_as_the_last_one() -> None:
    entries = journal((DAY, review(3)), (DAY - 2, review(3)), (DAY + 1, review(3)))
    (history,) = histories(entries)
    assert [answer.elapsed for answer in history] == [0, 0, 1]


def test_a_reset_begins_another_history() -> None:
    entries = journal((DAY, review(3)), (DAY + 1, Reset()), (DAY + 2, review(4)))
    assert [len(history) for history in histories(entries)] == [1, 1]


def test_histories_leave_out_what_was_undone_and_what_is_no_answer() -> None:
    entries = journal(
        (DAY, review(3)), (DAY, Suspend()), (DAY, review(1)), (DAY, Undo(EntryId("0002")))
    )
    assert histories(entries) == ((Answer(Rating.GOOD, 0, DAY),),)


def test_a_card_without_answers_has_no_history() -> None:
    assert histories(journal((DAY, Suspend()), (DAY, Reset()))) == ()
