"""Files that commands write: never over what is not theirs, never into what is no file."""

import os
from pathlib import Path

import pytest

from tests.app.desk import write_deck
from tests.cli.program import recall


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_deck(tmp_path)
    return tmp_path


def test_a_contact_sheet_never_replaces_a_deck(folder: Path) -> None:
    deck = folder / "decks" / "p" / "small.md"
    before = deck.read_text("utf-8")
    ran = recall(folder, "check", "--contact-sheet", str(deck))
    assert ran.code == 2
    assert "is no contact sheet" in ran.err
    assert deck.read_text("utf-8") == before
    sheet = str(folder / "sheet.html")
    assert recall(folder, "check", "--contact-sheet", sheet).code == 0
    assert recall(folder, "check", "--contact-sheet", sheet).code == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize(
    "command",
    [
        ("export", "csv"),
        ("export", "html"),
        ("export", "anki"),
        ("export", "journal"),
        ("export", "csv", "--force"),
        ("export", "journal", "--force"),
        ("backup", "--force"),
    ],
)
def test_a_pipe_is_refused_and_stays(folder: Path, command: tuple[str, ...]) -> None:
    recall(folder, "compile")
    pipe = folder / "pipe.apkg"
    os.mkfifo(pipe)
    ran = recall(folder, *command, str(pipe))
    assert ran.code in (1, 2)
    assert "no regular file" in ran.err
    assert pipe.is_fifo()


def test_an_export_follows_a_link(folder: Path) -> None:
    target, link = folder / "target.csv", folder / "link.csv"
    link.symlink_to(target)
    assert recall(folder, "export", "csv", str(link)).code == 0
    assert link.is_symlink()
    assert target.stat().st_size
