"""The page of random variants that a person skims."""

import re
from html.parser import HTMLParser

import pytest

from recall.app.contact_sheet import contact_sheet
from recall.app.reading import Library
from recall.compile import Sheaf, build
from recall.deck.parser import parse
from recall.model.card import Card
from recall.model.ids import NoteId
from recall.source import SourceFile

PROBLEM = """\
## Weights of a model
<!-- id: weights -->

A model has {{n}} billion parameters at $w<3$ bytes each. How many **GB**?

**Given**

- `n` from 7, 13, 32, 70, 110, 200, 300, 400, 500
- `w` from 1, 2

**Steps**

1. How many bytes? `total = n * G * w` B exact
2. In gigabytes: `answer = total / G` GB ± 1%

**Mistakes**

- `answer * 3`: you tripled {{n}}.
- `answer * w`: you took the bytes twice.
- `n * w * 3`: never named.

**Hints**

- First the bytes.
"""
CHINESE = """\
## 模型权重
<!-- id: weights -->

一个模型有 {{n}} 十亿个参数，每个 $w<3$ 字节。多少 **GB**？

**步骤**

1. 多少字节？`total = n * G * w` B exact
2. 换成 GB：`answer = total / G` GB ± 1%

**误区**

- `answer * 3`：你乘了 3。
- `answer * w`：字节算了两遍。
- `n * w * 3`：不会出现。

**提示**

- 先算字节。
"""
PLAIN = "## Why?\n<!-- id: why-so -->\n\nBecause.\n"


def cards(primary: str, translation: str = "") -> tuple[Card, ...]:
    """The cards of a deck and its Chinese translation."""
    texts = [("p/d.md", primary, "en")] + ([("p/d.zh.md", translation, "zh")] * bool(translation))
    decks = tuple(
        parse(
            SourceFile.from_bytes(path, text.encode()),
            deck="p/d", pillar="p", lang=lang, translation=lang == "zh",
        ).value
        for path, text, lang in texts
    )  # fmt: skip
    ids = {
        (deck.path, index): NoteId(note.id or "none")
        for deck in decks
        for index, note in enumerate(deck.notes)
    }
    library = Library(decks)
    return build(Sheaf(decks=library.decks, ids=ids)).value.cards


class Tags(HTMLParser):
    """The elements of a page, and whether they close in order."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.open: list[str] = []
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def tags(page: str) -> Tags:
    found = Tags()
    found.feed(page)
    assert found.open == []
    return found


@pytest.fixture(scope="module")
def page() -> str:
    return contact_sheet(cards(PROBLEM + "\n" + PLAIN, CHINESE), variants=3, seed=1)


def test_every_problem_has_so_many_variants(page: str) -> None:
    assert page.count("<section>") == 1
    assert page.count("<article>") == 3
    assert "18 of 18 variants" in page
    assert "Because." not in page


def test_a_variant_shows_question_solution_interval_and_mistakes(page: str) -> None:
    words = re.sub(r"<[^>]+>", "", page)
    assert re.search(r"A model has \d+ billion parameters", words)
    assert re.search(r"answer = total / G = \d+ / 10\*\*9 = \d+ GB", words)
    assert re.search(r"[\d.]+ GB … [\d.]+ GB± 1%", words)
    assert re.search(r"total[\d,]+ Bexact", words)
    assert re.search(r"you tripled \d+\.", words)
    assert "First the bytes." in words


def test_the_languages_stand_side_by_side(page: str) -> None:
    assert page.count('<div lang="zh">') == page.count('<div lang="en">') == 3
    assert "十亿个参数" in page
    assert "字节算了两遍。" in page


def test_a_mistake_that_is_not_named_is_marked(page: str) -> None:
    assert page.count("(taken for an earlier one)") == 3
    assert "(right here)" in contact_sheet(cards(PROBLEM), variants=18, seed=1)


def test_what_is_the_same_in_every_variant_is_shown_once(page: str) -> None:
    assert page.count("First the bytes.") == 1


def test_math_stays_tex(page: str) -> None:
    assert r'\(<code class="tex">w&lt;3</code>\)' in page


def test_the_seed_fixes_the_page(page: str) -> None:
    found = cards(PROBLEM + "\n" + PLAIN, CHINESE)
    assert contact_sheet(found, variants=3, seed=1) == page
    assert contact_sheet(found, variants=3, seed=2) != page


def test_there_are_no_more_variants_than_the_problem_has() -> None:
    assert contact_sheet(cards(PROBLEM), variants=50, seed=1).count("<article>") == 18


def test_the_page_needs_nothing_from_elsewhere(page: str) -> None:
    found = tags(page)
    assert found.names.isdisjoint({"script", "link", "img", "iframe", "a", "form"})
    assert "http:" not in page
    assert "https:" not in page
    assert "default-src 'none'" in page


EVIL = "<script>alert(1)</script><img src=x onerror=alert(1)>"


def test_nothing_of_a_deck_becomes_markup() -> None:
    text = (
        PROBLEM.replace("Weights of a model", f"Weights {EVIL}")
        .replace("A model has", f'{EVIL} "\'>&lt; <b onclick="x()">A</b> `</code>{EVIL}` has')
        .replace("you tripled", f"{EVIL} [you](javascript:alert(1)) tripled")
        .replace("First the bytes", f"{EVIL} $</code>{EVIL}$ first")
        .replace("In gigabytes", f"So </table></article>{EVIL} in gigabytes")
    )
    found = cards(text)
    assert found
    made = tags(contact_sheet(found, variants=4, seed=1))
    assert made.names.isdisjoint({"script", "img", "b", "a"})
    assert made.attributes.isdisjoint({"onclick", "onerror", "src", "href"})
