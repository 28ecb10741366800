"""What holds for every number, unit and variant."""

from collections.abc import Callable
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from recall.numeric.number import Typed, read
from recall.numeric.printing import exact, result, rounded, short, show
from recall.numeric.problem import Problem
from recall.numeric.tolerance import Tolerance
from recall.numeric.typed import Answer, read_answer
from recall.numeric.units import Unit, convert, parse_unit, quantity

Ask = Callable[..., Problem]

FRACTIONS = st.fractions(max_denominator=10**6).filter(lambda f: abs(f) < 10**30)
POSITIVE = st.fractions(min_value=Fraction(1, 10**6), max_value=10**15, max_denominator=10**6)
NAMES = ("B", "kB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB", "b", "Gb", "Gib")
UNITS = st.sampled_from(NAMES)


def unit(text: str) -> Unit:
    found = parse_unit(text)
    assert isinstance(found, Unit)
    return found


@given(FRACTIONS)
def test_reading_what_is_shown_gives_the_rounded_value_back(value: Fraction) -> None:
    typed = read(show(value))
    expected = value if short(value) is not None else rounded(value, 4)
    assert isinstance(typed, Typed)
    assert typed.readings == (expected,)


@given(FRACTIONS)
def test_reading_a_grouped_result_gives_the_value_as_one_reading(value: Fraction) -> None:
    typed = read(result(value))
    expected = value if short(value) is not None else rounded(value, 4)
    assert isinstance(typed, Typed)
    assert expected in typed.readings


@given(st.floats(min_value=1e-290, max_value=1e290) | st.just(0.0))
def test_a_shown_float_is_close(value: float) -> None:
    typed = read(show(value))
    assert isinstance(typed, Typed)
    assert abs(typed.readings[0] - exact(value)) <= abs(exact(value)) / 1000


@given(FRACTIONS, st.integers(1, 12))
def test_rounding_moves_by_half_a_unit_of_the_last_figure_at_most(
    value: Fraction, figures: int
) -> None:
    assert abs(rounded(value, figures) - value) <= abs(value) / 2 / 10 ** (figures - 1)


@given(FRACTIONS, POSITIVE, POSITIVE, POSITIVE)
def test_right_is_monotone_in_the_tolerance(
    given_: Fraction, truth: Fraction, one: Fraction, other: Fraction
) -> None:
    narrow, wide = sorted((one, other))
    if Tolerance(relative=narrow).accepts(given_, truth):
        assert Tolerance(relative=wide).accepts(given_, truth)
    if Tolerance(absolute=narrow).accepts(given_, truth):
        assert Tolerance(absolute=wide).accepts(given_, truth)
    if Tolerance(factor=1 + narrow).accepts(given_, truth):
        assert Tolerance(factor=1 + wide).accepts(given_, truth)


@given(FRACTIONS, POSITIVE, POSITIVE, st.sampled_from((0, 1, Fraction(1, 10**20))))
def test_right_is_the_inclusive_window_exactly(
    truth: Fraction, relative: Fraction, absolute: Fraction, beyond: Fraction
) -> None:
    tolerance = Tolerance(relative, absolute)
    window = max(relative * abs(truth), absolute)
    assert tolerance.accepts(truth + window + beyond, truth) is (beyond == 0)
    assert tolerance.accepts(truth - window - beyond, truth) is (beyond == 0)


@given(FRACTIONS, UNITS, UNITS, UNITS)
def test_conversion_is_a_group(value: Fraction, a: str, b: str, c: str) -> None:
    one, two, three = unit(a), unit(b), unit(c)
    assert convert(convert(value, one, two), two, one) == value
    assert convert(convert(value, one, two), two, three) == convert(value, one, three)
    assert convert(value, one, one) == value


@given(POSITIVE, UNITS, UNITS)
def test_a_quantity_is_read_in_any_unit(value: Fraction, typed: str, asked: str) -> None:
    short_value = rounded(value, 5)
    answer = read_answer(quantity(show(short_value), unit(typed)), unit(asked))
    assert isinstance(answer, Answer)
    assert answer.readings == (convert(short_value, unit(typed), unit(asked)),)


@given(st.integers(0, 1535))
def test_a_variant_replayed_is_identical(kv: Problem, number: int) -> None:
    again = Problem.load(kv.dump())
    one, other = kv.variant(number), again.variant(number)
    assert (one.shown, one.results) == (other.shown, other.results)
    assert kv.question(one) == again.question(other)


FULL_WIDTH = str.maketrans("0123456789.-", "０１２３４５６７８９．－")


def spellings(value: Fraction) -> tuple[str, ...]:
    """Ways to type a number of at most three digits and two decimals."""
    text = show(value)
    n, d = value.numerator, value.denominator
    return (
        text, text.replace(".", ","), text.translate(FULL_WIDTH), f"{n}/{d}", f"{text}e0",
        f"{show(value / 10)}×10^1", f"{show(value * 1000)}·10⁻³", f" ≈ {text} ", f"+{text}",
    )  # fmt: skip


@settings(max_examples=40)
@given(st.integers(1, 999), st.integers(1, 1535))
def test_the_verdict_does_not_depend_on_the_notation(kv: Problem, tenths: int, number: int) -> None:
    variant = kv.variant(number)
    value = Fraction(tenths, 10)
    kinds = {
        kv.grade(variant, f"{spelling.strip()}{ending}").kind
        for spelling in spellings(value)
        for ending in ("", " GiB", "GiB", " gibibytes", " ＧｉＢ")
    }
    assert len(kinds) == 1


@settings(max_examples=60)
@given(POSITIVE, st.integers(0, 1535), UNITS)
def test_the_verdict_does_not_depend_on_the_unit(
    kv: Problem, value: Fraction, number: int, name: str
) -> None:
    variant = kv.variant(number)
    here = kv.grade(variant, f"{value.numerator}/{value.denominator} GiB")
    there = convert(value, unit("GiB"), unit(name))
    other = kv.grade(variant, f"{there.numerator}/{there.denominator} {name}")
    # The unit that was typed chooses the prefix of one slip; everything else is the same.
    if "slip:gib-gb" not in (here.mistake, other.mistake):
        assert (here.kind, here.mistake) == (other.kind, other.mistake)


@settings(max_examples=300)
@given(st.text(max_size=60))
def test_any_text_gets_a_verdict(kv: Problem, text: str) -> None:
    assert kv.grade(kv.variant(0), text).message


@settings(max_examples=300)
@given(st.text("0123456789.,eE×^*/ -+()%GMKiBbxs$·²³", max_size=40))
def test_any_jumble_of_number_signs_gets_a_verdict(kv: Problem, text: str) -> None:
    assert kv.grade(kv.variant(0), text).message
