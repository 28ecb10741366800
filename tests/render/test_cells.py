"""Terminals that draw characters of ambiguous width two cells wide."""

import unicodedata
from collections.abc import Iterator

import pytest

from recall.render.cells import cell_len, draw_ambiguous_wide
from recall.render.terminal import plain
from tests.render.golden import page


def drawn(text: str) -> int:
    """The cells that such a terminal takes for a line."""
    return sum(2 if unicodedata.east_asian_width(c) in "AWF" else 1 for c in text)


@pytest.fixture
def _wide() -> Iterator[None]:
    draw_ambiguous_wide()
    yield
    draw_ambiguous_wide(wide=False)


def test_ambiguous_characters_are_narrow_unless_the_terminal_is_said_to_be_otherwise() -> None:
    assert cell_len("α…·“”") == 5
    assert cell_len("注意力") == 6


@pytest.mark.usefixtures("_wide")
def test_they_are_counted_as_wide_on_request() -> None:
    assert cell_len("α…·“”") == 10
    assert cell_len("注意力 abc") == 10


@pytest.mark.usefixtures("_wide")
@pytest.mark.parametrize("width", [30, 44, 80])
@pytest.mark.parametrize("name", ["english", "chinese"])
def test_no_line_is_wider_than_such_a_terminal(name: str, width: int) -> None:
    lines = plain(page(name), width=width, ascii=True).splitlines()
    assert max(drawn(line) for line in lines) <= width
