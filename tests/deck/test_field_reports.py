"""What users of other tools stumbled over, as rules of this parser."""

import pytest

from recall.deck.digest import note_digest
from recall.deck.opaque import clozes, passage
from recall.deck.syntax import Label
from tests.deck.dump import codes, one, read


def test_markers_inside_code_spans_are_text() -> None:
    note = one("## Q\n`## a` `**Answer**` `==b==` `{{c1::d}}` `- [x] e`\n")
    assert not note.parts
    assert not clozes(note.body)
    assert not note.options


def test_a_one_line_triple_backtick_span_hides_no_later_note() -> None:
    assert len(read("## P\n```a``` b\n\n## Q\nA\n").value.notes) == 2


def test_an_unclosed_fence_is_named_at_its_opener() -> None:
    (found,) = read("## P\nA\n\n```python\nx\n").diagnostics
    assert str(found) == "d.md:4:1: E203 unclosed code fence opened here"


def test_a_fence_with_a_blank_line_is_one_atom() -> None:
    note = one("## Q\n**Answer**\n\n```\na\n\nb\n```\n")
    assert note.parts[0].content.text == "```\na\n\nb\n```"


def test_a_comparison_in_code_is_no_cloze() -> None:
    assert not clozes(one("## Q\n```\nif a == b or c == d:\n```\n`a==b==c`\n").body)


def test_a_note_needs_no_blank_line_after_the_front_matter() -> None:
    assert one("---\ntitle: X\n---\n## Q\nA\n").heading.text == "Q"


def test_front_matter_reaches_no_note() -> None:
    deck = read("---\ntitle: X\ntags: [a]\n---\n## Q\nA\n").value
    assert deck.intro is None
    assert deck.notes[0].context is None


@pytest.mark.parametrize("mark", ["a!", "a]", "(a", "a?", "“a”", "a."])
def test_punctuation_beside_the_signs_of_a_mark_is_plain(mark: str) -> None:
    assert [cloze.mark for cloze in clozes(one(f"## x =={mark}== y\n").heading)] == [mark]


@pytest.mark.parametrize("text", ["[[wiki]]", "[a](b)", "[8] of [256]", r"$\\[2pt]$", "![a](b)"])
def test_brackets_make_no_cloze(text: str) -> None:
    assert not clozes(one(f"## Q\n{text}\n").body)


@pytest.mark.parametrize("tex", [r"\frac{a}{b}", "x^{{a}}", r"{\rm {a}}"])
def test_braces_of_a_formula_neither_end_nor_begin_a_cloze(tex: str) -> None:
    assert [c.mark for c in clozes(one(f"## Q {{{{c1::${tex}$}}}}\n").heading)] == [f"${tex}$"]
    assert not clozes(one(f"## Q\n${tex}$\n").body)


def test_braces_in_an_address_make_no_cloze() -> None:
    text = "## Q\n[x](https://a.b/{{c1::d}}) https://a.b/{{c1::d}} <https://a.b/{{c1::d}}>\n"
    assert not clozes(one(text).body)


def test_nested_braces_stay_in_their_cloze() -> None:
    assert [c.mark for c in clozes(one("## Q {{c1::a {{b}} c}}\n").heading)] == ["a {{b}} c"]


def test_text_between_notes_is_context_or_an_error() -> None:
    text = "## P\nA\n\n# S\n\nContext.\n\n## Q\nA\n\n**Source:** V2\n\nLost.\n"
    checked = read(text)
    assert [found.code.id for found in checked.diagnostics] == ["E301"]
    assert checked.diagnostics[0].span.line == 13


def test_a_file_without_notes_says_so() -> None:
    assert codes("   ## Q\nA\n") == ["I109", "W207"]


def test_a_thematic_break_hides_nothing() -> None:
    note = one("## Q\nA\n\n---\n\nB\n\n**Why**\n\nC\n\n***\n\nD\n")
    assert note.body.text == "A\n\n---\n\nB"
    assert note.parts[0].content.text == "C\n\n***\n\nD"


def test_nested_lists_are_dedented() -> None:
    note = one("## Q\n- [x] A\n  - b\n    - c\n")
    assert note.options[0].rest is not None
    assert note.options[0].rest.text == "- b\n  - c"


def test_tags_of_two_notes_stay_apart() -> None:
    notes = read("## P\nA\n\n**Tags:** a\n\n## Q\nA\n\n**Tags:** 推理, b\n").value.notes
    tags = [note.part(Label.TAGS) for note in notes]
    assert [part.content.text for part in tags if part] == ["a", "推理, b"]


def test_the_id_comment_reaches_no_text() -> None:
    note = one("## Q\n<!-- id: the-id -->\nA\n\n**Why**\n\nB\n")
    assert "<!--" not in note.heading.text + note.body.text + note.parts[0].content.text


def test_a_dollar_in_code_is_no_formula() -> None:
    assert passage(one("## Q\n`$a` and `{{b}}$`, {{c}}\n").body).holes[0].in_math is False


def test_chinese_tags_in_the_front_matter_are_whole() -> None:
    assert read("---\ntags: [推理/加速, 显存]\n---\n## Q\nA\n").value.tags == ("推理/加速", "显存")


def test_bytes_that_are_not_utf_8_never_crash() -> None:
    assert read(b"## Q\n\xff\xfe\x00A\n").value.notes


@pytest.mark.parametrize("dirty", ["\ufeff## é\r\nA\r\n", "## e\u0301\rA\r", "## é\nA\n"])
def test_marks_line_ends_and_decomposed_letters_change_no_digest(dirty: str) -> None:
    clean = one("## é\nA\n")
    assert note_digest(one(dirty)) == note_digest(clean)


def test_case_and_units_are_kept() -> None:
    assert note_digest(one("## 8 Gb\nA\n")) != note_digest(one("## 8 GB\nA\n"))


def test_every_diagnostic_has_a_place_and_a_next_step() -> None:
    for found in read("## Q\n**Sorce:** x\n\n~a~\n\n```\n").diagnostics:
        assert found.span.line > 1
        assert found.hint
