"""Folders of notes and decks of other people, as they are."""

import time
from pathlib import Path

import pytest

from recall.app.checking import check_decks
from recall.app.compiling import compile_decks
from recall.app.workspace import DeckRoot, find_workspace
from recall.diagnostics import Severity
from recall.model.card import Card

CARDS = """\
---
aliases: [KV]
tags: [ml]
cssclasses: wide
created: 2026-01-01
---

Some prose with a [[wikilink|link]].

## What is cached?

> [!note] Callout
> Keys and values, see [[Attention#Heads]] and ![[picture.png]].
"""
PROSE = """\
---
aliases: x
whatever: 1
---

# Diary

Setext
---

- [ ] task ~struck~ **Answer** `==a==`
"""


def vault(home: Path, files: int) -> Path:
    """A vault of prose in nested folders, two files of which hold cards."""
    root = home / "vault"
    for n in range(files):
        folder = root / f"{n % 7}" / f"{n % 5}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"note {n}.md").write_text(PROSE)
    (root / "Cards.md").write_text(CARDS)
    (root / "1" / "1" / "deep.md").write_text("## Deep?\n\nyes\n")
    for hidden in (".obsidian", ".git", ".trash"):
        (root / hidden).mkdir()
        (root / hidden / "x.md").write_text("## Never?\n\nno\n")
    (root / "board.canvas").write_text("{}")
    (root / "picture.png").write_bytes(b"x")
    return root


def cards_of(root: Path) -> tuple[tuple[Card, ...], list[str]]:
    found = check_decks((DeckRoot(root, "vault"),))
    return found.collection.cards, [str(d) for d in found.diagnostics]


def test_a_vault_works_as_it_is(tmp_path: Path) -> None:
    cards, problems = cards_of(vault(tmp_path, 30))
    assert [(card.deck, card.pillar) for card in cards] == [
        ("1/1/deep", "1"),
        ("vault/Cards", "vault"),
    ]
    (problem,) = problems
    assert "I109" in problem
    assert "29 more files" in problem


def test_wikilinks_and_callouts_stay_as_they_are(tmp_path: Path) -> None:
    back = cards_of(vault(tmp_path, 3))[0][1].body.question().back
    assert "[[Attention#Heads]]" in back
    assert "![[picture.png]]" in back
    assert "> [!note] Callout" in back


def test_a_large_vault_is_compiled_in_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    vault(tmp_path, 2_000)
    (tmp_path / "recall.toml").write_text('decks = ["vault"]\n')
    workspace = find_workspace(cwd=tmp_path, environment={"RECALL_ZONE": "UTC"})
    store = workspace.open_store()
    try:
        begun = time.process_time()
        assert compile_decks(workspace, store).size.cards == 2
        first = time.process_time()
        assert compile_decks(workspace, store).size.cards == 2
        again = time.process_time()
    finally:
        store.close()
    assert first - begun < 15
    assert again - first < 3


def roots(home: Path, one: str, other: str, name: str = "d") -> tuple[DeckRoot, ...]:
    """Two collections with a deck each."""
    (home / "a" / "p").mkdir(parents=True)
    (home / "b" / "p").mkdir(parents=True)
    (home / "a" / "p" / "d.md").write_text(one)
    (home / "b" / "p" / f"{name}.md").write_text(other)
    return (DeckRoot(home / "a", "a"), DeckRoot(home / "b", "b"))


def errors(found: tuple[DeckRoot, ...]) -> list[str]:
    return [str(d) for d in check_decks(found).diagnostics if d.severity is Severity.ERROR]


def test_one_note_id_in_two_collections_is_refused_with_both_places(tmp_path: Path) -> None:
    note = "## Q?\n<!-- id: same-id -->\n\nA\n"
    (problem,) = errors(roots(tmp_path, note, note, name="e"))
    assert problem.startswith("b/p/e.md:2:1: E601")
    assert "a/p/d.md:1" in problem


def test_one_deck_id_in_two_collections_is_refused_with_both_places(tmp_path: Path) -> None:
    (problem,) = errors(roots(tmp_path, "## Q?\n\nA\n", "## R?\n\nB\n"))
    assert problem.startswith("b/p/d.md:1:1: E113")
    assert "a/p/d.md" in problem
