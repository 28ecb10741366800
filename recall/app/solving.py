"""Numeric problems outside a review: as a calculator, and to try an answer on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from recall.cardtypes.bodies.numeric import NumericBody
from recall.errors import UsageError, did_you_mean
from recall.model.card import Card
from recall.model.question import Typed, Verdict, VerdictKind
from recall.numeric.given import Parameter, listed_values
from recall.numeric.grammar import Refused
from recall.numeric.program import NoValue
from recall.numeric.steps import ANSWER_NAME
from recall.numeric.variants import Variant

MOST_ROWS = 500
"""Most values that one table has."""


class NotAProblem(UsageError):
    """The card has no numbers to change."""


def body_of(card: Card, lang: str | None) -> NumericBody:
    """The problem of a card. Raises NotAProblem."""
    body = card.words(lang).body
    if not isinstance(body, NumericBody):
        raise NotAProblem(
            f"{card.id} is a {card.type} card: it has no numbers to set",
            "`recall show` prints any card.",
        )
    return body


def settings_of(pairs: Sequence[str]) -> dict[str, str]:
    """`k=v` pairs, several of which may stand in one text, separated by spaces."""
    values: dict[str, str] = {}
    for pair in (word for text in pairs for word in text.split()):
        name, equals, value = pair.partition("=")
        if not equals or not name or not value:
            raise UsageError(f"“{pair}” is not NAME=VALUE", "Write for example --set L=80.")
        values[name.strip()] = value.strip()
    return values


def choose(body: NumericBody, values: Mapping[str, str], number: int | None) -> Variant:
    """The variant of that number, the one these values make, or the first."""
    problem = body.problem
    base = body.first if number is None else number
    if not values:
        return problem.variant(base)
    return problem.with_some(values, base)


@dataclass(frozen=True, slots=True)
class Row:
    """One value of the parameter that a table runs over, as written, and the problem with it.

    `variant` is None where the problem has no value; `reason` then says why.
    """

    text: str
    variant: Variant | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Sweep:
    """A problem over the values of one parameter, the others fixed."""

    parameter: str
    rows: tuple[Row, ...]

    @property
    def fixed(self) -> dict[str, str]:
        """How the parameters and derived numbers print that are the same in every row."""
        shown = [row.variant.shown for row in self.rows if row.variant]
        first = shown[0] if shown else {}
        return {
            name: text
            for name, text in first.items()
            if name != self.parameter and all(other.get(name) == text for other in shown)
        }


def sweep(body: NumericBody, axis: str, *, values: Mapping[str, str], number: int | None) -> Sweep:
    """The problem for each value of `axis`, NAME=VALUES with the values written as in a deck.

    The other parameters are those of `values`, then of the variant. Raises UsageError, or
    ProblemError for a value that is none.
    """
    name, equals, text = axis.partition("=")
    name = name.strip()
    if not equals or not text.strip():
        raise UsageError(f"“{axis}” is not NAME=VALUES", "Write for example --table S=1024,2048.")
    parameter = _parameter(body, name)
    if taken := next((n for n in parameter.names if n in values), None):
        raise UsageError(f"“{taken}” is both set and tabulated", "Leave one of them out.")
    return Sweep(name, tuple(_row(body, name, t, values, number) for t in _values_of(text)))


def _parameter(body: NumericBody, name: str) -> Parameter:
    names = [n for p in body.problem.parameters for n in p.names]
    found = next((p for p in body.problem.parameters if name in p.names), None)
    if found is None:
        near = did_you_mean(name, names)
        known = ", ".join(names) or "none"
        raise UsageError(f"the problem has no parameter “{name}”.{near}", f"Known: {known}.")
    return found


def _values_of(text: str) -> tuple[str, ...]:
    try:
        values = tuple(dict.fromkeys(listed_values(text)))
    except Refused as error:
        hint = error.hint or "Write 4096, 8192 or 4096..131072 step ×2."
        raise UsageError(f"“{text[:60]}”: {error.message}", hint) from None
    if len(values) > MOST_ROWS:
        raise UsageError(f"{len(values):,} values are more than {MOST_ROWS}", "Widen the step.")
    return values


def _row(
    body: NumericBody, name: str, text: str, values: Mapping[str, str], number: int | None
) -> Row:
    try:
        return Row(text, choose(body, {**values, name: text}, number))
    except NoValue as error:
        return Row(text, None, error.message)


def try_answer(
    body: NumericBody,
    variant: Variant,
    answer: str,
    *,
    part: str = "answer",
    earlier: Mapping[str, str],
) -> Verdict:
    """Grade one typed answer without writing anything.

    Raises UsageError for an unknown part, and for an earlier answer that a review would ask again.
    """
    names = [s.name for s in body.problem.steps if s.asked or s.name == ANSWER_NAME]
    for name in (part, *earlier):
        if name not in names:
            near = did_you_mean(name, names)
            message = f"{name} is not asked in this problem.{near}"
            raise UsageError(message, f"Asked: {', '.join(names)}.")
    for name, typed in earlier.items():
        if names.index(name) >= names.index(part):
            raise UsageError(f"{name} does not come before {part}", f"Order: {', '.join(names)}.")
        verdict = body.judge(Typed(typed, name), variant)
        if verdict.kind is VerdictKind.ASK:
            raise UsageError(f"the earlier {name} is not read: {verdict.message}")
    return body.judge(Typed(answer, part, tuple(earlier.items())), variant)
