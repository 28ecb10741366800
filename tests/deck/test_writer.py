"""Stamping and formatting: what is written, and that nothing else is touched."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall.deck.digest import note_digest
from recall.deck.opaque import clozes
from recall.deck.syntax import Deck, Note
from recall.deck.writer import Edit, RawText
from recall.deck.writer_format import format_deck
from recall.deck.writer_stamp import Stamp, stamp, stamp_edits
from recall.model.ids import NoteId
from recall.source import SourceFile
from tests.deck.dump import read

BLOCKS = [
    "## Why is it?\n",
    "## The ==a b== of ==c==\n",
    "## 为什么？\n",
    "##  Spaced  ##\n",
    "# Section\n",
    "<!-- id: a-note -->\n",
    "<!--id：b-note-->\n",
    "\n   <!-- ID: c-note, of: 3f9a12c4 -->\n",
    "<!-- id:\nd-note --> text\n",
    "<!-- id: Bad -->\n",
    "\n",
    "\n\n\n",
    "  \n",
    "text ==mark== more\n",
    "==x==<!--c3--> and ==y==\n",
    "{{c2::z::hint}} ==w==\n",
    "e\u0301 ==e\u0301==e\u0301\n",
    "`==code==` $a==b==c$\n",
    "| a | b |\n|-|-|\n| ==t== | u |\n",
    "**Answer**\n",
    "__answer :__ yes\n",
    "**Why** because\n",
    "**Why:**: odd\n",
    "**HINTS**\n- one\n- two\n",
    "**Points**\n\n\n- p\n",
    "**Source：** V2\n",
    "**Tags:** a\nb\n",
    "**出处：**文\n",
    "**答案**文字\n",
    "**提示** ：\n- 一\n",
    "- [X] right\n- [ ] wrong\n",
    "1. [x]  right\n\n   because\n2. [ ] no\n",
    "```\n## code\n**Answer**\n```\n",
    "    ## indented\n",
    "> quote\n",
    "- item\n",
    "---\n",
    "<!-- open",
    "$$\nx\n$$\n",
    "**Type:** basic\n",
    "{{c1::a ==b== c}}\n",
    "no end",
    "中文，==标记==。\n",
    "\t- [X] tab\n",
    "<div>\n",
    "==a\nb==\n",
]

HEADINGS = ["", "## Why is it?\n", "## The ==a b== of ==c==\n", "## 为什么？\n"]

blocks = st.lists(st.sampled_from(BLOCKS), max_size=6).map("".join)
texts = st.lists(st.tuples(st.sampled_from(HEADINGS), blocks), max_size=3).map(
    lambda notes: "".join(heading + text for heading, text in notes)
)
raws = st.builds(
    lambda text, end, bom, form: (
        bom + unicodedata.normalize(form, text).replace("\n", end).encode()
    ),
    texts,
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from([b"", b"\xef\xbb\xbf"]),
    st.sampled_from(["NFC", "NFD"]),
)
many = settings(max_examples=300, deadline=None)


def stamps(deck: Deck) -> list[Stamp]:
    """An id for every note, and a number for every mark that has none."""
    found = []
    for index, note in enumerate(deck.notes):
        own = [c.number for text in (note.heading, note.body) for c in clozes(text)]
        fresh = iter(range(100, 900))
        numbers = tuple(next(fresh) if n is None else n for n in own)
        found.append(Stamp(note, NoteId(f"stamped-{index}"), numbers))
    return found


def is_subsequence(short: bytes, long: bytes) -> bool:
    rest = iter(long)
    return all(byte in rest for byte in short)


@many
@given(raws)
def test_stamping_only_inserts(raw: bytes) -> None:
    deck = read(raw).value
    source = SourceFile.from_bytes("d.md", raw)
    edits = list(stamp_edits(source, stamps(deck)))
    assert all(edit.inserts for edit in edits)
    after = RawText(raw).apply(edits)
    end = b"\r\n" if b"\r\n" in raw else b"\r" if b"\r" in raw else b"\n"
    for edit in edits:
        after = after.replace(edit.text.encode().replace(b"\n", end), b"", 1)
    assert after == raw


@many
@given(raws)
def test_a_stamped_file_says_what_it_said(raw: bytes) -> None:
    deck = read(raw).value
    after = stamp(raw, deck, stamps(deck))
    assert after is not None
    again = read(after).value
    assert [note_digest(n) for n in again.notes] == [note_digest(n) for n in deck.notes]
    assert all(note.id for note in again.notes)
    assert is_subsequence(raw, after)


@many
@given(raws)
def test_stamping_twice_is_stamping_once(raw: bytes) -> None:
    deck = read(raw).value
    once = stamp(raw, deck, stamps(deck))
    assert once is not None
    again = read(once).value
    assert stamp(once, again, stamps(again)) == once


@many
@given(raws, st.booleans())
def test_formatting_twice_is_formatting_once(raw: bytes, translation: bool) -> None:
    once = format_deck(raw, read(raw, translation=translation))
    assert format_deck(once, read(once, translation=translation)) == once


def compiled(deck: Deck) -> list[tuple[object, ...]]:
    def texts_of(note: Note) -> tuple[object, ...]:
        parts = tuple(
            (p.label, p.content.text, tuple(i.text.text for i in p.items)) for p in note.parts
        )
        options = tuple((o.text.text, o.checked) for o in note.options)
        return (note.id, note.of, note_digest(note), note.heading.text, options, parts)

    return [texts_of(note) for note in deck.notes]


@many
@given(raws)
def test_formatting_changes_no_id_digest_or_text(raw: bytes) -> None:
    before = read(raw)
    after = read(format_deck(raw, before))
    assert compiled(after.value) == compiled(before.value)
    codes = [d.code.id for d in before.diagnostics]
    for diagnostic in after.diagnostics:
        codes.remove(diagnostic.code.id)


def formatted(text: str) -> str:
    return format_deck(text.encode(), read(text)).decode()


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("## Q\n\n<!--id：a-note-->\nA\n", "## Q\n<!-- id: a-note -->\nA\n"),
        ("## Q\n\n\n  <!-- ID: a-note -->\n\nA\n", "## Q\n<!-- id: a-note -->\n\nA\n"),
        ("## Q\nA\n**Why**\ntext\n", "## Q\nA\n\n**Why**\n\ntext\n"),
        ("## Q\nA\n\n\n\n__why :__\n\n\ntext\n", "## Q\nA\n\n**Why**\n\ntext\n"),
        ("## Q\nA\n\n**Why** text\n", "## Q\nA\n\n**Why:** text\n"),
        ("## Q\nA\n\n**source：**V2\n", "## Q\nA\n\n**Source:** V2\n"),
        ("## Q\nA\n\n**出处：**文\n", "## Q\nA\n\n**出处**：文\n"),
        ("## Q\nA\n\n**答案** 文字\n", "## Q\nA\n\n**答案**：文字\n"),
        ("## Q\nA\n\n**Source:** V2\n**Tags:** a\n", "## Q\nA\n\n**Source:** V2\n**Tags:** a\n"),
        (
            "## Q\nA\n\n**Why**\n\nB\n**Source:** V2\n",
            "## Q\nA\n\n**Why**\n\nB\n\n**Source:** V2\n",
        ),
        ("## Q\nA\n\n**Why**\n\nB\n## R\nA\n", "## Q\nA\n\n**Why**\n\nB\n\n## R\nA\n"),
        ("## Q\n\n- [X] a\n- [ ] b\n", "## Q\n\n- [x] a\n- [ ] b\n"),
    ],
)
def test_formatting_writes(written: str, wanted: str) -> None:
    assert formatted(written) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "## Q\nA   \n*  odd   list\n\n\n\n+ another\n",
        "## Q\n<!-- id: Bad -->\n__answer__ A\n",
        "## Q\n```\n**answer :** x\n```\n",
        "## Q\nA\n\n**Sorce:** V2\n",
        "# Title\n\n\n\ntext\n**Bold** words\n\n## Q\nA",
    ],
)
def test_formatting_leaves_alone(text: str) -> None:
    assert formatted(text) == text


def test_an_edit_keeps_decomposed_text_around_it() -> None:
    raw = "e\u0301e\u0301==e\u0301==\u0301 é\r\n".encode()
    text = SourceFile.from_bytes("d.md", raw).text
    at = text.rindex("==") + 2
    after = RawText(raw).apply([Edit(at, at, "<!--c1-->")])
    assert after == "e\u0301e\u0301==e\u0301==<!--c1-->\u0301 é\r\n".encode()


def test_a_translation_records_the_digest_behind_its_id() -> None:
    raw = "## 问\n<!-- id: a-note -->\n\n答\n".encode()
    deck = read(raw, translation=True).value
    done = stamp(raw, deck, [Stamp(deck.notes[0], of="3f9a12c4")])
    assert done == "## 问\n<!-- id: a-note, of: 3f9a12c4 -->\n\n答\n".encode()


def test_a_stamp_never_overwrites_a_recorded_digest() -> None:
    raw = "## 问\n<!-- id: a-note, of: 00000000 -->\n\n答\n".encode()
    deck = read(raw, translation=True).value
    assert stamp(raw, deck, [Stamp(deck.notes[0], of="3f9a12c4")]) == raw


def test_the_number_behind_a_mark_is_no_part_of_the_digest() -> None:
    (plain,) = read("## The ==a==\n\nB ==c==\n").value.notes
    (numbered,) = read("## The ==a==<!--c2-->\n\nB ==c==<!-- c1 -->\n").value.notes
    assert note_digest(plain) == note_digest(numbered)


def test_a_number_inside_code_is_part_of_the_digest() -> None:
    (plain,) = read("## Q\n\n`==a==`\n").value.notes
    (commented,) = read("## Q\n\n`==a==<!--c1-->`\n").value.notes
    assert note_digest(plain) != note_digest(commented)


def test_a_stamp_that_would_change_the_notes_is_refused() -> None:
    raw = b"## Q\n\nA\n"
    deck = read(raw).value
    assert stamp(raw, deck, [Stamp(deck.notes[0], NoteId("Not an id"))]) is None


def test_a_file_without_a_final_newline_keeps_none() -> None:
    raw = b"## The ==a=="
    deck = read(raw).value
    done = stamp(raw, deck, [Stamp(deck.notes[0], NoteId("the-a"), (1,))])
    assert done == b"## The ==a==<!--c1-->\n<!-- id: the-a -->"
