"""Judging a typed number: right (with a note), a mistake or slip, wrong, or asked again."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from recall.errors import did_you_mean
from recall.model.question import Measure, Verdict, VerdictKind
from recall.model.rating import Rating
from recall.numeric.arithmetic import EvaluationError
from recall.numeric.carried import carried_truth, readings
from recall.numeric.messages import Field, say
from recall.numeric.printing import Number, exact, exact_text, result, rounded, show
from recall.numeric.program import ProblemError, Program
from recall.numeric.slips import find_slip, matches
from recall.numeric.solution import as_float, measure
from recall.numeric.steps import Mistake, Step
from recall.numeric.typed import Answer, Ask, read_answer
from recall.numeric.units import PLAIN, Unit, convert, quantity
from recall.numeric.variants import Variant

_READ_FIGURES = 6
_COARSE_FIGURES = 2


@dataclass(frozen=True, slots=True)
class _Case:
    """One answer to one part, and what it is judged against."""

    program: Program
    variant: Variant
    step: Step
    text: str
    answer: Answer
    lang: str

    @property
    def truth(self) -> Number:
        return self.variant.results[self.step.name]

    def say(self, key: str, **fields: Field) -> str:
        return say(self.lang, key, **fields)

    def read(self, index: int = 0) -> str:
        """What was read, in the unit it was read in."""
        return quantity(_plainly(self.answer.typed[index]), self.answer.unit)

    def converted(self, value: Fraction) -> str:
        return quantity(_plainly(value), self.step.unit)

    def verdict(
        self, kind: VerdictKind, message: str, suggested: Rating, *, index: int = 0,
        mistake: str | None = None, details: tuple[str, ...] = (),
    ) -> Verdict:  # fmt: skip
        value, unit = self.answer.typed[index], self.answer.unit
        read_as = Measure(as_float(value), exact_text(_tidy(value)), unit.label, self.read(index))
        truth = measure(self.truth, self.step.unit, self.step.tolerance)
        return Verdict(kind, message, suggested, mistake, read_as, truth, details)


def grade(
    program: Program, variant: Variant, text: str, *, part: str, earlier: Mapping[str, str],
    lang: str,
) -> Verdict:  # fmt: skip
    """Judge what was typed for a part, after what was typed for earlier ones.

    Raises ProblemError for a part that does not exist, never for anything a learner can type.
    """
    step = _part(program, part)
    for name in earlier:
        _part(program, name)
    answer = read_answer(text, step.unit)
    if isinstance(answer, Ask):
        return Verdict(VerdictKind.ASK, _question_back(answer, text, lang))
    case = _Case(program, variant, step, text, answer, lang)
    given = answer.readings[0]
    if len(answer.readings) > 1:
        return _one_of_two(case) or _right_for_earlier(case, earlier) or _which_of_two(case)
    return (
        _right(case, given)
        or _as_fraction(case, given)
        or _right_for_earlier(case, earlier)
        or _mistake(case, given)
        or _slip(case, given)
        or _wrong(case, given)
    )


def _part(program: Program, name: str) -> Step:
    step = program.step(name)
    if step is None:
        names = [s.name for s in program.steps]
        near = did_you_mean(name, names)
        raise ProblemError(
            f"The problem has no part “{name[:40]}”.{near}", "The parts: " + ", ".join(names)
        )
    return step


def _question_back(ask: Ask, text: str, lang: str) -> str:
    fields = {"typed": text.strip()[:60], **dict(ask.fields)}
    reason = ask.reason
    if reason == "unknown-unit" and fields.get("near"):
        reason = "unknown-unit-near"
    if fields.get("unit") == "":
        fields["unit"] = say(lang, "plain")
    if fields.get("word") == "":
        fields["word"] = say(lang, "plain-typed")
    return say(lang, reason, **fields)


def _tidy(value: Fraction) -> Number:
    return value.numerator if value.denominator == 1 else value


def _plainly(value: Fraction) -> str:
    return result(_tidy(value), _READ_FIGURES)


def _which_of_two(case: _Case) -> Verdict:
    """A comma that can be read both ways, neither or both of them right."""
    thousands, decimal = (show(v, _READ_FIGURES) for v in case.answer.typed[:2])
    typed = case.text.strip()
    message = case.say("comma", typed=typed, thousands=thousands, decimal=decimal)
    return Verdict(VerdictKind.ASK, message)


def _one_of_two(case: _Case) -> Verdict | None:
    """A comma that can be read both ways counts if exactly one reading is right."""
    accepts = case.step.tolerance.accepts
    right = [i for i, given in enumerate(case.answer.readings) if accepts(given, case.truth)]
    if len(right) != 1:
        return None
    index = right[0]
    key = "note-decimal" if index else "note-thousands"
    read = quantity(show(_tidy(case.answer.typed[index]), _READ_FIGURES), case.answer.unit)
    message = case.say(key, read=read)
    return case.verdict(
        VerdictKind.NOTE, message, Rating.GOOD, index=index, details=_spellings(case)
    )


def _spellings(case: _Case) -> tuple[str, ...]:
    return tuple(
        case.say("spelling", typed=typed, spelling=spelling)
        for typed, spelling in case.answer.notes
    )


def _right(case: _Case, given: Fraction) -> Verdict | None:
    if not case.step.tolerance.accepts(given, case.truth):
        return None
    if case.answer.notes:
        typed, spelling = case.answer.notes[0]
        message = case.say("note-spelling", read=case.read(), typed=typed, spelling=spelling)
        return case.verdict(VerdictKind.NOTE, message, Rating.GOOD)
    if case.answer.unit.same(case.step.unit):
        message = case.say("right", read=case.read())
    else:
        message = case.say("right-converted", read=case.read(), converted=case.converted(given))
    return case.verdict(VerdictKind.RIGHT, message, Rating.GOOD)


def _as_fraction(case: _Case, given: Fraction) -> Verdict | None:
    """Where % is asked, a bare number up to 1 that is wrong as percent may be a fraction."""
    if not (case.answer.bare and case.step.unit.is_percent and -1 <= given <= 1):
        return None
    percent = convert(given, PLAIN, case.step.unit)
    if not case.step.tolerance.accepts(percent, case.truth):
        return None
    answer = replace(case.answer, typed=(percent,), readings=(percent,))
    read = case.converted(percent)
    message = case.say(
        "note-fraction", typed=case.text.strip(), read=read, unit=case.step.unit.label
    )
    return replace(case, answer=answer).verdict(VerdictKind.NOTE, message, Rating.HARD)


def _right_for_earlier(case: _Case, earlier: Mapping[str, str]) -> Verdict | None:
    """Right for the learner's own earlier values, in exactly one way of reading it."""
    carried = carried_truth(case.program, case.variant, case.step, earlier)
    if carried is None:
        return None
    accepts = case.step.tolerance.accepts
    right = [i for i, r in enumerate(readings(case.answer, case.step)) if accepts(r, carried)]
    if len(right) != 1:
        return None
    said = ", ".join(f"{name} = {text.strip()}" for name, text in earlier.items())
    message = case.say("note-carried", earlier=said)
    index = min(right[0], len(case.answer.typed) - 1)
    return case.verdict(VerdictKind.NOTE, message, Rating.HARD, index=index)


