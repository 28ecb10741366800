"""Deck Markdown on a terminal."""

import io
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from recall.render.terminal import plain, render
from tests.render.golden import PAGES, page, page_files


def shown(markdown: str, *, width: int = 80, colour: bool = True) -> str:
    """What a console prints."""
    console = Console(
        file=io.StringIO(),
        width=width,
        force_terminal=colour,
        color_system="truecolor" if colour else None,
    )
    console.print(render(markdown, width=width))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("name", page_files())
def test_pages_look_as_they_did(name: str):
    assert page_files()[name] == (PAGES / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["english", "chinese"])
@pytest.mark.parametrize("width", [80, 44, 20])
def test_a_console_without_colours_prints_the_plain_page(name: str, width: int):
    assert shown(page(name), width=width, colour=False) == plain(page(name), width=width) + "\n"


def test_a_page_fits_a_console_that_is_narrower_than_asked_for():
    console = Console(file=io.StringIO(), width=30)
    console.print(render("word " * 30, width=80))
    assert isinstance(console.file, io.StringIO)
    assert max(len(line) for line in console.file.getvalue().splitlines()) <= 30


# Marks, links, images, text


def test_marks_are_visible_without_colour():
    assert plain("a ==b c== d", width=40) == "a «b c» d"


def test_what_is_hidden_has_its_own_brackets():
    assert plain("a ==[…]== d", width=40) == "a […] d"


def test_marks_are_reversed():
    assert "\x1b[1;7m" in shown("a ==b== c")


def test_math_in_a_mark_is_set():
    assert plain("==$x_i^2$==", width=40) == "«xᵢ²»"


def test_a_link_shows_where_it_goes():
    assert plain("[paper](https://a.b/c)", width=60) == "paper (https://a.b/c)"


def test_a_bare_address_is_shown_once():
    assert plain("<https://a.b/c>", width=60) == "https://a.b/c"


def test_an_image_is_named_and_hides_nothing():
    text = plain("![图](a.png)图片后面的文字不会被截断一个字也不会少", width=24)
    assert "".join(text.split()) == "[image:图]图片后面的文字不会被截断一个字也不会少"


def test_an_image_without_a_name_shows_its_file():
    assert plain("![](img/a.png)", width=40) == "[image: img/a.png]"


def test_struck_text_is_visible_as_such():
    assert plain("~~old~~ new", width=40) == "~~old~~ new"


def test_an_escaped_dollar_is_a_dollar():
    assert plain(r"\$5 and \$10", width=40) == "$5 and $10"


def test_emphasis_is_not_read_in_math():
    assert plain("$a_i * b * c$", width=40) == "aᵢ * b * c".replace("*", "∗")


def test_a_line_break_between_chinese_characters_is_no_space():
    assert plain("潜在\n向量 and\ntext", width=40) == "潜在向量 and text"


def test_a_line_break_after_full_width_punctuation_is_no_space():
    assert plain("缓存。\nMLA\n缓存", width=40) == "缓存。MLA 缓存"


def test_a_hard_break_stays():
    assert plain("a\\\nb", width=40) == "a\nb"


def test_raw_html_is_text():
    assert plain("<b>x</b>", width=40) == "<b>x</b>"


# Math


def test_math_that_stands_alone_has_two_dimensions():
    assert plain("so\n\n$$\n\\frac{a}{b}\n$$\n\nthen", width=40) == ("so\n\n  a\n  ─\n  b\n\nthen")


def test_display_math_in_a_sentence_leaves_its_line():
    assert plain("so $$\\frac{a}{b}$$ then", width=40) == "so\n\n  a\n  ─\n  b\n\nthen"


def test_a_short_formula_is_not_broken():
    assert plain("aaaa bbbb $x = y + z$", width=14) == "aaaa bbbb\nx = y + z"


def test_broken_tex_is_shown_dimmed():
    assert "\x1b[2m\\foo\x1b[0m" in shown(r"see $\foo$")


# Blocks


def test_nested_lists_are_indented():
    assert plain("- a\n  - b\n    1. c", width=40) == "• a\n  ◦ b\n    1. c"


def test_wrapped_items_hang():
    assert plain("- aaaa bbbb cccc", width=14) == "• aaaa bbbb\n  cccc"


def test_numbers_count_from_where_the_author_began():
    assert plain("9. a\n10. b", width=40) == " 9. a\n10. b"


def test_task_boxes_take_the_place_of_bullets():
    assert plain("- [ ] a\n- [x] b", width=40) == "[ ] a\n[x] b"


def test_a_quotation_has_a_bar():
    assert plain("> a\n>\n> b", width=40) == "│ a\n│\n│ b"


def test_a_callout_is_named():
    assert plain("> [!NOTE] Title\n> body", width=40) == "│ NOTE: Title\n│ body"


def test_a_callout_with_nothing_but_a_name_stays():
    assert plain("> [!TIP]", width=40) == "│ TIP"


