"""TeX to MathML: what is accepted, what is refused, and that nothing hostile does harm."""

from xml.etree.ElementTree import Element, tostring

import pytest

from recall.render.box import display_math, inline_math, math_problem
from recall.render.mathml import MathError, to_mathml
from tests.timing import cpu_seconds

HOSTILE = {
    "ten thousand braces": "{" * 10_000 + "}" * 10_000,
    "unclosed braces": "{" * 3_900,
    "nested fractions": r"\frac{1}{" * 400,
    "nested roots without braces": r"\sqrt" * 700,
    "nested accents without braces": r"\hat" * 900 + " x",
    "nested delimiters": r"\left(" * 300 + r"\right)" * 300,
    "recursive macro": r"\newcommand{\a}{\a\a}\a",
    "macro bomb": r"\def\a{xxxxxxxx}\def\b{\a\a\a\a}\b\b\b\b",
    "giant matrix": r"\begin{matrix}" + "&" * 1_000 + r"\\" * 900 + r"\end{matrix}",
    "script tag": r"\text{<script>alert(1)</script>}",
    "script address": r"\href{javascript:alert(1)}{x}",
    "escape sequence": "\\text{\x1b]0;title\x07\x1b[31m}",
    "lone surrogate": "x_\ud800",
    "long text": r"\text{" + "中" * 3_900 + "}",
}


def test_accepted_tex_becomes_a_math_element():
    element = to_mathml(r"\frac{a}{b}", display=True)
    assert isinstance(element, Element)
    assert element.tag == "math"


def test_named_entities_become_characters():
    element = to_mathml(r"\log x", display=True)
    assert isinstance(element, Element)
    assert "\N{FUNCTION APPLICATION}" in "".join(element.itertext())


def test_markup_in_text_stays_text():
    element = to_mathml(r"\text{<b>x</b>}", display=False)
    assert isinstance(element, Element)
    assert b"&lt;b&gt;" in tostring(element)


def test_an_unknown_command_is_named_with_its_place():
    assert to_mathml(r"中文 \foo", display=False) == MathError(r'Unknown command "\foo"', 3)


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        ("", "empty"),
        ("x" * 5_000, "5000 characters"),
        ("{" * 41 + "}" * 41, "nests deeper"),
        (r"\sqrt" * 64 + " x", "nests too deep"),
        (r"\newcommand{\x}{y}", "a deck cannot do"),
        ("a\x00", "control character"),
    ],
)
def test_a_refusal_says_why(tex: str, expected: str):
    assert expected in (math_problem(tex) or "")


def test_forty_levels_of_braces_are_accepted():
    assert math_problem("{" * 40 + "x" + "}" * 40) is None


def test_commands_that_only_begin_like_a_definition_are_accepted():
    assert math_problem(r"a \leftarrow b \delta") is None


@pytest.mark.parametrize("tex", HOSTILE.values(), ids=HOSTILE)
def test_hostile_tex_is_quick_and_harmless(tex: str):
    def lines() -> list[str]:
        return [inline_math(tex), inline_math(tex, ascii=True), *display_math(tex, width=80)]

    assert cpu_seconds(lines) < 3
    assert not any("\x1b" in line or "\x07" in line for line in lines())
