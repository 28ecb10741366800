"""Slips that people make everywhere: prefixes, bits, percent, signs, powers of ten.

Each is tried only where the unit gives it meaning, after the author's own mistakes.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from recall.numeric.printing import Number, exact, show
from recall.numeric.tolerance import Tolerance
from recall.numeric.units import IEC, SI, Unit

_MOST_TENS = 15


@dataclass(frozen=True, slots=True)
class Slip:
    """A wrong value and the key of what to say about it."""

    id: str
    value: Fraction
    fields: tuple[tuple[str, str], ...] = ()


def matches(given: Fraction, value: Number, truth: Number, tolerance: Tolerance) -> bool:
    """True if `given` is this wrong value: within the smaller of the answer's window and 1 % of the
    value itself (exactly, where the answer is exact)."""
    wrong = exact(value)
    if tolerance.is_exact and not isinstance(value, float):
        return given == wrong
    # An exact answer has no window; a float mistake then gets the noise of its last digits.
    window = abs(wrong) / 10**9 if tolerance.is_exact else tolerance.window(truth)
    return abs(given - wrong) <= min(window, abs(wrong) / 100)


def find_slip(
    given: Fraction, truth: Number, tolerance: Tolerance, asked: Unit, typed: Unit
) -> Slip | None:
    """The first slip that explains a wrong answer. All values are in the asked unit."""
    right = exact(truth)
    for slip in slips(right, asked, typed):
        if not tolerance.accepts(slip.value, truth) and matches(
            given, slip.value, truth, tolerance
        ):
            return slip
    power = _power_of_ten(given, right)
    if power:
        value = right * Fraction(10) ** power
        if not tolerance.accepts(value, truth) and matches(given, value, truth, tolerance):
            return Slip("slip:power-of-ten", value, (("power", str(power)),))
    return None


def slips(truth: Fraction, asked: Unit, typed: Unit) -> Iterator[Slip]:
    """The values that slips lead to, in the order in which they are tried."""
    if truth == 0:
        return
    rank = typed.rank or asked.rank
    if asked.is_data and rank:
        ratio = Fraction(1024, 1000) ** rank
        fields = _prefixes(rank, ratio)
        yield Slip("slip:gib-gb", truth * ratio, fields)
        yield Slip("slip:gib-gb", truth / ratio, fields)
    if asked.is_data:
        yield Slip("slip:bits-bytes", truth * 8)
        yield Slip("slip:bits-bytes", truth / 8)
    if not asked.dims:
        yield Slip("slip:percent", truth * 100)
        yield Slip("slip:percent", truth / 100)
    else:
        yield Slip("slip:thousand", truth * 1000)
        yield Slip("slip:thousand", truth / 1000)
    if asked.is_data:
        yield Slip("slip:1024", truth * 1024)
        yield Slip("slip:1024", truth / 1024)
    yield Slip("slip:sign", -truth)
    if not asked.is_percent and (not asked.dims or any(power < 0 for _, power in asked.dims)):
        yield Slip("slip:reciprocal", 1 / truth)


def _prefixes(rank: int, ratio: Fraction) -> tuple[tuple[str, str], ...]:
    decimal = next(p for p, r in SI.items() if r == rank) + "B"
    binary = next((p + "B" for p, r in IEC.items() if r == rank), "EiB")
    return ("binary", binary), ("decimal", decimal), ("ratio", show(ratio))


def _power_of_ten(given: Fraction, truth: Fraction) -> int:
    """n with given ≈ truth·10^n, 0 if there is none from 1 to _MOST_TENS either way."""
    if truth == 0 or given / truth <= 0:
        return 0
    ratio = given / truth
    # Logarithms of the parts: the ratio itself may be beyond the range of a float.
    power = round(math.log10(ratio.numerator) - math.log10(ratio.denominator))
    return power if abs(power) <= _MOST_TENS else 0
