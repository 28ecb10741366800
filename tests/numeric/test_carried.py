"""Error carried forward, with every way of typing."""

from collections.abc import Callable

import pytest

from recall.model.question import VerdictKind
from recall.model.rating import Rating
from recall.numeric.problem import Problem

SHARE = """\
Of {{n}}?

**Given**

- `n` from 1000

**Steps**

1. How many? `x = n / 2` token
2. In percent: `answer = 100 * x / n` % ± 0.5 pp
"""
COUNT = """\
Of {{n}}?

**Given**

- `n` from 1000

**Steps**

1. How many? `x = n / 2` token
2. So: `answer = x * 2.5` token
"""
Write = Callable[[str], Problem]


@pytest.mark.parametrize("text", ["40", "40 %", "0.4", "2/5", "４０％"])
def test_a_share_of_an_own_value_is_right_in_any_notation(problem: Write, text: str) -> None:
    made = problem(SHARE)
    verdict = made.grade(made.variant(0), text, earlier={"x": "400"})
    assert (verdict.kind, verdict.suggested) == (VerdictKind.NOTE, Rating.HARD)
    assert "x = 400" in verdict.message


def test_a_comma_is_read_as_what_fits_the_own_value(problem: Write) -> None:
    made = problem(COUNT)
    verdict = made.grade(made.variant(0), "1,025", earlier={"x": "410"})
    assert verdict.kind is VerdictKind.NOTE
    assert verdict.read_as is not None
    assert verdict.read_as.value == 1025


def test_a_comma_that_fits_nothing_is_still_asked_back(problem: Write) -> None:
    made = problem(COUNT)
    verdict = made.grade(made.variant(0), "7,025", earlier={"x": "410"})
    assert verdict.kind is VerdictKind.ASK


def test_a_right_earlier_value_changes_nothing(problem: Write) -> None:
    made = problem(SHARE)
    assert made.grade(made.variant(0), "40", earlier={"x": "500"}).kind is VerdictKind.WRONG
    assert made.grade(made.variant(0), "50", earlier={"x": "0.5k"}).kind is VerdictKind.RIGHT


def test_an_own_value_that_leaves_no_answer_is_ignored(problem: Write) -> None:
    made = problem(SHARE.replace("100 * x / n", "50 * 500 / x"))
    assert made.grade(made.variant(0), "50", earlier={"x": "0"}).kind is VerdictKind.RIGHT
