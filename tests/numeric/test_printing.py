"""How numbers are shown."""

from fractions import Fraction

import pytest

from recall.numeric.printing import (
    Number,
    digits,
    exact_text,
    for_math,
    result,
    rounded,
    short,
    show,
)  # fmt: skip


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"), (131072, "131072"), (-5, "-5"), (10**14, "100000000000000"),
        (10**20, "1×10²⁰"), (Fraction(1, 8), "0.125"), (Fraction(-3, 2), "-1.5"),
        (Fraction(1234567, 10), "123500"), (Fraction(1, 3), "0.3333"), (2.5, "2.5"),
        (1 / 3, "0.3333"), (1e-7, "1×10⁻⁷"), (Fraction(2100499, 10**6), "2.100"),
        (Fraction(99999, 10**5), "0.99999"), (Fraction(9999999, 10**7), "1.000"),
    ],
)  # fmt: skip
def test_texts_show_short_numbers_exactly_and_others_to_four_figures(
    value: Number, text: str
) -> None:
    assert show(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(42949672960, "42,949,672,960"), (1024, "1,024"), (999, "999"), (-12345, "-12,345"),
     (Fraction(12345, 10), "1,234.5"), (10**20, "1×10²⁰")],
)  # fmt: skip
def test_results_group_thousands(value: Number, text: str) -> None:
    assert result(value) == text


def test_rounding_goes_away_from_zero_at_a_half() -> None:
    assert (rounded(Fraction(25, 2), 2), rounded(Fraction(-25, 2), 2)) == (13, -13)


def test_rounding_up_to_a_power_of_ten_keeps_the_figures() -> None:
    assert digits(Fraction(99996, 10), 4) == (1000, 1)


@pytest.mark.parametrize(
    ("value", "text"),
    [(Fraction(1, 3), "1/3"), (160, "160"), (Fraction(1, 8), "0.125"), (0.5, None),
     (Fraction(1, 7**60), None)],
)  # fmt: skip
def test_the_exact_text_is_missing_for_floats_and_endless_fractions(
    value: Number, text: str | None
) -> None:
    assert exact_text(value) == text


def test_a_long_fraction_has_no_short_print() -> None:
    assert short(Fraction(1, 3)) is None


def test_math_takes_no_grouping_and_a_tex_power() -> None:
    assert (for_math("1,234"), for_math("1.5×10⁻⁹")) == ("1234", "1.5 \\times 10^{-9}")
