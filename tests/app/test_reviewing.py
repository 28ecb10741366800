"""Answers into the store and out of it again."""

import json
import re
from pathlib import Path

import pytest

from recall.app import journal
from recall.app.compiling import compile_decks, is_fresh
from recall.app.files import BadFile
from recall.app.reviewing import Choice, Desk
from recall.app.today import look, look_in
from recall.errors import UsageError
from recall.export.jsonl import BadJournalLine
from recall.model.ids import CardId
from recall.model.journal import Bury, Resume, Review, Suspend
from recall.model.memory import Phase
from recall.model.rating import Rating
from recall.session import effects, events, step
from tests.app.desk import DECK, open_desk, write_deck


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_deck(tmp_path)
    return tmp_path


def answer(desk: Desk, *ratings: int) -> list[str]:
    """Reveal and rate that many cards; the ids in the order they were asked."""
    session, _ = desk.start(Choice())
    asked = []
    for rating in ratings:
        assert session.deal is not None
        asked.append(session.deal.card.id)
        session, _ = step(session, events.Reveal(desk.workspace.now()))
        session, todo = step(session, events.Rate(Rating(rating), desk.workspace.now()))
        for effect in todo:
            if isinstance(effect, effects.Append):
                desk.append(effect.entry)
    return asked


def states(desk: Desk) -> dict[str, Phase]:
    with desk.store.read() as tx:
        return {c: s.phase for c, s in tx.states(desk.workspace.learner).items()}


def test_an_answer_is_in_the_store_before_the_next_question(folder: Path) -> None:
    with open_desk(folder) as desk:
        assert answer(desk, 3) == ["one"]
    with open_desk(folder) as desk:
        assert states(desk) == {"one": Phase.LEARNING}


def test_siblings_wait_for_another_day(folder: Path) -> None:
    with open_desk(folder) as desk:
        assert answer(desk, 4, 4, 4, 4) == ["one", "two", "three/c1", "five"]
    with open_desk(folder, now="2026-03-02T10:00:00Z") as desk:
        assert answer(desk, 4) == ["three/c2"]


def test_the_daily_limit_counts_what_earlier_runs_did(folder: Path) -> None:
    with open_desk(folder, RECALL_NEW_PER_DAY="3") as desk:
        answer(desk, 4, 4)
    with open_desk(folder, now="2026-03-01T20:00:00Z", RECALL_NEW_PER_DAY="3") as desk:
        assert len(desk.queue(Choice(), day=desk.workspace.now().day).new) == 1


def test_undo_gives_the_place_in_the_limit_back(folder: Path) -> None:
    with open_desk(folder, RECALL_NEW_PER_DAY="1") as desk:
        answer(desk, 4)
        desk.take_back()
        assert len(desk.queue(Choice(), day=desk.workspace.now().day).new) == 1


def test_undo_reaches_into_earlier_sessions(folder: Path) -> None:
    with open_desk(folder) as desk:
        answer(desk, 3, 4)
    with open_desk(folder, now="2026-03-05T10:00:00Z") as desk:
        taken = [desk.take_back() for _ in range(3)]
        assert [entry and entry.card for entry in taken] == ["two", "one", None]
        assert set(states(desk).values()) == {Phase.NEW}


def test_undo_of_an_entry_by_hand(folder: Path) -> None:
    with open_desk(folder) as desk:
        journal.write_by_hand(desk, [CardId("one")], Suspend())
        assert desk.take_back() is not None
        with desk.store.read() as tx:
            assert not tx.state(desk.workspace.learner, CardId("one")).suspended


def test_a_clock_that_went_back_does_not_reorder_entries(folder: Path) -> None:
    with open_desk(folder) as desk:
        journal.write_by_hand(desk, [CardId("one")], Suspend())
    with open_desk(folder, now="2026-03-01T09:30:00Z") as desk:
        ((_, state),) = journal.write_by_hand(desk, [CardId("one")], Resume())
        assert state is not None
        assert not state.suspended


