"""The worked solution: formulas with their numbers."""

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from recall.model.question import Measure
from recall.numeric.arithmetic import CONSTANTS
from recall.numeric.expression import Expression
from recall.numeric.grammar import Env
from recall.numeric.messages import say
from recall.numeric.printing import Number, exact, exact_text, result, rounded, short, show
from recall.numeric.steps import Step
from recall.numeric.tolerance import Tolerance
from recall.numeric.units import Unit, convert, other_system, quantity, sized_for

_TOKEN = re.compile(r"\w[\w.]*")
_LONE_BRACKETS = re.compile(r"(?<![\w)])\(([\w.]+)\)")
_MOST_FIGURES = 16
_LONGEST_TERM = 4


@dataclass(frozen=True, slots=True)
class SolvedStep:
    """A step with its numbers.

    `expression` is the whole formula, `taken` what of it counts (of `x if c else y` only the branch
    taken), `substituted` the same with numbers for names; `value` is in `unit`, `exact` its exact
    value as text or None; `printed` is the value as the solution shows it, thousands grouped,
    without unit; `rounded` says that it is not all of it.
    """

    name: str
    expression: str
    taken: str
    substituted: str
    value: float
    exact: str | None
    unit: str
    printed: str
    rounded: bool
    text: str
    remark: str = ""


def solve(steps: tuple[Step, ...], env: Env, shown: Mapping[str, str]) -> tuple[SolvedStep, ...]:
    """The steps of a problem with the numbers of a variant."""
    solved = []
    for step in steps:
        value = env[step.name]
        assert not isinstance(value, str)
        solved.append(
            SolvedStep(
                step.name,
                " ".join(step.expression.source.split()),
                taken(step.expression, env),
                substitute(step.expression, env, shown),
                as_float(value),
                exact_text(value),
                step.unit.label,
                printed(value, step.tolerance),
                is_rounded(value, step.tolerance),
                step.text.fill(env, shown),
                step.remark.fill(env, shown),
            )
        )
    return tuple(solved)


def as_float(value: Number) -> float:
    """The value as a float; the largest one beyond its range."""
    try:
        return float(value)
    except OverflowError:
        return 1.7976931348623157e308 if value > 0 else -1.7976931348623157e308


def printed(value: Number, tolerance: Tolerance) -> str:
    """A result with as many figures as its tolerance needs, so that its print is right itself."""
    if short(value) is not None:
        return result(value)
    figures = _figures(value, tolerance)
    if figures is not None:
        return result(value, figures)
    if isinstance(value, int):
        return f"{value:,}"
    return str(value) if isinstance(value, Fraction) else result(value, _MOST_FIGURES)


def _figures(value: Number, tolerance: Tolerance) -> int | None:
    """The fewest significant figures, from 4, that are right; None if there is no such number."""
    return next(
        (f for f in range(4, _MOST_FIGURES) if tolerance.accepts(rounded(value, f), value)), None
    )


def is_rounded(value: Number, tolerance: Tolerance) -> bool:
    """True if the print of a result is not its exact value."""
    if short(value) is not None:
        return False
    figures = _figures(value, tolerance)
    return isinstance(value, float) or (
        figures is not None and rounded(value, figures) != exact(value)
    )


def measure(value: Number, unit: Unit, tolerance: Tolerance) -> Measure:
    """A result with its unit."""
    text = quantity(printed(value, tolerance), unit)
    return Measure(as_float(value), exact_text(value), unit.label, text)


def substitute(expression: Expression, env: Env, shown: Mapping[str, str]) -> str:
    """The formula with numbers for its names, without the branches that were not taken."""
    return _written(expression, env, shown)


def taken(expression: Expression, env: Env) -> str:
    """The formula without the branches that were not taken."""
    if not expression.tests:
        return " ".join(expression.source.split())
    return _written(expression, env, None)


def _written(expression: Expression, env: Env, shown: Mapping[str, str] | None) -> str:
    text = _Writer(expression, env, shown).write(expression.tree)
    return " ".join(_LONE_BRACKETS.sub(r"\1", text).split())


