"""Numeric problems outside a review: as a calculator, and to try an answer on."""

from collections.abc import Mapping, Sequence

from recall.cardtypes.numeric import NumericBody
from recall.errors import UsageError
from recall.model.card import Card
from recall.model.question import Typed, Verdict
from recall.numeric.steps import ANSWER_NAME
from recall.numeric.variants import Variant


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


def try_answer(
    body: NumericBody,
    variant: Variant,
    answer: str,
    *,
    part: str = "answer",
    earlier: Mapping[str, str],
) -> Verdict:
    """Grade one typed answer without writing anything. Raises UsageError for an unknown part."""
    names = [s.name for s in body.problem.steps if s.asked or s.name == ANSWER_NAME]
    for name in (part, *earlier):
        if name not in names:
            raise UsageError(f"{name} is not asked in this problem", f"Asked: {', '.join(names)}.")
    return body.judge(Typed(answer, part, tuple(earlier.items())), variant)
