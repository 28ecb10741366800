"""The program of a problem: what its variants are and what each computes."""

import hashlib
import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import product

from recall.errors import RecallError
from recall.numeric.arithmetic import EvaluationError
from recall.numeric.draws import distinct_numbers
from recall.numeric.expression import Expression
from recall.numeric.given import Derived, Given, Keep, Parameter
from recall.numeric.grammar import Env, Value
from recall.numeric.printing import Number
from recall.numeric.steps import Mistake, Step

ENUMERATED = 20_000
"""Largest number of variants that are all looked at."""
SAMPLED = 2_000
"""How many are looked at, seeded, where there are more."""
MOST_WORK = 4_000_000
"""Most parts of formulas that are evaluated to look at all variants; beyond, they are sampled."""
_SEMANTICS = "numeric/1"


class ProblemError(RecallError):
    """Numbers that a problem cannot be asked with."""


class NoValue(ProblemError):
    """A formula has no value for these numbers: a division by zero, a root of a negative."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One variant, looked at: its number and its numbers, or why it has none."""

    number: int
    env: Env
    failure: str = ""


@dataclass(frozen=True, slots=True)
class Program:
    """Parameters, derived numbers and conditions in file order; steps and mistakes."""

    given: tuple[Given, ...]
    steps: tuple[Step, ...]
    mistakes: tuple[Mistake, ...]

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The free parameters, each a line of values."""
        return tuple(g for g in self.given if isinstance(g, Parameter))

    @property
    def derived(self) -> tuple[Derived, ...]:
        """The numbers that follow from parameters."""
        return tuple(g for g in self.given if isinstance(g, Derived))

    @property
    def keeps(self) -> tuple[Expression, ...]:
        """The conditions that a drawn variant meets."""
        return tuple(g.expression for g in self.given if isinstance(g, Keep))

    @property
    def count(self) -> int:
        """The size of the full product of the parameters, `keep` ignored."""
        return math.prod(len(p.rows) for p in self.parameters)

    @property
    def size(self) -> int:
        """How many parts its formulas have together: what one variant costs."""
        formulas = [
            *(d.expression for d in self.derived), *self.keeps,
            *(s.expression for s in self.steps), *(m.expression for m in self.mistakes),
        ]  # fmt: skip
        return sum(formula.size for formula in formulas)

    @property
    def is_sampled(self) -> bool:
        """True if there are too many variants to look at all of them."""
        return self.count > ENUMERATED or self.count * self.size > MOST_WORK

    def step(self, name: str) -> Step | None:
        """The step of that name."""
        return next((s for s in self.steps if s.name == name), None)

    @property
    def answer(self) -> Step:
        """The last step."""
        return self.steps[-1]

    def digest(self) -> str:
        """A hash of everything that fixes the numbers and their grading (16 hex digits)."""
        facts = [
            _SEMANTICS,
            [_facts(g) for g in self.given],
            [
                [s.name, _spelled(s.expression), str(s.unit.factor), s.unit.dims, s.tolerance.label,
                 s.asked]
                for s in self.steps
            ],
            [_spelled(m.expression) for m in self.mistakes],
        ]  # fmt: skip
        text = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def rows_of(self, number: int) -> tuple[int, ...]:
        """The row of each parameter in a variant; the last parameter runs fastest."""
        sizes = [len(p.rows) for p in self.parameters]
        rows = []
        for size in reversed(sizes):
            number, row = divmod(number, size)
            rows.append(row)
        return tuple(reversed(rows))

    def number_of(self, rows: tuple[int, ...]) -> int:
        """The number of the variant with these rows."""
        sizes = [len(p.rows) for p in self.parameters]
        return reduce(lambda n, pair: n * pair[0] + pair[1], zip(sizes, rows, strict=True), 0)

    def results(self, values: Mapping[str, Value], own: Mapping[str, Number] = {}) -> Env:
        """All names: `values` of the free parameters, derived numbers and steps.

        `own` replaces steps by a learner's values. Raises EvaluationError.
        """
        env = dict(values)
        items: tuple[Derived | Step, ...] = (*self.derived, *self.steps)
        for item in items:
            env[item.name] = own[item.name] if item.name in own else item.expression.value(env)
        return env

    def look(self) -> Iterator[Outcome]:
        """Every variant that `keep` lets through, in order of its number, and every one that has no
        value; SAMPLED seeded ones where there are too many."""
        walker = _Walker(self)
        if not self.is_sampled:
            groups = [[dict(zip(p.names, row, strict=True)) for row in p.rows]
                      for p in self.parameters]  # fmt: skip
            for number, rows in enumerate(product(*groups)):
                yield from walker.outcome(number, rows)
            return
        for number in distinct_numbers(
            f"{self.digest()}/sample", self.count, min(SAMPLED, self.count)
        ):
            picked = zip(self.parameters, self.rows_of(number), strict=True)
            yield from walker.outcome(
                number, tuple(dict(zip(p.names, p.rows[i], strict=True)) for p, i in picked)
            )


class _Walker:
    """Evaluates variants; conditions on parameters alone come first, so that they can keep a step
    from dividing by zero."""

    def __init__(self, program: Program) -> None:
        names = {step.name for step in program.steps}
        self.derived = tuple((d.name, d.expression) for d in program.derived)
        self.steps = tuple((s.name, s.expression) for s in program.steps)
        self.early = tuple(k for k in program.keeps if not k.names & names)
        self.late = tuple(k for k in program.keeps if k.names & names)

    def outcome(self, number: int, rows: tuple[Mapping[str, Value], ...]) -> Iterator[Outcome]:
        env: dict[str, Value] = {}
        for row in rows:
            env.update(row)
        name = ""
        try:
            for name, expression in self.derived:
                env[name] = expression.value(env)
            name = "keep"
            if not all(keep.holds(env) for keep in self.early):
                return
            for name, expression in self.steps:
                env[name] = expression.value(env)
            name = "keep"
            if not all(keep.holds(env) for keep in self.late):
                return
        except EvaluationError as error:
            yield Outcome(number, env, f"`{name}`: {error}")
            return
        yield Outcome(number, env)


def _spelled(expression: Expression) -> str:
    return " ".join(expression.source.split())


def _facts(given: Given) -> list[object]:
    match given:
        case Parameter(names=names, shown=shown):
            return ["from", names, shown]
        case Derived(name=name, expression=expression):
            return ["=", name, _spelled(expression)]
        case Keep(expression=expression):
            return ["keep", _spelled(expression)]
