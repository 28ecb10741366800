"""Finding and reading deck files."""

import os
import unicodedata
from pathlib import Path

import pytest

from recall.deck.files import MAX_BYTES, DeckPath, find_decks, read_pillars, read_source
from recall.model.ids import DeckId


def write(root: Path, name: str, content: str | bytes = "## Q\nA\n") -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def found(root: Path) -> list[tuple[str, str | None]]:
    return [(path.deck, path.lang) for path in find_decks(root).value]


def codes(root: Path) -> list[str]:
    return [str(diagnostic).partition(" ")[2][:4] for diagnostic in find_decks(root).diagnostics]


def test_decks_come_by_id_with_the_primary_first(tmp_path: Path) -> None:
    for name in ("b/x.zh.md", "b/x.md", "a/z.md", "a/y.zh-Hant.md", "a/y.md"):
        write(tmp_path, name)
    assert found(tmp_path) == [
        ("a/y", None),
        ("a/y", "zh-Hant"),
        ("a/z", None),
        ("b/x", None),
        ("b/x", "zh"),
    ]


def test_paths_are_shown_below_the_given_name(tmp_path: Path) -> None:
    write(tmp_path, "a/y.md")
    (path,) = find_decks(tmp_path, shown="my/decks").value
    assert path.shown == "my/decks/a/y.md"


@pytest.mark.parametrize("name", ["README.md", "readme.zh.md", ".hidden.md", "x.txt"])
def test_other_files_are_no_decks(tmp_path: Path, name: str) -> None:
    write(tmp_path, f"a/{name}")
    write(tmp_path, name)
    assert not find_decks(tmp_path).value
    assert not find_decks(tmp_path).diagnostics


def test_a_dot_in_a_name_is_no_language(tmp_path: Path) -> None:
    write(tmp_path, "a/v3.2.md")
    assert found(tmp_path) == [("a/v3.2", None)]


def test_deeper_files_belong_to_the_pillar_of_the_folder_on_top(tmp_path: Path) -> None:
    write(tmp_path, "a/b/c d/x.md")
    write(tmp_path, "a/b/x.zh.md")
    assert found(tmp_path) == [("a/b/c d/x", None), ("a/b/x", "zh")]
    assert codes(tmp_path) == []


def test_files_right_in_the_folder_are_a_pillar_named_like_it(tmp_path: Path) -> None:
    write(tmp_path / "vault", "x.md")
    assert found(tmp_path / "vault") == [("vault/x", None)]


@pytest.mark.parametrize("name", [".obsidian/x.md", ".trash/x.md", "a/.git/b/x.md", "a/x.canvas"])
def test_hidden_folders_and_other_files_are_not_read(tmp_path: Path, name: str) -> None:
    write(tmp_path, name)
    assert found(tmp_path) == codes(tmp_path) == []


def test_links_that_lead_to_each_other_end(tmp_path: Path) -> None:
    write(tmp_path, "a/x.md")
    write(tmp_path, "b/y.md")
    (tmp_path / "a" / "to-b").symlink_to(tmp_path / "b")
    (tmp_path / "b" / "to-a").symlink_to(tmp_path / "a")
    decks = [deck for deck, _ in found(tmp_path)]
    assert decks == ["a/to-b/y", "a/x", "b/to-a/x", "b/y"]
    assert codes(tmp_path) == ["W114", "W114"]


def test_file_names_that_differ_in_case_are_one_deck(tmp_path: Path) -> None:
    write(tmp_path, "a/X.md")
    write(tmp_path, "a/x.md")
    assert found(tmp_path) == [("a/X", None)]
    assert codes(tmp_path) == ["E113"]


def test_file_names_that_differ_in_normalisation_are_one_deck(tmp_path: Path) -> None:
    write(tmp_path, "a/" + unicodedata.normalize("NFC", "é.md"))
    write(tmp_path, "a/" + unicodedata.normalize("NFD", "é.md"))
    assert found(tmp_path) == [("a/é", None)]
    assert codes(tmp_path) == ["E113"]


