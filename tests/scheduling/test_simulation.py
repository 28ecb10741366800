"""What-if simulations: repeatable, within the limits, and true to the memory model."""

import pytest

from recall.model.journal import Review
from recall.model.rating import Rating
from recall.model.settings import FSRS6_DEFAULT, Settings
from recall.scheduling.exam import Outlook
from recall.scheduling.habits import PRIOR, habits_of
from recall.scheduling.replay import Fsrs6
from recall.scheduling.simulation import Habits, Outcome, Scenario, constant_retention, simulate
from tests.scheduling.test_statistics import journal

DAY = 20_000


def run(
    cards: list[Outlook] | None = None,
    *,
    new: int = 200,
    days: int = 60,
    new_per_day: int = 10,
    retention: float = 0.9,
    seed: int = 1,
    **settings: object,
) -> Outcome:
    scenario = Scenario(days, new_per_day, retention, seed)
    chosen = Settings(**settings)
    return simulate(cards or [], new, scenario, chosen, day=DAY, habits=Habits())


def test_the_same_seed_gives_the_same_days() -> None:
    assert run(seed=4) == run(seed=4)
    assert run(seed=4) != run(seed=5)


def test_new_cards_come_up_to_their_limit_until_there_are_none() -> None:
    assert run(new=25, new_per_day=10, days=5).new == [10, 10, 5, 0, 0]


def test_reviews_stay_within_their_limit_and_the_rest_is_late() -> None:
    cards = [Outlook(10.0, 5.0, DAY - 10, DAY)] * 50
    done = run(cards, new=0, days=2, reviews_per_day=20)
    assert done.reviews == [20, 20]
    assert done.waiting >= 10


def test_no_review_is_lost_for_lack_of_places() -> None:
    cards = [Outlook(300.0, 5.0, DAY - 300, DAY)] * 50
    assert sum(run(cards, new=0, days=10, reviews_per_day=7).reviews) >= 50


def test_a_higher_retention_costs_more_reviews_and_keeps_more() -> None:
    low, high = (run(days=120, retention=r) for r in (0.8, 0.95))
    assert sum(high.reviews) > 1.5 * sum(low.reviews)
    assert high.known[120] > low.known[120]


def test_what_is_known_is_the_sum_of_recall() -> None:
    cards = [Outlook(10.0, 5.0, DAY - 4, DAY + 50), Outlook(20.0, 5.0, DAY - 9, DAY + 50)]
    recall = Fsrs6(FSRS6_DEFAULT).curve.retrievability
    done = run(cards, new=0, days=3)
    assert done.known[3] == pytest.approx(recall(10.0, 7) + recall(20.0, 12))
    assert done.met[3] == 2


def test_the_share_recalled_is_about_the_desired_retention() -> None:
    cards = [Outlook(10.0, 5.0, DAY - 10, DAY)] * 2000
    forgotten = run(cards, new=0, days=1, reviews_per_day=9999)
    seconds = forgotten.seconds[0] / 2000
    meeting, recalled, lapsed = Habits().seconds
    assert seconds == pytest.approx(0.9 * recalled + 0.1 * (lapsed + meeting), rel=0.05)


def test_days_without_cards_are_empty() -> None:
    assert run(new=0, days=3).reviews == [0, 0, 0]


def test_the_lowest_constant_retention_meets_the_target() -> None:
    assert constant_retention(lambda r: r, 0.875) == 0.88
    assert constant_retention(lambda r: r, 0.5) == 0.70
    assert constant_retention(lambda _: 0.1, 0.5) == 0.99


def test_without_a_journal_the_habits_are_the_usual_ones() -> None:
    found = habits_of([])
    assert found.first == pytest.approx(Habits().first)
    assert found.seconds == Habits().seconds


def test_habits_follow_the_journal() -> None:
    easy = [journal((DAY, Review(Rating.EASY, 4000)), card=f"c{n}") for n in range(PRIOR * 9)]
    found = habits_of(easy)
    assert found.first[3] == pytest.approx(0.9 + 0.1 * Habits().first[3])
    assert found.seconds[0] == pytest.approx(0.9 * 4 + 0.1 * Habits().seconds[0])


def test_an_interrupted_answer_says_nothing_about_time() -> None:
    slow = [journal((DAY, Review(Rating.GOOD, 3_600_000)))]
    assert habits_of(slow).seconds == Habits().seconds
