"""Error carried forward: what a part would be for the learner's own earlier values."""

from collections.abc import Mapping
from fractions import Fraction

from recall.numeric.arithmetic import EvaluationError
from recall.numeric.printing import Number
from recall.numeric.program import Program
from recall.numeric.steps import Step
from recall.numeric.typed import Answer, read_answer
from recall.numeric.units import PLAIN, convert
from recall.numeric.variants import Variant


def carried_truth(
    program: Program, variant: Variant, step: Step, earlier: Mapping[str, str]
) -> Number | None:
    """The truth of a part for the learner's own values of earlier parts; None if it is the same."""
    own: dict[str, Number] = {}
    for other in program.steps:
        if other.name == step.name:
            break
        answer = read_answer(earlier[other.name], other.unit) if other.name in earlier else None
        if isinstance(answer, Answer):
            best = _best(answer, other, variant.results[other.name])
            own[other.name] = best.numerator if best.denominator == 1 else best
    if not own:
        return None
    try:
        value = program.results(variant.values, own)[step.name]
    except EvaluationError:
        return None
    return None if isinstance(value, str) or value == variant.results[step.name] else value


def _best(answer: Answer, step: Step, truth: Number) -> Fraction:
    """The reading of an earlier value that was right, else the first."""
    possible = readings(answer, step)
    return next((r for r in possible if step.tolerance.accepts(r, truth)), possible[0])


def readings(answer: Answer, step: Step) -> tuple[Fraction, ...]:
    """All that an answer may mean: where % is asked, a bare number up to 1 may be a fraction."""
    if not (answer.bare and step.unit.is_percent):
        return answer.readings
    fractions = (convert(r, PLAIN, step.unit) for r in answer.readings if -1 <= r <= 1)
    return *answer.readings, *fractions
