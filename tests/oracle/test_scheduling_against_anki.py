"""The real Anki as oracle: the same answers on the same study days give the same schedule.

FSRS is on and fuzz off on both sides. At each answer all four ratings are compared. Anki computes
in 32 bits and keeps S to four decimals and D to three, hence the tolerances.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from recall.model.ids import CardId
from recall.model.memory import NEW, CardState
from recall.model.rating import Rating
from recall.model.settings import Settings
from recall.scheduling.scheduler import Scheduler

DRIVER = Path(__file__).with_name("anki_previews.py")
CARD = CardId("kv-cache")
DAY_MS = 86_400_000
HISTORIES, ANSWERS = 84, 9
CUSTOM = (
    0.5, 2.0, 4.0, 14.0, 6.0, 0.7, 2.4, 0.02, 1.5, 0.12, 1.1, 1.6, 0.1, 0.35, 1.9, 0.4, 2.6, 0.7,
    0.2, 0.12, 0.25,
)  # fmt: skip

CASES = {
    "default": Settings(fuzz=False),
    "no-steps": Settings(fuzz=False, learning_steps=(), relearning_steps=()),
    "custom": Settings(fuzz=False, parameters=CUSTOM, desired_retention=0.85),
    "many-steps": Settings(
        fuzz=False, learning_steps=(60, 600, 3600, 86_400), relearning_steps=(300, 1200)
    ),
    "long-step": Settings(fuzz=False, learning_steps=(3 * 86_400,), relearning_steps=(600,)),
    "low-retention": Settings(fuzz=False, desired_retention=0.7),
}


def histories(seed: str) -> list[list[tuple[int, int]]]:
    """Ratings and study days: many steps on one day, weeks, now and then a year."""
    random = Random(seed)
    gaps = (0, 0, 0, 1, 1, 2, 3, 5, 8, 13, 30, 90, 365)
    return [
        [(random.choice((1, 2, 3, 3, 3, 4)), random.choice(gaps)) for _ in range(ANSWERS)]
        for _ in range(HISTORIES)
    ]


def by_anki(settings: Settings, asked: list[list[tuple[int, int]]]) -> list:
    wanted = {
        "parameters": settings.parameters,
        "retention": settings.desired_retention,
        "learning": settings.learning_steps,
        "relearning": settings.relearning_steps,
        "maximum": settings.maximum_interval,
        "histories": asked,
    }
    done = subprocess.run(
        [sys.executable, "-W", "ignore", str(DRIVER)],
        input=json.dumps(wanted),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def by_recall(
    settings: Settings, history: list[tuple[int, int]]
) -> Iterator[list[tuple[CardState, float]]]:
    """The state after each rating, with the smallest S that Anki had to store before."""
    scheduler, state, day, weakest = Scheduler(settings), NEW, 20_000, 1.0
    for minute, (rating, days) in enumerate(history):
        day += days
        at = day * DAY_MS + DAY_MS // 2 + minute * 60_000
        preview = scheduler.preview(CARD, state, at=at, day=day)
        yield [(outcome, weakest) for outcome in preview.values()]
        state = preview[Rating(rating)]
        weakest = min(weakest, state.stability)


@pytest.fixture(scope="module", params=CASES, ids=list(CASES))
def pairs(request: pytest.FixtureRequest) -> list[tuple[CardState, dict, float]]:
    """What recall and what Anki makes of each rating, over all histories of a case."""
    settings = CASES[request.param]
    asked = histories(request.param)
    theirs = by_anki(settings, asked)
    return [
        (state, outcome, weakest)
        for history, answers in zip(asked, theirs, strict=True)
        for ours, outcomes in zip(by_recall(settings, history), answers, strict=True)
        for (state, weakest), outcome in zip(ours, outcomes, strict=True)
    ]


def test_the_phase_and_the_step_are_those_of_anki(pairs: list) -> None:
    for ours, theirs, _ in pairs:
        assert (ours.phase.value, ours.step) == (theirs["phase"], theirs["step"])


def test_steps_take_as_long_as_in_anki(pairs: list) -> None:
    for ours, theirs, _ in pairs:
        if theirs["delay"] is not None:
            assert (ours.due_at - ours.last_at) / 1000 == pytest.approx(
                theirs["delay"], abs=1, rel=1e-3
            )


def test_stability_is_that_of_anki(pairs: list) -> None:
    for ours, theirs, weakest in pairs:
        # Four decimals of a small S are few: what is lost there stays lost.
        assert ours.stability == pytest.approx(theirs["S"], rel=1e-3 + 1e-4 / weakest, abs=1e-4)


def test_difficulty_is_that_of_anki(pairs: list) -> None:
    for ours, theirs, _ in pairs:
        # Anki goes on from three decimals: half of the last one is lost at every answer.
        assert ours.difficulty == pytest.approx(theirs["D"], abs=5e-4 * ours.reps + 1e-6)


def test_intervals_are_those_of_anki_to_a_day(pairs: list) -> None:
    for ours, theirs, _ in pairs:
        # Of decades, what Anki's rounding of S takes away is more than a day.
        assert abs(ours.interval - theirs["days"]) <= max(1, 4e-4 * theirs["days"])


def test_nearly_all_intervals_within_a_year_are_exactly_those_of_anki(pairs: list) -> None:
    within = [(ours, theirs) for ours, theirs, _ in pairs if theirs["days"] <= 365]
    same = sum(ours.interval == theirs["days"] for ours, theirs in within)
    assert same >= 0.98 * len(within)
