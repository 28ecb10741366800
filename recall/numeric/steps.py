"""Reading `Steps` and `Mistakes`: the program of a problem."""

import ast
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from recall.model.text import CodeSpan, Passage
from recall.numeric.codes import (
    ANSWER,
    DIMENSION,
    MISTAKE,
    NAME,
    OTHER_UNIT,
    STEP,
    TOLERANCE,
    TOO_BIG,
    UNIT,
)
from recall.numeric.expression import Expression, compile_number
from recall.numeric.grammar import Refused, Scope, is_name
from recall.numeric.report import MAX_ITEMS, Report, after, before, offset_in, piece
from recall.numeric.template import NO_TEXT, Template, compile_template
from recall.numeric.tolerance import DEFAULT, START, Tolerance, parse_tolerance
from recall.numeric.units import Unit, UnknownUnit, parse_unit

ANSWER_NAME = "answer"
_PROGRAM = re.compile(r"\s*([A-Za-z_]\w*)\s*=(?!=)\s*", re.ASCII)
_COLON = re.compile(r"\s*[:：]\s*$")
_LABEL_MAX = 40


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the solution: `name = expression` in `unit`.

    An asked step is typed on its own; its text is then the prompt. `remark` is what follows after
    a blank line.
    """

    name: str
    expression: Expression
    unit: Unit
    tolerance: Tolerance
    text: Template
    asked: bool
    remark: Template = NO_TEXT


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong way to the answer. `id` is derived from the formula, so order does not matter."""

    id: str
    expression: Expression
    message: Template


def program_span(passage: Passage) -> tuple[CodeSpan, re.Match[str]] | None:
    """The last code span of the form `name = expression`."""
    for code in reversed(passage.codes):
        if match := _PROGRAM.match(code.text):
            return code, match
    return None


def step_text(passage: Passage, code: CodeSpan | None) -> Passage:
    """The words of a step: what stands before its program, without a colon at the end."""
    text = piece(passage, 0, before(passage, code) if code else _paragraph_end(passage, 0))
    colon = _COLON.search(text.text)
    return piece(text, 0, colon.start()) if colon else text


def read_steps(
    items: tuple[Passage, ...], scope: Scope, report: Report
) -> tuple[tuple[Step, ...], Scope]:
    """The steps in order, and the scope with their names. The last must be `answer`."""
    steps: list[Step] = []
    if len(items) > MAX_ITEMS:
        report.add(TOO_BIG, items[0], f"there are more than {MAX_ITEMS} steps")
        return (), scope
    last = ""
    for passage in items:
        if not report.short_enough(passage):
            continue
        found = program_span(passage)
        if found is None:
            report.add(STEP, passage, "the step has no code span `name = expression`")
            continue
        last = found[1][1]
        step = _read_step(passage, *found, scope, report)
        if step:
            check_units(step.expression, steps, passage, report)
            steps.append(step)
        if is_name(last):
            scope = scope.with_number(last)
    if items and last and last != ANSWER_NAME:
        report.add(ANSWER, items[-1], f"the last step is called `{last[:40]}`, not `answer`")
    return tuple(steps), scope


def _read_step(
    passage: Passage, code: CodeSpan, match: re.Match[str], scope: Scope, report: Report
) -> Step | None:
    name = match[1]
    at = offset_in(passage, code)
    if not is_name(name) or name in scope.numbers or name in scope.words:
        problem = "is defined twice" if is_name(name) else "cannot be the name of a step"
        report.add(NAME, passage, f"`{name[:40]}` {problem}", start=at, end=at + len(name))
        return None
    source = code.text[match.end() :]
    expression = report.compiled(compile_number, source, scope, passage, at + match.end())
    words = step_text(passage, code)
    text = compile_template(words, scope, report)
    end = after(passage, code)
    cut = _paragraph_end(passage, end)
    measure = _measure(piece(passage, end, cut), report)
    remark = compile_template(step_remark(passage, code), scope, report)
    if expression is None or measure is None:
        return None
    asked = words.text.endswith(("?", "？")) and name != ANSWER_NAME
    return Step(name, expression, *measure, text, asked, remark)


def _paragraph_end(passage: Passage, start: int) -> int:
    blank = re.compile(r"\n[ \t]*\n").search(passage.text, start)
    return blank.start() if blank else len(passage.text)


