"""Which answers are right."""

from fractions import Fraction

import pytest

from recall.numeric.grammar import Refused
from recall.numeric.tolerance import DEFAULT, Tolerance, parse_tolerance
from recall.numeric.units import Unit, parse_unit


def unit(text: str) -> Unit:
    found = parse_unit(text)
    assert isinstance(found, Unit)
    return found


@pytest.mark.parametrize(
    ("text", "name", "tolerance"),
    [
        ("", "GB", DEFAULT),
        ("± 1%", "GB", DEFAULT),
        ("±5 %", "GB", Tolerance(Fraction(1, 20), label="± 5%")),
        ("+/- 2%", "GB", Tolerance(Fraction(1, 50), label="± 2%")),
        ("± 0.5 GB", "GB", Tolerance(absolute=Fraction(1, 2), label="± 0.5 GB")),
        ("± 500 MB", "GB", Tolerance(absolute=Fraction(1, 2), label="± 500 MB")),
        ("± 0.5 pp", "%", Tolerance(absolute=Fraction(1, 2), label="± 0.5 pp")),
        ("± 0.5 pp", "", Tolerance(absolute=Fraction(1, 200), label="± 0.5 pp")),
        ("± 2", "token", Tolerance(absolute=Fraction(2), label="± 2")),
        ("exact", "", Tolerance()),
        ("within ×2", "", Tolerance(factor=Fraction(2), label="within ×2")),
        ("within x10", "", Tolerance(factor=Fraction(10), label="within ×10")),
        (
            "± 1% or 0.5 GB",
            "GB",
            Tolerance(Fraction(1, 100), Fraction(1, 2), label="± 1% or 0.5 GB"),
        ),
        (
            "± 0.5 GB or 1%",
            "GB",
            Tolerance(Fraction(1, 100), Fraction(1, 2), label="± 0.5 GB or 1%"),
        ),
    ],
)
def test_reading(text: str, name: str, tolerance: Tolerance) -> None:
    assert parse_tolerance(text, unit(name)) == tolerance


@pytest.mark.parametrize(
    "text",
    ["± 0%", "± -1%", "± 0", "± 1 s", "± many", "within ×1", "within ×0.5", "± 1% or 2%",
     "± 1 GB or 2 MB", "±", "within", "± 1 furlong", "exact or 1%", "± 1,234"],
)  # fmt: skip
def test_zero_negative_and_unfitting_tolerances_are_refused(text: str) -> None:
    with pytest.raises(Refused):
        parse_tolerance(text, unit("GB"))


@pytest.mark.parametrize(
    ("given", "right"), [("99", True), ("101", True), ("98.9999", False), ("101.0001", False)]
)
def test_the_window_is_inclusive(given: str, right: bool) -> None:
    assert DEFAULT.accepts(Fraction(given), 100) is right


def test_it_is_inclusive_on_tiny_numbers_too() -> None:
    assert Tolerance(absolute=Fraction("0.00001")).accepts(Fraction("0.00002"), Fraction("0.00001"))


def test_it_is_relative_to_the_truth_not_to_the_larger_number() -> None:
    tenth = Tolerance(relative=Fraction(1, 10))
    assert not tenth.accepts(Fraction("4.44"), 4)


def test_the_wider_of_two_windows_counts() -> None:
    both = Tolerance(Fraction(1, 100), Fraction(2))
    assert both.accepts(Fraction(52), 50)
    assert both.accepts(Fraction(1010), 1000)


@pytest.mark.parametrize(
    ("given", "right"), [(25, True), (100, True), (24, False), (101, False), (-50, False)]
)
def test_a_factor_works_both_ways(given: int, right: bool) -> None:
    assert Tolerance(factor=Fraction(2)).accepts(Fraction(given), 50) is right


def test_signs_are_compared() -> None:
    assert not DEFAULT.accepts(Fraction("-3.14"), 3.14159)


def test_the_noise_of_a_float_truth_is_forgiven() -> None:
    assert Tolerance(absolute=Fraction(1, 10)).accepts(Fraction("0.4"), 0.1 + 0.2)
