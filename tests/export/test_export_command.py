"""`recall export` as a program."""

import shutil
from pathlib import Path

import pytest

from tests.cli.program import Ran, recall

DECK = """\
## Why does it route?
<!-- id: why-route -->

See ![the router](router.png): $\\bm{x}$ costs less.

## What is the load?
<!-- id: what-load -->

The ![load](../../secret.png) of {an expert}.

**Tags:** draft
"""
OTHER = """\
## What is a key?
<!-- id: what-key -->

A vector.
"""


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    moe = tmp_path / "decks" / "moe"
    moe.mkdir(parents=True)
    (moe / "routing.md").write_text(DECK)
    (moe / "router.png").write_bytes(b"\x89PNG")
    other = tmp_path / "decks" / "attention"
    other.mkdir()
    (other / "keys.md").write_text(OTHER)
    (tmp_path / "secret.png").write_bytes(b"\x89PNG")
    return tmp_path


def export(workspace: Path, kind: str, name: str, *arguments: str) -> Ran:
    return recall(workspace, "export", kind, str(workspace / name), *arguments)


def test_problems_are_named_with_their_place(workspace: Path) -> None:
    ran = export(workspace, "anki", "out.apkg")
    assert ran.code == 0, ran.err
    assert "decks/moe/routing.md:4:33: W681 Anki cannot typeset \\bm" in ran.err
    assert "decks/moe/routing.md:9:13: W685" in ran.err


def test_a_code_of_the_export_can_be_explained(workspace: Path) -> None:
    assert "MathJax" in recall(workspace, "explain", "W681").out


def test_a_dry_run_writes_nothing(workspace: Path) -> None:
    ran = export(workspace, "anki", "out.apkg", "--dry-run")
    assert "would hold 3 notes, 3 cards" in ran.out
    assert not (workspace / "out.apkg").exists()


def test_a_dry_run_names_what_is_new_changed_and_retired(workspace: Path) -> None:
    export(workspace, "anki", "out.apkg")
    keys = workspace / "decks" / "attention" / "keys.md"
    keys.write_text(OTHER.replace("A vector", "One vector") + OTHER.replace("key", "query"))
    (workspace / "decks" / "moe" / "routing.md").write_text(DECK.partition("## What")[0])
    recall(workspace, "compile", "--yes")
    ran = export(workspace, "anki", "out.apkg", "--dry-run")
    assert "  new what-query" in ran.out
    assert "  changed what-key" in ran.out
    assert "  retired what-load" in ran.out


@pytest.mark.parametrize(
    ("filters", "notes"),
    [
        (("--pillar", "moe"), 2),
        (("--deck", "keys"), 1),
        (("--deck", "keys", "--deck", "moe/routing"), 3),
        (("--tag", "draft"), 1),
        (("--pillar", "moe", "--tag", "draft"), 1),
    ],
)
def test_filters_choose_notes(workspace: Path, filters: tuple[str, ...], notes: int) -> None:
    ran = export(workspace, "anki", "out.apkg", *filters)
    assert f"holds {notes} note" in ran.out


def test_an_unknown_tag_is_named(workspace: Path) -> None:
    ran = export(workspace, "anki", "out.apkg", "--tag", "drfat")
    assert (ran.code, "“draft”" in ran.err) == (2, True)


def test_images_can_be_left_out(workspace: Path) -> None:
    assert "1 image." in export(workspace, "anki", "a.apkg").out
    ran = export(workspace, "anki", "b.apkg", "--no-media")
    assert ("1 image." in ran.out, "W684" in ran.err) == (False, False)


def test_retired_notes_can_be_left_out(workspace: Path) -> None:
    recall(workspace, "compile")
    shutil.rmtree(workspace / "decks" / "attention")
    recall(workspace, "compile", "--yes")
    assert "holds 3 notes" in export(workspace, "anki", "a.apkg").out
    assert "holds 2 notes" in export(workspace, "anki", "b.apkg", "--no-retired").out


@pytest.mark.parametrize("kind", ["anki", "csv", "html"])
def test_a_file_of_somebody_else_is_left_alone(workspace: Path, kind: str) -> None:
    (workspace / "thesis").write_text("mine")
    assert export(workspace, kind, "thesis").code == 1
    assert (workspace / "thesis").read_text() == "mine"
    assert export(workspace, kind, "thesis", "--force").code == 0


@pytest.mark.parametrize("kind", ["anki", "csv", "html"])
def test_an_export_of_ours_is_replaced(workspace: Path, kind: str) -> None:
    assert export(workspace, kind, "out").code == 0
    before = (workspace / "out").read_bytes()
    assert export(workspace, kind, "out").code == 0
    assert (workspace / "out").read_bytes() == before


def test_progress_without_answers_is_an_empty_log(workspace: Path) -> None:
    ran = export(workspace, "anki", "out.apkg", "--with-progress")
    assert "0 answers in the review log." in ran.out
