"""What a study day already had."""

from recall.model.ids import CardId, EntryId, LearnerId
from recall.model.journal import (
    Entry,
    Event,
    Placement,
    Reset,
    Review,
    SetDue,
    Suspend,
    Undo,
)
from recall.model.memory import Phase
from recall.model.rating import Rating
from recall.scheduling.counting import done
from recall.scheduling.done import Done, Tally

DAY = 20_000
GOOD = Review(Rating.GOOD, 1000)


def journal(*events: tuple[int, Event], card: str = "kv-cache") -> list[Entry]:
    return [
        Entry(
            EntryId(f"{card}-{i:04}"),
            LearnerId("me"),
            CardId(card),
            day * 86_400_000 + i * 1000,
            0,
            day,
            event,
        )
        for i, (day, event) in enumerate(events)
    ]


def tally(*events: tuple[int, Event]) -> Tally:
    return done([("serving", journal(*events))], day=DAY).total


def test_the_first_review_ever_makes_a_new_card() -> None:
    assert tally((DAY, GOOD)) == Tally(new=1)


def test_a_review_after_an_earlier_day_is_a_review() -> None:
    assert tally((DAY - 3, GOOD), (DAY, GOOD)) == Tally(reviews=1)


def test_further_steps_of_the_day_are_free() -> None:
    assert tally((DAY, GOOD), (DAY, GOOD), (DAY, GOOD)) == Tally(new=1)


def test_other_days_do_not_count() -> None:
    assert tally((DAY - 1, GOOD), (DAY + 1, GOOD)) == Tally()


def test_what_was_undone_does_not_count() -> None:
    assert tally((DAY, GOOD), (DAY, Undo(EntryId("kv-cache-0000")))) == Tally()


def test_a_card_that_was_reset_is_new_again() -> None:
    assert tally((DAY - 3, GOOD), (DAY, Reset()), (DAY, GOOD)) == Tally(new=1)


def test_entries_that_are_no_reviews_do_not_count() -> None:
    assert tally((DAY, Suspend())) == Tally()


def test_each_pillar_has_its_share() -> None:
    journals = [
        ("serving", journal((DAY, GOOD), card="kv-cache")),
        ("serving", journal((DAY - 1, GOOD), (DAY, GOOD), card="paging")),
        ("training", journal((DAY, GOOD), card="adam")),
        ("evaluation", journal((DAY - 1, GOOD), card="pass-at-k")),
    ]
    assert done(journals, day=DAY) == Done(
        Tally(new=2, reviews=1),
        {"serving": Tally(new=1, reviews=1), "training": Tally(new=1)},
    )


def promised(day: int) -> Review:
    return Review(Rating.GOOD, 1000, placed=Placement(Phase.REVIEW, day, 5))


def test_a_review_before_its_promised_day_is_early() -> None:
    assert tally((DAY - 3, promised(DAY + 2)), (DAY, GOOD)) == Tally(reviews=1, early=1)
    assert tally((DAY - 3, promised(DAY)), (DAY, GOOD)) == Tally(reviews=1)


def test_a_day_that_was_set_by_hand_counts() -> None:
    assert tally((DAY - 3, promised(DAY + 9)), (DAY - 1, SetDue(DAY)), (DAY, GOOD)).early == 0


def test_a_review_of_another_program_is_never_early() -> None:
    assert tally((DAY - 3, GOOD), (DAY, GOOD)).early == 0
