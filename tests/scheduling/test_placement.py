"""An answer's entry says where the card went; the fold keeps that promise."""

from dataclasses import replace

import pytest

from recall.export.jsonl import Defaults, read_lines, write_line
from recall.model.ids import CardId, EntryId, LearnerId
from recall.model.journal import Entry, Event, Import, Placement, Review
from recall.model.memory import NEW, CardState, Phase
from recall.model.rating import Rating
from recall.model.settings import FSRS6_DEFAULT, Settings
from recall.scheduling.fold import fold, placement
from recall.scheduling.scheduler import Scheduler

DAY = 20_000
CARD = CardId("kv-cache")
PLAIN = Scheduler(Settings())
OTHERS = (
    Settings(desired_retention=0.97),
    Settings(learning_steps=(), relearning_steps=()),
    Settings(maximum_interval=3),
    Settings(fuzz=False),
)


def entry(event: Event, *, day: int, number: int) -> Entry:
    at = day * 86_400_000 + 43_200_000 + number
    return Entry(EntryId(f"{number:04}"), LearnerId("me"), CARD, at, 0, day, event)


def answered(*ratings: tuple[int, Rating]) -> tuple[list[Entry], CardState]:
    """A journal as a session writes it, and the state it showed at the end."""
    state, entries = NEW, []
    for number, (day, rating) in enumerate(ratings):
        made = entry(Review(rating, 1000), day=day, number=number)
        state = PLAIN.review(CARD, state, rating, at=made.at, day=day)
        entries.append(replace(made, event=Review(rating, 1000, placed=placement(state))))
    return entries, state


JOURNAL = ((DAY, Rating.GOOD), (DAY, Rating.GOOD), (DAY + 2, Rating.GOOD), (DAY + 9, Rating.AGAIN))


def where(state: CardState) -> tuple[object, ...]:
    return (state.phase, state.step, state.due_day, state.due_at, state.interval, state.lapses)


def test_the_fold_is_the_state_that_the_session_showed() -> None:
    entries, state = answered(*JOURNAL)
    assert replace(fold(entries, PLAIN), last_entry="") == state


@pytest.mark.parametrize("settings", OTHERS)
@pytest.mark.parametrize("length", range(1, 5))
def test_other_settings_do_not_move_a_card(settings: Settings, length: int) -> None:
    entries, state = answered(*JOURNAL[:length])
    assert where(fold(entries, Scheduler(settings))) == where(state)


def test_other_parameters_change_the_memory_and_not_the_day() -> None:
    entries, state = answered(*JOURNAL)
    later = tuple(w * 1.3 if i < 4 else w for i, w in enumerate(FSRS6_DEFAULT))
    folded = fold(entries, Scheduler(Settings(parameters=later)))
    assert folded.stability != state.stability
    assert folded.due_day == state.due_day


def test_a_journal_without_placements_is_scheduled_by_the_settings_in_use() -> None:
    bare = [entry(Review(r, 1000), day=d, number=n) for n, (d, r) in enumerate(JOURNAL[:3])]
    usual, eager = (fold(bare, Scheduler(Settings(desired_retention=r))) for r in (0.9, 0.97))
    assert usual.due_day is not None
    assert eager.due_day is not None
    assert usual.due_day > eager.due_day


def test_an_import_puts_a_new_card_in_review() -> None:
    state = fold([entry(Import(60.0, 4.0, DAY + 55), day=DAY, number=0)], PLAIN)
    assert where(state) == (Phase.REVIEW, None, DAY + 55, None, 55, 0)
    assert (state.stability, state.difficulty, state.last_day) == (60.0, 4.0, DAY)


@pytest.mark.parametrize(
    "event",
    [
        Review(Rating.GOOD, 7, placed=Placement(Phase.REVIEW, DAY + 3, 3)),
        Review(Rating.AGAIN, 7, placed=Placement(Phase.RELEARNING, DAY, 0, 1_728_000_600_000, 0)),
        Review(Rating.GOOD, 7),
        Import(60.25, 4.5, DAY + 55),
    ],
)
def test_a_line_of_a_journal_file_keeps_it(event: Event) -> None:
    written = entry(event, day=DAY, number=1)
    defaults = Defaults(LearnerId("me"), 240, "journal.jsonl")
    assert tuple(read_lines([write_line(written)], defaults)) == (written,)
