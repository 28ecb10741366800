"""`recall optimise` and `recall reschedule`: parameters that predict better, dates on request."""

import json
import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bench.learners import learner, parameters_of
from tests.cli.program import NOW, recall

START = datetime(2023, 9, 1, 9, tzinfo=UTC)
TODAY = datetime.fromisoformat(NOW)
OTHER = parameters_of(4, scale=2)


def studied(folder: Path, *, reviews: int) -> Path:
    """A workspace with the journal of a learner who is far from the defaults."""
    deck = folder / "decks" / "p" / "d.md"
    deck.parent.mkdir(parents=True)
    histories = learner(OTHER, reviews=reviews, seed=3)
    notes = "".join(f"## Q{n}?\n<!-- id: note-{n} -->\n\nA{n}\n\n" for n in range(len(histories)))
    deck.write_text(notes)
    lines = []
    for number, history in enumerate(histories):
        for place, answer in enumerate(history):
            at = START + timedelta(days=answer.day, seconds=number, minutes=place)
            if at >= TODAY:
                break
            line = {
                "card": f"note-{number}",
                "at": at.isoformat(),
                "kind": "review",
                "rating": int(answer.rating),
            }
            lines.append(json.dumps(line))
    file = folder / "journal.jsonl"
    file.write_text("\n".join(lines))
    done = recall(folder, "import", "journal", str(file))
    assert done.code == 0, done.err
    return folder


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return studied(tmp_path_factory.mktemp("learned"), reviews=10_000)


def due(folder: Path) -> dict[str, int]:
    """The day each card is due."""
    with closing(sqlite3.connect(folder / ".recall" / "recall.db")) as store:
        return dict(store.execute("SELECT card, due_day FROM card_state"))


def test_too_few_reviews_are_said_so(tmp_path: Path) -> None:
    ran = recall(studied(tmp_path, reviews=60), "optimise")
    assert ran.code == 2
    assert "the optimiser wants 100" in ran.err


def test_a_dry_run_changes_nothing(learned: Path) -> None:
    before = recall(learned, "optimise", "--list").out
    found = json.loads(recall(learned, "optimise", "--dry-run", "--json").out)
    assert found["better"] is True
    assert found["adopted"] is False
    assert found["trained"]["log_loss"] < found["current"]["log_loss"]
    assert recall(learned, "optimise", "--list").out == before


def test_a_better_set_is_adopted_and_no_card_moves(learned: Path) -> None:
    before = due(learned)
    ran = recall(learned, "optimise")
    assert "Adopted" in ran.out, ran.err
    assert due(learned) == before
    assert "no difference" in recall(learned, "doctor").out
    assert recall(learned, "optimise", "--list").out.startswith("1  2026-03-01")

    _reschedule_shows_writes_and_takes_back(learned, before)

    assert recall(learned, "optimise", "--use", "0").code == 0
    assert "no difference" in recall(learned, "doctor").out
    assert recall(learned, "optimise", "--use", "9").code == 2


def _reschedule_shows_writes_and_takes_back(folder: Path, before: dict[str, int]) -> None:
    dry = json.loads(recall(folder, "reschedule", "--json").out)
    assert dry["moved"] > 100
    assert due(folder) == before
    assert "Written" in recall(folder, "reschedule", "--yes").out
    assert due(folder) != before
    assert json.loads(recall(folder, "reschedule", "--json").out)["moved"] == 0
    assert "no difference" in recall(folder, "doctor").out
    taken = recall(folder, "reschedule", "--undo").out
    assert taken == f"{dry['moved']} cards are due as before.\n"
    assert due(folder) == before


def test_without_the_extra_the_next_step_is_named(learned: Path, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as u\nfind = u.find_spec\n"
        "u.find_spec = lambda name, *a: None if name == 'fsrs_rs_python' else find(name, *a)\n"
    )
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    ran = recall(learned, "optimise", more={"PYTHONPATH": path})
    assert ran.code == 1
    assert "recall-srs[optimise]" in ran.err


def test_the_american_spelling_works_and_is_not_listed(learned: Path) -> None:
    assert recall(learned, "optimize", "--list").code == 0
    assert "optimize" not in recall(learned, "--help").out