def test_links_in_a_circle_and_to_nowhere_are_named(tmp_path: Path) -> None:
    write(tmp_path, "a/x.md")
    (tmp_path / "a" / "loop.md").symlink_to("loop.md")
    (tmp_path / "b").symlink_to(tmp_path)
    (tmp_path / "c").symlink_to("gone")
    assert found(tmp_path) == [("a/x", None)]
    assert codes(tmp_path) == ["W114", "W114", "W114"]


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    assert codes(tmp_path / "gone") == ["E110"]


def read(path: Path) -> tuple[str | None, list[str]]:
    checked = read_source(DeckPath(path, "a/x.md", DeckId("a/x")))
    text = None if checked.value is None else checked.value.text
    return text, [str(diagnostic) for diagnostic in checked.diagnostics]


def test_a_byte_order_mark_and_line_ends_are_taken_off(tmp_path: Path) -> None:
    path = write(tmp_path, "x.md", b"\xef\xbb\xbf## Q\r\nA\rB\n")
    assert read(path) == ("## Q\nA\nB\n", [])


def test_another_encoding_is_an_error_at_the_byte(tmp_path: Path) -> None:
    path = write(tmp_path, "x.md", b"## Q\nna\xefve\n")
    assert read(path) == (None, ["a/x.md:2:3: E112 byte 0xEF is not UTF-8"])


def test_a_replacement_character_in_good_text_is_no_error(tmp_path: Path) -> None:
    path = write(tmp_path, "x.md", "## Q\n\ufffd\n")
    assert read(path) == ("## Q\n\ufffd\n", [])


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    path = write(tmp_path, "x.md", b"a" * (MAX_BYTES + 1))
    text, problems = read(path)
    assert text is None
    assert "E111" in problems[0]


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    text, problems = read(tmp_path / "gone.md")
    assert text is None
    assert "E110" in problems[0]


def test_a_pipe_is_no_deck(tmp_path: Path) -> None:
    path = tmp_path / "x.md"
    os.mkfifo(path)
    assert "E110" in read(path)[1][0]


def pillars(root: Path, text: str | bytes) -> tuple[list[str], list[str]]:
    write(root, "pillars.toml", text)
    checked = read_pillars(root)
    return [p.id for p in checked.value], [str(d) for d in checked.diagnostics]


def test_pillars_come_in_their_order_and_unordered_ones_last(tmp_path: Path) -> None:
    text = "[c]\n[b]\norder = 2\n[a]\norder = 10\n"
    assert pillars(tmp_path, text) == (["b", "a", "c"], [])


def test_pillars_have_titles_per_language(tmp_path: Path) -> None:
    write(tmp_path, "pillars.toml", '[a]\ntitle.en = "A"\ntitle.zh = "甲"\n[b]\ntitle = "B"\n')
    first, second = read_pillars(tmp_path).value
    assert (first.title("zh"), first.title(), second.title("zh")) == ("甲", "A", "B")
    assert (first.position, second.position) == (0, 1)


def test_no_pillars_file_means_no_pillars(tmp_path: Path) -> None:
    assert not read_pillars(tmp_path).value
    assert not read_pillars(tmp_path).diagnostics


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[a\n", "decks/pillars.toml:1:3: E115"),
        ("[b]\n\n[a]\norder = 'x'\n", "decks/pillars.toml:3:1: E115"),
        ("[a]\ntitle = 3\n", "decks/pillars.toml:1:1: E115"),
        ("[a]\ntitle.en = 3\n", "decks/pillars.toml:1:1: E115"),
        ("[a]\norder = true\n", "decks/pillars.toml:1:1: E115"),
        ("a = 1\n", "decks/pillars.toml:1:1: E115"),
        ("[a]\noder = 1\n", "decks/pillars.toml:1:1: W116"),
        (b"\xff", "decks/pillars.toml:1:1: E115"),
        ("a = " + "[" * 5000, "decks/pillars.toml:1:1: E115"),
    ],
)
def test_a_bad_pillars_file_is_named(tmp_path: Path, text: str | bytes, problem: str) -> None:
    problems = pillars(tmp_path, text)[1]
    assert len(problems) == 1
    assert problems[0].startswith(problem)
