"""Images beside the decks."""

from pathlib import Path

import pytest

from recall.app.checking import check_decks
from recall.app.workspace import DeckRoot
from tests.app.test_incremental import Bench, bench, codes, parsed

__all__ = ["bench"]

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">{}</svg>'


def problems(folder: Path, source: str) -> list[str]:
    """The codes of a deck that shows an image."""
    deck = folder / "decks" / "p" / "d.md"
    deck.parent.mkdir(parents=True, exist_ok=True)
    deck.write_text(f"## Q?\n\n![a picture]({source})\n", encoding="utf-8")
    found = check_decks((DeckRoot(folder / "decks", "decks"),)).diagnostics
    assert all(str(d.span) == "decks/p/d.md:3:1" for d in found)
    return [d.code.id for d in found]


def put(folder: Path, name: str, content: bytes = b"x") -> None:
    path = folder / "decks" / "p" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


@pytest.mark.parametrize("source", ["img/x.png", "./img/x.png", "img/x.png?raw=1", "img/%78.png"])
def test_an_image_beside_the_deck_is_fine(tmp_path: Path, source: str) -> None:
    put(tmp_path, "img/x.png")
    assert problems(tmp_path, source) == []


def test_a_missing_image_is_named_at_its_place(tmp_path: Path) -> None:
    assert problems(tmp_path, "img/x.png") == ["W684"]


def test_a_name_in_another_case_is_named_on_every_disk(tmp_path: Path) -> None:
    put(tmp_path, "Img/X.png")
    assert problems(tmp_path, "img/x.PNG") == ["W161"]


@pytest.mark.parametrize("source", ["../../secret.png", "/etc/passwd.png", "../../../x.png"])
def test_no_image_lies_outside_the_folder(tmp_path: Path, source: str) -> None:
    (tmp_path / "secret.png").write_bytes(b"x")
    assert problems(tmp_path, source) == ["W685"]


def test_a_link_does_not_lead_out(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(b"x")
    put(tmp_path, "d.md")
    (tmp_path / "decks" / "p" / "x.png").symlink_to(tmp_path / "secret.png")
    assert problems(tmp_path, "x.png") == ["W685"]


@pytest.mark.parametrize("source", ["ftp://a.b/c.png", "data:image/png;base64,xx", "//a.b/c.png"])
def test_other_addresses_are_no_images(tmp_path: Path, source: str) -> None:
    assert problems(tmp_path, source) == ["W684"]


def test_a_web_address_is_left_alone(tmp_path: Path) -> None:
    assert problems(tmp_path, "https://example.org/x.png") == []


def test_a_file_that_is_too_large_or_no_image_is_refused(tmp_path: Path) -> None:
    put(tmp_path, "x.png", b"0" * 10_000_001)
    put(tmp_path, "x.exe")
    assert problems(tmp_path, "x.png") == ["W686"]
    assert problems(tmp_path, "x.exe") == ["W686"]


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        "<foreignObject/>",
        '<rect onload="x()"/>',
        '<image href="http://a.b/c.png"/>',
        '<use xlink:href="other.svg#a"/>',
        "<style>@import 'x.css';</style>",
        '<rect fill="url(http://a.b/#c)"/>',
    ],
)
def test_an_svg_that_does_something_is_a_warning(tmp_path: Path, inside: str) -> None:
    put(tmp_path, "x.svg", SVG.format(inside).encode())
    assert problems(tmp_path, "x.svg") == ["W162"]


@pytest.mark.parametrize(
    "inside",
    ["<rect/>", '<use xlink:href="#a"/>', '<rect fill="url(#g)"/>', "<text>on a = b</text>"],
)
def test_a_plain_svg_is_fine(tmp_path: Path, inside: str) -> None:
    put(tmp_path, "x.svg", SVG.format(inside).encode())
    assert problems(tmp_path, "x.svg") == []


def test_an_image_in_code_is_none(tmp_path: Path) -> None:
    put(tmp_path, "x.png")
    assert (
        problems(tmp_path, "x.png)\n\n`![b](y.png)`\n\n$![c](z.png)$\n\n<!-- ![d](d.png) -->(")
        == []
    )


def test_an_image_that_goes_is_noticed_while_no_deck_changes(bench: Bench) -> None:
    bench.write("p/b", "## Q?\n\n![a](x.png)\n")
    image = bench.path("p/b").with_name("x.png")
    image.write_bytes(b"x")
    assert "decks/p/b.md W684" not in codes(bench.compile())
    image.unlink()
    done = bench.compile()
    assert "decks/p/b.md W684" in codes(done)
    assert parsed(done) == []


@pytest.mark.parametrize("written", ["![a picture][fig]", "![fig]", "![fig][]"])
def test_an_image_by_reference_is_checked_where_it_is_shown(tmp_path: Path, written: str) -> None:
    deck = tmp_path / "decks" / "p" / "d.md"
    deck.parent.mkdir(parents=True)
    deck.write_text(f'## Q?\n\n{written}\n\n[fig]: img/x.png "title"\n', encoding="utf-8")
    found = check_decks((DeckRoot(tmp_path / "decks", "decks"),)).diagnostics
    assert [(d.code.id, str(d.span)) for d in found] == [("W684", "decks/p/d.md:3:1")]
