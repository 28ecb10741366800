"""Stamping, formatting and making decks in a workspace."""

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from recall.app.authoring import ReadOnlyDecks
from recall.app.checking import check_decks
from recall.app.compiling import Compiled, compile_decks
from recall.app.formatting import format_decks
from recall.app.making import new_deck, new_note
from recall.app.replacing import NotWritten, replace_file
from recall.app.stamping import Stamped, stamp_decks
from recall.app.watching import saves
from recall.app.workspace import Workspace, find_workspace
from recall.cardtypes.registry import CARD_TYPES
from recall.deck.templates import NOTES
from recall.diagnostics import Severity
from recall.errors import UsageError
from tests.app.desk import write_deck

DECKS = Path(__file__).parents[2] / "decks"

PLAIN = """\
## One?

1

## Cloze of ==three== and ==four==

And `==code==`.

## No answer
"""


@pytest.fixture(autouse=True)
def _no_user_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))


def at(folder: Path) -> Workspace:
    return find_workspace(cwd=folder, environment={"RECALL_ZONE": "UTC"}, folder=str(folder))


def compiled(folder: Path) -> Compiled:
    store = at(folder).open_store()
    try:
        return compile_decks(at(folder), store)
    finally:
        store.close()


def stamped(folder: Path, *, translations: bool = False, write: bool = True) -> Stamped:
    return stamp_decks(at(folder), (), translations=translations, write=write)


def texts(done: Stamped) -> list[str]:
    return [text for file in done.files for _, text in file.insertions]


@contextmanager
def unchanged(path: Path) -> Iterator[None]:
    before = path.read_bytes()
    yield
    assert path.read_bytes() == before


def test_stamping_writes_the_ids_and_numbers_that_the_store_knows(tmp_path: Path) -> None:
    path = write_deck(tmp_path, PLAIN)
    ids = [note.id for note in compiled(tmp_path).collection.notes]
    path.write_text(PLAIN.replace("==three==", "==zero== ==three=="))
    stamped(tmp_path)
    text = path.read_text()
    assert f"## One?\n<!-- id: {ids[0]} -->\n\n1\n" in text
    assert "==zero==<!--c3--> ==three==<!--c1--> and ==four==<!--c2-->\n<!-- id: " in text


def test_after_stamping_everything_is_unchanged(tmp_path: Path) -> None:
    write_deck(tmp_path, PLAIN)
    before = compiled(tmp_path)
    stamped(tmp_path)
    after = compiled(tmp_path)
    assert after.changes.unchanged == len(before.collection.notes)
    assert [(c.id, c.digest, c.body) for c in after.collection.cards] == [
        (c.id, c.digest, c.body) for c in before.collection.cards
    ]


