"""Fuzz: Anki's ranges, and the same place in them at every replay."""

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.model.settings import Settings
from recall.scheduling.fuzz import fraction, fuzz_bounds, half_up
from recall.scheduling.load import balanced

VECTORS = json.loads(
    (Path(__file__).parent.parent / "vectors" / "fsrs-vectors.json").read_text("utf-8")
)["fuzz_bounds"]["vectors"]

LIMITS = {"minimum": 1, "maximum": 36_500}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: str(v["interval"]))
def test_bounds_are_those_of_anki(vector: dict[str, object]) -> None:
    interval, bounds = vector["interval"], vector["bounds"]
    assert isinstance(interval, int)
    assert list(fuzz_bounds(interval, **LIMITS)) == bounds


def fuzzed(interval: float, *, card: str, reps: int, minimum: int, maximum: int) -> int:
    """The interval that plain fuzz chooses."""
    low, high = fuzz_bounds(interval, minimum=minimum, maximum=maximum)
    part = fraction(card, reps)
    return balanced(low, high, day=0, fraction=part, load=None, settings=Settings())


@pytest.mark.parametrize("interval", [1.0, 2.0, 2.49])
def test_short_intervals_are_not_fuzzed(interval: float) -> None:
    assert len(set(fuzz_bounds(interval, **LIMITS))) == 1


def test_the_maximum_cuts_the_interval_before_it_is_spread() -> None:
    assert fuzz_bounds(500.0, minimum=1, maximum=100) == (93, 100)


def test_the_minimum_lifts_the_interval_before_it_is_spread() -> None:
    assert fuzz_bounds(100.0, minimum=101, maximum=1000) == (101, 108)


def test_a_minimum_above_the_maximum_gives_the_maximum() -> None:
    assert fuzz_bounds(50.0, minimum=12, maximum=10) == (10, 10)


def test_a_raised_minimum_leaves_room_above_it() -> None:
    assert fuzz_bounds(2.0, minimum=3, maximum=1000) == (3, 4)


def test_equal_limits_leave_one_day() -> None:
    assert fuzz_bounds(2.0, minimum=3, maximum=3) == (3, 3)


@given(
    interval=st.floats(0.01, 1e6),
    card=st.text(min_size=1),
    reps=st.integers(0, 10_000),
    minimum=st.integers(1, 400),
    maximum=st.integers(1, 36_500),
)
def test_a_fuzzed_interval_lies_within_its_bounds(
    interval: float, card: str, reps: int, minimum: int, maximum: int
) -> None:
    low, high = fuzz_bounds(interval, minimum=minimum, maximum=maximum)
    days = fuzzed(interval, card=card, reps=reps, minimum=minimum, maximum=maximum)
    assert low <= days <= high <= maximum


def test_the_same_review_is_always_moved_the_same_way() -> None:
    # Written down, because a change would move the due days of every replayed journal.
    days = [fuzzed(100.0, card="kv-cache-batch", reps=reps, **LIMITS) for reps in range(6)]
    assert days == [96, 100, 104, 95, 105, 101]


def test_every_day_of_the_range_is_drawn_about_equally_often() -> None:
    drawn = Counter(fuzzed(10.0, card=f"card-{i}", reps=3, **LIMITS) for i in range(5_000))
    assert set(drawn) == {8, 9, 10, 11, 12}
    assert all(850 < count < 1_150 for count in drawn.values())


def test_the_number_of_reviews_changes_the_draw() -> None:
    assert len({fuzzed(365.0, card="a", reps=reps, **LIMITS) for reps in range(20)}) > 5


def test_ratings_keep_their_order_within_one_review() -> None:
    assert fuzzed(20.0, card="a", reps=1, **LIMITS) <= fuzzed(40.0, card="a", reps=1, **LIMITS)


@pytest.mark.parametrize(("days", "whole"), [(0.5, 1), (1.5, 2), (2.5, 3), (2.49, 2), (3.0, 3)])
def test_half_days_are_rounded_up(days: float, whole: int) -> None:
    assert half_up(days) == whole
