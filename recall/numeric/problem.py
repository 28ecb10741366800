"""Problems: from the words of a note to questions, verdicts and back to JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import cast

from recall.diagnostics import Checked
from recall.model.card import Json
from recall.model.question import NumberPart, Question, TypeNumbers, Verdict
from recall.numeric.checks import Check
from recall.numeric.draws import Deal
from recall.numeric.given import Parameter
from recall.numeric.messages import say
from recall.numeric.printing import exact, exact_text
from recall.numeric.program import ProblemError, Program
from recall.numeric.reading import Words, read_problem, read_translation
from recall.numeric.report import Report
from recall.numeric.solution import SolvedStep, as_float, measure, worked
from recall.numeric.steps import ANSWER_NAME, Mistake, Step
from recall.numeric.text import ProblemText, from_json, to_json
from recall.numeric.variants import Variant, variant_at, variant_with

__all__ = [
    "MistakeValue", "Problem", "ProblemError", "ProblemText", "compile_problem", "translate",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class MistakeValue:
    """What a mistake leads to in one variant, in the unit of the answer.

    `named` is the id of the mistake that an answer with this value is told: an earlier one's where
    two lead to the same number, None where the value is right.
    """

    id: str
    message: str
    value: float
    exact: str | None
    text: str
    named: str | None


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """A numeric problem: it draws variants, asks, and grades.

    Two problems are equal if they were written with the same text. `digest` hashes what fixes the
    numbers and their grading: together with a variant's number it replays a question exactly.
    """

    program: Program
    words: Words
    checks: tuple[Check, ...]
    digest: str
    source: ProblemText = field(repr=False)
    translated: ProblemText | None = field(default=None, repr=False)
    # Filled at the first draw: it takes a look at every variant.
    _deal: list[Deal] = field(default_factory=list, init=False, repr=False)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The free parameters, each a line of values."""
        return self.program.parameters

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps, the last of which is the answer."""
        return self.program.steps

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The author's mistakes in file order."""
        return self.program.mistakes

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Problem) and self.dump() == other.dump()

    def __hash__(self) -> int:
        return hash(self.digest)

    def count(self) -> int:
        """The size of the full product of the parameters, `keep` ignored."""
        return self.program.count

    def draw(self, card: str, reviews: int) -> int:
        """The number of the variant to ask after `reviews` earlier reviews of the card."""
        if not self._deal:
            pairs = [
                (outcome.number, outcome.env[ANSWER_NAME])
                for outcome in self.program.look()
                if not outcome.failure
            ]
            self._deal.append(Deal.of(pairs or [(0, 0)]))
        return self._deal[0].draw(card, reviews)

    def variant(self, number: int) -> Variant:
        """The variant with that number.

        Raises UnknownVariant, or ProblemError if it has no value.
        """
        return variant_at(self.program, number)

    def with_values(self, values: Mapping[str, str]) -> Variant:
        """The problem with typed values for every free parameter (of a tied tuple any member).

        They may leave the lists, and `keep` is ignored. Raises ProblemError.
        """
        return variant_with(self.program, values, {})

    def with_some(self, values: Mapping[str, str], number: int) -> Variant:
        """As `with_values`; parameters that are not named come from variant `number`."""
        return variant_with(self.program, values, self.variant(number).shown)

    def question(self, variant: Variant, *, lang: str = "en") -> Question:
        """What is asked in a variant, and its worked solution."""
        env, shown = variant.env, variant.shown
        return Question(
            front=self.words.question.fill(env, shown) + self._unshown(variant, lang),
            back=worked(self.steps, self._solved(variant), env, lang),
            input=TypeNumbers(
                tuple(_part(step, variant) for step in self.steps if _is_typed(step))
            ),
            hints=tuple(hint.fill(env, shown) for hint in self.words.hints),
            why=self.words.why.fill(env, shown),
            variant=variant.number,
        )

    def _solved(self, variant: Variant) -> tuple[SolvedStep, ...]:
        # A variant may come from the primary; its words must be this problem's.
        if variant.program is self.program:
            return variant.solved
        return replace(variant, program=self.program).solved

    def _unshown(self, variant: Variant, lang: str) -> str:
        """Values that the answer needs and the question does not mention, as a list."""
        visible = self.words.question.names
        needed = _needed(self.program, visible)
        lines = []
        for parameter in self.parameters:
            if visible & set(parameter.names):
                continue
            meaning = parameter.meaning.fill(variant.env, variant.shown)
            for name in parameter.names:
                if name in needed:
                    key = "given-meaning" if meaning else "given"
                    value, symbol = variant.shown[name], f"`{name}`"
                    lines.append("- " + say(lang, key, symbol=symbol, value=value, meaning=meaning))
        return "\n\n" + "\n".join(lines) if lines else ""

    def grade(
        self, variant: Variant, text: str, *, part: str = ANSWER_NAME,
        earlier: Mapping[str, str] = {}, lang: str = "en",
    ) -> Verdict:  # fmt: skip
        """Judge what was typed for a part, after what was typed for earlier parts.

        Raises ProblemError for a part that does not exist, never for what is typed.
        """
        from recall.numeric import grading

        return grading.grade(self.program, variant, text, part=part, earlier=earlier, lang=lang)

    def mistake_values(self, variant: Variant) -> tuple[MistakeValue, ...]:
        """What each mistake leads to; mistakes without a value for these numbers are left out."""
        from recall.numeric import grading

        found = []
        answer = self.program.answer
        for mistake, value in grading.mistakes(self.program, variant):
            message = mistake.message.fill(variant.env, variant.shown)
            text = measure(value, answer.unit, answer.tolerance).text
            named = grading.named(self.program, variant, exact(value))
            found.append(
                MistakeValue(
                    mistake.id, message, as_float(value), exact_text(value), text,
                    named.id if named else None,
                )
            )  # fmt: skip
        return tuple(found)

    def dump(self) -> Json:
        """The problem as JSON: its source strings."""
        words = None if self.translated is None else to_json(self.translated)
        return {"text": to_json(self.source), "words": words}

    @classmethod
    def load(cls, data: Json) -> "Problem":
        """The problem that `dump` wrote. Raises ProblemError for anything else."""
        try:
            stored = cast(dict[str, Json], data)
            problem = compile_problem(from_json(stored["text"])).value
            if problem is not None and stored["words"] is not None:
                problem = translate(problem, from_json(stored["words"])).value
        except (KeyError, TypeError, ValueError):
            problem = None
        if problem is None:
            raise ProblemError(
                "A stored problem cannot be read.", "Run `recall compile` to store it again."
            )
        return problem


