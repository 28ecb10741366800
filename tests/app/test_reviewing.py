"""Answers into the store and out of it again."""

from pathlib import Path

import pytest

from recall.app import journal
from recall.app.compiling import compile_decks, is_fresh
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
        assert [t and t[1].card for t in taken] == ["two", "one", None]
        assert set(states(desk).values()) == {Phase.NEW}


def test_undo_of_an_entry_by_hand(folder: Path) -> None:
    with open_desk(folder) as desk:
        journal.write_by_hand(desk, [CardId("one")], Suspend())
        taken = desk.take_back()
        assert taken is not None
        assert not taken[0].state.suspended


def test_a_clock_that_went_back_does_not_reorder_entries(folder: Path) -> None:
    with open_desk(folder) as desk:
        journal.write_by_hand(desk, [CardId("one")], Suspend())
    with open_desk(folder, now="2026-03-01T09:00:00Z") as desk:
        (state,) = journal.write_by_hand(desk, [CardId("one")], Resume())
        assert not state.suspended


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
