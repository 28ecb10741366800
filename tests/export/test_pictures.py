"""Images of decks: where they may be, how they are named, and that they arrive."""

import json
import zipfile
from hashlib import sha1
from pathlib import Path

import pytest

from recall.export.anki import export_anki
from recall.export.codes import BAD_IMAGE, FAR_IMAGE, NO_IMAGE
from recall.export.pictures import Fault, Picture, gallery
from tests.export import samples

PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    folder = tmp_path / "decks" / "moe"
    (folder / "img").mkdir(parents=True)
    (folder / "img" / "Router load.png").write_bytes(PNG)
    (folder / "other.txt").write_text("x")
    (tmp_path / "decks" / "secret.png").write_bytes(PNG)
    return folder


def test_a_name_tells_the_content(deck: Path) -> None:
    found = gallery(deck)("img/Router%20load.png")
    assert isinstance(found, Picture)
    assert found.name == f"router-load-{sha1(PNG).hexdigest()[:10]}.png"


def test_a_new_content_has_a_new_name(deck: Path) -> None:
    before = gallery(deck)("img/Router load.png")
    (deck / "img" / "Router load.png").write_bytes(PNG + b"x")
    after = gallery(deck)("img/Router load.png")
    assert isinstance(before, Picture)
    assert isinstance(after, Picture)
    assert before.name != after.name


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("none.png", NO_IMAGE),
        ("", NO_IMAGE),
        ("img", NO_IMAGE),
        ("https://x.org/a.png", NO_IMAGE),
        ("//x.org/a.png", NO_IMAGE),
        ("data:image/png;base64,AA", NO_IMAGE),
        ("a\0.png", NO_IMAGE),
        ("../secret.png", FAR_IMAGE),
        ("img/../../secret.png", FAR_IMAGE),
        ("..%2Fsecret.png", FAR_IMAGE),
        ("/etc/hostname", FAR_IMAGE),
        ("other.txt", BAD_IMAGE),
    ],
)
def test_what_is_no_image_of_the_deck_is_refused(deck: Path, source: str, code: object) -> None:
    found = gallery(deck)(source)
    assert isinstance(found, Fault)
    assert found.code is code


def test_a_link_cannot_lead_out_of_the_folder(deck: Path) -> None:
    (deck / "link.png").symlink_to(deck.parent / "secret.png")
    found = gallery(deck)("link.png")
    assert isinstance(found, Fault)
    assert found.code is FAR_IMAGE


def test_a_deck_without_a_folder_has_no_images() -> None:
    assert isinstance(gallery(None)("a.png"), Fault)


def members(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as file:
        names = json.loads(file.read("media"))
        return {name: file.read(number) for number, name in names.items()}


def test_an_image_is_in_the_package_once(deck: Path, tmp_path: Path) -> None:
    card = samples.card("mla-rope", samples.BASIC)
    front = "What is ![the <load>](img/Router%20load.png) and ![again](img/Router%20load.png)?"
    report = export_anki(
        samples.collection(samples.asking(card, front=front)),
        path=tmp_path / "out.apkg",
        changed_at={},
        galleries=lambda _: gallery(deck),
    )
    assert list(members(tmp_path / "out.apkg").values()) == [PNG]
    assert (report.pictures, report.faults) == (1, ())


def test_a_new_image_is_a_later_note(deck: Path, tmp_path: Path) -> None:
    card = samples.asking(
        samples.card("mla-rope", samples.BASIC), front="![a](img/Router%20load.png)"
    )

    def export() -> object:
        return export_anki(
            samples.collection(card),
            path=tmp_path / "out.apkg",
            changed_at={},
            galleries=lambda _: gallery(deck),
        ).compared

    export()
    (deck / "img" / "Router load.png").write_bytes(PNG + b"x")
    compared = export()
    assert compared is not None
    assert compared.changed == ("mla-rope",)  # type: ignore[attr-defined]


def test_a_fault_names_its_card(deck: Path, tmp_path: Path) -> None:
    card = samples.asking(samples.card("mla-rope", samples.BASIC), front="![a](none.png)")
    report = export_anki(samples.collection(card), path=tmp_path / "a.apkg", changed_at={})
    assert [(name, fault.code.id) for name, fault in report.faults] == [("mla-rope", "W684")]