def step_remark(passage: Passage, code: CodeSpan | None) -> Passage:
    """What stands in a step after the blank line that ends its formula's paragraph."""
    cut = _paragraph_end(passage, after(passage, code) if code else 0)
    return piece(passage, cut, len(passage.text))


def _measure(rest: Passage, report: Report) -> tuple[Unit, Tolerance] | None:
    """The unit and the tolerance that follow a step's formula."""
    text = re.sub(r"[.。;；,，]\s*$", "", rest.text)
    start = START.search(text)
    cut = start.start() if start else len(text)
    label = text[:cut].strip().strip("*").strip()
    unit = parse_unit(label) if len(label) <= _LABEL_MAX else UnknownUnit(label, ())
    if isinstance(unit, UnknownUnit):
        near = " or ".join(unit.suggestions)
        hint = f"Did you mean {near}?" if near else ""
        report.add(UNIT, rest, f"“{unit.word[:40]}” is no unit", end=cut, hint=hint)
        return None
    if label:
        unit = replace(unit, label=label)
    try:
        return unit, parse_tolerance(text[cut:], unit) if start else DEFAULT
    except Refused as error:
        report.add(TOLERANCE, rest, error.message, start=cut, hint=error.hint)
        return None


def check_units(
    expression: Expression, steps: Sequence[Step], passage: Passage, report: Report
) -> None:
    """Sums, differences, comparisons, min and max of step names must have one unit."""
    units = {s.name: s.unit for s in steps}
    pairs = [(group[0], name) for group in _joined(expression, units) for name in group[1:]]
    for one, two in dict.fromkeys(pairs):
        first, other = units[one], units[two]
        pair = f"`{one}` ({_name(first)}) and `{two}` ({_name(other)})"
        if other.dims != first.dims:
            report.add(DIMENSION, passage, f"{pair} have different dimensions")
        elif not other.same(first):
            report.add(OTHER_UNIT, passage, f"{pair} are joined without conversion")


def _name(unit: Unit) -> str:
    return unit.label or "a plain number"


def _joined(expression: Expression, units: Mapping[str, Unit]) -> list[list[str]]:
    """Names of steps that a formula adds, subtracts or compares with each other."""
    groups = []
    for node in ast.walk(expression.tree):
        match node:
            case ast.BinOp(op=ast.Add() | ast.Sub()):
                sides: list[ast.expr] = [node]
            case ast.Compare(left=left, comparators=others):
                sides = [left, *others]
            case ast.Call(func=ast.Name("min" | "max"), args=args):
                sides = args
            case _:
                continue
        names = [leaf for side in sides for leaf in _terms(side) if leaf in units]
        if len(names) > 1:
            groups.append(names)
    return groups


def _terms(node: ast.expr) -> list[str]:
    """The names that a sum adds up; none for a product or a call."""
    match node:
        case ast.Name(id=name):
            return [name]
        case ast.BinOp(op=ast.Add() | ast.Sub(), left=left, right=right):
            return _terms(left) + _terms(right)
        case ast.UnaryOp(operand=operand):
            return _terms(operand)
        case _:
            return []


def mistake_message(passage: Passage) -> Passage:
    """The words of a mistake: what stands after its formula and the colon."""
    code = passage.codes[0] if passage.codes else None
    if code and not passage.text[: before(passage, code)].strip():
        rest = piece(passage, after(passage, code), len(passage.text))
        if rest.text[:1] in (":", "："):
            return piece(rest, 1, len(rest.text))
    return passage


def read_mistakes(items: tuple[Passage, ...], scope: Scope, report: Report) -> tuple[Mistake, ...]:
    """The mistakes in file order."""
    mistakes = []
    if len(items) > MAX_ITEMS:
        report.add(TOO_BIG, items[0], f"there are more than {MAX_ITEMS} mistakes")
        return ()
    for passage in items:
        if not report.short_enough(passage):
            continue
        words = mistake_message(passage)
        if words is passage or not words.text:
            report.add(MISTAKE, passage, "this is not a formula, a colon and a message")
            continue
        code = passage.codes[0]
        message = compile_template(words, scope, report)
        expression = report.compiled(
            compile_number, code.text, scope, passage, offset_in(passage, code)
        )
        if expression:
            mistakes.append(Mistake(_mistake_id(code.text), expression, message))
    return tuple(mistakes)


def _mistake_id(formula: str) -> str:
    return "mistake:" + hashlib.sha256("".join(formula.split()).encode()).hexdigest()[:8]
