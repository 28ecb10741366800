"""Even days and easy days: where in its range an interval is placed."""

from collections import Counter
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.model.ids import CardId
from recall.model.memory import CardState, Phase
from recall.model.rating import Rating
from recall.model.settings import EVERY_DAY, Settings
from recall.scheduling.load import Load, balanced, share
from recall.scheduling.scheduler import Aim, Scheduler

DAY = 20_000
FREE = (*EVERY_DAY[:6], 0.0)


def place(
    fraction: float, load: Load | None = None, *, low: int = 8, high: int = 12, **s: object
) -> int:
    return balanced(low, high, day=DAY, fraction=fraction, load=load, settings=Settings(**s))


def spread(load: Load | None, *, low: int = 8, high: int = 12, **settings: object) -> Counter[int]:
    return Counter(place(n / 1000, load, low=low, high=high, **settings) for n in range(1000))


@given(st.floats(0, 1, exclude_max=True), st.lists(st.integers(0, 20)), st.booleans())
def test_the_place_is_in_the_range(fraction: float, due: list[int], easy: bool) -> None:
    load = Load(DAY + days for days in due)
    week = FREE if easy else EVERY_DAY
    assert 8 <= place(fraction, load, easy_days=week) <= 12


def test_without_a_load_all_days_are_equally_likely() -> None:
    assert set(spread(None).values()) == {200}


def test_a_full_day_is_seldom_chosen() -> None:
    load = Load([DAY + 8] * 40 + [DAY + 9] * 40 + [DAY + 10] + [DAY + 11] * 40 + [DAY + 12] * 40)
    assert spread(load)[10] > 900


def test_where_the_days_are_equally_full_the_sooner_one_is_likelier() -> None:
    counts = spread(Load([DAY + days for days in range(8, 13)]))
    assert [counts[days] for days in range(8, 13)] == sorted(counts.values(), reverse=True)


def test_balance_can_be_turned_off() -> None:
    assert set(spread(Load([DAY + 8] * 40), load_balance=False).values()) == {200}


def test_long_intervals_are_not_balanced() -> None:
    load = Load([DAY + 95] * 1000)
    assert set(spread(load, low=91, high=100).values()) == {100}


def weekday(day: int) -> int:
    return datetime.fromtimestamp(day * 86_400, UTC).weekday()


@pytest.mark.parametrize("day", range(DAY, DAY + 7))
def test_easy_days_count_from_monday(day: int) -> None:
    week = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7)
    assert share(day, Settings(easy_days=week)) == week[weekday(day)]


@pytest.mark.parametrize("load", [None, Load()])
def test_a_day_to_keep_free_is_avoided_where_there_is_another(load: Load | None) -> None:
    chosen = spread(load, easy_days=FREE)
    assert not any(weekday(DAY + days) == 6 for days in chosen if chosen[days] > 1)


def test_holidays_are_kept_free() -> None:
    assert spread(Load(), holidays=((DAY + 8, DAY + 11),))[12] > 990


def test_an_easy_day_has_about_its_share() -> None:
    load, week = Load(), tuple(0.5 if n == weekday(DAY + 10) else 1.0 for n in range(7))
    settings = Settings(easy_days=week)
    for n in range(2000):
        part = (n * 0.618034) % 1
        load.add(DAY + balanced(8, 12, day=DAY, fraction=part, load=load, settings=settings))
    others = [load.count(DAY + days) for days in (8, 9, 11, 12)]
    assert load.count(DAY + 10) < 0.7 * sum(others) / 4


def test_a_day_that_must_be_is_taken_though_it_is_to_be_free() -> None:
    assert place(0.5, low=4, high=4, holidays=((DAY, DAY + 9),)) == 4


def test_intervals_stay_ordered_by_rating_whatever_is_due() -> None:
    state = CardState(
        phase=Phase.REVIEW, stability=20.0, difficulty=5.0, last_day=DAY - 20, interval=20,
        due_day=DAY, reps=4,
    )  # fmt: skip
    load = Load(DAY + days for days in range(20, 90) for _ in range(days % 9))
    scheduler = Scheduler(Settings())
    for n in range(60):
        found = scheduler.preview(CardId(f"c{n}"), state, at=0, day=DAY, aim=Aim(load=load))
        hard, good, easy = (found[r].interval for r in (Rating.HARD, Rating.GOOD, Rating.EASY))
        assert hard < good < easy


def test_a_deck_s_own_retention_sets_its_intervals() -> None:
    state = CardState(
        phase=Phase.REVIEW, stability=20.0, difficulty=5.0, last_day=DAY - 20, interval=20,
        due_day=DAY, reps=4,
    )  # fmt: skip
    scheduler = Scheduler(Settings(fuzz=False))
    days = [
        scheduler.review(CardId("c"), state, Rating.GOOD, at=0, day=DAY, aim=Aim(r)).interval
        for r in (0.8, None, 0.9, 0.95)
    ]
    assert days[0] > days[1] == days[2] > days[3]