class _Writer:
    """Copies a formula's source without its untaken branches; with numbers for names, if `shown`
    says how parameters print."""

    def __init__(self, expression: Expression, env: Env, shown: Mapping[str, str] | None) -> None:
        self.source, self.tests = expression.source.strip(), expression.tests
        self.env, self.shown = env, shown

    def write(self, node: ast.expr) -> str:
        match node:
            case ast.Name():
                return self._name(node)
            case ast.IfExp(body=body, orelse=orelse):
                return self.write(body if self.tests[node](self.env) else orelse)
        start, end = node.col_offset, node.end_col_offset or len(self.source)
        pieces, position = [], start
        for child in _children(node):
            pieces.append(self.source[position : child.col_offset])
            pieces.append(self.write(child))
            position = child.end_col_offset or end
        return "".join(pieces) + self.source[position:end]

    def _name(self, node: ast.Name) -> str:
        name = node.id
        if self.shown is None:
            return name
        if name in self.shown:
            text = self.shown[name]
        elif name in self.env:
            value = self.env[name]
            text = value if isinstance(value, str) else show(value)
        elif name in CONSTANTS:
            text = CONSTANTS[name][1]
            powered = self.source[node.end_col_offset :].lstrip().startswith("**")
            raised = self.source[: node.col_offset].rstrip().endswith("**")
            return f"({text})" if (powered or raised) and "**" in text else text
        else:
            return name
        return text if _TOKEN.fullmatch(text) else f"({text})"


def _children(node: ast.expr) -> list[ast.expr]:
    """The parts of a node that are expressions, in the order of the source."""
    match node:
        case ast.BinOp(left=left, right=right):
            return [left, right]
        case ast.UnaryOp(operand=operand):
            return [operand]
        case ast.Call(args=args):
            return args
        case _:
            return []


def formula(step: SolvedStep, unit: Unit) -> str:
    """`name = expression = expression with numbers = value unit`."""
    parts = [step.name, step.taken]
    if step.substituted != step.taken:
        parts.append(step.substituted)
    if step.rounded and _is_short_fraction(step.exact) and step.exact != parts[-1]:
        parts.append(step.exact or "")
    elif parts[-1] == step.printed:
        # The value itself, and now with its unit.
        del parts[-1]
    return f"{' = '.join(parts)} {'≈' if step.rounded else '='} {quantity(step.printed, unit)}"


def _is_short_fraction(text: str | None) -> bool:
    """True for a fraction that says more than its decimal does, such as `2/3`."""
    terms = (text or "").removeprefix("-").split("/")
    return len(terms) == 2 and all(len(term) <= _LONGEST_TERM for term in terms)


def in_other_units(value: Number, unit: Unit) -> tuple[str, ...]:
    """The same amount of data in the other system of prefixes (of plain bytes: in both)."""
    amount = exact(value)
    twin = other_system(unit)
    units = (twin,) if twin else sized_for(amount, unit)
    return tuple(quantity(result(_tidy(convert(amount, unit, other))), other) for other in units)


def _tidy(value: Fraction) -> Number:
    return value.numerator if value.denominator == 1 else value


def worked(steps: tuple[Step, ...], solved: tuple[SolvedStep, ...], env: Env, lang: str) -> str:
    """The solution as Markdown: the answer, then a numbered list of the steps."""
    lines = []
    for number, (step, done) in enumerate(zip(steps, solved, strict=True), start=1):
        text = f"`{formula(done, step.unit)}`"
        if step is steps[-1] and (others := _others(env, step)):
            text = say(lang, "also", formula=text, other=_listed(others, lang))
        prose = done.text.replace("\n", "\n   ")
        if prose.endswith(("?", "？")):
            text = f"{prose} {text}"
        elif prose:
            text = say(lang, "step", text=prose, formula=text)
        if done.remark:
            text += "\n\n   " + done.remark.replace("\n", "\n   ")
        lines.append(f"{number}. {text}")
    return f"**{headline(steps[-1], solved[-1], env)}**\n\n" + "\n".join(lines)


def headline(step: Step, solved: SolvedStep, env: Env) -> str:
    """The answer, for data also in the other system of prefixes: `40 GiB (42.95 GB)`."""
    text = quantity(solved.printed, step.unit)
    others = _others(env, step)
    return f"{text} ({', '.join(others)})" if others else text


def _others(env: Env, step: Step) -> tuple[str, ...]:
    value = env[step.name]
    return () if isinstance(value, str) else in_other_units(value, step.unit)


def _listed(texts: tuple[str, ...], lang: str) -> str:
    return texts[0] if len(texts) == 1 else say(lang, "and", one=texts[0], two=texts[1])
