"""A scored test: which cards it draws and what the answers are worth."""

from dataclasses import replace

import pytest

from recall.model.journal import Review
from recall.model.memory import Scheduled
from recall.model.question import Outcome
from recall.model.rating import Rating
from recall.session.deal import Deal, deal
from recall.session.quiz import Item, Result, Score, draw_cards
from tests.scheduling.test_queue import card as scheduled_card
from tests.session.test_machine import card, scheduled


@pytest.mark.parametrize(
    ("right", "asked", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
        (0, 0, 0.0, 1.0),
    ],
)
def test_the_interval_is_wilson_s(right: int, asked: int, low: float, high: float) -> None:
    assert Score(right, asked).interval == pytest.approx((low, high), abs=5e-5)


def pool() -> list[Scheduled]:
    names = [f"{pillar}{n}" for pillar in ("moe", "attn", "kimi") for n in range(20)]
    return [
        scheduled_card(name, position=place, pillar=name.rstrip("0123456789"))
        for place, name in enumerate(names)
    ]


def test_the_same_seed_draws_the_same_cards() -> None:
    assert draw_cards(pool(), count=9, seed=1) == draw_cards(pool(), count=9, seed=1)
    assert draw_cards(pool(), count=9, seed=1) != draw_cards(pool(), count=9, seed=2)


def test_a_quiz_mixes_the_pillars() -> None:
    drawn = draw_cards(pool(), count=9, seed=1)
    assert [sum(c.pillar == p for c in drawn) for p in ("moe", "attn", "kimi")] == [3, 3, 3]


def test_a_note_is_asked_once() -> None:
    cards = [scheduled_card(f"a/c{n}", note="a") for n in range(9)]
    assert len(draw_cards(cards, count=5, seed=1)) == 1


def test_suspended_cards_are_left_out() -> None:
    away = [c.with_state(replace(c.state, suspended=True)) for c in pool()]
    assert draw_cards(away, count=5, seed=1) == ()


def item(name: str, rating: Rating | None, outcome: Outcome = Outcome.UNGRADED) -> Item:
    asked: Deal = deal(card(name), scheduled(name), lang=None)
    return Item(asked, None if rating is None else Review(rating, 1, outcome=outcome))


@pytest.mark.parametrize(
    ("rating", "outcome", "right"),
    [
        (Rating.GOOD, Outcome.CORRECT, True),
        (Rating.AGAIN, Outcome.INCORRECT, False),
        (Rating.AGAIN, Outcome.UNGRADED, False),
        (Rating.HARD, Outcome.UNGRADED, True),
        (None, Outcome.UNGRADED, False),
    ],
)
def test_what_counts_as_right(rating: Rating | None, outcome: Outcome, right: bool) -> None:
    assert item("basic", rating, outcome).is_right is right


def test_a_question_without_an_answer_is_wrong_and_no_miss() -> None:
    result = Result(1, (item("basic", None), item("typed", Rating.AGAIN, Outcome.INCORRECT)))
    assert result.score == Score(0, 2)
    assert [miss.deal.card.id for miss in result.misses] == ["typed"]
    assert result.by_deck == {"p/d": Score(0, 2)}
