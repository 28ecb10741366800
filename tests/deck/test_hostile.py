"""Texts made to be slow or to fill the memory: linear time, and a diagnostic instead of a crash."""

from itertools import pairwise

import pytest

from recall.deck.markdown import tokens
from recall.deck.opaque import MAX_NESTING, clozes, passage
from recall.source import Excerpt
from tests.deck.dump import codes, read
from tests.timing import cpu_seconds

SIZE = 4_000
PATTERNS = [
    "$", "$ ", "$a ", " a$", "$`", "$a`", "[", "![", "[a](", "[]", "](", "==a ", "a==", "[==a",
    "{{",
    "{{c1::", "` `` ", "> ", ">", "- ", "<!-- ", "<!-- a\n", "<a ", "<pre>\n", "*a ", "**a", "_a ",
    "https://", "https://a ", "~a", "~a~ ", "\\", "|a", "&a", "## a\n```x\n", "## a\n$$\n",
    "## a\n<!-- b\n", "## a\n<pre>\n", "**Why** a\n", "**Why** `a\n", "**Answer", "a\n---\n",
    "<!-- id: abc -->\n", "## a\n", "# a\n", "- [ ] a\n", "**中：**文", "|$a|b$|\n", "[a]: b\n",
    "\n", "**Anwser:** ==x==\n", "**Anwser:** ==x==\n\n", "**Source:** a\n\nb\n\n", "- [] a\n",
]  # fmt: skip


@pytest.mark.parametrize("pattern", PATTERNS)
def test_time_grows_with_the_text_and_not_with_its_square(pattern: str) -> None:
    def work(size: int) -> float:
        text = pattern * size
        excerpt = Excerpt.of(text)
        actions = [
            lambda: read(text),
            lambda: read(f"## Q\n{text}"),
            lambda: tokens(text),
            lambda: clozes(excerpt),
            lambda: passage(excerpt),
        ]
        return sum(cpu_seconds(action, tries=1) for action in actions)

    work(10)
    # Four times the text: sixteen times the time would be quadratic. A busy machine may try again.
    tries = ((work(SIZE // 4), work(SIZE)) for _ in range(3))
    assert any(large < 10 * small + 0.3 for small, large in tries)


def test_deep_quotes_and_lists_end_in_time() -> None:
    deep = "\n".join("  " * depth + "- a" for depth in range(400))
    assert cpu_seconds(lambda: read(f"## Q\n{'>' * 20_000}\n\n{deep}")) < 5


def test_clozes_in_clozes_do_not_fill_the_memory() -> None:
    found = clozes(Excerpt.of("{{c1::" * 5_000 + "a" + "}}" * 5_000))
    assert len(found) <= MAX_NESTING


def test_a_line_of_a_megabyte_is_read() -> None:
    assert cpu_seconds(lambda: read("## Q\n" + "word " * 200_000)) < 5


def test_an_alias_bomb_is_refused() -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [f"{b}: &{b} [{', '.join(['*' + a] * 9)}]" for a, b in pairwise("abcdefghi")]
    text = "---\n" + "\n".join(lines) + "\n---\n## Q\nA\n"
    assert codes(text) == ["E104"]


def test_deep_nesting_in_the_front_matter_is_refused() -> None:
    assert codes("---\ntags: " + "[" * 3_000 + "\n---\n## Q\nA\n") == ["E106"]


def test_large_front_matter_is_refused() -> None:
    assert codes("---\ntitle: " + "x" * 20_000 + "\n---\n## Q\nA\n") == ["E106"]


def test_an_impossible_character_in_the_front_matter_is_named() -> None:
    assert codes('---\ntitle: "\\UFFFFFFFF"\n---\n## Q\nA\n') == ["E102"]
