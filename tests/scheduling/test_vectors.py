"""FSRS-6 reference vectors: independent float64 formulas, and Anki's intervals.

Each step of a sequence has a rating, the study days since the step before, and what comes out. The
cards have no steps, and fuzz is off.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from recall.model.ids import CardId
from recall.model.memory import NEW, CardState, Phase
from recall.model.rating import Rating
from recall.model.settings import Settings
from recall.scheduling.day import study_day
from recall.scheduling.fuzz import half_up
from recall.scheduling.scheduler import Scheduler

VECTORS = json.loads(
    (Path(__file__).parent.parent / "vectors" / "fsrs-vectors.json").read_text("utf-8")
)
SEQUENCES = VECTORS["sequences"]
CARD = CardId("kv-cache-batch")
DAY_MS = 86_400_000


def scheduler_for(sequence: dict[str, str]) -> Scheduler:
    parameters = tuple(VECTORS["params"][sequence["params"]])
    return Scheduler(
        Settings(parameters=parameters, learning_steps=(), relearning_steps=(), fuzz=False)
    )


def replayed(sequence: dict[str, list[dict[str, float]]]) -> Iterator[tuple[dict, CardState]]:
    scheduler = scheduler_for(sequence)
    state, day = NEW, 20_000
    for minute, step in enumerate(sequence["steps"]):
        day += step["elapsed_days"]
        at = day * DAY_MS + DAY_MS // 2 + minute * 60_000
        state = scheduler.review(CARD, state, Rating(step["rating"]), at=at, day=day)
        yield step, state


each_sequence = pytest.mark.parametrize(
    "sequence", SEQUENCES, ids=[f"{s['name']}-{s['params']}" for s in SEQUENCES]
)


@each_sequence
def test_stability_is_that_of_the_formulas(sequence: dict) -> None:
    for step, state in replayed(sequence):
        assert state.stability == pytest.approx(step["S"], rel=1e-9)


@each_sequence
def test_difficulty_is_that_of_the_formulas(sequence: dict) -> None:
    for step, state in replayed(sequence):
        assert state.difficulty == pytest.approx(step["D"], rel=1e-9)


@each_sequence
def test_the_plain_interval_is_exact(sequence: dict) -> None:
    scheduler = scheduler_for(sequence)
    for step, state in replayed(sequence):
        assert max(1, half_up(scheduler.plain_interval(state.stability))) == step["interval"]


@each_sequence
def test_the_scheduled_interval_is_that_of_anki(sequence: dict) -> None:
    # Hard < good < easy, not below the previous interval, and 0 for less than half a day.
    for step, state in replayed(sequence):
        assert state.interval == step["anki_ivl"]


@each_sequence
def test_only_intervals_under_half_a_day_stay_on_the_day(sequence: dict) -> None:
    for step, state in replayed(sequence):
        assert (state.phase is Phase.REVIEW) == (step["raw_interval"] >= 0.5)


@pytest.mark.parametrize(
    ("first", "second", "stability"),
    [
        # 22:00, then 09:00: eleven hours later, but the next study day.
        (22 * 60, 24 * 60 + 9 * 60, 13.485),
        # 05:00, then 23:00: eighteen hours later, the same study day.
        (5 * 60, 23 * 60, 8.2956),
        # 01:00, then 05:00: the same date, but the study day before.
        (1 * 60, 5 * 60, 13.485),
    ],
)
def test_memory_counts_study_days(first: int, second: int, stability: float) -> None:
    scheduler, state = Scheduler(Settings(zone="UTC")), NEW
    for rating, minute in ((Rating.EASY, first), (Rating.GOOD, second)):
        at = 20_000 * DAY_MS + minute * 60_000
        day = study_day(at, zone="UTC", day_start=240)
        state = scheduler.review(CARD, state, rating, at=at, day=day)
    assert state.stability == pytest.approx(stability, abs=5e-4)
