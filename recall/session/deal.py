"""A card as it is asked at one review."""

from dataclasses import dataclass

from recall.model.card import Card
from recall.model.memory import Scheduled
from recall.model.question import Question


@dataclass(frozen=True, slots=True)
class Deal:
    """The card, its state before the review, and the question drawn for it in one language."""

    card: Card
    scheduled: Scheduled
    question: Question
    lang: str | None


def deal(card: Card, scheduled: Scheduled, *, lang: str | None) -> Deal:
    """Draw the variant for this review: it depends on the card and on its number of reviews."""
    body = card.words(lang).body
    variant = card.body.draw(card.id, scheduled.state.reps)
    return Deal(card, scheduled, body.question(variant), lang)
