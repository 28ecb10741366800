"""Holes, code spans and cloze marks, and what they must not be taken for."""

import pytest

from recall.deck.markdown import regions
from recall.deck.opaque import clozes, passage
from recall.deck.region import Kind
from recall.source import Excerpt


def holes(text: str) -> list[tuple[str, bool]]:
    return [(hole.text, hole.in_math) for hole in passage(Excerpt.of(text)).holes]


def marks(text: str) -> list[tuple[int | None, str, str]]:
    return [(c.number, c.mark, c.hint) for c in clozes(Excerpt.of(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{a}} and {{ b + 1 }}", [("a", False), (" b + 1 ", False)]),
        (r"$\frac{ {{L}} }{2}$", [("L", True)]),
        (r"$\frac{{{L}}}{2}$", [("L", True)]),
        ("$$\n{{a}}\n$$", [("a", True)]),
        ("$x^{{a}_b}$", []),
        ("`{{a}}` {{b}}", [("b", False)]),
        ("```\n{{a}}\n```\n\n{{b}}", [("b", False)]),
        ("    {{a}}\n\n{{b}}", [("b", False)]),
        ("<!-- {{a}} -->\n\n{{b}}", [("b", False)]),
        ("text <!-- {{a}} --> {{b}}", [("b", False)]),
        ("[x](u/{{a}}) <b class='{{b}}'>", [("a", False), ("b", False)]),
        ("| {{a}} |\n|---|\n| `{{b}}` {{c}} |", [("a", False), ("c", False)]),
        ("{{a\n+ b}}", [("a\n+ b", False)]),
        ("{{a\n\nb}}", []),
        ("{{a `b` c}}", []),
        (r"\{{a}} \{\{b\}\}", []),
        ("{{a} }", []),
        ("{a} {{", []),
        ("${{p}} and ${{q}}", [("p", False), ("q", False)]),
        ("- {{a}}\n  - > {{b}}", [("a", False), ("b", False)]),
    ],
)
def test_holes(text: str, expected: list[tuple[str, bool]]) -> None:
    assert holes(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`a` and ``b ` c``", ["a", "b ` c"]),
        ("` a ` and `  `", ["a", "  "]),
        ("> `a\n> b`", ["a b"]),
        ("\\`a` b`", [" b"]),
        ("$`$ and `b`", ["$ and "]),
        ("```\n`a`\n```", []),
        ("`{{a}}`", ["{{a}}"]),
    ],
)
def test_code_spans(text: str, expected: list[str]) -> None:
    assert [code.text for code in passage(Excerpt.of(text)).codes] == expected


def test_a_code_span_knows_the_place_of_its_content() -> None:
    text = "ab ``  c ` d `` e"
    (code,) = passage(Excerpt.of(text)).codes
    assert text[code.start : code.end] == code.text == " c ` d"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("==a== and ==b c==", [(None, "a", ""), (None, "b c", "")]),
        ("==a==<!--c3--> ==b==<!-- c12 -->", [(3, "a", ""), (12, "b", "")]),
        ("{{c1::a}} {{c2::b::hint}}", [(1, "a", ""), (2, "b", "hint")]),
        (r"{{c1::$\frac{a}{b}$::a $x::y$ hint}}", [(1, r"$\frac{a}{b}$", "a $x::y$ hint")]),
        (r"==$\frac{a}{b}$ of {x}==", [(None, r"$\frac{a}{b}$ of {x}", "")]),
        ("{{c1::a {b {c}} d}}", [(1, "a {b {c}} d", "")]),
        ("{{c1::`std::vector`::type}}", [(1, "`std::vector`", "type")]),
        ("==**bold** and `a==b`==", [(None, "**bold** and `a==b`", "")]),
        ("==a!== ==(b)== ==，c。==", [(None, "a!", ""), (None, "(b)", ""), (None, "，c。", "")]),
        ("MLA==缓存==了", [(None, "缓存", "")]),
        ("a == b and c == d, x ==y, z==", [(None, "y, z", "")]),
        ("== a== ==b ==", []),
        ("===a=== ====", []),
        (r"\==a==", []),
        ("`==a==` and $a==b==c$", []),
        ("```\n==a==\n```", []),
        ("    ==a==", []),
        ("<!-- ==a== --> [x](http://==a==) <u ==a==>", []),
        ("https://a.b/?x==y==z and <https://a.b/==c==>", []),
        ("==https://a.b/c==", [(None, "https://a.b/c", "")]),
        ("==a\n\nb==", []),
        ("==a\nb==", [(None, "a\nb", "")]),
        ("{{c1::a", []),
        ("{{c0::a}} {{cx::a}} {{c1:a}} {{c1::}}", []),
        ("`{{c1::a}}` $ {{c1::b}}$", [(1, "b", "")]),
        ("{{c1::a ==b== c}}", [(1, "a ==b== c", ""), (None, "b", "")]),
        ("{{c1::a {{c2::b::h}} c::i}}", [(1, "a {{c2::b::h}} c", "i"), (2, "b", "h")]),
        (
            "==a {{c2::b}}== {{c1::a::{{c2::b}}}}",
            [(None, "a {{c2::b}}", ""), (2, "b", ""), (1, "a", "{{c2::b}}")],
        ),
        ("[[wiki]] [a](b) [8] \\[2pt]", []),
        ("- ==a==\n- > ==b==\n\n| ==c== | ==d== |\n|--|--|", None),
    ],
)
def test_clozes(text: str, expected: list[tuple[int | None, str, str]] | None) -> None:
    if expected is None:
        expected = [(None, letter, "") for letter in "abcd"]
    assert marks(text) == expected


def test_a_cloze_encloses_its_recorded_number() -> None:
    text = "a ==b==<!--c3--> c"
    (cloze,) = clozes(Excerpt.of(text))
    assert text[cloze.start : cloze.end] == "==b==<!--c3-->"


@pytest.mark.parametrize(
    ("text", "is_math"),
    [
        ("$x$", True),
        ("$5 and $10", False),
        ("it costs $5, or $10.", False),
        ("$ x$", False),
        ("$x $", False),
        ("$x$5", False),
        (r"\$x$ y", False),
        (r"$a\$b$", True),
        (r"$a\\$ b", True),
        ("$a\nb$", True),
        ("$a\n\nb$", False),
        ("$$$", False),
        ("$5 per `$HOME` $", False),
        ("`$a` and b$", False),
        ("**$a*b$**", True),
        ("这是$x$。", True),
    ],
)
def test_dollars(text: str, is_math: bool) -> None:
    assert any(region.kind is Kind.MATH for region in regions(text)) is is_math