def test_without_a_store_stamping_writes_what_compile_would_give(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    write_deck(tmp_path / "a", PLAIN)
    write_deck(tmp_path / "b", PLAIN)
    stamped(tmp_path / "a")
    assert not (tmp_path / "a" / ".recall").exists()
    ids = [note.id for note in compiled(tmp_path / "b").collection.notes]
    assert [note.id for note in compiled(tmp_path / "a").collection.notes] == ids


def test_stamping_again_writes_nothing(tmp_path: Path) -> None:
    path = write_deck(tmp_path, PLAIN)
    stamped(tmp_path)
    with unchanged(path):
        assert stamped(tmp_path).files == ()


def test_a_note_with_an_error_is_not_stamped(tmp_path: Path) -> None:
    path = write_deck(tmp_path, PLAIN)
    done = stamped(tmp_path)
    assert done.has_errors
    assert path.read_text().endswith("\n## No answer\n")


def test_a_dry_run_says_what_would_be_written(tmp_path: Path) -> None:
    path = write_deck(tmp_path, PLAIN)
    with unchanged(path):
        done = stamped(tmp_path, write=False)
    assert [line for line, _ in done.files[0].insertions] == [2, 5, 5, 6]
    assert texts(done)[1:3] == ["<!--c1-->", "<!--c2-->"]


def test_stamping_keeps_permissions_links_and_bytes(tmp_path: Path) -> None:
    path = write_deck(tmp_path, "")
    path.write_bytes(b"\xef\xbb\xbf## One?\r\n\r\ne\xcc\x81")
    path.chmod(0o640)
    real = tmp_path / "elsewhere.md"
    path.rename(real)
    path.symlink_to(real)
    (id_,) = texts(stamped(tmp_path))
    assert path.is_symlink()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert real.read_bytes() == (b"\xef\xbb\xbf## One?\r\n" + id_.encode() + b"\r\n\r\ne\xcc\x81")


def test_no_other_file_is_left_behind(tmp_path: Path) -> None:
    path = write_deck(tmp_path, PLAIN)
    stamped(tmp_path)
    assert list(path.parent.iterdir()) == [path]


def test_a_write_protected_deck_is_refused(tmp_path: Path) -> None:
    path = write_deck(tmp_path, PLAIN)
    path.chmod(0o444)
    with unchanged(path), pytest.raises(NotWritten, match="write-protected"):
        stamped(tmp_path)


def test_a_file_that_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = write_deck(tmp_path, "new")
    with unchanged(path), pytest.raises(NotWritten, match="meanwhile"):
        replace_file(path, before=b"old", after=b"stamped")
    assert list(path.parent.iterdir()) == [path]


def test_shipped_decks_are_never_stamped(tmp_path: Path) -> None:
    with pytest.raises(ReadOnlyDecks):
        stamped(tmp_path)
    with pytest.raises(ReadOnlyDecks):
        stamp_decks(at(tmp_path), (DECKS / "moe",), translations=False, write=True)


def test_only_the_named_files_are_stamped(tmp_path: Path) -> None:
    one = write_deck(tmp_path, PLAIN, "p/one.md")
    two = write_deck(tmp_path, PLAIN, "p/two.md")
    with unchanged(two):
        stamp_decks(at(tmp_path), (one,), translations=False, write=True)
    assert "<!-- id:" in one.read_text()


def test_a_path_outside_the_decks_is_refused(tmp_path: Path) -> None:
    write_deck(tmp_path, PLAIN)
    other = tmp_path / "other.md"
    other.write_text(PLAIN)
    with pytest.raises(UsageError, match="no deck of this workspace"):
        stamp_decks(at(tmp_path), (other,), translations=False, write=True)


PRIMARY = "## The ==a== of ==b==\n<!-- id: a-of-b -->\n\ntext\n"
WORDS = "## ==甲== 的 ==乙==\n<!-- id: a-of-b -->\n\n文\n"


def test_a_translation_is_stamped_only_on_request(tmp_path: Path) -> None:
    write_deck(tmp_path, PRIMARY)
    words = write_deck(tmp_path, WORDS, "p/small.zh.md")
    with unchanged(words):
        stamped(tmp_path)


def test_a_translation_records_what_it_is_of_and_the_numbers_of_its_primary(tmp_path: Path) -> None:
    write_deck(tmp_path, PRIMARY.replace("==b==", "==b==<!--c4-->"))
    words = write_deck(tmp_path, WORDS, "p/small.zh.md")
    digest = compiled(tmp_path).collection.notes[0].digest
    stamped(tmp_path, translations=True)
    assert words.read_text() == (
        f"## ==甲==<!--c5--> 的 ==乙==<!--c4-->\n<!-- id: a-of-b, of: {digest[:8]} -->\n\n文\n"
    )
    assert compiled(tmp_path).diagnostics == ()


def test_an_outdated_translation_stays_outdated(tmp_path: Path) -> None:
    write_deck(tmp_path, PRIMARY.replace("==b==", "==b==<!--c4-->"))
    words = write_deck(tmp_path, WORDS, "p/small.zh.md")
    stamped(tmp_path, translations=True)
    write_deck(tmp_path, PRIMARY.replace("text", "another text"))
    recorded = words.read_text()
    stamped(tmp_path, translations=True)
    assert words.read_text() == recorded
    assert [d.code.id for d in compiled(tmp_path).diagnostics] == ["W721"]


def test_the_shipped_decks_are_formatted(tmp_path: Path) -> None:
    shutil.copytree(DECKS, tmp_path / "decks")
    assert format_decks(at(tmp_path), (), write=False).changed == ()


def test_formatting_changes_no_card(tmp_path: Path) -> None:
    path = write_deck(
        tmp_path, "## One?\n\n<!--id: one-->\n- [X] a\n- [ ] b\n__why :__ c\n**source**: V2\n"
    )
    before = compiled(tmp_path)
    assert format_decks(at(tmp_path), (path,), write=True).changed == ("decks/p/small.md",)
    after = compiled(tmp_path)
    assert after.changes.unchanged == 1
    assert [(c.id, c.digest, c.body) for c in after.collection.cards] == [
        (c.id, c.digest, c.body) for c in before.collection.cards
    ]
    assert path.read_text() == (
        "## One?\n<!-- id: one -->\n- [x] a\n- [ ] b\n\n**Why:** c\n\n**Source:** V2\n"
    )


def test_a_file_outside_the_workspace_can_be_formatted(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("## Q\n__answer__\nA\n")
    format_decks(at(tmp_path), (path,), write=True)
    assert path.read_text() == "## Q\n\n**Answer**\n\nA\n"


def problems(folder: Path) -> list[str]:
    found = check_decks(at(folder).roots).diagnostics
    return [str(d) for d in found if d.severity is not Severity.INFO]


def test_there_is_a_template_for_every_card_type() -> None:
    assert tuple(kind.name for kind in CARD_TYPES) == NOTES


def test_templates_compile_as_they_stand(tmp_path: Path) -> None:
    new_deck(at(tmp_path), "moe/routing", title=None, here=None)
    for kind in NOTES:
        new_note(at(tmp_path), "routing", kind=kind, heading=None)
    assert problems(tmp_path) == []
    types = [card.type for card in compiled(tmp_path).collection.cards]
    assert list(dict.fromkeys(types)) == list(NOTES)


@pytest.mark.parametrize("kind", NOTES)
def test_a_note_may_have_a_heading_of_its_own(tmp_path: Path, kind: str) -> None:
    write_deck(tmp_path, "## One?\n\n1")
    done = new_note(at(tmp_path), "small", kind=kind, heading="  What is\n{it}, 什么 $x$? ")
    path = tmp_path / "decks/p/small.md"
    lines = path.read_text().split("\n")
    assert lines[:4] == ["## One?", "", "1", ""]
    assert lines[done.line - 1] == "## What is {it}, 什么 $x$?"
    assert problems(tmp_path) == []


@pytest.mark.parametrize("title", [None, 'A: "quoted" \\ title', "- 一: {x} #", "yes"])
def test_a_deck_has_the_title_it_was_given(tmp_path: Path, title: str | None) -> None:
    done = new_deck(at(tmp_path), "moe/top-k", title=title, here=None)
    assert compiled(tmp_path).collection.decks[0].title() == (title or "Top k")
    assert done.path == tmp_path / "decks/moe/top-k.md"


@pytest.mark.parametrize(
    "name", ["moe", "moe/", "/a", "a/b/c", "../a/b", "a/.b", "a/b.zh", "a/b.md", "a/README", "a/-b"]
)
def test_a_bad_name_of_a_deck_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError):
        new_deck(at(tmp_path), name, title=None, here=None)
    assert not (tmp_path / "decks").exists()


def test_a_deck_is_never_overwritten(tmp_path: Path) -> None:
    path = write_deck(tmp_path, PLAIN)
    with unchanged(path), pytest.raises(UsageError, match="already"):
        new_deck(at(tmp_path), "p/Small", title=None, here=None)


def test_the_first_deck_makes_the_current_folder_a_workspace(tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    workspace = find_workspace(cwd=here, environment={"RECALL_ZONE": "UTC"})
    done = new_deck(workspace, "moe/routing", title=None, here=here)
    assert done.first
    assert done.path == here / "decks/moe/routing.md"


def test_no_deck_folder_is_made_inside_one(tmp_path: Path) -> None:
    here = tmp_path / "decks" / "moe"
    here.mkdir(parents=True)
    workspace = find_workspace(cwd=here, environment={"RECALL_ZONE": "UTC"})
    with pytest.raises(UsageError, match="seems to lie in the decks of"):
        new_deck(workspace, "moe/routing", title=None, here=here)


def test_an_unknown_deck_suggests_the_nearest(tmp_path: Path) -> None:
    write_deck(tmp_path, PLAIN)
    with pytest.raises(UsageError, match="Did you mean “p/small”"):
        new_note(at(tmp_path), "p/smal", kind="basic", heading=None)


def test_a_heading_that_makes_another_type_is_refused(tmp_path: Path) -> None:
    path = write_deck(tmp_path, "## One?\n\n1\n")
    with unchanged(path), pytest.raises(UsageError, match="does not go with a note of type basic"):
        new_note(at(tmp_path), "small", kind="basic", heading="What ==is== it?")


def test_a_note_behind_an_open_fence_changes_nothing_above(tmp_path: Path) -> None:
    path = write_deck(tmp_path, "## One?\r\n\r\n1\r\n\r\n## Two\r\n\r\n```\r\n")
    raw = path.read_bytes()
    new_note(at(tmp_path), "small", kind="basic", heading=None)
    assert path.read_bytes().startswith(raw + b"\r\n## Why does a decoder")
    assert b"\r\n" in path.read_bytes()[len(raw) + 2 :]


def test_a_save_is_noticed_once(tmp_path: Path) -> None:
    path = write_deck(tmp_path, PLAIN)
    other = write_deck(tmp_path, PLAIN, "p/other.md")
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 4:
            path.write_text(PLAIN + "\nmore")
        elif len(waits) == 5:
            path.write_text(PLAIN + "\nmore and more")
        elif len(waits) == 12:
            other.unlink()

    found = saves(at(tmp_path).roots, wait=wait)
    assert next(found) == {"decks/p/small.md", "decks/p/other.md"}
    assert next(found) == {"decks/p/small.md"}
    assert next(found) == {"decks/p/other.md"}
    assert os.fspath(other) not in map(os.fspath, path.parent.iterdir())


def test_chinese_templates_compile_as_they_stand(tmp_path: Path) -> None:
    new_deck(at(tmp_path), "moe/routing", title="路由", here=None, lang="zh")
    for kind in NOTES:
        new_note(at(tmp_path), "routing", kind=kind, heading=None)
    assert problems(tmp_path) == []
    cards = compiled(tmp_path).collection.cards
    assert list(dict.fromkeys(card.type for card in cards)) == list(NOTES)
    assert {card.lang for card in cards} == {"zh"}
