"""What the compiler proves of a problem before anyone is asked it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from recall.diagnostics import Code, Diagnostic
from recall.model.question import Verdict, VerdictKind
from recall.numeric.arithmetic import EvaluationError
from recall.numeric.checks import Check
from recall.numeric.codes import (
    ALWAYS_RIGHT,
    CHECK_FAILED,
    CHECK_VALUES,
    EVALUATES,
    FEW_ANSWERS,
    MEANINGLESS,
    NOTHING_KEPT,
    OFTEN_RIGHT,
    PRINTED,
    SHADOWED,
    THREE_FIGURES,
    UNUSED,
)
from recall.numeric.given import Derived, Parameter
from recall.numeric.grammar import Env
from recall.numeric.printing import Number, exact, rounded
from recall.numeric.problem import Problem
from recall.numeric.program import ProblemError
from recall.numeric.slips import matches
from recall.numeric.solution import printed
from recall.numeric.steps import ANSWER_NAME, Step, mistake_message
from recall.numeric.typed import Answer, read_answer
from recall.numeric.units import quantity
from recall.numeric.variants import Variant
from recall.source import Span

FEW = 8
"""Fewer distinct answers than this are memorised."""
_OFTEN = 0.25


def prove(problem: Problem) -> tuple[Diagnostic, ...]:
    """Look at every variant (a seeded sample of very many) and run the author's checks."""
    proof = _Proof(problem)
    proof.variants()
    proof.unused()
    for check in problem.checks:
        proof.check(check)
    return tuple(proof.found)


@dataclass(slots=True)
class _Crowd:
    """In how many variants a mistake (by its index) is right, and in how many two are the same."""

    right: Counter[int] = field(default_factory=Counter)
    same: Counter[tuple[int, int]] = field(default_factory=Counter)


@dataclass(slots=True)
class _Proof:
    problem: Problem
    found: list[Diagnostic] = field(default_factory=list)
    # One diagnostic for each kind and step: the first variant that shows it.
    said: set[tuple[str, str]] = field(default_factory=set)

    def say(self, code: Code, about: str, message: str) -> None:
        if (code.id, about) not in self.said:
            self.said.add((code.id, about))
            self.found.append(code.at(self._place(about), message))

    def _place(self, about: str) -> Span:
        source = self.problem.source
        for index, step in enumerate(self.problem.steps):
            if step.name == about:
                return source.steps[index].excerpt.span()
        for index, mistake in enumerate(self.problem.mistakes):
            if mistake.id == about:
                return source.mistakes[index].excerpt.span()
        return source.span

    def variants(self) -> None:
        program = self.problem.program
        typed = [s for s in program.steps if s.asked or s.name == ANSWER_NAME]
        crowd = _Crowd()
        seen: dict[str, set[Number]] = {step.name: set() for step in typed}
        good = looked = 0
        for outcome in program.look():
            looked += 1
            if outcome.failure:
                self._fails(outcome.number, outcome.failure, outcome.env)
                continue
            good += 1
            for step in typed:
                self._step(step, outcome.number, outcome.env, seen[step.name])
            self._mistakes(outcome.number, outcome.env, crowd)
        if not looked:
            self.say(NOTHING_KEPT, "", "no variant meets every keep condition")
        if not good:
            return
        for index, mistake in enumerate(program.mistakes):
            self._hidden(mistake.id, crowd.right[index], good)
            for earlier in range(index):
                self._shadowed(earlier, index, crowd.same[earlier, index], good)
        if len(seen[ANSWER_NAME]) < FEW and self.problem.parameters:
            answers = len(seen[ANSWER_NAME])
            plural = "answer" if answers == 1 else "distinct answers"
            self.say(FEW_ANSWERS, "", f"all variants together have {answers} {plural}")

    def _fails(self, number: int, failure: str, env: Env) -> None:
        step = failure.split("`")[1]
        self.say(EVALUATES, step, f"{failure} in variant {number} ({self._numbers(env)})")

    def _numbers(self, env: Env) -> str:
        free = [n for p in self.problem.parameters for n in p.names if n in env]
        text = " ".join(f"{name}={env[name]}" for name in free[:8])
        return text[:120]

    def _step(self, step: Step, number: int, env: Env, seen: set[Number]) -> None:
        """Everything about one truth; a truth that was seen is proved already."""
        truth = env[step.name]
        if isinstance(truth, str) or truth in seen:
            return
        seen.add(truth)
        problem = _meaningless(step, truth)
        where = f"in variant {number} ({self._numbers(env)})"
        if problem:
            self.say(MEANINGLESS, step.name, f"`{step.name}`: {problem} {where}")
            return
        text = printed(truth, step.tolerance)
        for shown in (text, quantity(text, step.unit)):
            if not _is_right(step, shown, truth):
                self.say(PRINTED, step.name, f"“{shown}” is not graded right {where}")
        if not step.tolerance.is_exact and not step.tolerance.accepts(rounded(truth, 3), truth):
            shown = quantity(printed(truth, step.tolerance), step.unit)
            message = f"{shown} to three figures is outside {step.tolerance.label} {where}"
            self.say(THREE_FIGURES, step.name, message)

    def _mistakes(self, number: int, env: Env, crowd: "_Crowd") -> None:
        truth, tolerance = env[ANSWER_NAME], self.problem.program.answer.tolerance
        assert not isinstance(truth, str)
        values: list[tuple[int, Number]] = []
        for index, mistake in enumerate(self.problem.mistakes):
            try:
                value = mistake.expression.value(env)
            except EvaluationError as error:
                source = mistake.expression.source.strip()
                message = f"`{source}`: {error} in variant {number} ({self._numbers(env)})"
                self.say(EVALUATES, mistake.id, message)
                continue
            if value == truth or tolerance.accepts(exact(value), truth):
                crowd.right[index] += 1
                continue
            for earlier, other in values:
                if value == other or matches(exact(value), other, truth, tolerance):
                    crowd.same[earlier, index] += 1
            values.append((index, value))

    def _hidden(self, mistake_id: str, hidden: int, good: int) -> None:
        share = hidden / good
        if hidden == good:
            message = "the mistake equals the answer within its tolerance in every variant"
            self.say(ALWAYS_RIGHT, mistake_id, message)
        elif share > _OFTEN:
            message = (
                f"the mistake equals the answer within its tolerance in {share:.0%} of variants"
            )
            self.say(OFTEN_RIGHT, mistake_id, message)

    def _shadowed(self, earlier: int, later: int, same: int, good: int) -> None:
        """The later mistake can never be named where the earlier leads to the same number."""
        if same / good > _OFTEN:
            mistakes = self.problem.mistakes
            first, second = (mistakes[i].expression.source.strip() for i in (earlier, later))
            message = f"`{second[:60]}` equals the earlier `{first[:60]}` in {same / good:.0%}"
            self.say(SHADOWED, mistakes[later].id, f"{message} of variants")

    def unused(self) -> None:
        """A line of Given none of whose names is used in a formula or a text."""
        used = frozenset().union(*_used(self.problem))
        for index, item in enumerate(self.problem.program.given):
            match item:
                case Parameter(names=names) if not used & set(names):
                    message = "`" + ", ".join(names) + "` is not used"
                case Derived(name=name) if name not in used:
                    message = f"`{name}` is not used"
                case _:
                    continue
            place = self.problem.source.given[index].excerpt.span()
            self.found.append(UNUSED.at(place, message))

    def check(self, check: Check) -> None:
        """Grade as a learner's answer what the author says is right, wrong, asked or a mistake."""
        place = check.place.excerpt.span()
        try:
            variant = self.problem.with_values(check.values)
        except ProblemError as error:
            message = error.message.removesuffix(".")
            self.found.append(CHECK_VALUES.at(place, message, error.next_step))
            return
        verdict = self.problem.grade(variant, check.typed)
        if not _as_expected(self.problem, check, verdict, variant):
            said = f"“{check.typed[:60]}” is {_OUTCOMES[verdict.kind]}, not {_expected(check)}"
            self.found.append(CHECK_FAILED.at(place, said, verdict.message))


