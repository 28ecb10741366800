"""Days in a row."""

import pytest

from recall.scheduling.streak import Streak, streak

TODAY = 100


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ([], Streak(0, 0, today=False)),
        ([100], Streak(1, 1, today=True)),
        ([98, 99], Streak(2, 2, today=False)),
        ([98, 99, 100], Streak(3, 3, today=True)),
        ([97, 98, 100], Streak(1, 2, today=True)),
        ([97, 98], Streak(0, 2, today=False)),
        ([99, 101], Streak(1, 1, today=False)),
        ([1, 2, 3, 50], Streak(0, 3, today=False)),
    ],
)
def test_a_streak_ends_with_the_first_day_left_out(days: list[int], expected: Streak) -> None:
    assert streak(days, today=TODAY) == expected


def test_holidays_end_no_streak_and_count_only_where_there_was_an_answer() -> None:
    holidays = [(90, 97)]
    assert streak([88, 89, 98, 99], today=TODAY, holidays=holidays).current == 4
    assert streak([88, 89, 92, 98], today=TODAY, holidays=holidays) == Streak(0, 4, today=False)
    assert streak([89, 90, 91], today=TODAY, holidays=[(90, 99)]).current == 3
