"""Selections as learners type them."""

import pytest

from recall.session.answers import read_selection, selection_text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2", {1}),
        ("1,3", {0, 2}),
        ("1 3", {0, 2}),
        ("13", {0, 2}),
        ("1，3", {0, 2}),
        ("a", {0, 1, 2}),
        ("33", {2}),
    ],
)
def test_a_selection_is_read(text: str, expected: set[int]) -> None:
    assert read_selection(text, 3) == expected


@pytest.mark.parametrize("text", ["", "0", "4", "1,9", "x", "²", "-1"])
def test_what_is_no_selection_is_none(text: str) -> None:
    assert read_selection(text, 3) is None


def test_with_ten_or_more_a_number_is_one_position() -> None:
    assert read_selection("12", 12) == {11}


def test_the_journal_keeps_positions_from_one() -> None:
    assert selection_text(frozenset({2, 0})) == "1,3"
