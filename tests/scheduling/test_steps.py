"""Learning steps: which step and delay follow a rating. Delays in seconds."""

import pytest

from recall.model.rating import Rating
from recall.scheduling.steps import next_step

AGAIN, HARD, GOOD, EASY = Rating
DAY = 86_400


@pytest.mark.parametrize(
    ("rating", "step", "following"),
    [
        (AGAIN, 0, (0, 60)),
        (AGAIN, 1, (0, 60)),
        (HARD, 0, (0, 330)),
        (HARD, 1, (1, 600)),
        (GOOD, 0, (1, 600)),
        (GOOD, 1, None),
        (EASY, 0, None),
        (EASY, 1, None),
    ],
)
def test_two_steps(rating: Rating, step: int, following: tuple[int, int] | None) -> None:
    assert next_step(rating, steps=(60, 600), step=step) == following


def test_hard_on_the_only_step_takes_half_as_long_again() -> None:
    assert next_step(HARD, steps=(600,), step=0) == (0, 900)


def test_hard_on_the_only_step_adds_a_day_at_most() -> None:
    assert next_step(HARD, steps=(3 * DAY,), step=0) == (0, 4 * DAY)


def test_hard_between_long_steps_is_whole_days() -> None:
    assert next_step(HARD, steps=(DAY, 2 * DAY + 3600), step=0) == (0, 2 * DAY)


def test_hard_on_a_later_step_repeats_it() -> None:
    assert next_step(HARD, steps=(60, 600, 6000), step=2) == (2, 6000)


@pytest.mark.parametrize("rating", [AGAIN, HARD, GOOD, EASY])
def test_without_steps_every_rating_graduates(rating: Rating) -> None:
    assert next_step(rating, steps=(), step=0) is None


def test_a_step_that_the_settings_no_longer_have_counts_as_the_last() -> None:
    assert next_step(HARD, steps=(60, 600), step=7) == (1, 600)
    assert next_step(GOOD, steps=(60, 600), step=7) is None