def mistakes(program: Program, variant: Variant) -> Iterator[tuple[Mistake, Number]]:
    """The author's mistakes and what they lead to, without those that have no value."""
    env = variant.env
    for mistake in program.mistakes:
        try:
            yield mistake, mistake.expression.value(env)
        except EvaluationError:
            continue


def named(program: Program, variant: Variant, given: Fraction) -> Mistake | None:
    """The first of the author's mistakes that leads to this answer; None if it is right."""
    tolerance, truth = program.answer.tolerance, variant.truth
    if tolerance.accepts(given, truth):
        return None
    for mistake, value in mistakes(program, variant):
        hidden = tolerance.accepts(exact(value), truth)
        if not hidden and matches(given, value, truth, tolerance):
            return mistake
    return None


def _mistake(case: _Case, given: Fraction) -> Verdict | None:
    """The author's mistakes are about the answer, not about the steps before it."""
    if case.step is not case.program.answer:
        return None
    mistake = named(case.program, case.variant, given)
    if mistake is None:
        return None
    words = mistake.message.fill(case.variant.env, case.variant.shown)
    message = case.say("mistake", read=case.read(), message=words)
    return case.verdict(
        VerdictKind.MISTAKE, message, Rating.AGAIN, mistake=mistake.id,
        details=_reading(case, given),
    )  # fmt: skip


def _slip(case: _Case, given: Fraction) -> Verdict | None:
    found = find_slip(given, case.truth, case.step.tolerance, case.step.unit, case.answer.unit)
    if found is None:
        return None
    explained = case.say(found.id, **dict(found.fields))
    message = case.say("slip", read=case.read(), message=explained)
    return case.verdict(
        VerdictKind.MISTAKE, message, Rating.AGAIN, mistake=found.id, details=_reading(case, given)
    )


def _reading(case: _Case, given: Fraction) -> tuple[str, ...]:
    if case.answer.unit.same(case.step.unit):
        return _spellings(case)
    converted = case.converted(given)
    return case.say("read-as", read=case.read(), converted=converted), *_spellings(case)


def _wrong(case: _Case, given: Fraction) -> Verdict:
    details = _reading(case, given)
    truth = exact(case.truth)
    # Zeros at the end may be figures or not: the learner gets the benefit of the doubt.
    coarse = {rounded(truth, figures) for figures in range(1, _COARSE_FIGURES + 1)}
    if case.answer.figures <= _COARSE_FIGURES and given in coarse:
        details += (case.say("too-coarse", tolerance=case.step.tolerance.label),)
    off = _off(given, truth, case.step.unit, case.say)
    message = case.say("wrong", read=case.read(), off=off)
    return case.verdict(VerdictKind.WRONG, message, Rating.AGAIN, details=details)


def _off(given: Fraction, truth: Fraction, unit: Unit, speak: Callable[..., str]) -> str:
    """How far off an answer is, in words."""
    if truth == 0:
        return speak("off-by", amount=quantity(show(abs(given)), unit))
    ratio = given / truth
    if ratio < 0:
        return speak("off-sign")
    if ratio >= 2:
        return speak("off-large", amount=_coarse(ratio, 2))
    if 0 < ratio <= Fraction(1, 2):
        return speak("off-small", amount=_coarse(1 / ratio, 2))
    key = "off-high" if ratio > 1 else "off-low"
    return speak(key, amount=f"{_coarse(abs(ratio - 1) * 100, 2)} %")


def _coarse(value: Fraction, figures: int) -> str:
    return result(_tidy(rounded(value, figures)))
