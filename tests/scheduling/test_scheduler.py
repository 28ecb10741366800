"""What a rating does to a card: steps, intervals, and what is left alone."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import fsrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall.model.ids import CardId
from recall.model.memory import NEW, CardState, Phase
from recall.model.rating import Rating
from recall.model.settings import FSRS6_DEFAULT, Settings
from recall.scheduling.scheduler import Scheduler

AGAIN, HARD, GOOD, EASY = Rating
CARD = CardId("kv-cache-batch")
DAY_MS = 86_400_000
DAY = 20_000
NOON = DAY * DAY_MS + DAY_MS // 2
PLAIN = Scheduler(Settings(fuzz=False))
FUZZY = Scheduler(Settings())
NO_STEPS = Scheduler(Settings(fuzz=False, learning_steps=(), relearning_steps=()))

REVIEW = CardState(
    phase=Phase.REVIEW,
    stability=20.0,
    difficulty=5.0,
    due_day=DAY,
    interval=20,
    last_at=NOON - 20 * DAY_MS,
    last_day=DAY - 20,
    reps=5,
    lapses=1,
)


def after(
    state: CardState, *ratings: Rating, scheduler: Scheduler = PLAIN, at: int = NOON, day: int = DAY
) -> CardState:
    for rating in ratings:
        state = scheduler.review(CARD, state, rating, at=at, day=day)
    return state


def days_of(state: CardState, scheduler: Scheduler = PLAIN, day: int = DAY) -> list[int]:
    preview = scheduler.preview(CARD, state, at=NOON, day=day)
    return [preview[rating].interval for rating in (HARD, GOOD, EASY)]


# Steps


def test_a_new_card_rated_again_starts_at_the_first_step() -> None:
    state = after(NEW, AGAIN)
    assert (state.phase, state.step, state.due_at) == (Phase.LEARNING, 0, NOON + 60_000)


def test_a_new_card_rated_good_goes_to_the_second_step() -> None:
    state = after(NEW, GOOD)
    assert (state.phase, state.step, state.due_at) == (Phase.LEARNING, 1, NOON + 600_000)


def test_a_new_card_rated_easy_graduates() -> None:
    state = after(NEW, EASY)
    assert (state.phase, state.step, state.due_at) == (Phase.REVIEW, None, None)
    assert state.due_day == DAY + state.interval


def test_good_on_the_last_step_graduates() -> None:
    state = after(NEW, GOOD, GOOD)
    assert (state.phase, state.interval, state.due_day) == (Phase.REVIEW, 2, DAY + 2)


def test_a_card_in_steps_has_no_interval() -> None:
    assert after(REVIEW, AGAIN).interval == 0


def test_a_lapse_goes_to_the_relearning_step() -> None:
    state = after(REVIEW, AGAIN)
    assert (state.phase, state.step, state.due_at) == (Phase.RELEARNING, 0, NOON + 600_000)


def test_good_after_a_lapse_graduates() -> None:
    assert after(REVIEW, AGAIN, GOOD).phase is Phase.REVIEW


def test_a_step_across_day_start_is_due_on_the_next_study_day() -> None:
    before_four = (DAY + 1) * DAY_MS + (4 * 60 - 5) * 60_000
    state = after(NEW, GOOD, at=before_four)
    assert state.due_day == DAY + 1


def test_memory_moves_at_every_rating_also_in_steps() -> None:
    first, second = after(NEW, AGAIN), after(NEW, AGAIN, AGAIN)
    assert (first.stability, first.difficulty) != (second.stability, second.difficulty)


def test_without_steps_a_new_card_graduates_at_once() -> None:
    state = after(NEW, GOOD, scheduler=NO_STEPS)
    assert (state.phase, state.interval) == (Phase.REVIEW, 2)


def test_without_steps_a_very_weak_card_comes_back_on_the_same_day() -> None:
    state = after(NEW, AGAIN, scheduler=NO_STEPS)
    assert state.phase is Phase.LEARNING
    assert state.due_at == NOON + int(0.212 * 86_400) * 1000


def test_without_steps_easy_graduates_however_weak_the_card() -> None:
    weak = (*FSRS6_DEFAULT[:3], 0.3, *FSRS6_DEFAULT[4:])
    scheduler = Scheduler(Settings(parameters=weak, learning_steps=()))
    assert after(NEW, EASY, scheduler=scheduler).phase is Phase.REVIEW


def test_without_steps_a_lapse_of_a_strong_card_stays_in_review() -> None:
    state = after(REVIEW, AGAIN, scheduler=NO_STEPS)
    assert (state.phase, state.lapses) == (Phase.REVIEW, 2)
    assert state.interval >= 1


# Intervals


def test_hard_good_and_easy_are_a_day_apart_at_least() -> None:
    weak = replace(REVIEW, stability=0.5, interval=1, last_day=DAY)
    hard, good, easy = days_of(weak)
    assert 1 <= hard < good < easy


def test_easy_on_a_step_is_longer_than_good_would_be() -> None:
    fading = Scheduler(Settings(fuzz=False, desired_retention=0.99))
    good = after(NEW, GOOD, GOOD, scheduler=fading)
    easy = after(NEW, GOOD, EASY, scheduler=fading)
    assert (good.interval, easy.interval) == (1, 2)


def test_the_maximum_outweighs_the_order_of_the_ratings() -> None:
    capped = Scheduler(Settings(fuzz=False, maximum_interval=10))
    assert days_of(REVIEW, capped) == [10, 10, 10]


def test_a_growing_interval_grows_under_any_fuzz() -> None:
    for reps in range(60):
        # Same-day hard on a card whose plain interval is one day more than it had.
        state = replace(REVIEW, stability=21.0, interval=20, last_day=DAY, reps=reps)
        assert after(state, HARD, scheduler=FUZZY).interval >= 21


def test_fuzz_depends_on_the_number_of_reviews() -> None:
    states = [replace(REVIEW, reps=reps) for reps in range(20)]
    assert len({after(state, GOOD, scheduler=FUZZY).interval for state in states}) > 5


def test_an_interval_within_reach_of_fuzz_does_not_shrink() -> None:
    state = replace(REVIEW, stability=19.0, interval=20, last_day=DAY)
    assert after(state, HARD).interval == 20


def test_an_interval_out_of_reach_follows_the_memory() -> None:
    state = replace(REVIEW, stability=10.0, interval=40, last_day=DAY)
    assert after(state, HARD).interval == 10


def test_a_higher_retention_gives_shorter_intervals() -> None:
    strict = Scheduler(Settings(fuzz=False, desired_retention=0.95))
    assert after(REVIEW, GOOD, scheduler=strict).interval < after(REVIEW, GOOD).interval


def test_an_overdue_card_is_scheduled_from_the_days_that_passed() -> None:
    late = after(REVIEW, GOOD, day=DAY + 30, at=NOON + 30 * DAY_MS)
    assert late.interval > after(REVIEW, GOOD).interval


def test_the_due_day_counts_from_the_study_day_of_the_review() -> None:
    late = after(REVIEW, GOOD, day=DAY + 30, at=NOON + 30 * DAY_MS)
    assert late.due_day == DAY + 30 + late.interval


# The rest of the state


def test_every_rating_counts_as_a_review() -> None:
    assert [s.reps for s in PLAIN.preview(CARD, REVIEW, at=NOON, day=DAY).values()] == [6] * 4


def test_only_again_in_review_is_a_lapse() -> None:
    lapses = [s.lapses for s in PLAIN.preview(CARD, REVIEW, at=NOON, day=DAY).values()]
    assert lapses == [2, 1, 1, 1]


def test_again_in_steps_is_no_lapse() -> None:
    assert after(NEW, AGAIN, AGAIN).lapses == 0
    assert after(REVIEW, AGAIN, AGAIN).lapses == 2


def test_the_last_review_is_recorded() -> None:
    state = after(REVIEW, GOOD)
    assert (state.last_at, state.last_day) == (NOON, DAY)


def test_flags_and_suspensions_are_left_alone() -> None:
    marked = replace(REVIEW, flagged=True, suspended=True, buried_day=DAY)
    state = after(marked, GOOD)
    assert (state.flagged, state.suspended, state.buried_day) == (True, True, DAY)


def test_the_state_given_is_not_changed() -> None:
    before = replace(REVIEW)
    after(REVIEW, AGAIN)
    assert before == REVIEW


def test_a_review_is_the_same_every_time() -> None:
    assert after(REVIEW, GOOD, scheduler=FUZZY) == after(
        REVIEW, GOOD, scheduler=Scheduler(Settings())
    )


@pytest.mark.parametrize("rating", list(Rating))
@pytest.mark.parametrize("state", [NEW, REVIEW, after(NEW, GOOD), after(REVIEW, AGAIN)])
def test_a_preview_is_what_the_review_will_do(state: CardState, rating: Rating) -> None:
    preview = FUZZY.preview(CARD, state, at=NOON, day=DAY)
    assert preview[rating] == after(state, rating, scheduler=FUZZY)


# Clocks that are wrong, and flights


def test_a_study_day_before_the_last_one_counts_as_the_last_one() -> None:
    state = after(REVIEW, GOOD, day=DAY - 21)
    assert state.last_day == REVIEW.last_day
    assert state.due_day == DAY - 20 + state.interval


def test_a_step_after_a_flight_westwards_is_due_on_the_day_that_counts() -> None:
    state = after(after(NEW, EASY, day=DAY + 1), AGAIN, day=DAY)
    assert state.due_day == state.last_day == DAY + 1


def test_a_flight_westwards_does_not_count_a_day_twice() -> None:
    there = after(NEW, EASY, day=DAY + 1)
    back = after(there, GOOD, day=DAY)
    later = after(back, GOOD, day=DAY + 1)
    # All three are the same study day, so that stability takes the same-day formula throughout.
    assert later.stability == after(NEW, EASY, GOOD, GOOD, day=DAY + 1).stability


def test_a_clock_ten_thousand_years_ahead_does_no_harm() -> None:
    state = after(REVIEW, GOOD, day=DAY + 4_000_000)
    assert state.due_day == DAY + 4_000_000 + state.interval


# Retrievability


def test_a_new_card_has_no_retrievability() -> None:
    assert PLAIN.retrievability(NEW, day=DAY) is None


def test_retrievability_is_one_on_the_day_of_the_review() -> None:
    assert PLAIN.retrievability(REVIEW, day=DAY - 20) == 1.0


def test_retrievability_is_ninety_percent_after_the_stability() -> None:
    assert PLAIN.retrievability(REVIEW, day=DAY) == pytest.approx(0.9, rel=1e-12)


@given(stability=st.floats(0.01, 5000.0), elapsed=st.integers(0, 5000))
def test_retrievability_is_that_of_fsrs(stability: float, elapsed: int) -> None:
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    card = fsrs.Card(card_id=1, stability=stability, difficulty=5.0, last_review=noon)
    theirs = fsrs.Scheduler().get_card_retrievability(card, noon + timedelta(days=elapsed))
    state = replace(REVIEW, stability=stability)
    ours = PLAIN.retrievability(state, day=DAY - 20 + elapsed)
    assert ours == pytest.approx(theirs, rel=1e-12)


# Properties

review_states = st.builds(
    lambda stability, difficulty, interval, elapsed, reps: replace(
        REVIEW,
        stability=stability,
        difficulty=difficulty,
        interval=interval,
        last_day=DAY - elapsed,
        reps=reps,
    ),
    st.floats(0.001, 40_000.0),
    st.floats(1.0, 10.0),
    st.integers(1, 36_500),
    st.integers(0, 5_000),
    st.integers(1, 500),
)


@settings(deadline=None)
@given(state=review_states, card=st.text(min_size=1), retention=st.floats(0.70, 0.99))
def test_the_ratings_are_ordered_whatever_the_memory(
    state: CardState, card: str, retention: float
) -> None:
    scheduler = Scheduler(Settings(desired_retention=retention))
    preview = scheduler.preview(CardId(card), state, at=NOON, day=DAY)
    hard, good, easy = (preview[rating].interval for rating in (HARD, GOOD, EASY))
    maximum = scheduler.settings.maximum_interval
    assert 1 <= hard <= maximum
    assert min(hard + 1, maximum) <= good <= maximum
    assert min(good + 1, maximum) <= easy <= maximum


@settings(deadline=None)
@given(state=review_states, rating=st.sampled_from(Rating))
def test_a_review_card_is_due_after_today(state: CardState, rating: Rating) -> None:
    following = after(state, rating, scheduler=FUZZY)
    if following.phase is Phase.REVIEW:
        assert following.due_day == DAY + following.interval > DAY