def test_a_day_tried_out_in_the_future_does_not_poison_the_present(folder: Path) -> None:
    with open_desk(folder, now="2027-06-01T10:00:00Z") as desk:
        answer(desk, 3)
        desk.take_back()
    with open_desk(folder, now="2026-03-01T10:00:00Z") as desk:
        answer(desk, 3)
        (entry, state) = journal.history(desk, CardId("one"))[-1]
        assert entry.study_day == state.due_day == 20513


def test_undo_takes_the_newest_entry_of_two_runs_at_the_same_time(folder: Path) -> None:
    for card in ("one", "two"):
        with open_desk(folder) as desk:
            journal.write_by_hand(desk, [CardId(card)], Suspend())
    with open_desk(folder) as desk:
        taken = desk.take_back()
        assert taken is not None
        assert taken.card == "two"


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
        journal.import_journal(desk, file)
        taken = desk.take_back()
        assert taken is not None
        assert taken.id == "e1"


def test_suspending_twice_writes_one_entry(folder: Path) -> None:
    with open_desk(folder) as desk:
        for expected in (True, False):
            ((_, state),) = journal.write_by_hand(desk, [CardId("one")], Suspend())
            assert (state is not None) is expected
        assert len(list(journal.export_journal(desk))) == 1


def test_an_undo_of_a_card_that_is_not_in_the_decks_is_possible(folder: Path) -> None:
    with open_desk(folder) as desk:
        journal.write_by_hand(desk, [CardId("elsewhere")], Suspend())
        assert desk.take_back() is not None


def test_a_buried_card_is_back_on_the_next_day(folder: Path) -> None:
    with open_desk(folder) as desk:
        journal.write_by_hand(desk, [CardId("one")], Bury())
        assert answer(desk, 4) == ["two"]
    with open_desk(folder, now="2026-03-02T10:00:00Z") as desk:
        assert answer(desk, 4) == ["one"]


@pytest.mark.parametrize(
    ("choice", "named"),
    [
        (Choice(decks=("smal",)), "Did you mean"),
        (Choice(pillars=("q",)), "there is no pillar"),
        (Choice(tags=("x",)), "there is no tag"),
    ],
)
def test_a_filter_that_names_nothing_is_an_error(folder: Path, choice: Choice, named: str) -> None:
    with open_desk(folder) as desk, pytest.raises(UsageError, match=named):
        desk.start(choice)


def test_the_quick_look_agrees_with_the_store(folder: Path) -> None:
    with open_desk(folder) as desk:
        answer(desk, 1, 3, 4)
        assert look(desk.workspace) is not None
    with open_desk(folder, now="2026-03-09T10:00:00Z") as desk:
        quick, full = look(desk.workspace), look_in(desk.workspace, desk.store)
        assert quick is not None
        assert quick.pillars == full.pillars
        assert quick.due == 3
        assert quick.pillars[0].overdue > 0


def test_learning_cards_that_come_later_are_not_due_now(folder: Path) -> None:
    with open_desk(folder, RECALL_LEARNING_STEPS="2h 4h", RECALL_NEW_PER_DAY="1") as desk:
        answer(desk, 3)
        now = look(desk.workspace)
        assert now is not None
        assert (now.due, now.new_available) == (0, 0)


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
        assert journal.import_journal(desk, file) == (4, 4)
        assert journal.import_journal(desk, file) == (4, 0)
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
            journal.import_journal(desk, file)
        assert list(journal.export_journal(desk)) == []


