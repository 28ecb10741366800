"""The shipped decks, compiled and exported by the program, in the real Anki."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.program import recall
from tests.oracle.anki_check import Imported, Profile, profile

DECKS = Path(__file__).parents[2] / "decks"


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    shutil.copytree(DECKS, tmp_path / "decks")
    return tmp_path


@pytest.fixture
def anki(tmp_path: Path) -> Iterator[Profile]:
    folder = tmp_path / "anki"
    folder.mkdir()
    with profile(folder) as opened:
        yield opened


def export(workspace: Path, name: str, *arguments: str) -> Path:
    path = workspace / name
    ran = recall(workspace, "export", "anki", str(path), *arguments)
    assert ran.code == 0, ran.err
    return path


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_decks_arrive_sound_and_a_second_import_adds_nothing(
    workspace: Path, anki: Profile, lang: str
) -> None:
    package = export(workspace, "all.apkg", "--lang", lang)
    first = anki.take(package)
    assert first.new > 50
    assert (first.updated, first.unchanged, first.conflicting) == (0, 0, 0)
    assert anki.problems() == []
    again = anki.take(export(workspace, "again.apkg", "--lang", lang))
    assert again == Imported(new=0, updated=0, unchanged=first.new, conflicting=0)


def test_the_same_decks_make_the_same_bytes(workspace: Path) -> None:
    first = export(workspace, "first.apkg").read_bytes()
    assert export(workspace, "second.apkg").read_bytes() == first


def test_an_edited_note_is_updated_and_nothing_else(workspace: Path, anki: Profile) -> None:
    total = anki.take(export(workspace, "before.apkg")).new
    deck = workspace / "decks" / "attention" / "kv-cache.md"
    text = deck.read_text(encoding="utf-8")
    heading = next(line for line in text.splitlines() if line.startswith("## Why does a decoder"))
    deck.write_text(text.replace(heading, heading + " Explain."), encoding="utf-8")
    later = {"RECALL_NOW": "2026-03-02T10:00:00Z"}
    package = workspace / "after.apkg"
    assert recall(workspace, "export", "anki", str(package), more=later).code == 0
    assert anki.take(package) == Imported(new=0, updated=1, unchanged=total - 1, conflicting=0)
