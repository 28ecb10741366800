"""Progress as rows of Anki's tables."""

import json
import sqlite3
import zipfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from recall.export.anki import Progress, export_anki
from recall.export.anki.schedule import FIRST_DAY, log, schedule
from recall.model.card import Card
from recall.model.ids import CardId, EntryId, LearnerId
from recall.model.journal import Entry, Event, Reset, Review, Suspend
from recall.model.memory import NEW, CardState, Phase
from recall.model.rating import Rating
from recall.model.settings import Settings
from recall.scheduling.fold import steps
from recall.scheduling.scheduler import Scheduler
from tests.export import samples

DAY = FIRST_DAY + 500
AT = DAY * 86_400_000 + 12 * 3_600_000
SETTINGS = Settings(fuzz=False)
SCHEDULER = Scheduler(SETTINGS)


def entry(number: int, event: Event, *, day: int = 0, minute: int = 0) -> Entry:
    at = AT + day * 86_400_000 + minute * 60_000
    return Entry(
        EntryId(f"{number:04d}"), LearnerId("me"), CardId("mla-rope"), at, 0, DAY + day, event
    )


def history(*events: tuple[Event, int, int]) -> tuple[tuple[Entry, CardState], ...]:
    """Events with their day and minute."""
    entries = [entry(n, e, day=day, minute=minute) for n, (e, day, minute) in enumerate(events)]
    return steps(entries, SCHEDULER)


GOOD, AGAIN, EASY = (Review(rating, 5_000) for rating in (Rating.GOOD, Rating.AGAIN, Rating.EASY))
GRADUATED = ((GOOD, 0, 0), (GOOD, 0, 10))


def test_a_new_card_has_no_schedule() -> None:
    assert schedule(NEW, SETTINGS) is None


def test_a_step_of_the_same_day_is_due_at_its_second() -> None:
    ((_, state),) = history((GOOD, 0, 0))
    row = schedule(state, SETTINGS)
    assert row is not None
    assert (row.type, row.queue, row.due, row.ivl, row.left) == (1, 1, AT // 1000 + 600, 0, 1)


def test_a_step_that_ends_on_a_later_day_is_due_on_that_day() -> None:
    state = replace(history((GOOD, 0, 0))[0][1], due_day=DAY + 1)
    row = schedule(state, SETTINGS)
    assert row is not None
    assert (row.queue, row.due) == (3, DAY + 1 - FIRST_DAY)


def test_a_review_is_due_on_its_day() -> None:
    state = history(*GRADUATED)[-1][1]
    row = schedule(state, SETTINGS)
    assert row is not None
    assert (row.type, row.queue, row.due) == (2, 2, DAY + state.interval - FIRST_DAY)
    assert (row.ivl, row.factor, row.reps, row.lapses, row.left) == (state.interval, 2500, 2, 0, 0)


def test_a_lapse_is_relearned() -> None:
    state = history(*GRADUATED, (AGAIN, 3, 0))[-1][1]
    row = schedule(state, SETTINGS)
    assert row is not None
    assert (row.type, row.queue, row.lapses, row.left) == (3, 1, 1, 1)


def test_memory_stands_in_the_data_of_the_card() -> None:
    state = history(*GRADUATED)[-1][1]
    row = schedule(state, SETTINGS)
    assert row is not None
    data = json.loads(row.data)
    assert data.keys() == {"s", "d", "dr", "decay", "lrt"}
    assert (data["s"], data["lrt"]) == (round(state.stability or 0, 4), AT // 1000 + 600)


def test_a_suspended_card_keeps_its_place() -> None:
    state = history(*GRADUATED, (Suspend(), 1, 0))[-1][1]
    row = schedule(state, SETTINGS)
    assert row is not None
    assert (row.type, row.queue, row.ivl) == (2, -1, state.interval)


def test_the_log_tells_learning_reviews_and_lapses_apart() -> None:
    rows = list(log(history(*GRADUATED, (GOOD, 3, 0), (AGAIN, 15, 0), (GOOD, 15, 10))))
    assert [row.kind for row in rows] == [0, 0, 1, 1, 2]


def test_intervals_of_steps_are_seconds_below_zero() -> None:
    rows = list(log(history(*GRADUATED)))
    assert (rows[0].interval, rows[1].last_interval, rows[1].interval > 0) == (-600, -600, True)


def test_the_log_begins_after_the_last_reset() -> None:
    rows = list(log(history(*GRADUATED, (Reset(), 2, 0), (GOOD, 3, 0))))
    assert [(row.kind, row.last_interval) for row in rows] == [(0, 0)]


def test_an_answer_takes_a_minute_at_most() -> None:
    (row,) = log(history((Review(Rating.GOOD, 900_000), 0, 0)))
    assert row.taken == 60_000


def rows_of(path: Path, query: str) -> list[tuple]:
    with zipfile.ZipFile(path) as file, closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(file.read("collection.anki2"))
        return db.execute(query).fetchall()


def export(path: Path, *cards: Card, **more: object) -> Path:
    listed = cards or samples.cards()
    export_anki(samples.collection(*listed), path=path, changed_at={}, **more)  # type: ignore[arg-type]
    return path


def test_answers_of_the_same_millisecond_have_ids_of_their_own(tmp_path: Path) -> None:
    first, second, *_ = samples.cards()
    past = history((GOOD, 0, 0))
    progress = Progress(SETTINGS, {first.id: past, second.id: past})
    ids = rows_of(export(tmp_path / "a.apkg", progress=progress), "SELECT id FROM revlog")
    assert ids == [(AT,), (AT + 1,)]


def test_the_same_progress_makes_the_same_bytes(tmp_path: Path) -> None:
    first, *_ = samples.cards()
    progress = Progress(SETTINGS, {first.id: history(*GRADUATED)})
    one, other = (export(tmp_path / name, progress=progress) for name in ("a.apkg", "b.apkg"))
    assert one.read_bytes() == other.read_bytes()


@pytest.mark.parametrize("with_progress", [True, False])
def test_a_suspended_new_card_is_suspended(tmp_path: Path, with_progress: bool) -> None:
    first, *_ = samples.cards()
    states = {first.id: replace(NEW, suspended=True)}
    progress = Progress(SETTINGS, {}) if with_progress else None
    path = export(tmp_path / "a.apkg", states=states, progress=progress)
    assert rows_of(path, "SELECT due FROM cards WHERE queue = -1 AND type = 0") == [(1,)]


def test_the_cards_of_a_draft_are_suspended(tmp_path: Path) -> None:
    first, *others = samples.cards()
    path = export(tmp_path / "a.apkg", replace(first, tags=("draft",)), *others)
    assert rows_of(path, "SELECT count(*) FROM cards WHERE queue = -1") == [(1,)]


def test_without_progress_there_is_no_preset(tmp_path: Path) -> None:
    ((presets,),) = rows_of(export(tmp_path / "a.apkg"), "SELECT dconf FROM col")
    assert list(json.loads(presets)) == ["1"]


def test_states_without_progress_leave_cards_new(tmp_path: Path) -> None:
    first, *_ = samples.cards()
    states = {first.id: CardState(phase=Phase.REVIEW, stability=5.0, difficulty=5.0, due_day=DAY)}
    path = export(tmp_path / "a.apkg", states=states)
    assert rows_of(path, "SELECT DISTINCT type FROM cards") == [(0,)]
