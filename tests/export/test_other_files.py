"""The text for Anki's import, and the printable page."""

import csv
import io
import re
from dataclasses import replace

import pytest

from recall.export import page
from recall.export.anki import plain_notes
from recall.export.csv import as_csv, is_ours
from recall.export.page import as_page
from recall.export.pictures import Picture
from recall.model.card import Card
from tests.export import samples
from tests.export.test_html import Tags


def lines(*cards: Card, lang: str | None = None) -> list[list[str]]:
    text = as_csv(plain_notes(samples.collection(*cards), lang=lang)).decode()
    body = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))
    return list(csv.reader(io.StringIO(body)))


def test_a_text_begins_with_ankis_headers() -> None:
    text = as_csv(plain_notes(samples.collection()))
    assert text.decode().splitlines()[:3] == ["#separator:Comma", "#html:true", "#guid column:1"]
    assert is_ours(text)


def test_a_text_has_a_row_for_each_note_and_one_more_for_two_directions() -> None:
    assert len(lines()) == 9


def test_every_row_has_the_same_columns() -> None:
    assert {len(row) for row in lines()} == {6}


def test_clozes_keep_their_marks() -> None:
    (cloze,) = (row for row in lines() if row[1] == "Cloze")
    assert "{{c1::" in cloze[4]


def test_rows_have_guids_of_their_own() -> None:
    guids = [row[0] for row in lines()]
    assert len(set(guids)) == len(guids)


def html(*cards: Card, lang: str | None = None) -> str:
    return as_page(samples.collection(*cards), lang=lang)[0].decode()


def test_a_page_folds_the_answer_of_every_card() -> None:
    assert html().count("<summary>Answer</summary>") == 11


def test_a_page_nests_its_tags() -> None:
    tags = Tags()
    tags.feed(re.sub(r"<(?:meta|input|img)[^>]*>", "", html().removeprefix("<!doctype html>")))
    tags.close()
    assert (tags.crossed, tags.open) == (False, [])


def test_a_page_loads_nothing_from_elsewhere() -> None:
    assert not re.search(r'(?:src|href)="(?!#|data:)', html())


def test_math_of_a_page_is_mathml() -> None:
    assert "<math" in html()
    assert "\\(" not in html()


@pytest.mark.parametrize("tex", [r"\href{javascript:alert(1)}{x}", r"\frac{1", r"\nosuch{x}"])
def test_math_that_cannot_be_set_is_code(tex: str) -> None:
    card = samples.asking(
        samples.card("abc", samples.BASIC), front=f"${tex}$", back="b", context=""
    )
    written = html(replace(card, source=""))
    assert "javascript:" not in re.sub(r"<code>.*?</code>", "", written)
    assert "<code>" in written


def test_a_page_holds_its_images() -> None:
    card = samples.asking(samples.card("abc", samples.BASIC), front="![a](b.png)")
    picture = Picture("b.png", "image/png", b"x")
    written, faults = as_page(samples.collection(card), galleries=lambda _: lambda source: picture)
    assert b'<img src="data:image/png;base64,eA==" alt="a">' in written
    assert faults == ()


def test_a_page_in_chinese_says_so() -> None:
    card = samples.chinese(samples.card("mla-why", samples.BASIC))
    assert "<summary>答案</summary>" in html(card, lang="zh")


def test_a_page_is_known_as_ours() -> None:
    assert page.is_ours(html().encode()[:2000])
