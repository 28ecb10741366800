"""The unit table."""

from fractions import Fraction

import pytest

from recall.numeric.units import (
    PLAIN,
    Unit,
    UnknownUnit,
    convert,
    other_system,
    parse_unit,
    quantity,
    sized_for,
)  # fmt: skip


def unit(text: str) -> Unit:
    found = parse_unit(text)
    assert isinstance(found, Unit), found
    return found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("GB", "gigabytes"), ("GiB", "gibibytes"), ("KB", "kB"), ("b", "bits"), ("Gbit", "Gb"),
        ("Gbps", "Gb/s"), ("FLOPS", "FLOP/s"), ("TFLOPS", "TFLOP/s"), ("FLOPs", "FLOP"),
        ("µs", "us"), ("μs", "µs"), ("sec", "s"), ("hr", "h"), ("minutes", "min"),
        ("tokens per second", "token/s"), ("tok/s", "tokens/second"), ("tps", "token/s"),
        ("token s⁻¹", "token/s"), ("GPU-hours", "GPU·h"), ("GPU hours", "GPU*h"),
        ("kWh", "kilowatt-hours"), ("$", "USD"), ("percent", "%"), ("per cent", "%"),
        ("percentage points", "pp"), ("％", "%"), ("×", "x"), ("times", "x"), ("字节", "B"),
        ("GPU 小时", "GPU·h"), ("Tokens", "token"), ("ＧｉＢ", "GiB"), ("1", "1"),
    ][:-1],
)  # fmt: skip
def test_spellings_of_one_unit(one: str, other: str) -> None:
    assert unit(one).same(unit(other))


@pytest.mark.parametrize(
    ("one", "other", "factor"),
    [
        ("GB", "B", 10**9), ("GiB", "B", 2**30), ("TiB", "GiB", 1024), ("B", "b", 8),
        ("h", "s", 3600), ("d", "h", 24), ("kWh", "Wh", 1000), ("Mtoken", "token", 10**6),
        ("ms", "us", 1000), ("s", "ns", 10**9), ("x", "%", 100), ("PFLOP", "TFLOP", 1000),
        ("EB", "PB", 1000), ("GB/s", "MB/ms", 1), ("MHz", "Hz", 10**6),
    ],
)  # fmt: skip
def test_conversion_is_exact(one: str, other: str, factor: int) -> None:
    assert convert(Fraction(1), unit(one), unit(other)) == factor


def test_bits_and_bytes_have_a_dimension_of_their_own() -> None:
    assert unit("B").dims == unit("b").dims != PLAIN.dims


def test_gb_is_decimal_and_gib_binary() -> None:
    assert (unit("GB").factor, unit("GiB").factor) == (8 * 10**9, 8 * 2**30)


@pytest.mark.parametrize(
    ("word", "suggestions"),
    [
        ("gib", ("GiB", "Gib")),
        ("mhz", ("MHz",)),
        ("gb", ("GB", "Gb")),
        ("S", ("s",)),
        ("kw", ("kW",)),
    ],
)
def test_wrong_capitals_are_asked_back(word: str, suggestions: tuple[str, ...]) -> None:
    assert parse_unit(word) == UnknownUnit(word, suggestions, case=True)


@pytest.mark.parametrize("word", ["furlong", "GiBB", "B/", "2", "GB//s", "GB ?"])
def test_what_is_no_unit_is_unknown(word: str) -> None:
    assert isinstance(parse_unit(word), UnknownUnit)


def test_a_misspelt_unit_gets_a_suggestion() -> None:
    found = parse_unit("tokenz")
    assert isinstance(found, UnknownUnit)
    assert "token" in found.suggestions


def test_an_empty_unit_is_a_plain_number() -> None:
    assert parse_unit("") is PLAIN


def test_units_cancel() -> None:
    assert unit("token/s·s").same(unit("token"))


def test_kilobytes_with_a_capital_k_are_noted() -> None:
    assert unit("KB").notes == (("KB", "kB"),)


@pytest.mark.parametrize(("name", "twin"), [("GiB", "GB"), ("TB", "TiB"), ("Mib", "Mb")])
def test_the_other_system_of_prefixes(name: str, twin: str) -> None:
    found = other_system(unit(name))
    assert found is not None
    assert found.label == twin


def test_there_is_no_binary_twin_of_a_rate() -> None:
    assert other_system(unit("GB/s")) is None


def test_plain_bytes_are_shown_in_both_systems() -> None:
    assert [u.label for u in sized_for(Fraction(5 * 10**9), unit("B"))] == ["GB", "GiB"]


@pytest.mark.parametrize(
    ("text", "name", "printed"),
    [
        ("5", "$", "$5"),
        ("-5", "$", "-$5"),
        ("2", "x", "2x"),
        ("40", "GiB", "40 GiB"),
        ("4", "", "4"),
    ],
)
def test_a_quantity_is_printed_as_people_write_it(text: str, name: str, printed: str) -> None:
    assert quantity(text, unit(name)) == printed
