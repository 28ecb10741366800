"""Only decks that changed are compiled, and nobody can tell from the outcome."""

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from recall.app.compiling import Compiled, compile_decks
from recall.app.workspace import Workspace, find_workspace
from recall.model.card import Collection
from recall.store.record import Record, folder, read_record, write_record

A = "---\ntitle: A\n---\n\n## One?\n<!-- id: one -->\n\n1\n\n## Two ==x==?\n\n2\n"
B = "## Three?\n<!-- id: three -->\n\n3\n\n**Requires:** one\n\n## Bad?\n"
C = "---\nrequires: [p/a]\n---\n\n## Four?\n\nfour\n\n~struck~\n"


class Bench:
    """A workspace whose decks are compiled again and again."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.write("p/a", A)
        self.write("p/b", B)
        self.write("q/c", C)

    def path(self, deck: str) -> Path:
        return self.home / "decks" / f"{deck}.md"

    def write(self, deck: str, text: str) -> None:
        self.path(deck).parent.mkdir(parents=True, exist_ok=True)
        self.path(deck).write_text(text, encoding="utf-8")

    @property
    def workspace(self) -> Workspace:
        environment = {"RECALL_NOW": "2026-03-01T10:00:00Z", "RECALL_ZONE": "UTC"}
        return find_workspace(cwd=self.home, environment=environment, folder=str(self.home))

    def compile(self) -> Compiled:
        store = self.workspace.open_store()
        try:
            return compile_decks(self.workspace, store, confirmed=True)
        finally:
            store.close()

    def stored(self) -> Collection:
        store = self.workspace.open_store()
        try:
            with store.read() as tx:
                return tx.collection()
        finally:
            store.close()


def forget() -> None:
    """Make the next compile read everything."""
    for file in folder().glob("*.json"):
        file.unlink()


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """Three decks, compiled."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made = Bench(tmp_path)
    made.compile()
    return made


def parsed(done: Compiled) -> list[str]:
    return sorted(done.parsed.paths)


def codes(done: Compiled) -> list[str]:
    return sorted(f"{d.span.path} {d.code.id}" for d in done.diagnostics)


def test_nothing_is_parsed_where_nothing_changed(bench: Bench) -> None:
    assert parsed(bench.compile()) == []


def test_only_a_changed_file_is_parsed(bench: Bench) -> None:
    bench.write("p/b", B.replace("3\n", "drei\n", 1))
    assert parsed(bench.compile()) == ["p/b"]


def test_a_file_that_was_only_touched_is_not_parsed(bench: Bench) -> None:
    os.utime(bench.path("p/a"), (1, 1))
    assert parsed(bench.compile()) == []
    assert bench.stored().decks[0].files[0].mtime_ns == 1_000_000_000


def test_a_change_that_keeps_size_and_time_is_seen(bench: Bench) -> None:
    before = bench.path("p/b").stat()
    bench.write("p/b", B.replace("3\n", "4\n", 1))
    os.utime(bench.path("p/b"), ns=(before.st_atime_ns, before.st_mtime_ns))
    assert parsed(bench.compile()) == ["p/b"]


def test_problems_of_unchanged_files_are_told_again(bench: Bench) -> None:
    forget()
    whole = codes(bench.compile())
    assert whole
    assert codes(bench.compile()) == whole
    bench.write("p/a", A + "\nmore\n")
    assert codes(bench.compile()) == whole


def test_an_unchanged_note_learns_that_what_it_requires_is_gone(bench: Bench) -> None:
    bench.write("p/a", A.replace("id: one", "id: uno"))
    done = bench.compile()
    assert "decks/p/b.md E621" in codes(done)
    assert parsed(done) == ["p/a"]
    assert [c.prerequisites for c in bench.stored().cards if c.id == "three"] == [()]
    bench.write("p/a", A)
    assert "decks/p/b.md E621" not in codes(bench.compile())
    assert [c.prerequisites for c in bench.stored().cards if c.id == "three"] == [("one",)]


