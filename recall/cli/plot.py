"""A chart of numbers for a terminal: a line for each value, to scale."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from recall.render.cells import cell_len

_EIGHTHS = " ▏▎▍▌▋▊▉"
_DECADES = 2
_LEAST_ROOM = 6


@dataclass(frozen=True, slots=True)
class Mark:
    """One line: its label, its value (None: there is none), and how the value prints."""

    label: str
    value: float | None
    text: str


@dataclass(frozen=True, slots=True)
class Chart:
    """The lines of a chart, and whether its axis is logarithmic."""

    lines: tuple[str, ...]
    logarithmic: bool


def chart(
    marks: Sequence[Mark], *, width: int, ascii_only: bool = False, linear: bool = False
) -> Chart:
    """Bars from zero; where positive values span more than two decades, dots on a log axis.

    With `linear` it is bars in any case.

    Every line fits into `width` columns as long as label and value leave room for six more.
    """
    values = [mark.value for mark in marks if mark.value is not None]
    logarithmic = not linear and spans_decades(values)
    left = max((cell_len(mark.label) for mark in marks), default=0)
    right = max((cell_len(mark.text) for mark in marks), default=0)
    room = max(_LEAST_ROOM, width - left - right - 3)
    draw = _dots(values, room, ascii_only) if logarithmic else _bars(values, room, ascii_only)
    lines = []
    for mark in marks:
        drawn = "" if mark.value is None else draw(mark.value)
        indent = " " * (left - cell_len(mark.label))
        line = f"{indent}{mark.label} {drawn}{' ' * (room - len(drawn))}  "
        lines.append(line + " " * (right - cell_len(mark.text)) + mark.text)
    return Chart(tuple(line.rstrip() for line in lines), logarithmic)


def spans_decades(values: Sequence[float]) -> bool:
    """True if all are positive and the largest is more than a hundred times the smallest."""
    if not values or min(values) <= 0:
        return False
    return math.log10(max(values)) - math.log10(min(values)) > _DECADES


@dataclass(frozen=True, slots=True)
class _Bars:
    """Bars on a linear axis that holds zero, `room` columns wide."""

    low: float
    high: float
    room: int
    ascii_only: bool

    def __call__(self, value: float) -> str:
        if self.low < 0:
            return self._around_zero(value)
        eighths = round(self._share(value) * self.room * 8)
        if self.ascii_only:
            return "#" * round(eighths / 8)
        return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()

    def _around_zero(self, value: float) -> str:
        last = self.room - 1
        zero, here = (round(self._share(v) * last) for v in (0.0, value))
        block, axis = ("#", "|") if self.ascii_only else ("█", "│")
        cells = [" "] * self.room
        for column in range(min(zero, here), max(zero, here) + 1):
            cells[column] = block
        cells[zero] = axis
        return "".join(cells).rstrip()

    def _share(self, value: float) -> float:
        # Halves, because the whole span of two large floats may be infinite.
        span = self.high / 2 - self.low / 2
        return (value / 2 - self.low / 2) / span if span else 0.0


def _bars(values: Sequence[float], room: int, ascii_only: bool) -> _Bars:
    return _Bars(min(0.0, *values, 0.0), max(0.0, *values, 0.0), room, ascii_only)


@dataclass(frozen=True, slots=True)
class _Dots:
    """Dots on a logarithmic axis: a bar would have no beginning."""

    low: float
    span: float
    room: int
    ascii_only: bool

    def __call__(self, value: float) -> str:
        place = round((math.log10(value) - self.low) / self.span * (self.room - 1))
        leader, dot = (".", "o") if self.ascii_only else ("·", "●")
        return leader * place + dot


def _dots(values: Sequence[float], room: int, ascii_only: bool) -> _Dots:
    low, high = math.log10(min(values)), math.log10(max(values))
    return _Dots(low, high - low, room, ascii_only)
