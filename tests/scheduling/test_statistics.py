"""The figures of a journal."""

import pytest

from recall.model.ids import CardId, EntryId, LearnerId
from recall.model.journal import Entry, Event, Reset, Review, Undo
from recall.model.rating import Rating
from recall.model.settings import FSRS6_DEFAULT
from recall.scheduling.replay import Fsrs6
from recall.scheduling.statistics import Kept, Statistics, statistics

DAY = 20_000
AGAIN, GOOD, EASY = (Review(rating, 2000) for rating in (Rating.AGAIN, Rating.GOOD, Rating.EASY))


def journal(*events: tuple[int, Event], card: str = "kv-cache") -> list[Entry]:
    return [
        Entry(
            EntryId(f"{card}-{i:04}"),
            LearnerId("me"),
            CardId(card),
            DAY * 86_400_000 + i * 1000,
            0,
            day,
            event,
        )
        for i, (day, event) in enumerate(events)
    ]


def of(*events: tuple[int, Event]) -> Statistics:
    return statistics([("attention", journal(*events))], parameters=FSRS6_DEFAULT)


def kept(*events: tuple[int, Event]) -> Kept:
    return of(*events).over(since=0).kept


def test_a_first_meeting_says_nothing_about_memory() -> None:
    assert kept((DAY, GOOD)) == Kept()


def test_later_answers_of_a_day_say_nothing_about_memory() -> None:
    assert kept((DAY, GOOD), (DAY + 2, AGAIN), (DAY + 2, GOOD), (DAY + 2, GOOD)).asked == 1


def test_retention_is_the_share_recalled() -> None:
    found = kept((DAY, GOOD), (DAY + 2, GOOD), (DAY + 9, AGAIN), (DAY + 10, GOOD))
    assert (found.asked, found.recalled, found.retention) == (3, 2, pytest.approx(2 / 3))


def test_the_expected_share_is_the_model_s_recall() -> None:
    model = Fsrs6(FSRS6_DEFAULT)
    expected = model.curve.retrievability(model.first(3)[0], 5)
    assert kept((DAY, GOOD), (DAY + 5, GOOD)).predicted == pytest.approx(expected)


def test_a_card_is_mature_from_twenty_one_days_of_stability() -> None:
    work = of((DAY, EASY), (DAY + 8, GOOD), (DAY + 30, GOOD)).over(since=0)
    assert (work.young.asked, work.mature.asked) == (1, 1)


def test_what_was_undone_was_no_work() -> None:
    undo = Undo(EntryId("kv-cache-0001"))
    found = of((DAY, GOOD), (DAY + 2, AGAIN), (DAY + 2, undo)).over(since=0)
    assert (found.answers, found.kept.asked) == (1, 0)


def test_after_a_reset_the_card_is_met_again() -> None:
    work = of((DAY, GOOD), (DAY + 1, Reset()), (DAY + 2, GOOD)).over(since=0)
    assert (work.met, work.kept.asked) == (2, 0)


def test_a_period_holds_its_study_days_only() -> None:
    found = of((DAY, GOOD), (DAY + 2, GOOD), (DAY + 9, GOOD))
    assert [found.over(since=DAY + n).answers for n in (0, 1, 3, 10)] == [3, 2, 1, 0]


def test_time_is_the_sum_of_the_answers() -> None:
    assert of((DAY, GOOD), (DAY + 2, GOOD)).over(since=0).milliseconds == 4000


def test_each_pillar_has_its_own_work() -> None:
    journals = [
        ("moe", journal((DAY, GOOD), card="a")),
        ("attention", journal((DAY, GOOD), (DAY + 1, GOOD), card="b")),
        ("moe", journal((DAY, GOOD), card="c")),
    ]
    found = statistics(journals, parameters=FSRS6_DEFAULT)
    assert [(name, work.answers) for name, work in found.pillars] == [("moe", 2), ("attention", 2)]


def test_reviews_are_grouped_by_predicted_recall() -> None:
    found = of((DAY, GOOD), (DAY + 2, GOOD), (DAY + 400, AGAIN))
    groups = [(place, group.asked) for place, group in enumerate(found.calibration) if group.asked]
    assert [asked for _, asked in groups] == [1, 1]
    assert all(
        place / 10 <= group.expected <= (place + 1) / 10
        for place, group in enumerate(found.calibration)
        if group.asked
    )


def test_mistakes_are_counted_the_most_frequent_first() -> None:
    def slip(message: str) -> Review:
        return Review(Rating.AGAIN, 1000, mistake=message)

    found = of((DAY, slip("keys only")), (DAY + 1, slip("heads")), (DAY + 2, slip("heads")))
    assert found.mistakes == (("heads", 2), ("keys only", 1))


def test_an_entry_dated_before_the_last_day_counts_as_of_that_day() -> None:
    assert kept((DAY, GOOD), (DAY - 1, GOOD)).asked == 0
