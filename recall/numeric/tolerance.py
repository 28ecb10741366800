"""Which answers are right."""

import re
from dataclasses import dataclass
from fractions import Fraction

from recall.numeric.grammar import Refused
from recall.numeric.number import Typed, fold, read
from recall.numeric.printing import Number, exact, show
from recall.numeric.units import Unit, UnknownUnit, convert, parse_unit

START = re.compile(r"±|\+\s?/?\s?-|\bexact\b|\bwithin\b", re.IGNORECASE)
"""Where a tolerance begins in the text after a step's formula."""
_FLOAT_NOISE = Fraction(1, 10**12)
_FLOAT_MARGIN = 1e-9
_OR = re.compile(r"\s+or\s+")
_FACTOR = re.compile(r"within\s*(?:×|x|\*)?\s*(.+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How far a right answer may lie from the truth.

    `relative` is a share of the truth, `absolute` is in the unit of the step; the wider of the two
    counts. `factor` k accepts truth/k to truth·k instead. All zero means exact. `label` is printed.
    """

    relative: Fraction = Fraction(0)
    absolute: Fraction = Fraction(0)
    factor: Fraction = Fraction(0)
    label: str = "exact"

    @property
    def is_exact(self) -> bool:
        """True if only the truth itself is right."""
        return not (self.relative or self.absolute or self.factor)

    def window(self, truth: Number) -> Fraction:
        """The largest accepted |given − truth| (of a factor: on the smaller side)."""
        size = abs(exact(truth))
        if self.factor:
            return size - size / self.factor
        return max(self.relative * size, self.absolute)

    def interval(self, truth: Number) -> tuple[Fraction, Fraction]:
        """The least and the greatest answer that is right."""
        size = exact(truth)
        if self.factor:
            return size / self.factor, size * self.factor
        window = self.window(truth)
        return size - window, size + window

    def accepts(self, given: Fraction, truth: Number) -> bool:
        """|given − truth| ≤ max(relative·|truth|, absolute), inclusive; of a factor
        truth/k ≤ given ≤ truth·k."""
        clear = None if self.factor else self._clearly(given, truth)
        if clear is not None:
            return clear
        t = exact(truth)
        noise = abs(t) * _FLOAT_NOISE if isinstance(truth, float) else Fraction(0)
        if self.factor:
            return t > 0 and t / self.factor - noise <= given <= t * self.factor + noise
        return abs(given - t) <= self.window(truth) + noise

    def _clearly(self, given: Fraction, truth: Number) -> bool | None:
        """The verdict where floats are enough to see it (ten times faster), None near the border.

        The margin is far above the rounding of the few operations here.
        """
        try:
            g, t = float(given), float(truth)
            window = max(float(self.relative) * abs(t), float(self.absolute))
        except OverflowError:
            return None
        distance, margin = abs(g - t), _FLOAT_MARGIN * (abs(g) + abs(t) + window)
        if distance > window + margin:
            return False
        return True if distance + margin < window else None


DEFAULT = Tolerance(relative=Fraction(1, 100), label="± 1%")


def parse_tolerance(text: str, unit: Unit) -> Tolerance:
    """The tolerance that a text states, for a step in `unit`; empty is ± 1 %. Raises Refused."""
    text = text.strip()
    if not text:
        return DEFAULT
    if text.lower() == "exact":
        return Tolerance()
    if factor := _FACTOR.fullmatch(text):
        return _within(factor[1], text)
    sign = START.match(text)
    if not sign or not sign[0].startswith(("±", "+")):
        raise _refused("this is no tolerance", text)
    relative = absolute = Fraction(0)
    labels = []
    for window in _OR.split(text[sign.end() :].strip()):
        size, own = _window(window, text)
        share = own is not None and own.label == "%"
        if relative if share else absolute:
            raise _refused("the same kind of tolerance is given twice", text)
        if share:
            relative = size / 100
        else:
            absolute = _absolute(size, own, unit, text)
        labels.append(f"{show(size)}{_suffix(own)}")
    return Tolerance(relative, absolute, label="± " + " or ".join(labels))


def _suffix(unit: Unit | None) -> str:
    if unit is None:
        return ""
    return "%" if unit.label == "%" else f" {unit.label}"


def _within(text: str, whole: str) -> Tolerance:
    typed = read(text)
    if not isinstance(typed, Typed) or typed.rest or len(typed.readings) > 1:
        raise _refused("the factor is not a number", whole)
    factor = typed.readings[0]
    if factor <= 1:
        raise _refused("a factor must be greater than 1", whole)
    return Tolerance(factor=factor, label=f"within ×{show(factor)}")


def _window(text: str, whole: str) -> tuple[Fraction, Unit | None]:
    typed = read(text)
    if not isinstance(typed, Typed) or len(typed.readings) > 1:
        raise _refused(f"“{fold(text)[:40]}” is not a number with a unit", whole)
    size = typed.readings[0]
    if size <= 0:
        raise _refused("a tolerance must be greater than 0", whole, "write exact for no tolerance")
    if not typed.rest and not typed.currency:
        return size, None
    unit = parse_unit("USD" if typed.currency else typed.rest)
    if isinstance(unit, UnknownUnit):
        raise _refused(f"the unit “{unit.word[:40]}” of the tolerance is not known", whole)
    return size, unit


def _absolute(size: Fraction, own: Unit | None, unit: Unit, whole: str) -> Fraction:
    if own is None:
        return size
    if own.dims != unit.dims:
        name = unit.label or "a plain number"
        raise _refused(f"a tolerance in {own.label} does not fit an answer in {name}", whole)
    return convert(size, own, unit)


def _refused(message: str, text: str, hint: str = "") -> Refused:
    return Refused(message, 0, len(text), hint)
