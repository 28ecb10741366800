"""The variants of a numeric problem as data for the script of the card.

Everything that is shown is written here; the script picks a variant and compares numbers. A variant
holds the fields in which it differs from the one that stands on the card, what is right, and what
the named mistakes lead to.
"""

import json
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from recall.cardtypes.bodies.numeric import NumericBody
from recall.export import voices as said
from recall.export.anki.fields import Page
from recall.export.voices import Voice, Voices, merged
from recall.model.card import Json
from recall.model.ids import CardId
from recall.model.question import NumberPart, TypeNumbers
from recall.numeric.arithmetic import EvaluationError
from recall.numeric.printing import Number, exact
from recall.numeric.program import ProblemError
from recall.numeric.tolerance import Tolerance
from recall.numeric.variants import Variant

MOST = 40
"""Most variants of a problem that a card carries."""

_MATH = "\\("
_FLOAT_NOISE = Fraction(1, 10**12)
_FLOAT_MISTAKE = Fraction(1, 10**9)


def numeric_fields(voices: Voices, page: Page) -> dict[str, str]:
    """The fields of a numeric note that change with the variant."""
    return {
        "Front": merged(voices, (page.field(voice.question.front) for voice in voices)),
        "Asked": said.asked(voices, [_parts(voice) for voice in voices], page),
        "Back": merged(voices, (page.field(voice.question.back) for voice in voices)),
        "Hints": said.hints(voices, page),
        "Why": merged(voices, (page.field(voice.question.why) for voice in voices)),
    }


def _parts(voice: Voice) -> tuple[NumberPart, ...]:
    spec = voice.question.input
    return spec.parts if isinstance(spec, TypeNumbers) else ()


@dataclass(frozen=True, slots=True)
class Pool:
    """The variants that a card carries."""

    card: CardId
    voices: Voices
    page: Page

    def fields(self) -> dict[str, str]:
        """The fields of the note; `Data` is what the script reads, empty if it cannot grade.

        It is base64 of JSON, so that neither MathJax nor the cloze parser nor Anki's cleaning of
        fields sees it. Anki loads MathJax only for a card that holds math itself, hence the hidden
        formula where only the words of a mistake do.
        """
        base = numeric_fields(self.voices, self.page)
        text = self._json(base)
        if _MATH in text and _MATH not in "".join(base.values()):
            base["Asked"] += f'<span style="display:none">{_MATH}x\\)</span>'
        return {**base, "Data": b64encode(text.encode()).decode()}

    def _json(self, base: dict[str, str]) -> str:
        bodies = [voice.body for voice in self.voices if isinstance(voice.body, NumericBody)]
        if len(bodies) != len(self.voices):
            return ""
        instances: list[Json] = []
        for number in self._numbers(bodies[0]):
            instance = self._instance(bodies, number, base)
            if instance is not None:
                instances.append(instance)
        units: list[Json] = [part.unit for part in _parts(self.voices[0])]
        data: Json = {"v": 1, "units": units, "inst": instances}
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)

    def _numbers(self, body: NumericBody) -> list[int]:
        """The variant that stands on the card, then others, those with other answers first."""
        found = {body.first: None}
        for review in range(2 * MOST):
            found[body.problem.draw(self.card, review)] = None
            if len(found) == MOST:
                break
        return list(found)

    def _instance(
        self, bodies: list[NumericBody], number: int, base: dict[str, str]
    ) -> dict[str, Json] | None:
        try:
            variants = [body.problem.variant(number) for body in bodies]
            voices = tuple(
                replace(voice, question=body.ask(variant))
                for voice, body, variant in zip(self.voices, bodies, variants, strict=True)
            )
            fields = numeric_fields(voices, self.page)
            parts: list[Json] = [_window(variants[0], part.name) for part in _parts(voices[0])]
            mistakes = list(self._mistakes(voices, bodies, variants))
        except (ProblemError, EvaluationError, OverflowError):
            return None
        changed: dict[str, Json] = {k: v for k, v in fields.items() if v != base[k]}
        return {"t": changed, "p": parts, "m": mistakes}

    def _mistakes(
        self, voices: Voices, bodies: list[NumericBody], variants: list[Variant]
    ) -> Iterator[Json]:
        first = variants[0]
        step, truth = first.program.answer, first.truth
        for place, mistake in enumerate(first.program.mistakes):
            try:
                value = mistake.expression.value(first.env)
            except EvaluationError:
                continue
            if step.tolerance.accepts(exact(value), truth):
                continue
            half = _mistake_window(value, truth, step.tolerance)
            fills = [
                body.problem.mistakes[place].message.fill(variant.env, variant.shown)
                for body, variant in zip(bodies, variants, strict=True)
            ]
            words = merged(voices, map(self.page.inline, fills))
            yield [mistake.id, *_floats(exact(value) - half, exact(value) + half), words]


def _window(variant: Variant, name: str) -> list[Json]:
    """[truth, lowest and highest right answer, window of slips], in the unit of the part."""
    step = variant.program.step(name)
    assert step is not None
    value, tolerance = variant.results[name], step.tolerance
    truth, window = exact(value), tolerance.window(value)
    noise = abs(truth) * _FLOAT_NOISE if isinstance(value, float) else Fraction(0)
    above = truth * tolerance.factor - truth if tolerance.factor else window
    return _floats(truth, truth - window - noise, truth + above + noise, window)


def _mistake_window(value: Number, truth: Number, tolerance: Tolerance) -> Fraction:
    """How far an answer may lie from a mistake to be it: the rule of the grader's `matches`."""
    wrong = abs(exact(value))
    if tolerance.is_exact:
        return wrong * _FLOAT_MISTAKE if isinstance(value, float) else Fraction(0)
    return min(tolerance.window(truth), wrong / 100)


def _floats(*values: Fraction) -> list[Json]:
    """The nearest floats; whole ones as integers. Raises OverflowError."""
    numbers = [value.numerator / value.denominator for value in values]
    return [int(n) if n.is_integer() and abs(n) < 2**53 else n for n in numbers]
