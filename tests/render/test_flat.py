"""Formulas in one line: they must mean what the TeX means."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.render.box import inline_math


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (r"\frac{a+b}{c}", "(a + b)/c"),
        (r"\frac{a}{b+c}", "a/(b + c)"),
        (r"\frac{a}{bc}", "a/(bc)"),
        (r"\frac{ab}{c}", "ab/c"),
        (r"\frac{1}{2}x", "(1/2)x"),
        (r"x\frac{1}{2}", "x(1/2)"),
        (r"a / \frac{b}{c}", "a/(b/c)"),
        (r"\frac{\frac{a}{b}}{c}", "(a/b)/c"),
        (r"\frac{\partial y}{\partial x}", "∂y/∂x"),
        (r"\frac{p(x)}{q(x)}", "p(x)/q(x)"),
        (r"\frac{1}{n(n-1)}", "1/(n(n − 1))"),
        (r"\log\frac{a}{b}", "log (a/b)"),
        (r"(\frac{a}{b})^2", "(a/b)²"),
        (r"\sqrt{x}y", "√x y"),
        (r"\sqrt{x^2}", "√(x²)"),
        (r"\sqrt[3]{x+1}", "³√(x + 1)"),
        (r"\binom{n}{k}", "C(n, k)"),
    ],
)
def test_what_a_bar_or_a_root_holds_together_stays_together(tex: str, expected: str):
    assert inline_math(tex) == expected


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        ("x_i^2", "xᵢ²"),
        ("x_{t-1}", "xₜ₋₁"),
        ("A^T", "Aᵀ"),
        (r"A^\top", "Aᵀ"),
        ("e^{-x^2}", "e^(−x²)"),
        ("2^{Nq}", "2^(Nq)"),
        ("W^{QK}", "W^QK"),
        (r"n_{\text{kv}}", "n_kv"),
        (r"d_{model}", "d_model"),
        (r"\|W\|_F^2", "‖W‖²_F"),
        ("x_{<t}", "x_<t"),
        ("x_{1:T}", "x_(1:T)"),
        ("f''(x)", "f″(x)"),
        ("10^{-3}", "10⁻³"),
        (r"10000^{-2i/d}", "10000^(−2i/d)"),
    ],
)
def test_scripts_are_small_only_where_every_character_has_a_small_form(tex: str, expected: str):
    assert inline_math(tex) == expected


def test_all_indices_of_a_letter_look_alike():
    assert inline_math("x_t x_q + y_t") == "x_t x_q + yₜ"


def test_indices_that_are_names_keep_their_size():
    assert inline_math("d_c + d_h + d_k") == "d_c + d_h + d_k"


def test_a_long_index_does_not_swallow_the_next_factor():
    assert inline_math(r"y_w x") == "y_w x"
    assert inline_math(r"2 L n_{kv} d w") == "2 L n_kv d w"


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        ("a+b-c=d", "a + b − c = d"),
        ("-a", "−a"),
        ("(-a, b)", "(−a, b)"),
        (r"1{,}000", "1,000"),
        (r"2\log n", "2 log n"),
        (r"\log(n)", "log(n)"),
        (r"16\text{GB}", "16 GB"),
        (r"\text{显存}x", "显存x"),
        (r"P(A|B)", "P(A|B)"),
        (r"a, \quad b", "a,   b"),
        (r"\{0,\dots,n\}", "{0, …, n}"),
    ],
)
def test_spaces_stand_where_print_has_them(tex: str, expected: str):
    assert inline_math(tex) == expected


def test_invisible_characters_are_left_out():
    assert inline_math(r"\mathcal{L}") == "ℒ"


def test_the_label_of_a_brace_stands_in_brackets():
    assert inline_math(r"\underbrace{16\,N}_{\text{Adam 状态}}") == "(16 N)[Adam 状态]"


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (r"\hat{y}_i", "ŷᵢ"),
        (r"\bar{x}", "x̄"),
        (r"\overline{AB}", "bar(AB)"),
        (r"\cancel{ab}", "a̶b̶"),
    ],
)
def test_marks_sit_on_one_letter_or_are_named(tex: str, expected: str):
    assert inline_math(tex) == expected


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (r"\alpha x \le \frac{1}{2}", "alpha x <= 1/2"),
        (r"\sum_{i=1}^{n} x_i^2", "sum_(i=1)^n x_i^2"),
        (r"\sqrt{d_k}", "sqrt(d_k)"),
        (r"\hat{A}_t", "hat(A)_t"),
        (r"\mathbf{W}x'", "Wx'"),
    ],
)
def test_ascii_spells_symbols_out(tex: str, expected: str):
    shown = inline_math(tex, ascii=True)
    assert shown == expected
    assert shown.isascii()


def test_tex_that_cannot_be_set_is_shown_as_it_is():
    assert inline_math("\\frac{a}{\n b") == r"\frac{a}{ b"


@given(st.text(max_size=60))
def test_any_text_gives_a_line(tex: str):
    assert "\n" not in inline_math(tex) or "\n" in tex


# Grouping: random formulas are evaluated from the tree they were made of and from the line.

VALUES = {"a": Fraction(3), "b": Fraction(5), "c": Fraction(7)}
SMALL = {"⁰": 0, "¹": 1, "²": 2, "³": 3}


def _root(value: Fraction) -> Fraction:
    """Stands for a square root: injective and exact."""
    return value * 11 + 2


Formula = tuple[str, Fraction]


def _leaf() -> st.SearchStrategy[Formula]:
    return st.sampled_from(list(VALUES.items()))


def _grown(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    pair = st.tuples(inner, inner)
    return st.one_of(
        pair.filter(lambda p: p[1][1] != 0).map(
            lambda p: (rf"\frac{{{p[0][0]}}}{{{p[1][0]}}}", p[0][1] / p[1][1])
        ),
        pair.map(lambda p: (rf"\left({p[0][0]}+{p[1][0]}\right)", p[0][1] + p[1][1])),
        pair.map(lambda p: (rf"\left({p[0][0]}-{p[1][0]}\right)", p[0][1] - p[1][1])),
        pair.map(lambda p: (f"{p[0][0]} {p[1][0]}", p[0][1] * p[1][1])),
        pair.map(lambda p: (rf"{p[0][0]}\times {p[1][0]}", p[0][1] * p[1][1])),
        inner.map(lambda p: (rf"\sqrt{{{p[0]}}}", _root(p[1]))),
        inner.map(lambda p: (rf"\left({p[0]}\right)^2", p[1] ** 2)),
    )


FORMULAS = st.recursive(_leaf(), _grown, max_leaves=8)


class _Reader:
    """Reads a line; `close` decides whether `1/ab` is 1/(ab) or (1/a)b: both must give the same."""

    def __init__(self, text: str, *, close: bool) -> None:
        self.text = text.replace(" ", "")
        self.at = 0
        self.close = close

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def take(self) -> str:
        self.at += 1
        return self.text[self.at - 1]

    def sum(self) -> Fraction:
        value = self.product()
        while self.peek() in ("+", "−") and self.peek():
            value = value + self.product() if self.take() == "+" else value - self.product()
        return value

    def product(self) -> Fraction:
        value = self.run() if self.close else self.factor()
        while self.peek() and self.peek() not in "+−)":
            sign = self.take() if self.peek() in "×/" else "×"
            right = self.run() if self.close else self.factor()
            value = value / right if sign == "/" else value * right
        return value

    def run(self) -> Fraction:
        value = self.factor()
        while self.peek() and self.peek() not in "+−×/)":
            value *= self.factor()
        return value

    def factor(self) -> Fraction:
        symbol = self.take()
        if symbol == "√":
            return _root(self.factor())
        value = VALUES.get(symbol, Fraction(0))
        if symbol == "(":
            value = self.sum()
            assert self.take() == ")"
        if self.peek() and self.peek() in SMALL:
            value = value ** SMALL[self.take()]
        return value


@pytest.mark.parametrize("close", [True, False], ids=["tight products", "from left to right"])
@given(FORMULAS)
def test_the_line_has_the_value_of_the_formula(close: bool, formula: Formula):
    tex, value = formula
    line = inline_math(tex)
    try:
        found = _Reader(line, close=close).sum()
    except ZeroDivisionError:
        found = value
    assert found == value, line
