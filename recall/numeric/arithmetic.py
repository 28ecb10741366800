"""Arithmetic whose cost is bounded by construction.

Integers and fractions are exact and at most MAX_BITS long; whatever could grow beyond that is
refused before it is computed. Floats come only from `sqrt log exp pi e` and must stay finite.
"""

import math
from collections.abc import Callable
from fractions import Fraction

from recall.numeric.number import MAX_BITS
from recall.numeric.printing import Number, exact

_LIMIT = 2**MAX_BITS
_COMB_BITS = 4 * MAX_BITS


class EvaluationError(ArithmeticError):
    """A formula has no value for these numbers. The text is a clause: `division by zero`."""


def bounded(value: Number) -> Number:
    """The value itself, a whole fraction as an integer. Raises EvaluationError if too large."""
    if isinstance(value, int):
        if -_LIMIT < value < _LIMIT:
            return int(value)
    elif isinstance(value, float):
        if math.isfinite(value):
            return value
        raise EvaluationError("the result is not a finite number")
    else:
        if value.denominator == 1:
            return bounded(value.numerator)
        if value.denominator < _LIMIT and -_LIMIT < value.numerator < _LIMIT:
            return value
    raise EvaluationError(f"a number is longer than {MAX_BITS} bits")


def add(a: Number, b: Number) -> Number:
    """a + b"""
    return bounded(a + b)


def subtract(a: Number, b: Number) -> Number:
    """a − b"""
    return bounded(a - b)


def multiply(a: Number, b: Number) -> Number:
    """a · b"""
    return bounded(a * b)


def divide(a: Number, b: Number) -> Number:
    """a / b, exact for exact numbers."""
    if b == 0:
        raise EvaluationError("division by zero")
    if isinstance(a, int) and isinstance(b, int):
        quotient, rest = divmod(a, b)
        return bounded(quotient if rest == 0 else Fraction(a, b))
    return bounded(a / b)


def floor_divide(a: Number, b: Number) -> Number:
    """The largest integer ≤ a / b."""
    if b == 0:
        raise EvaluationError("division by zero")
    return bounded(a // b)


def modulo(a: Number, b: Number) -> Number:
    """a − b·⌊a / b⌋"""
    if b == 0:
        raise EvaluationError("division by zero")
    return bounded(a % b)


def power(a: Number, b: Number) -> Number:
    """a to the power b: exact for an exact base and a whole exponent, else a float."""
    if a == 0 and b < 0:
        raise EvaluationError("division by zero")
    if isinstance(a, float) or isinstance(b, float) or exact(b).denominator != 1:
        if a < 0 and exact(b).denominator != 1:
            raise EvaluationError("a root of a negative number")
        return bounded(float(a) ** float(b))
    if a in (0, 1) or b == 0:
        return 1 if b == 0 else a
    if a == -1:
        return 1 if b % 2 == 0 else -1
    base = exact(a)
    size = max(base.numerator.bit_length(), base.denominator.bit_length()) - 1
    exponent = int(b)
    if size * abs(exponent) > MAX_BITS:
        raise EvaluationError(f"a power is longer than {MAX_BITS} bits")
    return bounded(base**exponent)


def _whole(value: Number, what: str) -> int:
    whole = int(value)
    if whole != value:
        raise EvaluationError(f"{what} needs whole numbers")
    return whole


def _comb(n: Number, k: Number) -> Number:
    n, k = _whole(n, "comb"), _whole(k, "comb")
    if n < 0 or k < 0:
        raise EvaluationError("comb needs numbers from 0")
    if k > n:
        return 0
    k = min(k, n - k)
    if min(n, k * n.bit_length()) > _COMB_BITS:
        raise EvaluationError(f"a binomial coefficient is longer than {MAX_BITS} bits")
    return bounded(math.comb(n, k))


def _round(value: Number, digits: Number = 0) -> Number:
    """To the nearest, halves away from zero; `digits` places after the point (may be negative)."""
    places = _whole(digits, "round")
    if abs(places) > 30:
        raise EvaluationError("round takes at most 30 digits")
    scale = Fraction(10) ** places
    scaled = abs(exact(value)) * scale
    size = Fraction((2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)) / scale
    return bounded(size if value >= 0 else -size)


def _logarithm(function: Callable[[Number], float], name: str) -> Callable[[Number], Number]:
    def log(value: Number) -> Number:
        if value <= 0:
            raise EvaluationError(f"{name} of a number that is not positive")
        return bounded(function(value))

    return log


def _sqrt(value: Number) -> Number:
    if value < 0:
        raise EvaluationError("sqrt of a negative number")
    return bounded(math.sqrt(value))


def _exp(value: Number) -> Number:
    return bounded(math.exp(value))


def _gcd(*values: Number) -> Number:
    return math.gcd(*(_whole(v, "gcd") for v in values))


def _lcm(*values: Number) -> Number:
    result: Number = 1
    for value in values:
        result = bounded(math.lcm(int(result), _whole(value, "lcm")))
    return result


def _absolute(value: Number) -> Number:
    return -value if value < 0 else value


def _floor(value: Number) -> Number:
    return math.floor(value)


def _ceil(value: Number) -> Number:
    return math.ceil(value)


def _least(*values: Number) -> Number:
    return min(values)


def _greatest(*values: Number) -> Number:
    return max(values)


MANY = 20
"""Most arguments of min, max, gcd and lcm."""

FUNCTIONS: dict[str, tuple[Callable[..., Number], int, int]] = {
    "min": (_least, 2, MANY),
    "max": (_greatest, 2, MANY),
    "abs": (_absolute, 1, 1),
    "round": (_round, 1, 2),
    "floor": (_floor, 1, 1),
    "ceil": (_ceil, 1, 1),
    "sqrt": (_sqrt, 1, 1),
    "log": (_logarithm(math.log, "log"), 1, 1),
    "log2": (_logarithm(math.log2, "log2"), 1, 1),
    "log10": (_logarithm(math.log10, "log10"), 1, 1),
    "exp": (_exp, 1, 1),
    "comb": (_comb, 2, 2),
    "gcd": (_gcd, 2, MANY),
    "lcm": (_lcm, 2, MANY),
}
"""The functions of the formula language: what computes them, fewest and most arguments."""

CONSTANTS: dict[str, tuple[Number, str]] = {
    "pi": (math.pi, "3.142"),
    "e": (math.e, "2.718"),
    "Ki": (2**10, "2**10"),
    "Mi": (2**20, "2**20"),
    "Gi": (2**30, "2**30"),
    "Ti": (2**40, "2**40"),
    "K": (10**3, "10**3"),
    "M": (10**6, "10**6"),
    "G": (10**9, "10**9"),
    "T": (10**12, "10**12"),
    "P": (10**15, "10**15"),
}
"""The constants and how a worked solution writes them."""
