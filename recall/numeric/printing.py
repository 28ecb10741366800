"""How numbers are shown. What is printed can be read back by the number grammar."""

from fractions import Fraction
from typing import TypeAlias

Number: TypeAlias = int | Fraction | float

FIGURES = 4
"""Significant figures of a value that has no short exact form."""
SHORT = 6
"""Most significant digits of a decimal that is printed exactly."""
_SUPERSCRIPT = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_PLAIN_FROM, _PLAIN_BELOW = -5, 15
_LONGEST_EXACT = 40


def exact(value: Number) -> Fraction:
    """The rational that a value is (a finite float is one too)."""
    return value if type(value) is Fraction else Fraction(value)


def digits(value: Fraction, figures: int) -> tuple[int, int]:
    """(n, e) with |value| ≈ n·10^e, n of exactly `figures` digits, halves rounded away from 0."""
    top, bottom = abs(value.numerator), value.denominator
    power = len(str(top)) - len(str(bottom))
    if top * 10 ** max(0, -power) < bottom * 10 ** max(0, power):
        power -= 1
    shift = figures - 1 - power
    top, bottom = top * 10 ** max(0, shift), bottom * 10 ** max(0, -shift)
    n = (2 * top + bottom) // (2 * bottom)
    if n >= 10**figures:
        n, shift = n // 10, shift - 1
    return n, -shift


def rounded(value: Number, figures: int) -> Fraction:
    """The value rounded to significant figures."""
    value = exact(value)
    if value == 0:
        return value
    n, power = digits(value, figures)
    size = Fraction(n * 10 ** max(0, power), 10 ** max(0, -power))
    return size if value > 0 else -size


def short(value: Number) -> str | None:
    """The exact print of an integer below 10^15 or a decimal of at most SHORT digits, else None."""
    if isinstance(value, int):
        return str(value) if abs(value) < 10**_PLAIN_BELOW else _few(Fraction(value))
    if isinstance(value, float):
        if value.is_integer():
            return short(int(value))
        text = f"{value:.{SHORT}g}"
        return _few(Fraction(text)) if float(text) == value else None
    if value.denominator == 1:
        return short(value.numerator)
    return _few(value)


def _few(value: Fraction) -> str | None:
    n, power = digits(value, SHORT)
    top, bottom = abs(value.numerator), value.denominator
    if n * bottom * 10 ** max(0, power) != top * 10 ** max(0, -power):
        return None
    while n % 10 == 0 and n:
        n, power = n // 10, power + 1
    return ("-" if value < 0 else "") + _layout(n, power)


def show(value: Number, figures: int = FIGURES) -> str:
    """For texts and formulas: an integer or a short decimal exactly, else `figures` significant
    figures. Not grouped."""
    text = short(value)
    if text is not None:
        return text
    fraction = exact(value)
    return ("-" if fraction < 0 else "") + _layout(*digits(fraction, figures))


def result(value: Number, figures: int = FIGURES) -> str:
    """For results: as `show`, thousands grouped."""
    return group(show(value, figures))


def group(text: str) -> str:
    """The same number with commas between thousands."""
    head, dot, tail = text.partition(".")
    sign = "-" if head.startswith("-") else ""
    whole = head.removeprefix("-")
    if not whole.isdigit() or (tail and not tail.isdigit()):
        return text
    return f"{sign}{int(whole):,}{dot}{tail}"


def exact_text(value: Number) -> str | None:
    """The exact value as text: `160`, `0.125` or `1/3`; None for a float or if it is too long."""
    if isinstance(value, float):
        return None
    text = short(value) or str(value)
    return text if len(text) <= _LONGEST_EXACT else None


def for_math(text: str) -> str:
    """A printed number as TeX: no grouping, `×10⁹` as a power."""
    mantissa, times, power = text.replace(",", "").partition("×10")
    if not times:
        return mantissa
    back = power.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-"))
    return f"{mantissa} \\times 10^{{{back}}}"


def _layout(n: int, power: int) -> str:
    """Digits n times 10^power: plain from 10^-5 to 10^15, else with a power of ten."""
    text = str(n)
    size = len(text) - 1 + power
    if not _PLAIN_FROM <= size < _PLAIN_BELOW:
        mantissa = text[0] + ("." + text[1:] if len(text) > 1 else "")
        return f"{mantissa}×10{str(size).translate(_SUPERSCRIPT)}"
    if power >= 0:
        return text + "0" * power
    if len(text) > -power:
        return f"{text[:power]}.{text[power:]}"
    return "0." + "0" * (-power - len(text)) + text
