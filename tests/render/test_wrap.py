"""Breaking lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from recall.render.wrap import GLUE, chop, fold


def test_lines_break_at_spaces():
    assert fold("one two three", 8) == ["one two", "three"]


def test_later_lines_are_indented():
    assert fold("one two three", 8, indent=2) == ["one two", "  three"]


def test_chinese_breaks_between_characters():
    assert fold("MLA 缓存潜在向量", 8) == ["MLA 缓存", "潜在向量"]


def test_closing_punctuation_does_not_begin_a_line():
    assert fold("缓存很小，很快", 8) == ["缓存很", "小，很快"]


def test_opening_punctuation_does_not_end_a_line():
    assert fold("缓存很（小）", 8) == ["缓存很", "（小）"]


def test_a_no_break_space_holds_its_neighbours():
    assert fold(f"aaa b{GLUE}={GLUE}c", 6) == ["aaa", "b = c"]


def test_a_no_break_space_gives_way_before_a_word_is_cut():
    assert fold(f"aaaa{GLUE}={GLUE}bbbb", 6) == ["aaaa", "= bbbb"]


def test_a_word_wider_than_the_line_is_cut():
    assert fold("abcdefgh", 3) == ["abc", "def", "gh"]


def test_marks_stay_with_their_letter():
    assert fold("x̄x̄x̄", 2) == ["x̄x̄", "x̄"]


def test_code_is_cut_after_a_space_and_keeps_it():
    text = "call(one, two)"
    assert [text[a:b] for a, b in chop(text, 11)] == ["call(one, ", "two)"]


TEXTS = st.text(alphabet=st.sampled_from("ab 中文，。（）x\u0304é" + GLUE), max_size=60)


@given(TEXTS, st.integers(2, 30))
def test_no_line_is_too_wide(text: str, width: int):
    assert all(cell_len(line) <= width for line in fold(text, width))


@given(TEXTS, st.integers(2, 30))
def test_no_character_but_spaces_is_lost(text: str, width: int):
    def bare(s: str) -> str:
        return s.replace(" ", "").replace(GLUE, "")

    assert bare("".join(fold(text, width))) == bare(text)


@pytest.mark.parametrize("width", [1, 4, 9])
@given(TEXTS)
def test_code_loses_nothing_at_all(width: int, text: str):
    assert "".join(text[a:b] for a, b in chop(text, width)) == text
