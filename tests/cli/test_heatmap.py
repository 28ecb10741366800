"""The year as a map of weeks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from recall.cli import texts
from recall.cli.heatmap import WEEKS, heat_map

MONTHS, DAYS = (texts.say("en", key).split() for key in ("months", "weekdays"))
WEDNESDAY = 20_789
"""2026-12-02."""


def drawn(answers: dict[int, int], *, width: int = 80, today: int = WEDNESDAY) -> list[str]:
    return heat_map(answers, today=today, width=width, months=MONTHS, days=DAYS)


def test_today_is_in_the_last_column_of_its_weekday() -> None:
    lines = drawn({WEDNESDAY: 3})
    assert [line[:3] for line in lines[1:]] == DAYS
    assert lines[3] == "Wed " + " " * (WEEKS - 1) + "█"
    assert all(line.strip() == day for line, day in zip(lines[4:], DAYS[3:], strict=True))


def test_the_busiest_day_is_the_darkest_and_one_answer_shows() -> None:
    lines = drawn({WEDNESDAY: 100, WEDNESDAY - 7: 1, WEDNESDAY - 14: 50})
    assert lines[3].endswith("▒·█")


def test_a_month_stands_above_the_week_in_which_it_begins() -> None:
    head, *_ = drawn({WEDNESDAY: 1})
    assert head.split() == [*MONTHS[11:], *MONTHS[:11]]
    # November 2026 begins on a Sunday: five Mondays before that of today.
    assert head.index("Nov") == 4 + WEEKS - 1 - 5


@pytest.mark.parametrize("lang", ["en", "zh"])
@given(
    answers=st.dictionaries(st.integers(20_000, 21_000), st.integers(1, 10**6)),
    width=st.integers(10, 100),
    today=st.integers(20_000, 21_000),
)
def test_it_is_never_wider_than_asked(
    lang: str, answers: dict[int, int], width: int, today: int
) -> None:
    months, days = (texts.say(lang, key).split() for key in ("months", "weekdays"))
    lines = heat_map(answers, today=today, width=width, months=months, days=days)
    assert len(lines) == 8
    assert max(cell_len(line) for line in lines) <= width
