"""Answers given in the real Anki come back into the journal, from every file that Anki writes."""

import json
import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile

import pytest

from tests.app.desk import write_deck
from tests.cli.program import Ran
from tests.cli.program import recall as program
from tests.oracle.anki_check import ExportAnkiPackageOptions, Profile, profile

DECK = """\
---
title: Small
---

## One?
<!-- id: one -->

1

## Two
<!-- id: two -->

Its definition.

**Type:** reversed

## Cloze of ==three==<!--c1--> and ==four==<!--c2-->
<!-- id: three -->

## Five?
<!-- id: five -->

- [ ] no
- [x] yes
"""
CARDS = {"one", "two/forward", "two/backward", "three/c1", "three/c2", "five"}
ANSWERS = 8

Write = Callable[[Profile, Path], None]


def package(*, legacy: bool, scheduling: bool = True) -> Write:
    def write(anki: Profile, path: Path) -> None:
        options = ExportAnkiPackageOptions(
            with_scheduling=scheduling, with_deck_configs=False, with_media=True, legacy=legacy
        )
        anki.collection.export_anki_package(out_path=str(path), options=options, limit=None)

    return write


def whole(*, legacy: bool) -> Write:
    def write(anki: Profile, path: Path) -> None:
        anki.collection.export_collection_package(str(path), include_media=False, legacy=legacy)
        anki.collection.reopen(after_full_sync=False)

    return write