def test_an_id_taken_from_an_unchanged_deck_is_a_clash(bench: Bench) -> None:
    bench.write("q/c", C + "\n## Again?\n<!-- id: one -->\n\nx\n")
    assert "decks/q/c.md E601" in codes(bench.compile())
    bench.write("q/c", C)
    assert "decks/q/c.md E601" not in codes(bench.compile())


def test_a_note_that_moves_between_decks_is_the_same(bench: Bench) -> None:
    two = next(c.note for c in bench.stored().cards if c.title == "Two x?")
    bench.write("p/a", A.split("## Two")[0])
    bench.write("q/c", C + "\n## Two ==x==?\n\n2\n")
    done = bench.compile()
    assert done.changes.moved == (two,)
    assert parsed(done) == ["p/a", "q/c"]


def test_counts_are_of_the_whole_collection(bench: Bench) -> None:
    bench.write("p/b", B + "\nmore\n")
    done = bench.compile()
    size = (done.size.decks, done.size.notes, done.size.cards)
    stored = bench.stored()
    assert size == (len(stored.decks), len(stored.notes), len(stored.cards))
    assert done.changes.unchanged == len(stored.notes) - len(done.changes.edited)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[]" * 1000])
def test_a_spoilt_record_is_no_record(bench: Bench, content: bytes) -> None:
    for file in folder().glob("*.json"):
        file.write_bytes(content)
    assert parsed(bench.compile()) == ["p/a", "p/b", "q/c"]
    assert parsed(bench.compile()) == []


def test_a_record_of_another_compiler_is_no_record(tmp_path: Path) -> None:
    name = write_record(Record(), engine="1", place=tmp_path)
    assert read_record(name, engine="1", place=tmp_path) == Record()
    assert read_record(name, engine="2", place=tmp_path) is None


def test_a_cache_that_cannot_be_written_costs_time_only(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(bench.path("p/a")))
    bench.write("p/a", A + "\nmore\n")
    assert bench.compile().changes.edited
    assert parsed(bench.compile()) == ["p/a", "p/b", "q/c"]


def test_a_new_order_of_pillars_needs_no_parsing(bench: Bench) -> None:
    (bench.home / "decks" / "pillars.toml").write_text("[q]\norder = 1\n")
    assert parsed(bench.compile()) == []
    stored = bench.stored()
    assert [deck.id for deck in stored.decks] == ["q/c", "p/a", "p/b"]
    assert [card.position for card in stored.cards] == list(range(len(stored.cards)))


def test_the_store_is_the_same_as_after_a_compile_of_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    dice = random.Random(4)
    quick, whole = Bench(tmp_path / "quick"), Bench(tmp_path / "whole")
    for step in range(25):
        deck = dice.choice(["p/a", "p/b", "q/c", "q/d", "p/e"])
        change = dice.choice(["edit", "add", "drop", "require", "front"])
        old = quick.path(deck).read_text() if quick.path(deck).exists() else ""
        text = {
            "edit": old.replace("?", f"{step}?", 1),
            "add": f"{old}\n## New {step} ==y==?\n\nanswer {step}\n",
            "drop": "\n## ".join(old.split("\n## ")[:-1]),
            "require": f"{old}\n## Needs {step}?\n\nx\n\n**Requires:** one, p/e\n",
            "front": f"---\norder: {step}\n---\n{old}" if not old.startswith("---") else old,
        }[change]
        for bench in (quick, whole):
            bench.write(deck, text)
        incremental = quick.compile()
        kept = [(p, p.read_bytes()) for p in folder().glob("*.json")]
        forget()
        full = whole.compile()
        for path, content in kept:
            path.write_bytes(content)
        assert codes(incremental) == codes(full)
        assert _plain(quick.stored()) == _plain(whole.stored())
        assert incremental.changes == full.changes


def _plain(collection: Collection) -> tuple[object, ...]:
    decks = [(d.id, d.pillar, d.position, d.titles, d.prerequisites) for d in collection.decks]
    return (collection.pillars, decks, collection.notes, collection.cards)
