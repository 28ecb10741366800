"""The tokens that renderers get."""

import pytest

from recall.deck.markdown import Token, tokens


def leaves(text: str) -> list[tuple[str, str]]:
    """(type, content) of what is shown, in order."""
    return [(token.type, token.content) for token in _flat(tokens(text)) if token.content]


def _flat(found: list[Token]) -> list[Token]:
    return [
        each
        for token in found
        for each in (token.children if token.type == "inline" and token.children else [token])
    ]


def kinds(text: str) -> set[str]:
    return {token.type for token in _flat(tokens(text))}


def test_inline_math_is_one_token_with_its_tex() -> None:
    assert leaves("a $x_1*y*$ b") == [("text", "a "), ("math_inline", "x_1*y*"), ("text", " b")]


def test_underscores_in_math_are_no_emphasis() -> None:
    assert not kinds("$a_b_c$ $d*e*f$") & {"em_open", "strong_open"}


def test_double_dollars_inside_a_paragraph() -> None:
    assert ("math_inline_double", "x\ny") in leaves("a $$x\ny$$ b")


@pytest.mark.parametrize("text", ["$$\nx\n$$", "text\n$$\nx\n$$"])
def test_display_math_between_lines(text: str) -> None:
    assert ("math_block", "x\n") in leaves(text)


def test_display_math_on_one_line() -> None:
    assert leaves("$$x + y$$") == [("math_block", "x + y")]


@pytest.mark.parametrize("text", ["> $$\n> x\n> $$", "- $$\n  x\n  $$"])
def test_display_math_in_quotes_and_lists(text: str) -> None:
    assert ("math_block", "x\n") in leaves(text)


def test_tex_is_never_changed() -> None:
    assert leaves(r"$a < b \& c \\ \$&$")[0] == ("math_inline", r"a < b \& c \\ \$&")


def test_marks_hold_other_markup() -> None:
    found = [token.type for token in _flat(tokens("==a *b* $c$=="))]
    assert found[1:-1] == [
        "mark_open", "text", "em_open", "text", "em_close", "text", "math_inline", "mark_close",
    ]  # fmt: skip


def test_single_tildes_are_text() -> None:
    assert leaves("~a~") == [("text", "~a~")]


def test_double_tildes_strike_through() -> None:
    assert "s_open" in kinds("~~a~~")


def test_tables_keep_escaped_bars_of_formulas() -> None:
    assert ("math_inline", "|x|") in leaves("| a |\n|---|\n| $\\|x\\|$ |")


def test_html_is_shown_as_text() -> None:
    assert leaves("a <b>c</b>") == [("text", t) for t in ("a ", "<b>", "c", "</b>")]
    assert leaves("<div>\nx\n</div>") == [("text", "<div>\nx\n</div>")]


@pytest.mark.parametrize("text", ["<!-- a -->", "<!-- a\n\nb -->", "<!-- a --><!-- b -->"])
def test_comments_are_dropped(text: str) -> None:
    assert leaves(text) == []


def test_a_comment_inside_a_line_is_dropped() -> None:
    assert leaves("==a==<!--c3--> b") == [("text", "a"), ("text", " b")]


def test_a_break_tag_is_a_hard_break() -> None:
    assert "hardbreak" in kinds("a<br/>b")


def test_bare_addresses_are_links_without_the_sentence_around_them() -> None:
    assert leaves("见 https://a.b/c_d_e(f)。后") == [
        ("text", "见 "),
        ("text", "https://a.b/c_d_e(f)"),
        ("text", "。后"),
    ]


def test_the_text_of_a_link_may_hold_an_address() -> None:
    assert ("text", "https://a.b") in leaves("[https://a.b](https://c.d)")


def test_a_label_is_ordinary_text_to_a_renderer() -> None:
    assert "label" not in kinds("**Answer** A")
