"""The loop over whole journals agrees with py-fsrs, which schedules, to nine digits."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall.model.memory import NEW, CardState, Phase
from recall.model.rating import Rating
from recall.model.settings import Settings
from recall.scheduling.bulk import Replayer, Trace, pack, trace, unpack
from recall.scheduling.replay import Answer
from recall.scheduling.scheduler import Scheduler

VECTORS = json.loads(
    (Path(__file__).parent.parent / "vectors" / "fsrs-vectors.json").read_text("utf-8")
)
PARAMETERS = [tuple(VECTORS["params"][name]) for name in ("default", "custom")]
SCHEDULERS = {parameters: Scheduler(Settings(parameters=parameters)) for parameters in PARAMETERS}
REPLAYERS = {parameters: Replayer(Settings(parameters=parameters)) for parameters in PARAMETERS}
DAY = 20_000

answers = st.lists(
    st.tuples(st.sampled_from(Rating), st.one_of(st.just(0), st.integers(1, 2000))),
    min_size=1,
    max_size=12,
)


def packed(steps: list[tuple[Rating, int]]) -> list[int]:
    day, found = DAY, []
    for number, (rating, elapsed) in enumerate(steps):
        day += elapsed if number else 0
        found.append(day * 8 + rating)
    return found


def by_py_fsrs(parameters: tuple[float, ...], history: list[int]) -> Trace:
    scheduler, state, found = SCHEDULERS[parameters], NEW, Trace([], [], [])
    last = history[0] >> 3
    for answer in history:
        day = answer >> 3
        known = scheduler.retrievability(state, day=day)
        memory = scheduler.memory(state, Rating(answer & 7), elapsed=day - last)
        state = CardState(
            Phase.REVIEW,
            stability=memory.stability,
            difficulty=memory.difficulty,
            last_day=day,
        )
        found.retrievability.append(known)
        found.stability.append(memory.stability)
        found.difficulty.append(memory.difficulty)
        last = day
    return found


@settings(deadline=None)
@given(parameters=st.sampled_from(PARAMETERS), many=st.lists(answers, max_size=3))
def test_every_memory_is_that_of_py_fsrs(
    parameters: tuple[float, ...], many: list[list[tuple[Rating, int]]]
) -> None:
    histories = [packed(steps) for steps in many]
    ours, theirs = trace(parameters, histories), Trace([], [], [])
    for history in histories:
        one = by_py_fsrs(parameters, history)
        theirs.retrievability.extend(one.retrievability)
        theirs.stability.extend(one.stability)
        theirs.difficulty.extend(one.difficulty)
    assert [r or 0.0 for r in ours.retrievability] == pytest.approx(
        [r or 0.0 for r in theirs.retrievability], rel=1e-9
    )
    assert ours.stability == pytest.approx(theirs.stability, rel=1e-9)
    assert ours.difficulty == pytest.approx(theirs.difficulty, rel=1e-9)


@pytest.mark.parametrize(
    "sequence", VECTORS["sequences"], ids=lambda s: f"{s['name']}-{s['params']}"
)
def test_the_memory_is_that_of_the_vectors(sequence: dict) -> None:
    steps = [(Rating(step["rating"]), step["elapsed_days"]) for step in sequence["steps"]]
    found = trace(VECTORS["params"][sequence["params"]], [packed(steps)])
    assert found.stability == pytest.approx([s["S"] for s in sequence["steps"]], rel=1e-9)


def test_a_day_before_the_last_one_counts_as_the_last_one() -> None:
    west = [DAY * 8 + 3, (DAY + 4) * 8 + 3, (DAY + 3) * 8 + 3, (DAY + 6) * 8 + 3]
    same = [DAY * 8 + 3, (DAY + 4) * 8 + 3, (DAY + 4) * 8 + 3, (DAY + 6) * 8 + 3]
    assert trace(PARAMETERS[0], [west]) == trace(PARAMETERS[0], [same])
    assert unpack(west) == unpack(same)


@given(steps=answers)
def test_unpacking_gives_back_what_was_packed(steps: list[tuple[Rating, int]]) -> None:
    history = unpack(packed(steps))
    assert pack(history) == packed(steps)
    assert history[1:] == tuple(
        Answer(rating, elapsed, answer.day)
        for (rating, elapsed), answer in zip(steps[1:], history[1:], strict=True)
    )


@settings(deadline=None)
@given(
    parameters=st.sampled_from(PARAMETERS),
    rating=st.sampled_from(Rating),
    state=st.builds(
        CardState,
        phase=st.just(Phase.REVIEW),
        stability=st.floats(0.01, 3000),
        difficulty=st.floats(1, 10),
    )
    | st.just(NEW),
    elapsed=st.integers(0, 3000),
)
def test_a_replayer_remembers_as_the_scheduler_does(
    parameters: tuple[float, ...], rating: Rating, state: CardState, elapsed: int
) -> None:
    ours = REPLAYERS[parameters].memory(state, rating, elapsed=elapsed)
    theirs = SCHEDULERS[parameters].memory(state, rating, elapsed=elapsed)
    assert ours.stability == pytest.approx(theirs.stability, rel=1e-9)
    assert ours.difficulty == pytest.approx(theirs.difficulty, rel=1e-9)
