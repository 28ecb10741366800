"""`recall solve --table`: a problem over the values of one parameter."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from recall.app.solving import Row, Sweep
from recall.cardtypes.bodies.numeric import NumericBody
from recall.cli.plot import Mark, chart
from recall.model.card import Json
from recall.numeric.printing import exact_text
from recall.numeric.solution import as_float, in_other_units, printed
from recall.numeric.steps import ANSWER_NAME, Step
from recall.numeric.units import quantity
from recall.numeric.variants import Variant
from recall.render.cells import cell_len

if TYPE_CHECKING:
    from rich.console import Console

_GAP = "  "
_NONE = "—"
_WORDS = {
    "en": {"also": "that is", "over": "{answer} over {name}", "log": "logarithmic axis"},
    "zh": {"also": "即", "over": "{answer} 随 {name} 的变化", "log": "对数坐标"},
}


@dataclass(frozen=True, slots=True)
class Table:
    """What a sweep prints: the columns are the parameter, the asked steps, the answer, and the
    answer in the other system of prefixes where it has one."""

    body: NumericBody
    sweep: Sweep
    lang: str | None

    @property
    def steps(self) -> tuple[Step, ...]:
        """What a learner is asked for."""
        return tuple(s for s in self.body.problem.steps if s.asked or s.name == ANSWER_NAME)

    def say(self, key: str) -> str:
        """A word in the table's language."""
        return _WORDS["zh" if (self.lang or "").startswith("zh") else "en"][key]

    def print(self, console: "Console") -> None:
        """The table, as columns where they fit, else as one paragraph a row."""
        if fixed := self.sweep.fixed:
            _line(console, ", ".join(f"{name} = {value}" for name, value in fixed.items()), "dim")
            _line(console)
        grid = [self._head(), *map(self._cells, self.sweep.rows)]
        if not any(cells[-1] for cells in grid[1:]):
            grid = [cells[:-1] for cells in grid]
        widths = [max(map(cell_len, column)) for column in zip(*grid, strict=True)]
        if sum(widths) + len(_GAP) * (len(widths) - 1) <= console.width:
            for index, cells in enumerate(grid):
                line = _GAP.join(_right(c, w) for c, w in zip(cells, widths, strict=True))
                _line(console, line.rstrip(), "" if index else "bold")
        else:
            _paragraphs(console, grid)
        for row in self.sweep.rows:
            if row.reason:
                _line(console, f"{self.sweep.parameter} = {row.text}: {row.reason}", "dim")

    def plot(self, console: "Console", *, ascii_only: bool) -> None:
        """The answer over the parameter, to scale."""
        step = self.steps[-1]
        marks = [
            Mark(row.text, None, _NONE)
            if row.variant is None
            else Mark(row.text, as_float(row.variant.truth), _printed(row.variant, step))
            for row in self.sweep.rows
        ]
        drawn = chart(marks, width=console.width, ascii_only=ascii_only)
        name = f"{step.name} ({step.unit.label})" if step.unit.label else step.name
        title = self.say("over").format(answer=name, name=self.sweep.parameter)
        _line(console, f"{title} · {self.say('log')}" if drawn.logarithmic else title, "bold")
        for line in drawn.lines:
            _line(console, line)

    def json(self) -> dict[str, Json]:
        """The table for programs (solve-table/1)."""
        columns: list[Json] = [
            {"name": s.name, "unit": s.unit.label, "tolerance": s.tolerance.label}
            for s in self.steps
        ]
        return {
            "parameter": self.sweep.parameter,
            "fixed": dict(self.sweep.fixed),
            "columns": columns,
            "rows": [self._row_json(row) for row in self.sweep.rows],
        }

    def _row_json(self, row: Row) -> Json:
        variant = row.variant
        results: list[Json] = []
        for step in self.steps if variant else ():
            assert variant is not None
            value = variant.results[step.name]
            results.append(
                {
                    "name": step.name,
                    "value": as_float(value),
                    "exact": exact_text(value),
                    "unit": step.unit.label,
                    "text": quantity(printed(value, step.tolerance), step.unit),
                }
            )
        also: list[Json] = list(self._others(variant)) if variant else []
        number = variant.number if variant else None
        return {
            "value": row.text,
            "variant": number,
            "results": results,
            "also": also,
            "problem": row.reason or None,
        }

    def _head(self) -> list[str]:
        names = [f"{s.name} ({s.unit.label})" if s.unit.label else s.name for s in self.steps]
        return [self.sweep.parameter, *names, self.say("also")]

    def _cells(self, row: Row) -> list[str]:
        if row.variant is None:
            return [row.text, *[_NONE] * len(self.steps), ""]
        values = [_printed(row.variant, step) for step in self.steps]
        return [row.text, *values, ", ".join(self._others(row.variant))]

    def _others(self, variant: Variant) -> tuple[str, ...]:
        return in_other_units(variant.truth, self.steps[-1].unit)


def _printed(variant: Variant, step: Step) -> str:
    return printed(variant.results[step.name], step.tolerance)


def _right(text: str, width: int) -> str:
    return " " * (width - cell_len(text)) + text


def _paragraphs(console: "Console", grid: Sequence[Sequence[str]]) -> None:
    head = grid[0]
    for cells in grid[1:]:
        _line(console, f"{head[0]} = {cells[0]}", "bold")
        for name, cell in zip(head[1:], cells[1:], strict=True):
            if cell:
                _line(console, f"  {name}: {cell}")


def _line(console: "Console", text: str = "", style: str = "") -> None:
    console.print(text, style=style or None, markup=False, highlight=False, soft_wrap=True)
