"""In which order reviews and new cards come, and how many of each pillar."""

import pytest

from recall.model.memory import Scheduled
from recall.model.settings import Override, ReviewOrder, Settings
from recall.scheduling.done import Done, Tally
from recall.scheduling.order import take_turns
from recall.scheduling.queue import Waiting, build_queue
from tests.scheduling.test_queue import DAY, asked, card, due, queue


def mixed() -> list[Scheduled]:
    """Due cards: (days late, interval, stability), in deck order a, b, c, d."""
    facts = {"a": (1, 10, 40.0), "b": (4, 8, 50.0), "c": (30, 100, 90.0), "d": (2, 3, 60.0)}
    return [
        card(name, due(late=late, interval=interval, stability=stability), position=place)
        for place, (name, (late, interval, stability)) in enumerate(facts.items())
    ]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (ReviewOrder.RISK, "dbca"),  # late by 0.67, 0.5, 0.3 and 0.1 of their intervals
        (ReviewOrder.DUE, "cbda"),
        (ReviewOrder.DECK, "abcd"),
        (ReviewOrder.RECALL, "cabd"),  # elapsed over stability: 1.44, 0.275, 0.24, 0.083
    ],
)
def test_reviews_come_in_the_order_of_the_settings(order: ReviewOrder, expected: str) -> None:
    assert "".join(asked(queue(*mixed(), review_order=order))) == expected


def test_a_shuffled_day_is_the_same_all_day_and_another_the_next() -> None:
    cards = [card(f"c{n:02}", due(late=3), position=n) for n in range(30)]
    settings = Settings(review_order=ReviewOrder.RANDOM)
    days = [
        [
            c.card
            for c in build_queue(cards, day=d, settings=settings, done=Done(Tally(), {})).reviews
        ]
        for d in (DAY, DAY, DAY + 1)
    ]
    assert days[0] == days[1] != days[2]
    assert sorted(days[0]) == sorted(days[2])


def pillars(*names: str, state: object = None) -> list[Scheduled]:
    """Cards named by their pillar and number, in deck order."""
    made: list[Scheduled] = []
    for name in names:
        number = sum(c.pillar == name for c in made)
        made.append(card(f"{name}{number}", position=len(made), pillar=name))
        if state is not None:
            made[-1] = made[-1].with_state(due())
    return made


def test_new_cards_of_the_pillars_take_turns() -> None:
    cards = pillars("moe", "moe", "moe", "attn", "attn", "k3")
    assert asked(queue(*cards)) == ["moe0", "attn0", "k30", "moe1", "attn1", "moe2"]


def test_reviews_of_one_rank_take_turns() -> None:
    cards = pillars("moe", "moe", "attn", "attn", state=1)
    assert asked(queue(*cards)) == ["moe0", "attn0", "moe1", "attn1"]


def test_without_interleaving_a_pillar_follows_the_other() -> None:
    cards = pillars("moe", "moe", "attn", "attn")
    assert asked(queue(*cards, interleave=False)) == ["moe0", "moe1", "attn0", "attn1"]


def test_the_limit_of_a_day_falls_on_all_pillars() -> None:
    cards = pillars("moe", "moe", "moe", "attn", "attn", "k3")
    assert asked(queue(*cards, new_per_day=4)) == ["moe0", "attn0", "k30", "moe1"]


def test_taking_turns_loses_nobody() -> None:
    cards = pillars(*"abacabadabacaba")
    assert sorted(c.card for c in take_turns(cards)) == sorted(c.card for c in cards)


@pytest.mark.parametrize(("had", "expected"), [(0, ["m0", "a0", "m1", "a1"]), (2, ["a0", "a1"])])
def test_a_pillar_has_a_limit_of_its_own(had: int, expected: list[str]) -> None:
    cards = pillars("m", "m", "m", "a", "a")
    settings = Settings(new_per_day=9, pillars=(Override("m", new_per_day=2),))
    done = Done(Tally(had, 0), {"m": Tally(had, 0)})
    assert asked(build_queue(cards, day=DAY, settings=settings, done=done)) == expected


def test_reviews_have_a_limit_of_each_pillar_too() -> None:
    cards = pillars("m", "m", "m", "a", state=1)
    settings = Settings(pillars=(Override("m", reviews_per_day=1),))
    found = build_queue(cards, day=DAY, settings=settings, done=Done(Tally(), {}))
    assert asked(found) == ["m0", "a0"]
    assert found.waiting == Waiting(reviews=2)


def test_what_a_day_has_no_place_for_is_counted() -> None:
    cards = [card(f"r{n}", due(), position=n) for n in range(7)] + [
        card(f"n{n}", position=10 + n) for n in range(4)
    ]
    found = queue(*cards, reviews_per_day=3, new_per_day=1)
    assert found.waiting == Waiting(reviews=4, new=3)
    assert found.waiting.days(3) == 2


def test_a_sibling_that_is_buried_waits_for_no_place() -> None:
    cards = [card("a1", due(), note="a"), card("a2", due(), note="a"), card("b", due())]
    assert queue(*cards, reviews_per_day=2).waiting == Waiting()


def test_other_cards_may_be_looked_at_without_being_asked() -> None:
    cards = pillars("m", "a")
    settings, done = Settings(), Done(Tally(), {})
    found = build_queue(cards, day=DAY, settings=settings, done=done, among={cards[1].card})
    assert asked(found) == ["a0"]