_OUTCOMES = {
    VerdictKind.RIGHT: "right", VerdictKind.NOTE: "right", VerdictKind.WRONG: "wrong",
    VerdictKind.MISTAKE: "a known mistake", VerdictKind.ASK: "asked",
    VerdictKind.UNGRADED: "not graded",
}  # fmt: skip


def _expected(check: Check) -> str:
    return f"“{check.message[:60]}”" if check.expected == "mistake" else check.expected


def _as_expected(problem: Problem, check: Check, verdict: Verdict, variant: Variant) -> bool:
    if check.expected != "mistake":
        return _OUTCOMES[verdict.kind] == check.expected
    if verdict.kind is not VerdictKind.MISTAKE:
        return False
    begins = " ".join(check.message.split()).casefold()
    texts = [
        mistake.message.fill(variant.env, variant.shown)
        for mistake in problem.mistakes
        if mistake.id == verdict.mistake
    ]
    texts += [
        mistake_message(passage).text
        for mistake, passage in zip(problem.mistakes, problem.source.mistakes, strict=True)
        if mistake.id == verdict.mistake
    ]
    # A slip has no message of the author's: its own explanation stands after the colon.
    texts = texts or [verdict.message.partition(": ")[2]]
    return any(" ".join(text.split()).casefold().startswith(begins) for text in texts)


def _meaningless(step: Step, truth: Number) -> str:
    """Why the tolerance does not fit this truth, or nothing."""
    tolerance = step.tolerance
    if tolerance.is_exact:
        return "exact on a number that is not exact" if isinstance(truth, float) else ""
    if tolerance.factor:
        return "" if truth > 0 else "within ×k on a truth that is not positive"
    if truth == 0 and not tolerance.absolute:
        return "only a relative tolerance on a truth of 0"
    return ""


def _is_right(step: Step, text: str, truth: Number) -> bool:
    """As grading has it: one reading of what is printed is right."""
    answer = read_answer(text, step.unit)
    if not isinstance(answer, Answer):
        return False
    right = [value for value in answer.readings if step.tolerance.accepts(value, truth)]
    return len(right) == 1


def _used(problem: Problem) -> Iterator[frozenset[str]]:
    """The names that each formula and text of a problem uses."""
    program, words = problem.program, problem.words
    for item in program.given:
        if not isinstance(item, Parameter):
            yield item.expression.names
    for step in program.steps:
        yield step.expression.names | step.text.names | step.remark.names
    for mistake in program.mistakes:
        yield mistake.expression.names | mistake.message.names
    for template in (words.question, words.why, *words.hints):
        yield template.names