def test_an_import_without_ids_adds_nothing_twice(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    line = (
        '{"card":"one","at":"2026-02-01T03:00:00+08:00","utc_offset":480,'
        '"kind":"review","rating":3}'
    )
    file.write_text(line + "\n", encoding="utf-8")
    with open_desk(folder) as desk:
        assert journal.import_journal(desk, file) == (1, 1)
        assert journal.import_journal(desk, file) == (1, 0)
        ((entry, _),) = journal.history(desk, CardId("one"))
        assert entry.study_day == 20484  # 03:00 there is still the study day of 31 January


def test_entries_of_unknown_cards_are_kept(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    line = '{"card":"later","at":"2026-02-01T12:00:00Z","kind":"review","rating":4}'
    file.write_text(line + "\n", encoding="utf-8")
    with open_desk(folder) as desk:
        journal.import_journal(desk, file)
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


def test_a_review_remembers_variant_and_text(folder: Path) -> None:
    with open_desk(folder) as desk:
        answer(desk, 3)
        ((entry, _),) = journal.history(desk, CardId("one"))
        assert isinstance(entry.event, Review)
        assert len(entry.event.digest) == 16


def test_decks_are_compiled_only_when_a_file_changed(folder: Path) -> None:
    with open_desk(folder) as desk:
        assert desk.refresh() is None
        write_deck(folder, DECK + "\n## Six?\n\n6\n")
        compiled = desk.refresh()
        assert compiled is not None
        assert len(compiled.changes.new) == 1
        with desk.store.read() as tx:
            assert is_fresh(desk.workspace.roots, tx)


def test_a_new_title_of_a_pillar_is_noticed(folder: Path) -> None:
    with open_desk(folder) as desk:
        (folder / "decks" / "pillars.toml").write_text('[p]\norder = 1\ntitle.en = "Pea"\n')
        assert desk.refresh() is not None
        assert desk.refresh() is None


def test_an_edit_keeps_the_history(folder: Path) -> None:
    with open_desk(folder) as desk:
        answer(desk, 4)
        write_deck(folder, DECK.replace("## One?", "## One, really?"))
        desk.refresh()
        assert states(desk) == {"one": Phase.REVIEW}
        with desk.store.read() as tx:
            card = tx.card(CardId("one"))
        assert card is not None
        assert card.title == "One, really?"


def test_a_deck_that_empties_waits_for_confirmation(folder: Path) -> None:
    with open_desk(folder) as desk:
        write_deck(folder, "## Other?\n\nx\n")
        waiting = compile_decks(desk.workspace, desk.store)
        assert not waiting.applied
        with desk.store.read() as tx:
            assert "one" in tx.card_ids()
        assert compile_decks(desk.workspace, desk.store, confirmed=True).applied
        with desk.store.read() as tx:
            assert "one" not in tx.card_ids()


def test_a_note_that_comes_back_has_its_history(folder: Path) -> None:
    with open_desk(folder) as desk:
        answer(desk, 4)
        write_deck(folder, "## Other?\n\nx\n")
        compile_decks(desk.workspace, desk.store, confirmed=True)
        write_deck(folder)
        report = compile_decks(desk.workspace, desk.store, confirmed=True)
        assert "one" in report.changes.back
        assert states(desk)["one"] is Phase.REVIEW


CLOZES = "## {marks}\n<!-- id: marks -->\n"


def hidden(desk: Desk) -> dict[str, str]:
    """What each present cloze card of the note hides."""
    with desk.store.read() as tx:
        cards = tx.cards(tx.card_ids()).values()
    facets = {c.facet: c.body for c in cards if c.note == "marks"}
    return {f: re.sub(r".*==(.+)==.*", r"\1", b.question().back) for f, b in facets.items()}


def test_a_mark_never_gets_a_number_that_its_note_had(folder: Path) -> None:
    with open_desk(folder) as desk:
        for marks in ("==alpha== ==beta==", "==alpha==", "==alpha== ==zzzzz=="):
            write_deck(folder, CLOZES.format(marks=marks), name="p/marks.md")
            compile_decks(desk.workspace, desk.store, confirmed=True)
        assert hidden(desk) == {"c1": "alpha", "c3": "zzzzz"}


def test_a_mark_that_comes_back_has_its_number_again(folder: Path) -> None:
    with open_desk(folder) as desk:
        for marks in ("==alpha== ==beta==", "==alpha==", "==alpha== ==new== ==beta=="):
            write_deck(folder, CLOZES.format(marks=marks), name="p/marks.md")
            compile_decks(desk.workspace, desk.store, confirmed=True)
        assert hidden(desk) == {"c1": "alpha", "c2": "beta", "c3": "new"}


def test_a_note_that_comes_back_with_a_mark_in_front_keeps_its_numbers(folder: Path) -> None:
    with open_desk(folder) as desk:
        for text in (
            CLOZES.format(marks="==alpha== ==beta=="),
            "## Other?\n\nx\n",
            CLOZES.format(marks="==gamma== ==alpha== ==beta=="),
        ):
            write_deck(folder, text, name="p/marks.md")
            compile_decks(desk.workspace, desk.store, confirmed=True)
        assert hidden(desk) == {"c1": "alpha", "c2": "beta", "c3": "gamma"}


def test_both_languages_hide_the_same_mark(folder: Path) -> None:
    with open_desk(folder) as desk:
        for marks, words in (
            ("==alpha== ==beta==", "==阿尔法== ==贝塔=="),
            ("==gamma== ==alpha== ==beta==", "==伽马== ==阿尔法== ==贝塔=="),
        ):
            write_deck(folder, CLOZES.format(marks=marks), name="p/marks.md")
            write_deck(folder, CLOZES.format(marks=words), name="p/marks.zh.md")
            compile_decks(desk.workspace, desk.store, confirmed=True)
        with desk.store.read() as tx:
            card = tx.card(CardId("marks/c1"))
        assert card is not None
        assert "==alpha==" in card.body.question().back
        assert "==阿尔法==" in card.words("zh").body.question().back


def test_history_that_stays_behind_is_told(folder: Path) -> None:
    with open_desk(folder) as desk:
        answer(desk, 4)
        write_deck(folder, DECK.replace("\n1\n", "\n==1==\n"))
        compiled = compile_decks(desk.workspace, desk.store, confirmed=True)
        assert compiled.left_behind == ("one",)


def test_a_file_without_notes_does_not_ask_for_a_compile_each_time(folder: Path) -> None:
    (folder / "decks" / "p" / "prose.md").write_text("Just prose.\n")
    with open_desk(folder) as desk:
        assert desk.refresh() is None


def test_two_folders_with_the_same_deck_are_reported(folder: Path) -> None:
    write_deck(folder / "more")
    (folder / "recall.toml").write_text('decks = ["decks", "more/decks"]\n')
    with open_desk(folder) as desk:
        compiled = compile_decks(desk.workspace, desk.store)
        assert [d.code.id for d in compiled.diagnostics] == ["E113"]


def test_an_exported_journal_can_be_imported_again(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    line = '{"card":"one","at":"2026-02-01T12:00:00Z","kind":"review","rating":4}'
    file.write_text(line + "\n", encoding="utf-8")
    with open_desk(folder) as desk:
        journal.import_journal(desk, file)
        journal.write_journal(file, journal.export_journal(desk), force=True)
        assert journal.import_journal(desk, file) == (1, 0)


def test_one_file_may_be_imported_for_two_learners(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    line = '{"card":"one","at":"2026-02-01T12:00:00Z","kind":"review","rating":4}'
    file.write_text(line + "\n", encoding="utf-8")
    for learner in ("ada", "bob"):
        with open_desk(folder, RECALL_LEARNER=learner) as desk:
            assert journal.import_journal(desk, file) == (1, 1)


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
        journal.import_journal(desk, file)


def test_a_journal_is_not_written_over_another_file(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "thesis.txt"
    other.write_text("years of work")
    with open_desk(folder) as desk, pytest.raises(BadFile, match="not a journal"):
        journal.write_journal(other, journal.export_journal(desk), force=False)
    assert other.read_text() == "years of work"
