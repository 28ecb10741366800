"""The journal outside a session: files, merging, the cache."""

import json
from pathlib import Path

import pytest

from recall.app import importing, journal
from recall.app.files import BadFile
from recall.export.jsonl import BadJournalLine
from recall.model.ids import CardId
from recall.model.journal import Suspend
from tests.app.desk import answer, open_desk, states, write_deck


def test_an_undo_that_was_undone_leaves_its_entry_to_be_undone(
    folder: Path, tmp_path: Path
) -> None:
    base = {"learner": "me", "at": "2026-02-01T12:00:00Z", "utc_offset": 0}
    lines = [
        base | {"id": "e0", "card": "two", "kind": "suspend"},
        base | {"id": "e1", "card": "one", "kind": "suspend", "at": "2026-02-01T12:01:00Z"},
        base | {"id": "u1", "card": "one", "kind": "undo", "target": "e1"},
        base | {"id": "u2", "card": "one", "kind": "undo", "target": "u1"},
    ]
    file = tmp_path / "journal.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    with open_desk(folder) as desk:
        importing.import_journal(desk, file)
        taken = desk.take_back()
        assert taken is not None
        assert taken.id == "e1"


def test_suspending_twice_writes_one_entry(folder: Path) -> None:
    with open_desk(folder) as desk:
        for expected in (True, False):
            ((_, state),) = journal.write_by_hand(desk, [CardId("one")], Suspend())
            assert (state is not None) is expected
        assert len(list(journal.export_journal(desk))) == 1


def test_the_journal_survives_export_and_import(folder: Path, tmp_path: Path) -> None:
    with open_desk(folder) as desk:
        answer(desk, 1, 3, 4)
        desk.take_back()
        lines = list(journal.export_journal(desk))
        before = states(desk)
    other = tmp_path / "other"
    write_deck(other)
    file = tmp_path / "journal.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with open_desk(other) as desk:
        assert importing.import_journal(desk, file) == (4, 4)
        assert importing.import_journal(desk, file) == (4, 0)
        assert states(desk) == before
        assert list(journal.export_journal(desk)) == lines


def test_a_bad_line_is_named_and_nothing_is_imported(folder: Path, tmp_path: Path) -> None:
    with open_desk(folder) as desk:
        answer(desk, 3)
        lines = list(journal.export_journal(desk))
        desk.take_back()
    file = tmp_path / "journal.jsonl"
    other = tmp_path / "other"
    write_deck(other)
    file.write_text(lines[0] + "\n\n{not json}\n", encoding="utf-8")
    with open_desk(other) as desk:
        with pytest.raises(BadJournalLine, match="line 3"):
            importing.import_journal(desk, file)
        assert list(journal.export_journal(desk)) == []


def test_an_import_without_ids_adds_nothing_twice(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    line = (
        '{"card":"one","at":"2026-02-01T03:00:00+08:00","utc_offset":480,'
        '"kind":"review","rating":3}'
    )
    file.write_text(line + "\n", encoding="utf-8")
    with open_desk(folder) as desk:
        assert importing.import_journal(desk, file) == (1, 1)
        assert importing.import_journal(desk, file) == (1, 0)
        ((entry, _),) = journal.history(desk, CardId("one"))
        assert entry.study_day == 20484  # 03:00 there is still the study day of 31 January


def test_entries_of_unknown_cards_are_kept(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    line = '{"card":"later","at":"2026-02-01T12:00:00Z","kind":"review","rating":4}'
    file.write_text(line + "\n", encoding="utf-8")
    with open_desk(folder) as desk:
        importing.import_journal(desk, file)
        assert len(journal.history(desk, CardId("later"))) == 1


def test_the_doctor_finds_and_mends_a_drifted_cache(folder: Path) -> None:
    with open_desk(folder) as desk:
        answer(desk, 3, 3)
        with desk.store.begin() as tx:
            from dataclasses import replace

            state = tx.state(desk.workspace.learner, CardId("one"))
            tx.put_states(desk.workspace.learner, {CardId("one"): replace(state, reps=9)})
        (difference,) = journal.differences(desk)
        assert difference.card == "one"
        assert journal.rebuild_cache(desk) == 2
        assert journal.differences(desk) == []


def test_an_exported_journal_can_be_imported_again(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    line = '{"card":"one","at":"2026-02-01T12:00:00Z","kind":"review","rating":4}'
    file.write_text(line + "\n", encoding="utf-8")
    with open_desk(folder) as desk:
        importing.import_journal(desk, file)
        journal.write_journal(file, journal.export_journal(desk), force=True)
        assert importing.import_journal(desk, file) == (1, 0)


def test_one_file_may_be_imported_for_two_learners(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    line = '{"card":"one","at":"2026-02-01T12:00:00Z","kind":"review","rating":4}'
    file.write_text(line + "\n", encoding="utf-8")
    for learner in ("ada", "bob"):
        with open_desk(folder, RECALL_LEARNER=learner) as desk:
            assert importing.import_journal(desk, file) == (1, 1)


@pytest.mark.parametrize(
    "member",
    [
        '"study_day":100000000000',
        '"rating":9',
        '"at":"1066-10-14T12:00:00Z"',
        '"at":"2026-02-01T12:00:00"',
        '"utc_offset":99999',
        '"duration_ms":-5',
        '"kind":"nonsense"',
        '"card":""',
    ],
)
def test_impossible_values_are_refused_at_the_import(
    folder: Path, tmp_path: Path, member: str
) -> None:
    good = {"card": "one", "at": "2026-02-01T12:00:00Z", "kind": "review", "rating": 4}
    line = json.dumps(good | json.loads("{" + member + "}"))
    file = tmp_path / "journal.jsonl"
    file.write_text(line + "\n", encoding="utf-8")
    with open_desk(folder) as desk, pytest.raises(BadJournalLine, match="line 1"):
        importing.import_journal(desk, file)


def test_a_journal_is_not_written_over_another_file(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "thesis.txt"
    other.write_text("years of work")
    with open_desk(folder) as desk, pytest.raises(BadFile, match="not a journal"):
        journal.write_journal(other, journal.export_journal(desk), force=False)
    assert other.read_text() == "years of work"
