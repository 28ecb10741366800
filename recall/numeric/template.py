"""Texts with placeholders, and what a placeholder shows."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from recall.model.text import Passage
from recall.numeric.arithmetic import EvaluationError
from recall.numeric.codes import HOLE, TOO_BIG
from recall.numeric.expression import Expression, compile_shown
from recall.numeric.grammar import Env, Refused, Scope
from recall.numeric.printing import for_math, result, show
from recall.numeric.report import MAX_ITEMS, Report


@dataclass(frozen=True, slots=True)
class Slot:
    """A placeholder: the formula it shows, and whether it stands in math."""

    expression: Expression
    in_math: bool


@dataclass(frozen=True, slots=True)
class Template:
    """Markdown with slots."""

    parts: tuple[str | Slot, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """The names that its slots use."""
        slots = (part.expression.names for part in self.parts if isinstance(part, Slot))
        return frozenset().union(*slots)

    def fill(self, env: Env, shown: Mapping[str, str]) -> str:
        """The text with every slot replaced.

        `shown` is how parameters and derived numbers print; other names are results.
        """
        return "".join(p if isinstance(p, str) else _slot(p, env, shown) for p in self.parts)


NO_TEXT = Template()


def _slot(slot: Slot, env: Env, shown: Mapping[str, str]) -> str:
    expression = slot.expression
    if expression.word:
        return shown[expression.word]
    name = expression.tree.id if isinstance(expression.tree, ast.Name) else ""
    if name in shown:
        text = shown[name]
    else:
        try:
            value = expression.value(env)
        except EvaluationError:
            # Only numbers of one's own (`--set`) get here: the compiler proves the drawn ones.
            return "?"
        text = result(value) if name in env else show(value)
    return for_math(text) if slot.in_math else text


def compile_template(passage: Passage, scope: Scope, report: Report) -> Template:
    """Read the placeholders. In math what is no formula over known names stays TeX."""
    parts: list[str | Slot] = []
    position = 0
    if len(passage.holes) > MAX_ITEMS:
        report.add(TOO_BIG, passage, f"the text has more than {MAX_ITEMS} placeholders", end=80)
        return NO_TEXT
    for hole in passage.holes:
        try:
            expression = compile_shown(hole.text.strip(), scope)
        except Refused as error:
            if hole.in_math:
                continue
            message = f"{{{{{hole.text[:40]}}}}} is not filled: {error.message}"
            report.add(HOLE, passage, message, start=hole.start, end=hole.end, hint=error.hint)
            continue
        parts.append(passage.text[position : hole.start])
        parts.append(Slot(expression, hole.in_math))
        position = hole.end
    parts.append(passage.text[position:])
    return Template(tuple(part for part in parts if part != ""))