FILES: dict[str, Write] = {
    "now.apkg": package(legacy=False),
    "old.apkg": package(legacy=True),
    "now.colpkg": whole(legacy=False),
    "old.colpkg": whole(legacy=True),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_deck(tmp_path, DECK)
    return tmp_path


def recall(folder: Path, *arguments: str) -> Ran:
    """Run the program today: Anki knows no other day."""
    ran = program(folder, *arguments, more={"RECALL_NOW": ""})
    assert ran.code == 0, ran.err
    return ran


def studied(folder: Path, *options: str, answers: int = ANSWERS) -> dict[str, int]:
    """Export to Anki and answer there; the due days of cards that left the steps, by id.

    Leaves the files that Anki writes in the folder.
    """
    recall(folder, "export", "anki", *options, str(folder / "to.apkg"))
    place = folder / "anki"
    place.mkdir()
    with profile(place) as anki:
        anki.take(folder / "to.apkg", progress="--with-progress" in options)
        anki.open_deck("Recall")
        anki.answer(answers)
        today = anki.collection.sched.today
        rows = anki.collection.db.all(
            "select n.guid, c.ord, c.due from cards c join notes n on n.id = c.nid where c.type = 2"
        )
        for name, write in FILES.items():
            write(anki, folder / name)
        package(legacy=False, scheduling=False)(anki, folder / "bare.apkg")
    now = json.loads(recall(folder, "due", "--json").out)["study_day"]
    return {f"{guid}:{ordinal}": now + due - today for guid, ordinal, due in rows}


def answered(folder: Path) -> dict[str, list[dict]]:
    """The reviews in the journal, by card."""
    path = folder / "journal.jsonl"
    recall(folder, "export", "journal", "--force", str(path))
    found: dict[str, list[dict]] = {}
    for line in path.read_text("utf-8").splitlines():
        entry = json.loads(line)
        if entry["kind"] == "review":
            found.setdefault(entry["card"], []).append(entry)
    return found


def test_every_file_of_anki_brings_the_same_answers(folder: Path) -> None:
    promised = studied(folder)
    for name in FILES:
        ran = recall(folder, "import", "anki", "--dry-run", str(folder / name))
        assert ran.out == f"{ANSWERS} answers to 6 cards, {ANSWERS} would be new.\n", name
    assert answered(folder) == {}
    ran = recall(folder, "import", "anki", str(folder / "now.apkg"))
    assert ran.out == f"{ANSWERS} answers to 6 cards, {ANSWERS} new.\n"
    for name in FILES:
        ran = recall(folder, "import", "anki", str(folder / name))
        assert ran.out == f"{ANSWERS} answers to 6 cards, 0 new.\n", name
    entries = answered(folder)
    assert set(entries) <= CARDS
    assert sum(map(len, entries.values())) == ANSWERS
    due = [
        json.loads(recall(folder, "show", card, "--json").out)["state"]
        for card, reviews in entries.items()
        if reviews[-1].get("phase") == "review"
    ]
    assert sorted(state["study_day_due"] for state in due) == sorted(promised.values())
    assert promised


def test_a_closed_collection_is_read_in_place(folder: Path) -> None:
    studied(folder)
    live = folder / "anki" / "collection.anki2"
    before = live.read_bytes()
    ran = recall(folder, "import", "anki", str(live))
    assert ran.out == f"{ANSWERS} answers to 6 cards, {ANSWERS} new.\n"
    assert live.read_bytes() == before


def test_what_recall_exported_with_its_progress_does_not_come_back_twice(folder: Path) -> None:
    session = program(folder, "review", stdin="\n\n" * 6, more={"RECALL_NOW": ""})
    assert session.code == 0, session.err
    own = sum(map(len, answered(folder).values()))
    assert own
    studied(folder, "--with-progress", answers=2)
    ran = recall(folder, "import", "anki", str(folder / "now.colpkg"))
    assert ran.out == f"{own + 2} answers to 6 cards, 2 new.\n"


def test_without_scheduling_the_file_says_nothing(folder: Path) -> None:
    studied(folder)
    ran = recall(folder, "import", "anki", str(folder / "bare.apkg"))
    assert ran.out == "6 cards of recall, and no answer to any.\n"
    assert "Include scheduling information" in ran.err


def test_a_card_made_new_in_anki_is_new_here(folder: Path) -> None:
    studied(folder)
    recall(folder, "import", "anki", str(folder / "now.apkg"))
    (card, reviews) = next((c, r) for c, r in answered(folder).items() if r)
    with profile(folder / "anki") as anki:
        time.sleep(0.01)
        ids = anki.collection.db.list("select distinct cid from revlog where id = ?", _ms(reviews))
        anki.collection.sched.schedule_cards_as_new(ids)
        package(legacy=False)(anki, folder / "again.apkg")
    ran = recall(folder, "import", "anki", str(folder / "again.apkg"))
    assert ran.out == f"{ANSWERS + 1} answers to 6 cards, 1 new.\n"
    assert json.loads(recall(folder, "show", card, "--json").out)["state"]["phase"] == "new"


def _ms(reviews: list[dict]) -> int:
    from datetime import datetime

    return round(datetime.fromisoformat(reviews[-1]["at"]).timestamp() * 1000)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("empty.apkg", b"", "no package of Anki"),
        ("text.apkg", b"hello " * 99, "no package of Anki"),
        ("bad.anki2", b"SQLite format 3\0" + b"x" * 5_000, "cannot be read as a collection"),
    ],
)
def test_other_files_are_refused(folder: Path, name: str, content: bytes, said: str) -> None:
    (folder / name).write_bytes(content)
    ran = program(folder, "import", "anki", str(folder / name))
    assert ran.code == 1
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_damaged_packages_are_refused(folder: Path) -> None:
    studied(folder)
    whole_file = (folder / "now.apkg").read_bytes()
    (folder / "cut.apkg").write_bytes(whole_file[: len(whole_file) // 2])
    with ZipFile(folder / "garbled.apkg", "w", ZIP_STORED) as package_:
        package_.writestr("collection.anki21b", b"not zstd at all" * 50)
    with ZipFile(folder / "other.zip", "w") as package_:
        package_.writestr("readme.txt", "nothing")
    for name in ("cut.apkg", "garbled.apkg", "other.zip", "missing.apkg"):
        ran = program(folder, "import", "anki", str(folder / name))
        assert ran.code == 1, name
        assert "Traceback" not in ran.err
        assert str(folder / name) in ran.err.replace("\n", "")
    assert answered(folder) == {}


def test_a_foreign_collection_holds_no_card_of_ours(folder: Path) -> None:
    place = folder / "other"
    place.mkdir()
    with profile(place) as anki:
        FILES["now.colpkg"](anki, folder / "foreign.colpkg")
    ran = program(folder, "import", "anki", str(folder / "foreign.colpkg"))
    assert ran.code == 1
    assert "no card that recall exported" in ran.err


def test_the_shipped_decks_go_there_and_back(tmp_path: Path) -> None:
    shutil.copytree(Path(__file__).parents[2] / "decks", tmp_path / "decks")
    studied(tmp_path, answers=15)
    ran = recall(tmp_path, "import", "anki", str(tmp_path / "now.colpkg"))
    assert re.fullmatch(r"15 answers to \d{3} cards, 15 new\.\n", ran.out)
