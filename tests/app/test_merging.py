"""Journals of several machines merge to the same states, in whatever order they come."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recall.app import importing, journal
from recall.app.reviewing import Desk
from recall.export.jsonl import write_line
from recall.model.ids import CardId, EntryId, LearnerId
from recall.model.journal import (
    Bury,
    Entry,
    Event,
    Flag,
    Import,
    Placement,
    Reset,
    Resume,
    Review,
    SetDue,
    Suspend,
    Undo,
)
from recall.model.memory import CardState, Phase
from recall.model.rating import Rating
from tests.app.desk import open_desk, write_deck

DAY, MACHINES = 20_000, 3
EVENTS: tuple[Event, ...] = (
    *(Review(rating, 1000) for rating in Rating),
    *(Review(rating, 900, placed=Placement(Phase.REVIEW, DAY + 7, 4)) for rating in Rating),
    Suspend(),
    Resume(),
    Bury(),
    Reset(),
    SetDue(DAY + 5),
    Import(30.0, 5.0, DAY + 20),
    Flag(True),
)

lines = st.lists(
    st.tuples(
        st.integers(0, MACHINES - 1),
        st.sampled_from(("one", "two", "elsewhere")),
        st.integers(0, 30),
        st.sampled_from(EVENTS) | st.integers(0, 15),
    ),
    min_size=1,
    max_size=16,
)


def entries(drawn: list[tuple[int, str, int, Event | int]]) -> list[tuple[int, Entry]]:
    """Entries with their machine; a number in place of an event takes that entry back."""
    return [
        (
            machine,
            Entry(
                EntryId(f"entry-{number:02}"),
                LearnerId("me"),
                CardId(card),
                DAY * 86_400_000 + minute * 3_600_000,
                0,
                DAY + minute // 24,
                Undo(EntryId(f"entry-{event:02}")) if isinstance(event, int) else event,
            ),
        )
        for number, (machine, card, minute, event) in enumerate(drawn)
    ]


def merged(folder: Path, files: list[Path]) -> dict[CardId, CardState]:
    write_deck(folder)
    with open_desk(folder, RECALL_LEARNER="me") as desk:
        for file in files:
            importing.import_journal(desk, file)
        assert journal.differences(desk) == []
        return states(desk)


def states(desk: Desk) -> dict[CardId, CardState]:
    with desk.store.read() as tx:
        return tx.states(desk.workspace.learner)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(drawn=lines, order=st.permutations(range(MACHINES)))
def test_any_order_of_merges_gives_the_same_states(
    drawn: list[tuple[int, str, int, Event | int]],
    order: list[int],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("merge")
    files = [folder / f"{machine}.jsonl" for machine in range(MACHINES)]
    written = entries(drawn)
    for machine, file in enumerate(files):
        # What two machines already shared is in both journals.
        own = [e for place, e in written if place in (machine, (machine + 1) % MACHINES)]
        file.write_text("".join(f"{write_line(entry)}\n" for entry in own))
    shuffled = [files[machine] for machine in order]
    assert merged(folder / "a", files) == merged(folder / "b", [*shuffled, files[0]])
