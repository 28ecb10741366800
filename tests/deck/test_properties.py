"""What holds for every text."""

import unicodedata
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from recall.deck.markdown import regions, structure, tokens
from recall.deck.opaque import clozes, passage
from recall.deck.outline import Page
from recall.deck.region import comments
from recall.deck.syntax import Deck, Item
from recall.source import Excerpt, SourceFile
from tests.deck.dump import dump, read

PIECES = [
    "## ", "# ", "### ", "##", "\n", "\n\n", "\n## Q\n", "**Answer**", "**Why** ",
    "**Points**\n", "**Source:** ", "**答案**", "**Sorce:** ", "- ", "- [ ] ", "- [x] ", "- [] ",
    "1. ", "> ", "```", "~~~", "    ", "\t", "`", "$", "$$", "\n$$\n", "==", "{{", "}}",
    "{{c1::", "::", "<!--", "-->", "<!-- id: a-note -->", "<!-- id: ", "<div>", "<pre>",
    "</pre>", "|", "|-|-|", "---", "===", "~", "**", "__", "[", "](", ")", "![", "https://a.b",
    "<", ">", "\\", "a", "B", "中", "，", "：", "é", "e\u0301", "\u2028", "\x00", "\x0b", "\u3000",
    "\ufeff", "&amp;", "title: x", "tags: [a]", "*a", "!!x", "- a", '"\\U99999999"', "{", "}",
    "[a]: b",
]  # fmt: skip

texts = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=40).map("".join),
    st.lists(st.sampled_from(PIECES), max_size=12).map(lambda p: "---\n" + "".join(p)),
    st.text(max_size=200),
)
few = settings(max_examples=150, deadline=None)


def excerpts(deck: Deck) -> Iterator[Excerpt]:
    if deck.intro:
        yield deck.intro
    for note in deck.notes:
        yield from (note.heading, note.body, *(part.content for part in note.parts))
        yield from (text for text in (note.stem, note.context) if text)
        yield from items(note.options)
        for part in note.parts:
            yield from items(part.items)


def items(found: tuple[Item, ...]) -> Iterator[Excerpt]:
    for item in found:
        yield item.text
        if item.rest:
            yield item.rest


@few
@given(st.binary(max_size=200))
def test_parsing_never_raises_on_bytes(raw: bytes) -> None:
    read(raw)


@few
@given(texts, st.booleans())
def test_parsing_never_raises_on_text(text: str, translation: bool) -> None:
    read(text, translation=translation)


@few
@given(texts)
def test_rendering_and_reading_opaque_text_never_raise(text: str) -> None:
    tokens(text)
    excerpt = Excerpt.of(text)
    for hole in passage(excerpt).holes:
        assert text[hole.start : hole.end] == "{{" + hole.text + "}}"
    for cloze in clozes(excerpt):
        assert cloze.mark in text[cloze.start : cloze.end]


@few
@given(texts)
def test_regions_lie_in_the_text_in_order(text: str) -> None:
    found = regions(text)
    assert all(0 <= region.start < region.end <= len(text) for region in found)
    assert list(found) == sorted(found, key=lambda region: (region.start, -region.end))


@few
@given(texts)
def test_diagnostics_point_into_the_file(text: str) -> None:
    source = SourceFile.from_bytes("d.md", text.encode("utf-8", "surrogatepass"))
    lines = source.lines
    for found in read(text.encode("utf-8", "surrogatepass")).diagnostics:
        span = found.span
        assert 1 <= span.line <= span.end_line <= len(lines)
        assert 1 <= span.column <= len(lines[span.line - 1]) + 1
        assert 1 <= span.end_column <= len(lines[span.end_line - 1]) + 1
        assert found.message and not found.message.endswith(".")


@few
@given(texts)
def test_every_line_of_an_excerpt_stands_where_it_says(text: str) -> None:
    raw = text.encode("utf-8", "surrogatepass")
    lines = SourceFile.from_bytes("d.md", raw).lines
    for excerpt in excerpts(read(raw).value):
        for line, (number, column) in zip(excerpt.text.split("\n"), excerpt.starts, strict=True):
            assert not line or lines[number - 1][column - 1 :].startswith(line)


