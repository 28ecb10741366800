"""Charts for a terminal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from recall.cli.plot import Mark, chart


def drawn(*values: float | None, width: int = 30, ascii_only: bool = False) -> list[str]:
    marks = [Mark(chr(97 + i), v, "-" if v is None else f"{v:g}") for i, v in enumerate(values)]
    return list(chart(marks, width=width, ascii_only=ascii_only).lines)


def test_bars_are_to_scale_and_begin_at_zero() -> None:
    assert drawn(1, 2, 4, width=21) == [
        "a ████              1",
        "b ████████          2",
        "c ████████████████  4",
    ]


def test_a_part_of_a_column_is_an_eighth() -> None:
    assert drawn(1, 16, width=13, ascii_only=False)[0] == "a ▌         1"


def test_more_than_two_decades_are_dots_on_a_log_axis() -> None:
    shown = drawn(1, 10, 1000, width=16)
    assert shown == ["a ●            1", "b ··●         10", "c ·······●  1000"]
    assert chart([Mark("a", 1, "1"), Mark("b", 101, "101")], width=40).logarithmic
    assert not chart([Mark("a", 1, "1"), Mark("b", 100, "100")], width=40).logarithmic
    assert not chart([Mark("a", -1, "-1"), Mark("b", 9e9, "9e9")], width=40).logarithmic


def test_negative_values_go_the_other_way() -> None:
    assert drawn(-2, 2, width=14, ascii_only=True) == ["a ####|     -2", "b     |###   2"]


def test_a_value_that_is_none_has_an_empty_line() -> None:
    assert drawn(None, 3, width=12) == ["a          -", "b ███████  3"]


@pytest.mark.parametrize("values", [(), (0.0,), (0.0, 0.0), (5.0,), (-1.0,), (1.7e308, -1.7e308)])
def test_odd_sets_of_values_are_drawn(values: tuple[float, ...]) -> None:
    assert len(drawn(*values)) == len(values)


@given(
    st.lists(st.none() | st.floats(allow_nan=False, allow_infinity=False), max_size=12),
    st.integers(44, 100),
    st.booleans(),
)
def test_every_line_fits(values: list[float | None], width: int, ascii_only: bool) -> None:
    for line in drawn(*values, width=width, ascii_only=ascii_only):
        assert cell_len(line) <= width
        assert not ascii_only or line.isascii()
