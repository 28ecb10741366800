"""From the words of a note to the program of a problem, and to its words in another language."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from recall.model.text import Passage
from recall.numeric.checks import Check, read_checks
from recall.numeric.codes import ANSWER, COUNTS, OTHER_FORMULA, STEP, TOO_BIG
from recall.numeric.given import (
    Derived,
    Given,
    Keep,
    Parameter,
    finish_given,
    meaning_text,
    read_given,
)
from recall.numeric.grammar import Scope
from recall.numeric.program import Program
from recall.numeric.report import MAX_ITEMS, Report
from recall.numeric.steps import (
    ANSWER_NAME,
    Mistake,
    Step,
    check_units,
    mistake_message,
    program_span,
    read_mistakes,
    read_steps,
    step_remark,
    step_text,
)
from recall.numeric.template import NO_TEXT, Template, compile_template
from recall.numeric.text import ProblemText

MAX_SIZE = 1_000
"""Most parts that the formulas of a problem have together."""


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of a problem that are not part of its program."""

    question: Template
    hints: tuple[Template, ...] = ()
    why: Template = NO_TEXT


@dataclass(frozen=True, slots=True)
class Parsed:
    """A problem as read."""

    program: Program
    words: Words
    checks: tuple[Check, ...]


def read_problem(text: ProblemText, report: Report) -> Parsed | None:
    """The problem, or None if the report has an error."""
    lines, scope = read_given(text.given, report)
    steps, scope = read_steps(text.steps, scope, report)
    given = finish_given(lines, scope, report)
    mistakes = read_mistakes(text.mistakes, scope, report)
    checks = read_checks(text.checks, report)
    words = _words(text, scope, report)
    if not text.steps:
        report.found.append(STEP.at(text.span, "the problem has no steps"))
    elif not report.failed and (not steps or steps[-1].name != ANSWER_NAME):
        report.found.append(ANSWER.at(text.span, "no step is called `answer`"))
    if report.failed:
        return None
    program = Program(given, steps, mistakes)
    if program.size > MAX_SIZE:
        message = f"the formulas have {program.size:,} parts together, more than {MAX_SIZE:,}"
        report.found.append(TOO_BIG.at(text.span, message))
    for item, passage in zip(given, text.given, strict=True):
        if isinstance(item, Keep):
            check_units(item.expression, steps, passage, report)
    for mistake, passage in zip(mistakes, text.mistakes, strict=True):
        check_units(mistake.expression, steps, passage, report)
    return None if report.failed else Parsed(program, words, checks)


def _words(text: ProblemText, scope: Scope, report: Report) -> Words:
    if len(text.hints) > MAX_ITEMS:
        report.add(TOO_BIG, text.hints[0], f"there are more than {MAX_ITEMS} hints")
    return Words(
        compile_template(text.question, scope, report),
        tuple(compile_template(hint, scope, report) for hint in text.hints[:MAX_ITEMS]),
        compile_template(text.why, scope, report) if text.why else NO_TEXT,
    )


def read_translation(
    program: Program, primary: ProblemText, words: ProblemText, report: Report
) -> tuple[Program, Words] | None:
    """The program with the texts of a translation, and its other words; None after an error."""
    _same_counts(primary, words, report)
    if report.failed:
        return None
    scope = _scope(program)
    given = program.given
    if words.given:
        pairs = zip(program.given, words.given, strict=True)
        given = tuple(_given(item, passage, scope, report) for item, passage in pairs)
    steps = tuple(
        _step(step, passage, old, scope, report)
        for step, passage, old in zip(program.steps, words.steps, primary.steps, strict=True)
    )
    mistakes = tuple(
        _mistake(mistake, passage, scope, report)
        for mistake, passage in zip(program.mistakes, words.mistakes, strict=True)
    )
    own = _words(words, scope, report)
    return None if report.failed else (Program(given, steps, mistakes), own)


def _same_counts(primary: ProblemText, words: ProblemText, report: Report) -> None:
    """Given may be left out of a translation; what is there must agree in number."""
    parts: list[tuple[str, Sequence[Passage], Sequence[Passage]]] = [
        ("steps", primary.steps, words.steps),
        ("mistakes", primary.mistakes, words.mistakes),
        ("hints", primary.hints, words.hints),
    ]
    if words.given:
        parts.append(("lines under Given", primary.given, words.given))
    for name, ours, theirs in parts:
        if len(ours) != len(theirs):
            message = f"the translation has {len(theirs)} {name}, the primary {len(ours)}"
            report.found.append(COUNTS.at(words.span, message))


def _scope(program: Program) -> Scope:
    scope = Scope()
    for parameter in program.parameters:
        for name, value in zip(parameter.names, parameter.rows[0], strict=True):
            column = parameter.names.index(name)
            if isinstance(value, str):
                words = frozenset(str(row[column]) for row in parameter.rows)
                scope = scope.with_words(name, words)
            else:
                scope = scope.with_number(name)
    names = [d.name for d in program.derived] + [s.name for s in program.steps]
    return replace(scope, numbers=scope.numbers | frozenset(names))


def _given(item: Given, passage: Passage, scope: Scope, report: Report) -> Given:
    if isinstance(item, Keep):
        return item
    if passage.codes:
        own = "".join(passage.codes[0].text.split()).partition("=")
        name, source = ",".join(item.names) if isinstance(item, Parameter) else item.name, ""
        if isinstance(item, Derived):
            source = "".join(item.expression.source.split())
        if own[0].replace("，", ",") != name or own[2] != source:
            _differs(passage, report)
    return replace(item, meaning=compile_template(meaning_text(passage), scope, report))


def _step(step: Step, passage: Passage, old: Passage, scope: Scope, report: Report) -> Step:
    found, primary = program_span(passage), program_span(old)
    if found and primary and "".join(found[0].text.split()) != "".join(primary[0].text.split()):
        _differs(passage, report)
    code = found[0] if found else None
    text = compile_template(step_text(passage, code), scope, report)
    remark = compile_template(step_remark(passage, code), scope, report)
    return replace(step, text=text, remark=remark)


def _mistake(mistake: Mistake, passage: Passage, scope: Scope, report: Report) -> Mistake:
    words = mistake_message(passage)
    if words is not passage:
        own, source = passage.codes[0].text, mistake.expression.source
        if "".join(own.split()) != "".join(source.split()):
            _differs(passage, report)
    return replace(mistake, message=compile_template(words, scope, report))


def _differs(passage: Passage, report: Report) -> None:
    report.add(OTHER_FORMULA, passage, "the formula is not the primary's", end=None)
