"""The formulas of decks: whether each can be set."""

from collections.abc import Iterable

from recall.deck.formulas import formulas_in
from recall.deck.note_codes import W212
from recall.diagnostics import Diagnostic
from recall.render.box import math_problem
from recall.source import SourceFile


def check_formulas(sources: Iterable[SourceFile]) -> tuple[Diagnostic, ...]:
    """What is wrong with formulas, at the first character of each."""
    found = []
    seen: dict[str, str | None] = {}
    for source in sources:
        for formula in formulas_in(source):
            if formula.tex not in seen:
                seen[formula.tex] = math_problem(formula.tex)
            problem = seen[formula.tex]
            if problem is not None:
                found.append(W212.at(formula.span, f"this formula cannot be set: {problem}"))
    return tuple(found)