def test_code_keeps_its_spaces():
    assert plain("```\na  b\n\n    c\n```", width=40) == "  a  b\n\n      c"


def test_code_is_highlighted_on_a_terminal():
    assert "\x1b[94" in shown("```python\ndef f(): ...\n```")


def test_an_unknown_language_is_plain_code():
    assert "  x = 1" in shown("```nosuchlanguage\nx = 1\n```")


def test_cells_without_spaces_are_folded_not_cut():
    words = "一二三四五六七八九十" * 3
    text = plain(f"| 甲 | 乙 |\n|--|--|\n| a | {words} |", width=30)
    assert "…" not in text
    assert words in "".join(line[3:].strip() for line in text.splitlines())


def test_columns_are_aligned_as_asked():
    assert plain("| aa | bb |\n|--:|:-:|\n| 1 | 2 |", width=40) == "aa  bb\n──  ──\n 1  2"


def test_a_table_that_has_no_room_becomes_records():
    table = "| name | value | reason |\n|--|--|--|\n| alpha | betabeta | gammagamma |"
    assert plain(table, width=20) == "name: alpha\nvalue: betabeta\nreason: gammagamma"


def test_a_heading_is_underlined():
    assert plain("### 标题 a", width=40) == "标题 a\n──────"


def test_ascii_draws_nothing():
    text = plain("### a\n\n> b\n\n- c\n\n==d==\n\n---\n\n$\\alpha$", width=20, ascii=True)
    assert text.isascii()


# Hostile text


def test_escape_sequences_are_made_visible():
    assert (
        plain("a\x1b[31mb\x07", width=40)
        == "a\N{REPLACEMENT CHARACTER}[31mb\N{REPLACEMENT CHARACTER}"
    )


def test_directional_overrides_are_made_visible():
    assert "\u202e" not in plain("a\u202eb `c\u2066d`", width=40)


def test_deep_nesting_stays_within_the_width():
    text = plain("> " * 9 + "- " * 4 + "word", width=20)
    assert max(cell_len(line) for line in text.splitlines()) <= 20
    assert "word" in text


WORDS = st.sampled_from(["latent", "cache", "router", "显存", "专家", "token", "gated", "x1"])
LINES = st.lists(WORDS, min_size=1, max_size=12).map(" ".join)
SHAPES = st.sampled_from([
    "{}", "### {}", "- {}", "1. {}", "> {}", "> [!NOTE] {}", "- [ ] {}", "**{}**", "*{}* {}",
    "=={}==", "[{}](u.md)", "![{}](i.png) {}", "`{}`", "```\n{}\n```",
    "| {} | b |\n|--|--|\n| {} | {} |",
    "- {}\n  - {}\n    > {}", "$\\text{{{}}}$", "$$\n\\frac{{\\text{{{}}}}}{{x}}\n$$", "~~{}~~",
])  # fmt: skip


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, set[str]]:
    """Markdown and the words in it."""
    words: set[str] = set()
    blocks = []
    for shape in draw(st.lists(SHAPES, min_size=1, max_size=4)):
        lines = [draw(LINES) for _ in range(shape.replace("{{", "").count("{}"))]
        words.update(word for line in lines for word in line.split())
        blocks.append(shape.format(*lines))
    return "\n\n".join(blocks), words


@given(documents(), st.integers(34, 90))
def test_no_word_is_lost(document: tuple[str, set[str]], width: int):
    markdown, words = document
    text = plain(markdown, width=width)
    solid = "".join(character for character in text if character not in " \n│•◦↪")
    lost = {word for word in words if word not in solid}
    # In a table a Chinese word may go on in the next line, with the other column in between.
    assert {word for word in lost if word.isascii() or not set(word) <= set(solid)} == set()


@given(documents(), st.integers(20, 90))
def test_no_line_of_a_page_is_too_wide(document: tuple[str, set[str]], width: int):
    lines = plain(document[0], width=width).splitlines()
    assert max((cell_len(line) for line in lines), default=0) <= width


@given(st.text(max_size=120))
def test_any_text_can_be_shown(markdown: str):
    assert all(cell_len(line) <= 40 for line in plain(markdown, width=40).splitlines())


def loaded_after(code: str) -> set[str]:
    """The libraries of interest that are loaded after a piece of code ran in a new process."""
    names = ("rich", "math_core", "pygments", "markdown_it")
    probe = f"{code}\nimport sys\nprint(*[name for name in {names} if name in sys.modules])"
    result = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, check=True
    )
    return set(result.stdout.split())


def test_the_package_itself_imports_nothing():
    assert loaded_after("import recall.render") == set()


def test_a_page_without_code_needs_no_highlighter():
    code = "from recall.render.terminal import plain\nplain('a', width=40)"
    assert loaded_after(code) == {"rich", "markdown_it"}
