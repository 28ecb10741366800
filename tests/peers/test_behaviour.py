"""What users of other tools lost, seen through the whole of compile, store and session."""

import socket
from pathlib import Path

import pytest

from recall.app.compiling import compile_decks
from recall.model.memory import CardState
from recall.model.question import Outcome, Typed
from tests.app.desk import answer, open_desk, write_deck
from tests.cardtypes.notes import drafts

NOTE = "## Why does the cache grow?\n\nEach token adds a key and a value to it.\n"


def review(folder: Path) -> CardState:
    """The state of the only card after one review."""
    with open_desk(folder) as desk:
        assert len(answer(desk, 3)) == 1
    return next(iter(states_by_title(folder).values()))


def states_by_title(folder: Path) -> dict[str, CardState]:
    """The states of the present cards after a compile."""
    with open_desk(folder) as desk, desk.store.read() as tx:
        learner = desk.workspace.learner
        return {card.title: tx.state(learner, card.id) for card in tx.collection().cards}


@pytest.mark.parametrize(
    "edited",
    [
        NOTE.replace("token", "tokn"),
        NOTE.replace("a value", "a value for every layer"),
        NOTE + "\n**Tags:** memory\n",
        NOTE.replace("Why", "How"),
        "# Section\n\nIntroduction.\n\n" + NOTE,
    ],
    ids=["typo", "answer", "tag", "heading", "context"],
)
def test_no_edit_changes_memory_or_due_date(tmp_path: Path, edited: str) -> None:
    path = write_deck(tmp_path, NOTE)
    before = review(tmp_path)
    path.write_text(edited, encoding="utf-8")
    (after,) = states_by_title(tmp_path).values()
    assert after == before
    assert after.reps == 1


def test_reviewing_writes_to_no_deck(tmp_path: Path) -> None:
    path = write_deck(tmp_path, NOTE)
    raw, stat = path.read_bytes(), path.stat()
    review(tmp_path)
    assert path.read_bytes() == raw
    assert path.stat().st_mtime_ns == stat.st_mtime_ns


def test_an_unknown_id_is_a_new_note_and_a_vanished_one_blocks_nothing(tmp_path: Path) -> None:
    path = write_deck(tmp_path, "## One?\n<!-- id: foreign-id -->\n\n1\n")
    review(tmp_path)
    path.write_text("## Two?\n\n2\n", encoding="utf-8")
    with open_desk(tmp_path) as desk:
        compile_decks(desk.workspace, desk.store, confirmed=True)
    path.write_text("## One?\n<!-- id: foreign-id -->\n\n1\n\n## Two?\n\n2\n", encoding="utf-8")
    found = states_by_title(tmp_path)
    assert found["One?"].reps == 1
    assert found["Two?"].reps == 0


def test_all_cards_of_a_collection_have_ids_of_their_own(tmp_path: Path) -> None:
    write_deck(tmp_path, "## ==a== ==a== {{c1::b}}?\n\n## ==a== ==a== {{c1::b}}?\n")
    with open_desk(tmp_path) as desk, desk.store.read() as tx:
        ids = [card.id for card in tx.collection().cards]
    assert len(ids) == len(set(ids)) == 6


def test_nothing_opens_a_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    write_deck(tmp_path, f"{NOTE}\n![a](https://example.org/x.png)\n")
    assert review(tmp_path).reps == 1


def outcome(answer: str, typed: str) -> Outcome:
    (draft,) = drafts(f"## Q?\n\n**Accept:** {answer}\n")
    return draft.body.grade(Typed(typed)).outcome


@pytest.mark.parametrize("typed", ["cafe\u0301", "CAFÉ", " café ", "ｃａｆé"])
def test_combining_marks_case_and_width_do_not_make_an_answer_wrong(typed: str) -> None:
    assert outcome("café", typed) is Outcome.CORRECT


@pytest.mark.parametrize("typed", ["50", "500", "0.5", "-5"])
def test_five_accepts_neither_fifty_nor_its_tenth(typed: str) -> None:
    (draft,) = drafts("## How many?\n\n**Steps**\n\n1. So: `answer = 5`\n")
    assert draft.body.grade(Typed(typed)).outcome is not Outcome.CORRECT
    assert draft.body.grade(Typed("5")).outcome is Outcome.CORRECT
