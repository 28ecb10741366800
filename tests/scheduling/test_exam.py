"""The exam date: enough is recalled on the day, with few extra reviews."""

from dataclasses import replace

import pytest

from recall.model.memory import CardState, Phase, Scheduled
from recall.model.settings import FSRS6_DEFAULT, Override, Settings
from recall.scheduling.done import Done, Tally
from recall.scheduling.exam import (
    LONGEST_LEAD,
    Exam,
    Outlook,
    brought_forward,
    expected_recall,
    recall_if_asked,
)
from recall.scheduling.queue import Queue, build_queue
from recall.scheduling.replay import Fsrs6
from recall.scheduling.simulation import Habits, Scenario, constant_retention, simulate
from tests.scheduling.test_queue import asked, card

DAY = 20_000
MODEL = Fsrs6(FSRS6_DEFAULT)


def outlook(*, stability: float = 40.0, last: int = DAY - 20, due: int = DAY + 60) -> Outlook:
    return Outlook(stability, 5.0, last, due)


def pulled(cards: list[Outlook], *, left: int, target: float = 0.97) -> list[int]:
    exam = Exam(DAY + left, target, 0.9)
    return brought_forward(cards, exam, MODEL, day=DAY, usual_load=10)


def test_recall_without_a_review_before_the_exam_is_that_of_the_curve() -> None:
    exam = Exam(DAY + 10, 0.9, 0.9)
    expected = MODEL.curve.retrievability(40.0, 30)
    assert expected_recall(outlook(), exam, MODEL, day=DAY) == pytest.approx(expected)


def test_a_review_before_the_exam_raises_recall_on_the_day() -> None:
    exam = Exam(DAY + 30, 0.9, 0.9)
    without = expected_recall(outlook(due=DAY + 60), exam, MODEL, day=DAY)
    on_the_way = expected_recall(outlook(due=DAY + 20), exam, MODEL, day=DAY)
    assert on_the_way > without


def test_an_extra_review_helps_more_the_later_it_is() -> None:
    exam = Exam(DAY + 20, 0.9, 0.9)
    days = [recall_if_asked(outlook(), exam, MODEL, on=DAY + n) for n in (1, 10, 19)]
    assert days == sorted(days)


def test_nothing_is_brought_forward_where_the_target_is_met() -> None:
    fresh = [outlook(stability=400.0, last=DAY - 1) for _ in range(20)]
    assert pulled(fresh, left=2) == []


def test_the_weakest_cards_are_brought_forward() -> None:
    strong, weak = outlook(stability=500.0, last=DAY - 5), outlook(stability=30.0)
    assert set(pulled([strong, weak, strong, weak], left=1, target=0.97)) <= {1, 3}
    assert pulled([strong, weak, strong, weak], left=1, target=0.97)


def test_it_is_too_early_a_month_before() -> None:
    assert pulled([outlook()] * 500, left=LONGEST_LEAD + 1) == []


def test_few_cards_wait_for_the_last_days() -> None:
    assert pulled([outlook()] * 12, left=10) == []
    assert pulled([outlook()] * 12, left=3) != []


def test_many_cards_begin_sooner() -> None:
    assert pulled([outlook()] * 200, left=10) != []


def test_a_day_takes_its_share() -> None:
    cards = [outlook()] * 60
    last, third = pulled(cards, left=1), pulled(cards, left=3)
    assert len(third) == pytest.approx(len(last) / 3, abs=3)


def test_what_was_brought_forward_before_belongs_to_the_share_of_the_day() -> None:
    exam, cards = Exam(DAY + 3, 0.97, 0.9), [outlook()] * 60
    share = len(brought_forward(cards, exam, MODEL, day=DAY, usual_load=10))
    again = brought_forward(cards[share:], exam, MODEL, day=DAY, usual_load=10, already=share)
    assert len(again) <= 2


def test_stable_cards_come_first_and_fragile_ones_on_the_eve() -> None:
    stable, fragile = outlook(stability=60.0, last=DAY - 30), outlook(stability=25.0)
    chosen = pulled([fragile, stable] * 30, left=3, target=0.985)
    assert {index % 2 for index in chosen[:5]} == {1}


def test_a_card_asked_today_is_not_brought_forward() -> None:
    assert pulled([outlook(stability=20.0, last=DAY)] * 5, left=1, target=0.99) == []


@pytest.mark.parametrize("left", [0, -1, -100])
def test_after_the_exam_all_goes_on_as_before(left: int) -> None:
    assert pulled([outlook()] * 20, left=left) == []


STATE = CardState(
    phase=Phase.REVIEW,
    stability=30.0,
    difficulty=5.0,
    due_day=DAY + 60,
    interval=80,
    last_day=DAY - 20,
    reps=5,
)


def queue(*cards: Scheduled, **settings: object) -> Queue:
    done = Done(Tally(), {})
    return build_queue(cards, day=DAY, settings=Settings(**settings), done=done)


def test_the_queue_brings_cards_forward() -> None:
    found = queue(card("a", STATE), exam=DAY + 1)
    assert asked(found) == ["a"]
    assert found.early == 1


@pytest.mark.parametrize("change", [{"suspended": True}, {"buried_day": DAY}])
def test_what_was_put_away_stays_away(change: dict[str, object]) -> None:
    assert asked(queue(card("a", replace(STATE, **change)), exam=DAY + 1)) == []


def test_what_is_due_comes_before_what_was_brought_forward() -> None:
    due = replace(STATE, due_day=DAY)
    cards = [card("early", STATE), card("due", due, position=1)]
    assert asked(queue(*cards, exam=DAY + 1))[0] == "due"


def test_a_pillar_may_have_an_exam_of_its_own() -> None:
    cards = [card("a", STATE, pillar="moe"), card("b", STATE, pillar="k3")]
    own = (Override("moe", exam=DAY + 1, exam_target=0.95),)
    assert asked(queue(*cards, pillars=own)) == ["a"]


def test_a_deck_of_another_retention_is_planned_by_itself() -> None:
    cards = [card("a", STATE, pillar="moe"), card("b", STATE, pillar="k3", position=1)]
    own = (Override("moe", desired_retention=0.8),)
    assert sorted(asked(queue(*cards, exam=DAY + 1, pillars=own))) == ["a", "b"]


def run(
    retention: float, *, target: float | None = None, seed: int = 1, days: int = 90
) -> tuple[int, float]:
    exam = None if target is None else Exam(DAY + days, target, retention)
    scenario = Scenario(days, 10, retention, seed, exam)
    settings = Settings(reviews_per_day=9999)
    done = simulate([], 500, scenario, settings, day=DAY, habits=Habits())
    return sum(done.reviews), done.known[days] / done.met[days]


@pytest.mark.parametrize("target", [0.96, 0.97, 0.98])
@pytest.mark.parametrize("days", [60, 90, 150])
def test_the_target_is_met_with_fewer_reviews_than_a_constant_retention(
    target: float, days: int
) -> None:
    reviews, recall = run(0.9, target=target, days=days)
    assert recall == pytest.approx(target, abs=0.02)
    constant = constant_retention(lambda r: run(r, days=days)[1], target)
    assert reviews < run(constant, days=days)[0]


def test_a_target_met_anyway_costs_nothing() -> None:
    assert run(0.9, target=0.9) == run(0.9)
