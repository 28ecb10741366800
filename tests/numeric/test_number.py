"""The one number grammar."""

from fractions import Fraction

import pytest

from recall.numeric.number import Typed, Unreadable, read, read_plain


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("42", 42),
        ("4.5", Fraction(9, 2)),
        (".5", Fraction(1, 2)),
        ("5.", 5),
        ("1e9", 10**9),
        ("1E-3", Fraction(1, 1000)),
        ("1.2×10^9", 12 * 10**8),
        ("1.2·10⁹", 12 * 10**8),
        ("1.2 x 10**9", 12 * 10**8),
        ("1.2*10^9", 12 * 10**8),
        ("1.2\\times10^{9}", 12 * 10**8),
        ("10⁻³", Fraction(1, 1000)),
        ("5×2^30", 5 * 2**30),
        ("2^30", 2**30),
        ("2³⁰", 2**30),
        ("2**30", 2**30),
        ("-2^2", -4),
        ("3/8", Fraction(3, 8)),
        ("3 / 8", Fraction(3, 8)),
        ("1½", Fraction(3, 2)),
        ("1 1/2", Fraction(3, 2)),
        ("3⁄8", Fraction(3, 8)),
        ("1e3/4", 250),
        ("1,234,567", 1234567),
        ("1 234 567", 1234567),
        ("1.234.567", 1234567),
        ("1'234'567", 1234567),
        ("1_000", 1000),
        ("12,5", Fraction(25, 2)),
        ("0,125", Fraction(1, 8)),
        ("0,342", Fraction(171, 500)),
        ("1234,567", Fraction(1234567, 1000)),
        ("1.234,5", Fraction(2469, 2)),
        ("1,234.5", Fraction(2469, 2)),
        ("1 234,5", Fraction(2469, 2)),
        ("−3", -3),
        ("–3", -3),
        ("—3", -3),
        ("－3", -3),
        ("- 3", -3),
        ("+3", 3),
        ("１２３．５", Fraction(247, 2)),
        ("１，２３４，５６７", 1234567),
        ("≈ 40", 40),
        ("~40", 40),
        ("1\u202f234\u00a0567", 1234567),
        ("٤٢", 42),
    ],
)
def test_one_reading(text: str, value: Fraction | int) -> None:
    typed = read(text)
    assert isinstance(typed, Typed)
    assert (typed.readings, typed.rest) == ((value,), "")


@pytest.mark.parametrize("text", ["1,234", "12,345", "999,999", "１，２３４", "-1,234"])
def test_a_lone_comma_before_three_digits_is_read_both_ways(text: str) -> None:
    typed = read(text)
    assert isinstance(typed, Typed)
    thousands, decimal = typed.readings
    assert thousands == 1000 * decimal


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"), ("  ", "empty"), ("abc", "no-number"), ("nan", "no-number"),
        ("inf", "no-number"), ("1,23,4", "no-number"), ("1 23", "no-number"), ("--", "no-number"),
        ("1.2.3", "no-number"), ("1,234.567,8", "no-number"), ("GiB 40", "no-number"),
        ("1/0", "zero-denominator"), ("1/0.0", "zero-denominator"), ("1/2/3", "two-slashes"),
        ("9^9999", "too-large"), ("1e400", "too-large"), ("0^-1", "too-large"),
        ("1" * 201, "too-long"), ("1e999999", "too-large"), ("7^999999", "too-large"),
    ],
)  # fmt: skip
def test_unreadable_texts_say_why(text: str, reason: str) -> None:
    assert read(text) == Unreadable(reason)


@pytest.mark.parametrize(
    ("text", "rest"),
    [("40 GiB", "GiB"), ("37.5%", "%"), ("3 EB", "EB"), ("5 /s", "/s"), ("2.5×", "×"), ("7B", "B")],
)
def test_what_follows_the_number_is_left_over(text: str, rest: str) -> None:
    typed = read(text)
    assert isinstance(typed, Typed)
    assert typed.rest == rest


@pytest.mark.parametrize(
    ("text", "figures"),
    [("1e-3", 1), ("0.0012", 2), ("1.200", 4), ("1,234", 4), ("1.5e10", 2), ("0", 1)],
)
def test_only_digits_of_the_mantissa_are_counted(text: str, figures: int) -> None:
    typed = read(text)
    assert isinstance(typed, Typed)
    assert typed.figures == figures


@pytest.mark.parametrize("text", ["$5.6", "US$5.6", "-$5.6", "$-5.6"])
def test_a_dollar_sign_may_stand_first(text: str) -> None:
    typed = read(text)
    assert isinstance(typed, Typed)
    assert typed.currency
    assert abs(typed.readings[0]) == Fraction(28, 5)


@pytest.mark.parametrize("text", ["1,234", "5 GiB", "$5", "word", ""])
def test_a_plain_number_has_one_reading_and_no_unit(text: str) -> None:
    assert read_plain(text) is None