@few
@given(texts)
def test_heading_body_and_parts_follow_each_other_in_the_file(text: str) -> None:
    for note in read(text.encode("utf-8", "surrogatepass")).value.notes:
        pieces = [note.heading, note.body, *(part.content for part in note.parts)]
        places = [place for piece in pieces for place in (piece.place(0), piece.place(10**9))]
        assert places == sorted(places)


@few
@given(texts.filter(lambda text: not text.startswith("---")))
def test_every_visible_character_of_a_good_note_is_accounted_for(text: str) -> None:
    raw = text.encode("utf-8", "surrogatepass")
    checked = read(raw)
    if not checked.ok:
        return
    source = SourceFile.from_bytes("d.md", raw)
    page = Page(source, structure(source.text))
    starts = [page.start(line) for line in range(len(page.lines))]
    covered = set[int]()
    for begin, end in _ranges(checked.value):
        covered.update(range(starts[begin[0] - 1] + begin[1] - 1, starts[end[0] - 1] + end[1] - 1))
    for begin_, end_ in comments(source.text):
        covered.update(range(begin_, end_))
    for stretch in page.stretches:
        if stretch.kind == "note":
            for line in range(stretch.line, stretch.end):
                _check_line(page.lines[line], starts[line], covered)


def _check_line(line: str, start: int, covered: set[int]) -> None:
    lost = {c for i, c in enumerate(line) if start + i not in covered and not c.isspace()}
    assert lost <= set("#-*_"), f"{lost} of {line!r}"


def _ranges(deck: Deck) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    for note in deck.notes:
        for excerpt in (note.heading, note.body, *(part.content for part in note.parts)):
            yield excerpt.place(0), excerpt.place(len(excerpt.text))
        for span in (note.id_span, *(part.label_span for part in note.parts)):
            if span:
                yield (span.line, span.column), (span.end_line, span.end_column)


@few
@given(texts.filter(lambda text: "id" not in text.casefold()))
def test_text_in_a_fence_holds_no_notes(text: str) -> None:
    longest = max((len(run) for run in _runs(text, "`")), default=0)
    fence = "`" * max(3, longest + 1)
    raw = f"## Q\n{fence}\n{text}\n{fence}\n".encode("utf-8", "surrogatepass")
    checked = read(raw)
    assert len(checked.value.notes) == 1
    assert not checked.diagnostics
    assert not checked.value.notes[0].parts


def _runs(text: str, character: str) -> list[str]:
    kept = "".join(c if c == character else " " for c in text)
    return kept.split()


@few
@given(texts.map(lambda text: text.replace("\r", "").lstrip("\ufeff")))
def test_line_ends_and_a_byte_order_mark_change_nothing(text: str) -> None:
    raw = text.encode("utf-8", "surrogatepass")
    clean = read(raw)
    assert read(raw.replace(b"\n", b"\r\n")) == clean
    assert read(raw.replace(b"\n", b"\r")) == clean
    assert read(b"\xef\xbb\xbf" + raw) == clean


@few
@given(texts)
def test_decomposed_text_gives_the_same_deck(text: str) -> None:
    composed = unicodedata.normalize("NFC", text)
    decomposed = unicodedata.normalize("NFD", text)
    assert dump(read(decomposed.encode("utf-8", "surrogatepass"))) == dump(
        read(composed.encode("utf-8", "surrogatepass"))
    )


@few
@given(texts)
def test_a_note_with_an_id_survives_anything_above_it(above: str) -> None:
    text = f"{above}\n\n## The last question\n<!-- id: the-last-one -->\n\nAn answer.\n"
    raw = text.encode("utf-8", "surrogatepass")
    notes = read(raw).value.notes
    assert [note.heading.text for note in notes if note.id == "the-last-one"] == [
        "The last question"
    ]