def _is_typed(step: Step) -> bool:
    return step.asked or step.name == ANSWER_NAME


def _part(step: Step, variant: Variant) -> NumberPart:
    prompt = step.text.fill(variant.env, variant.shown) if step.asked else ""
    return NumberPart(step.name, prompt, step.unit.label, step.tolerance.label)


def _needed(program: Program, visible: frozenset[str]) -> frozenset[str]:
    """The names the steps use, derived numbers that the question hides replaced by theirs."""
    needed = set[str]().union(*(step.expression.names for step in program.steps))
    for derived in reversed(program.derived):
        if derived.name in needed and derived.name not in visible:
            needed |= derived.expression.names
    return frozenset(needed)


def compile_problem(text: ProblemText) -> Checked[Problem | None]:
    """Read a problem. The value is None if an error makes it unusable.

    Nothing is proved here: see `proof.prove`.
    """
    report = Report()
    parsed = read_problem(text, report)
    if parsed is None:
        return Checked(None, tuple(report.found))
    problem = Problem(parsed.program, parsed.words, parsed.checks, parsed.program.digest(), text)
    return Checked(problem, tuple(report.found))


def translate(problem: Problem, words: ProblemText) -> Checked[Problem | None]:
    """The problem with the words of a translation, matched by position.

    Formulas, parameters, tolerances and checks stay; a formula in the translation that differs is a
    warning, another number of items an error.
    """
    report = Report()
    found = read_translation(problem.program, problem.source, words, report)
    if found is None:
        return Checked(None, tuple(report.found))
    translated = replace(problem, program=found[0], words=found[1], translated=words)
    return Checked(translated, tuple(report.found))
