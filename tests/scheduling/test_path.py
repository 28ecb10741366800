"""The learning path: when a new note opens."""

from dataclasses import replace

import pytest

from recall.model.memory import NEW, CardState, Phase
from recall.model.settings import NewOrder
from recall.scheduling.queue import Waiting
from tests.scheduling.test_queue import DAY, asked, card, due, learning, queue

KNOWN = due(late=-5, stability=3.0)
SHAKY = due(late=-5, stability=2.9)


def test_a_note_waits_for_what_it_requires() -> None:
    cards = [card("concept"), card("problem", position=1, requires=("concept",))]
    assert asked(queue(*cards)) == ["concept"]
    assert queue(*cards).waiting == Waiting(locked=1)


@pytest.mark.parametrize(
    ("state", "is_open"),
    [
        (KNOWN, True),
        (SHAKY, False),
        (learning(5, stability=9.0, due_day=DAY + 1), False),
        (replace(KNOWN, phase=Phase.RELEARNING, due_at=1, due_day=DAY + 1), False),
        (replace(NEW, suspended=True), True),
        (replace(SHAKY, suspended=True), True),
    ],
    ids=["known", "shaky", "learning", "relearning", "put-away-new", "put-away"],
)
def test_a_note_opens_when_what_it_requires_is_known(state: CardState, is_open: bool) -> None:
    cards = [card("concept", state), card("problem", position=1, requires=("concept",))]
    assert asked(queue(*cards)) == (["problem"] if is_open else [])


def test_every_card_of_a_required_note_counts() -> None:
    cards = [
        card("concept/c1", KNOWN, note="concept"),
        card("concept/c2", SHAKY, note="concept"),
        card("problem", position=1, requires=("concept",)),
    ]
    assert asked(queue(*cards)) == []


def test_the_stability_that_opens_a_note_is_a_setting() -> None:
    cards = [card("concept", SHAKY), card("problem", position=1, requires=("concept",))]
    assert asked(queue(*cards, path_stability=2.0)) == ["problem"]


def test_a_note_that_no_deck_has_locks_nothing() -> None:
    assert asked(queue(card("problem", requires=("vanished",)))) == ["problem"]


def test_a_note_that_requires_itself_is_open() -> None:
    assert asked(queue(card("a", requires=("a",)))) == ["a"]


def test_a_note_that_was_begun_stays_open() -> None:
    cards = [
        card("concept", SHAKY),
        card("p/c1", due(late=-9), note="p", position=1, requires=("concept",)),
        card("p/c2", note="p", position=2, requires=("concept",)),
    ]
    assert asked(queue(*cards, bury_siblings=False)) == ["p/c2"]


def test_locked_cards_take_no_place_of_the_day() -> None:
    cards = [
        card("concept"),
        card("locked", position=1, requires=("concept",)),
        card("free", position=2),
    ]
    assert asked(queue(*cards, new_per_day=2)) == ["concept", "free"]


def test_reviews_are_never_locked() -> None:
    cards = [card("concept"), card("problem", due(), position=1, requires=("concept",))]
    assert asked(queue(*cards)) == ["problem", "concept"]


def test_in_deck_order_nothing_is_locked() -> None:
    cards = [card("concept"), card("problem", position=1, requires=("concept",))]
    assert asked(queue(*cards, new_order=NewOrder.DECK)) == ["concept", "problem"]
