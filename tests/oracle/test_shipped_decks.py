"""The shipped decks, compiled and exported by the program, in the real Anki."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from recall.app.compiling import assemble
from recall.app.reading import read_library
from recall.app.workspace import DeckRoot
from recall.model.card import Card
from tests.cli.program import recall
from tests.oracle.anki_check import ImportCsvRequest, Imported, Profile, profile

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


def export(workspace: Path, name: str, *arguments: str, day: int = 1) -> Path:
    """Export as on a day of March 2026."""
    path = workspace / name
    more = {"RECALL_NOW": f"2026-03-{day:02d}T10:00:00Z"}
    ran = recall(workspace, "export", "anki", str(path), *arguments, more=more)
    assert ran.code == 0, ran.err
    return path


def one_of_each_type(workspace: Path) -> dict[str, Card]:
    """The first card of each type."""
    library = read_library((DeckRoot(workspace / "decks", "decks"),)).value
    found: dict[str, Card] = {}
    for card in assemble(library).value.cards:
        found.setdefault(card.type, card)
    return found


def edit_heading(workspace: Path, card: Card) -> None:
    path = workspace / card.span.path
    lines = path.read_text(encoding="utf-8").split("\n")
    assert lines[card.span.line - 1].startswith("## ")
    lines[card.span.line - 1] += " (edited)"
    path.write_text("\n".join(lines), encoding="utf-8")


def remove_note(workspace: Path, card: Card) -> None:
    path = workspace / card.span.path
    before, _, after = path.read_text(encoding="utf-8").partition(f"<!-- id: {card.note} -->")
    heading = before.rindex("\n## ")
    following = after.find("\n## ")
    path.write_text(before[:heading] + after[following:], encoding="utf-8")


@pytest.mark.parametrize("lang", ["en", "zh", "both"])
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


@pytest.mark.parametrize("lang", ["en", "both"])
def test_the_same_decks_make_the_same_bytes(workspace: Path, lang: str) -> None:
    first = export(workspace, "first.apkg", "--lang", lang).read_bytes()
    assert export(workspace, "second.apkg", "--lang", lang, day=9).read_bytes() == first


def test_an_edit_of_each_type_is_updated_and_progress_stays(workspace: Path, anki: Profile) -> None:
    total = anki.take(export(workspace, "before.apkg")).new
    anki.open_deck("Recall")
    anki.answer(4)
    before = anki.progress()
    cards = one_of_each_type(workspace)
    assert len(cards) == 7
    for card in cards.values():
        edit_heading(workspace, card)
    after = anki.take(export(workspace, "after.apkg", day=2))
    assert after == Imported(new=0, updated=7, unchanged=total - 7, conflicting=0)
    assert anki.progress() == before
    assert len(anki.collection.find_notes("tag:pillar::*")) == total


def test_a_removed_note_is_tagged_and_untagged_when_it_comes_back(
    workspace: Path, anki: Profile
) -> None:
    total = anki.take(export(workspace, "one.apkg")).new
    card = one_of_each_type(workspace)["basic"]
    path = workspace / card.span.path
    text = path.read_text(encoding="utf-8")
    remove_note(workspace, card)
    gone = anki.take(export(workspace, "two.apkg", day=2))
    assert (gone.new, gone.updated) == (0, 1)
    (note,) = anki.collection.find_notes("tag:recall::retired")
    assert card.note in anki.collection.get_note(note).fields
    path.write_text(text, encoding="utf-8")
    back = anki.take(export(workspace, "three.apkg", day=3))
    assert back == Imported(new=0, updated=1, unchanged=total - 1, conflicting=0)
    assert not anki.collection.find_notes("tag:recall::retired")


def test_a_renamed_deck_creates_nothing_twice(workspace: Path, anki: Profile) -> None:
    total = anki.take(export(workspace, "one.apkg")).new
    deck = workspace / "decks" / "moe" / "routing.md"
    deck.rename(deck.with_name("experts.md"))
    assert recall(workspace, "compile", "--yes").code == 0
    again = anki.take(export(workspace, "two.apkg", day=2))
    assert (again.new, again.conflicting, anki.collection.note_count()) == (0, 0, total)


def test_another_language_in_the_same_file_reaches_anki(workspace: Path, anki: Profile) -> None:
    anki.take(export(workspace, "all.apkg", "--lang", "en"))
    imported = anki.take(export(workspace, "all.apkg", "--lang", "zh"))
    assert imported.new == 0
    assert imported.updated > 10
    assert imported == Imported(0, imported.updated, imported.unchanged, 0)


def test_a_review_in_recall_is_progress_in_anki(workspace: Path, anki: Profile) -> None:
    in_order = {"RECALL_NEW_ORDER": "deck"}
    review = ("review", "three-passes", "--limit", "2")
    ran = recall(workspace, *review, stdin="3\n3\n", more=in_order)
    assert ran.code == 0, ran.err
    anki.take(export(workspace, "all.apkg", "--with-progress", day=2), progress=True)
    learning = anki.collection.db.scalar("select count() from cards where type = 1")
    assert (learning, anki.collection.db.scalar("select count() from revlog")) == (2, 2)
    assert anki.problems() == []


def test_the_text_export_is_imported_with_ankis_own_note_types(
    workspace: Path, anki: Profile
) -> None:
    path = workspace / "all.csv"
    assert recall(workspace, "export", "csv", str(path)).code == 0
    metadata = anki.collection.get_csv_metadata(path=str(path), delimiter=None)
    request = ImportCsvRequest(path=str(path), metadata=metadata)
    log = anki.collection.import_csv(request).log
    assert (len(log.new) > 50, len(log.conflicting), len(log.empty_first_field)) == (True, 0, 0)
    assert anki.note_types() == ["Basic", "Cloze"]
    assert anki.problems() == []
