"""Formulas in two dimensions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from recall.render.box import display_math, math_problem
from tests.render.golden import MATH, formulas, math_files


@pytest.mark.parametrize("name", math_files())
def test_formulas_look_as_they_did(name: str):
    assert math_files()[name] == (MATH / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("tex", formulas().values(), ids=formulas())
def test_all_formulas_of_the_collection_can_be_set(tex: str):
    assert math_problem(tex) is None


def drawn(tex: str, width: int = 76) -> list[str]:
    return [row.rstrip() for row in display_math(tex, width=width)]


def test_a_fraction_stands_on_its_bar():
    assert drawn(r"\frac{a+b}{c}") == ["a + b", "─────", "  c"]


def test_bars_of_neighbouring_fractions_stay_apart():
    assert drawn(r"\frac{a}{b}\frac{c}{d}")[1] == "─ ─"


def test_a_minus_sign_does_not_run_into_a_bar():
    assert drawn(r"-\frac{a}{b}")[1] == "− ─"


def test_the_outer_bar_of_nested_fractions_is_longer():
    rows = drawn(r"\frac{\frac{a}{b}}{c}")
    assert [row.strip() for row in rows] == ["a", "─", "b", "───", "c"]


def test_limits_stand_over_and_under():
    assert drawn(r"\sum_{i=1}^{n} x_i") == [" n", " ∑  xᵢ", "i=1"]


def test_a_compound_exponent_is_raised():
    assert drawn(r"e^{z/T}") == [" z/T", "e"]


def test_delimiters_grow_with_what_they_hold():
    assert drawn(r"\left[\frac{a}{b}\right)") == ["⎡a⎞", "⎢─⎟", "⎣b⎠"]


def test_a_delimiter_in_the_middle_grows_too():
    assert drawn(r"\left( a \middle| \frac{b}{c} \right)") == ["⎛  │ b⎞", "⎜a │ ─⎟", "⎝  │ c⎠"]


def test_delimiters_enlarged_by_hand_grow():
    assert drawn(r"\big(\frac{a}{b}\big)") == ["⎛a⎞", "⎜─⎟", "⎝b⎠"]


def test_cases_have_one_brace():
    assert drawn(r"\begin{cases} x & x>0 \\ 0 & \text{else} \end{cases}") == [
        "⎧ x  x > 0",
        "⎨",
        "⎩ 0  else",
    ]


def test_chinese_letters_keep_columns_straight():
    rows = display_math(r"\frac{\text{显存}}{x} = \text{字节}", width=40)
    assert [cell_len(row) for row in rows] == [11, 11, 11]


def test_a_tall_root_has_a_roof():
    assert drawn(r"\sqrt{\frac{a}{b}}") == [" ┌─", " │a", " │─", "╲│b"]


def test_a_frame_is_drawn():
    assert drawn(r"\boxed{x}") == ["┌───┐", "│ x │", "└───┘"]


def test_what_is_too_wide_breaks_before_an_operator():
    assert drawn(r"aaaa = \frac{b}{c} + dddd", 12) == [
        "       b",
        "aaaa = ─",
        "       c",
        "",
        "  + dddd",
    ]


def test_what_cannot_break_becomes_one_line_that_wraps():
    assert drawn(r"\left(\frac{a}{b} + ccccc + ddddd\right)", 12) == ["(a/b + ccccc", "  + ddddd)"]


def test_ascii_is_one_line():
    assert display_math(r"\frac{a}{b}", width=40, ascii=True) == ("a/b",)


def test_tex_that_cannot_be_set_keeps_its_lines():
    assert drawn("\\foo\n  bar") == [r"\foo", "  bar"]


PIECES = [
    r"\frac", r"\sqrt", r"\hat", r"\vec", "_", "^", "{", "}", "{", "}", "x", "y", "a_i", "12", "+",
    "-", "=",
    r"\sum", r"\int", r"\left(", r"\right)", r"\left[", r"\right.", "&", r"\\", "|", r"\,",
    r"\begin{matrix}", r"\end{matrix}", r"\begin{cases}", r"\end{cases}", r"\text{中文 a}",
    r"\mathrm{kv}", r"\underbrace", r"\overline", r"\binom", r"\cdot", ",", r"\alpha", r"\log",
    r"\max", r"\quad", "'", r"\mid", r"\to", r"\mathbb{E}", r"\boxed", r"\cancel", r"\overset",
    r"\big(", r"\big)", r"\phantom", r"\mathcal{L}", r"\xrightarrow",
]  # fmt: skip


def _closed(pieces: list[str]) -> str:
    text = " ".join(pieces)
    return text + " }" * max(0, text.count("{") - text.count("}"))


@given(st.lists(st.sampled_from(PIECES), max_size=14).map(_closed), st.integers(8, 90))
def test_rows_are_equally_wide_and_fit(tex: str, width: int):
    sizes = {cell_len(row) for row in display_math(tex, width=width)}
    assert len(sizes) <= 1
    assert max(sizes, default=0) <= width


@given(st.text(max_size=80))
def test_any_text_gives_rows_that_fit(tex: str):
    assert all(cell_len(row) <= 30 for row in display_math(tex, width=30))
