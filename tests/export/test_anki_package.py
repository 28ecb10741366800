"""The package as a file."""

import json
import os
import sqlite3
import tempfile
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from recall.export.anki import (
    CannotWrite,
    Comparison,
    ExportReport,
    ForeignFile,
    NothingToExport,
    export_anki,
)
from recall.export.anki.kinds import RENDERING
from recall.model.card import Card, Collection
from tests.export import samples


def export(
    path: Path, *cards: Card, at: int = samples.CHANGED, force: bool = False
) -> ExportReport:
    return export_anki(
        samples.collection(*cards),
        path=path,
        changed_at=samples.changed(*cards, at=at),
        force=force,
    )


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with zipfile.ZipFile(path) as file, closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(file.read("collection.anki2"))
        return db.execute(query).fetchall()


@pytest.fixture
def package(tmp_path: Path) -> Path:
    path = tmp_path / "out.apkg"
    export(path)
    return path


def test_the_same_cards_make_the_same_bytes(tmp_path: Path) -> None:
    export(tmp_path / "a.apkg")
    export(tmp_path / "b.apkg")
    assert (tmp_path / "a.apkg").read_bytes() == (tmp_path / "b.apkg").read_bytes()


def test_no_temporary_file_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = tmp_path / "tmp"
    elsewhere.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(elsewhere))
    (tmp_path / "out").mkdir()
    export(tmp_path / "out" / "a.apkg")
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["a.apkg"]


def test_a_package_says_what_it_holds(tmp_path: Path) -> None:
    report = export(tmp_path / "out.apkg")
    assert (report.notes, report.cards, report.retired) == (8, 11, ())


def test_new_cards_stand_in_deck_order(package: Path) -> None:
    due = rows(package, "SELECT due FROM cards ORDER BY id")
    assert sorted(due) == [(position,) for position in range(1, 12)]


def test_notes_carry_the_time_of_their_change(package: Path) -> None:
    assert rows(package, "SELECT DISTINCT mod FROM notes") == [
        (samples.CHANGED // 1000 + RENDERING,)
    ]


def test_the_collection_asks_for_the_second_scheduler(package: Path) -> None:
    ((conf,),) = rows(package, "SELECT conf FROM col")
    assert json.loads(str(conf))["schedVer"] == 2


def test_archive_members_carry_no_date(package: Path) -> None:
    with zipfile.ZipFile(package) as file:
        assert {member.date_time for member in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_the_file_can_be_read_by_others(package: Path) -> None:
    assert package.stat().st_mode & 0o777 == 0o644


def test_a_package_of_ours_is_replaced(package: Path) -> None:
    export(package, samples.card("mla-rope", samples.BASIC))
    assert rows(package, "SELECT count(*) FROM notes") == [(1,)]


def test_a_replaced_package_is_compared(package: Path) -> None:
    first, second, *_ = samples.cards()
    edited = samples.asking(first, back="Other.")
    listed = (edited, samples.card("new-note", samples.BASIC), *samples.cards()[2:])
    report = export(package, *listed, at=samples.CHANGED + 5_000)
    assert second.note == "mla-name"
    assert report.compared == Comparison(
        new=("new-note", "mla-name/backward"), changed=(first.id,), unchanged=6, missing=1
    )


def test_a_change_that_is_not_dated_later_gets_a_later_date(package: Path) -> None:
    first, *others = samples.cards()
    report = export(package, samples.asking(first, back="Other."), *others)
    assert report.compared == Comparison((), (first.id,), 7, 0)
    dates = sorted(rows(package, "SELECT mod FROM notes"))
    assert dates[-1][0] == dates[0][0] + 1


def test_the_same_cards_again_make_the_same_bytes_after_a_later_date(package: Path) -> None:
    first, *others = samples.cards()
    export(package, samples.asking(first, back="Other."), *others)
    before = package.read_bytes()
    export(package, samples.asking(first, back="Other."), *others)
    assert package.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"notes", b"PK\x05\x06" + bytes(18)])
def test_another_file_is_not_overwritten(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "thesis.docx"
    path.write_bytes(content)
    with pytest.raises(ForeignFile):
        export(path)
    assert path.read_bytes() == content


def test_a_package_of_somebody_else_is_not_overwritten(package: Path) -> None:
    theirs = package.with_name("theirs.apkg")
    with zipfile.ZipFile(package) as file, closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(file.read("collection.anki2"))
        db.execute("UPDATE col SET models = ?", (json.dumps({"1342697561419": {}}),))
        db.commit()
        content = db.serialize()
    with zipfile.ZipFile(theirs, "w") as file:
        file.writestr("collection.anki2", content)
    with pytest.raises(ForeignFile):
        export(theirs)


def test_force_overwrites_anything(tmp_path: Path) -> None:
    path = tmp_path / "out.apkg"
    path.write_bytes(b"notes")
    export(path, force=True)
    assert zipfile.is_zipfile(path)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(CannotWrite, match="nowhere"):
        export(tmp_path / "nowhere" / "out.apkg")


def test_a_folder_is_not_overwritten(tmp_path: Path) -> None:
    with pytest.raises(ForeignFile):
        export(tmp_path)


def test_a_failed_write_leaves_the_old_package(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = package.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CannotWrite, match="No space left"):
        export(package, samples.card("mla-rope", samples.BASIC))
    assert [(path.name, path.read_bytes()) for path in package.parent.iterdir()] == [
        ("out.apkg", before)
    ]


def test_an_empty_collection_is_not_exported(tmp_path: Path) -> None:
    with pytest.raises(NothingToExport):
        export_anki(Collection(), path=tmp_path / "out.apkg", changed_at={})


def test_a_note_that_is_gone_is_exported_as_retired(tmp_path: Path) -> None:
    gone = samples.card("old-note", samples.BASIC)
    path = tmp_path / "out.apkg"
    export_anki(samples.collection(), path=path, changed_at={}, retired=[gone])
    tags = rows(path, "SELECT tags FROM notes WHERE tags LIKE '%recall::retired%'")
    assert len(tags) == 1


def test_a_card_that_is_gone_does_not_retire_its_note(tmp_path: Path) -> None:
    gone = samples.card("mla-size", samples.CLOZE, facet="c9")
    report = export_anki(
        samples.collection(), path=tmp_path / "out.apkg", changed_at={}, retired=[gone]
    )
    assert report.retired == ()


def test_decks_of_one_title_are_one_deck(tmp_path: Path) -> None:
    path = tmp_path / "out.apkg"
    export(path)
    ((decks,),) = rows(path, "SELECT decks FROM col")
    names = [deck["name"] for deck in json.loads(str(decks)).values()]
    assert names == ["Default", "Recall::Attention & the KV cache::What MLA caches"]
