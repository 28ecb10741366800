"""Fields of Anki notes: what Anki would take for something else is shielded."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.export.anki.fields import _SIMPLE, Page, cloze_numbers
from recall.render.html import to_html

CLOZES = {
    "a mark": ("a {{c1::b}} c", "<p>a {{c1::b}} c</p>"),
    "a hint": ("{{c2::b::*h*}}", "<p>{{c2::b::<em>h</em>}}</p>"),
    "math in a mark": (r"{{c1::$\frac{1}{x^{2}}$}}", r"<p>{{c1::\(\frac{1}{x^{2} }\)}}</p>"),
    "colons of math": (r"{{c1::$\text{a::b}$}}", r"<p>{{c1::\(\text{a&#58;&#58;b}\)}}</p>"),
    "code in a mark": (
        "{{c1::`std::{{x}}`}}",
        "<p>{{c1::<code>std&#58;&#58;&#123;&#123;x&#125;&#125;</code>}}</p>",
    ),
    "braces in a mark": ("{{c1::a {b}}}", "<p>{{c1::a &#123;b&#125;}}</p>"),
    "a mark in a mark": ("{{c1::a {{c2::b}} c}}", "<p>{{c1::a {{c2::b}} c}}</p>"),
    "emphasis across a mark": ("**{{c1::a}}**", "<p><strong>{{c1::a}}</strong></p>"),
    "two marks of one number": ("{{c1::a}} {{c1::b}}", "<p>{{c1::a}} {{c1::b}}</p>"),
    "colons outside a mark": ("a::b {{c1::c}}", "<p>a&#58;&#58;b {{c1::c}}</p>"),
    "braces outside a mark": (
        "}} {{x}} {{c1::c}}",
        "<p>&#125;&#125; &#123;&#123;x&#125;&#125; {{c1::c}}</p>",
    ),
    "what only looks like a mark in math": (
        "${{c1::x}}$ {{c2::y}}",
        r"<p>\({ {c1&#58;&#58;x} }\) {{c2::y}}</p>",
    ),
    "what only looks like a mark in code": (
        "`{{c1::x}}` {{c2::y}}",
        "<p><code>&#123;&#123;c1&#58;&#58;x&#125;&#125;</code> {{c2::y}}</p>",
    ),
    "a mark whose number makes no card": (
        "{{c1::a {{c7::b}} c}}",
        "<p>{{c1::a &#123;&#123;c7&#58;&#58;b&#125;&#125; c}}</p>",
    ),
    "a mark over two items": (
        "- {{c1::a\n- b}}",
        "<ul>\n<li>{{c1::a</li>\n<li>b}}</li>\n</ul>",
    ),
    "a link in a mark": (
        "{{c1::[a](https://x.org/a::b)}}",
        '<p>{{c1::<a href="https://x.org/a:%3Ab">a</a>}}</p>',
    ),
}


@pytest.mark.parametrize(("markdown", "expected"), CLOZES.values(), ids=CLOZES)
def test_cloze_text_becomes(markdown: str, expected: str) -> None:
    assert Page().cloze(markdown, frozenset({1, 2})) == expected


def test_anki_makes_a_card_for_each_closed_number() -> None:
    assert cloze_numbers("{{c3::a {{c1::b}} c}} {{c0::d}} {{c9::") == {1, 3}


FIELDS = {
    "template braces": ("{{Front}}", "<p>&#123;&#123;Front&#125;&#125;</p>"),
    "a sound": ("[sound:x.mp3]", "<p>&#91;sound:x.mp3]</p>"),
    "an image of LaTeX": ("[latex]x[/latex]", "<p>&#91;latex]x&#91;/latex]</p>"),
    "an image of math": ("[\\$]x[/\\$]", "<p>&#91;$]x&#91;/$]</p>"),
    "a sound in code": ("`[sound:x]`", "<p><code>&#91;sound:x]</code></p>"),
    "other brackets": ("[a]", "<p>[a]</p>"),
    "nothing": (" \n", ""),
}


@pytest.mark.parametrize(("markdown", "expected"), FIELDS.values(), ids=FIELDS)
def test_field_text_becomes(markdown: str, expected: str) -> None:
    assert Page().field(markdown) == expected


def test_text_that_is_no_markdown_stays_as_it_is() -> None:
    assert Page().plain("*a* <b>") == "*a* &lt;b&gt;"


def test_a_short_text_needs_no_paragraph() -> None:
    assert Page().inline("*a*") == "<em>a</em>"


@given(st.text(alphabet="{}:c1 a\\$`*\n", max_size=60))
def test_only_clozes_that_close_keep_their_braces(markdown: str) -> None:
    written = Page().cloze(markdown, frozenset({1}))
    rest = re.sub(r"\{\{c\d+::", "", written)
    math = re.compile(r"\\\(.*?\\\)|\\\[.*?\\\]", re.DOTALL)
    assert "{{" not in math.sub("", rest)


@given(st.text(alphabet="ab \\(){}[]<>&", max_size=40))
def test_text_is_shown_as_it_was_written(text: str) -> None:
    shown = html.unescape(re.sub(r"<[^>]*>", "", Page().plain(text)))
    assert shown == text


@given(st.text(alphabet="ab1 .,;?!'()%/-w:@", min_size=2, max_size=40))
def test_what_needs_no_parser_comes_out_as_the_parser_would_write_it(text: str) -> None:
    assert Page().field(text) == to_html(text) or not text.strip()


def test_the_short_way_is_taken_for_a_plain_sentence() -> None:
    assert _SIMPLE.fullmatch("It stores one latent of 512 numbers, not 64 heads.")


FAULTS = {
    "a command that Anki lacks": (r"a $\bm{x}$", ["W681"], r"\(\bm{x}\)"),
    "an environment that Anki lacks": (
        r"$\begin{tikzcd}x\end{tikzcd}$",
        ["W681"],
        r"\(\begin{tikzcd}x\end{tikzcd}\)",
    ),
    "a definition": (r"$\def\x{y} \x$", ["W682", "W681"], r"<code>\def\x{y} \x</code>"),
    "a link in a formula": (r"$\href{javascript:x}{y}$", ["W682"], "<code>"),
    "braces that do not balance": (r"$\frac{1}{2$", ["W683"], r"<code>\frac{1}{2</code>"),
    "an image that is not there": ("![a](b.png)", ["W684"], "a (b.png)"),
    "commands that Anki has": (
        r"$\mathrm{softmax}\left(\frac{q}{\sqrt{d}}\right)\begin{aligned}a\end{aligned}$",
        [],
        r"\mathrm",
    ),
}


@pytest.mark.parametrize(("markdown", "codes", "part"), FAULTS.values(), ids=FAULTS)
def test_what_anki_cannot_show_is_reported(markdown: str, codes: list[str], part: str) -> None:
    page = Page()
    html = page.field(markdown)
    _, faults = page.take()
    assert ([fault.code.id for fault in faults], part in html) == (codes, True)


def test_a_fault_is_told_again_for_another_card_with_the_same_text() -> None:
    page = Page()
    for _ in range(2):
        page.field(r"$\bm{x}$")
        assert len(page.take()[1]) == 1
