"""The queue: what is asked today, in which order, and how it changes."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall.model.ids import CardId
from recall.model.memory import NEW, CardState, Phase, Scheduled
from recall.model.settings import Settings
from recall.scheduling.done import Done, Tally
from recall.scheduling.queue import Counts, Queue, build_queue, is_open

DAY = 20_000
NOW = DAY * 86_400_000 + 43_200_000
MINUTE = 60_000


def card(
    name: str,
    state: CardState = NEW,
    *,
    position: int = 0,
    note: str | None = None,
    pillar: str = "serving",
    requires: tuple[str, ...] = (),
) -> Scheduled:
    deck = f"{pillar}/kv"
    return Scheduled(CardId(name), note or name, deck, pillar, position, state, requires)


def due(*, late: int = 0, interval: int = 10, **changes: object) -> CardState:
    state = CardState(
        phase=Phase.REVIEW,
        stability=10.0,
        difficulty=5.0,
        due_day=DAY - late,
        interval=interval,
        last_day=DAY - late - interval,
        reps=3,
    )
    return replace(state, **changes)


def learning(minutes: int, **changes: object) -> CardState:
    state = CardState(
        phase=Phase.LEARNING,
        step=0,
        stability=1.0,
        difficulty=5.0,
        due_at=NOW + minutes * MINUTE,
        due_day=DAY,
        last_day=DAY,
        reps=1,
    )
    return replace(state, **changes)


def queue(*cards: Scheduled, new_done: int = 0, reviews_done: int = 0, **settings: object) -> Queue:
    return build_queue(
        cards,
        day=DAY,
        settings=Settings(**settings),
        done=Done(Tally(new_done, reviews_done), {}),
    )


def asked(queue: Queue, now: int = NOW, ahead: int = 20 * MINUTE) -> list[str]:
    names = []
    while (following := queue.next(now=now, learn_ahead_ms=ahead)) is not None:
        names.append(str(following.card))
        queue = queue.without(following.card)
    return names


# Order


def test_learning_cards_whose_time_has_come_go_first() -> None:
    cards = queue(card("new"), card("due", due()), card("step", learning(-1)))
    assert asked(cards) == ["step", "due", "new"]


def test_learning_cards_go_by_time() -> None:
    cards = queue(card("late", learning(-1)), card("early", learning(-5), position=9))
    assert asked(cards) == ["early", "late"]


def test_the_most_overdue_review_for_its_interval_goes_first() -> None:
    cards = queue(
        card("four-of-forty", due(late=4, interval=40)),
        card("two-of-two", due(late=2, interval=2)),
    )
    assert asked(cards) == ["two-of-two", "four-of-forty"]


def test_equally_overdue_reviews_go_in_deck_order() -> None:
    cards = queue(
        card("second", due(late=2, interval=4), position=2),
        card("first", due(late=1, interval=2), position=1),
    )
    assert asked(cards) == ["first", "second"]


def test_new_cards_go_in_deck_order() -> None:
    assert asked(queue(card("b", position=2), card("a", position=1))) == ["a", "b"]


def test_a_learning_card_before_its_time_goes_last() -> None:
    cards = queue(card("step", learning(5)), card("due", due()), card("new"))
    assert asked(cards) == ["due", "new", "step"]


def test_a_learning_card_is_not_asked_further_ahead_than_allowed() -> None:
    assert asked(queue(card("step", learning(21)))) == []


def test_a_learning_card_is_asked_at_its_very_time() -> None:
    assert asked(queue(card("step", learning(0))), ahead=0) == ["step"]


def test_the_next_time_is_that_of_the_earliest_learning_card() -> None:
    cards = queue(card("b", learning(30)), card("a", learning(25)))
    assert cards.next_due_at() == NOW + 25 * MINUTE


def test_without_learning_cards_there_is_no_next_time() -> None:
    assert queue(card("due", due())).next_due_at() is None


def test_a_step_from_an_earlier_study_day_is_due_all_day() -> None:
    overnight = learning(600, last_day=DAY - 1)
    assert asked(queue(card("step", overnight)), ahead=0) == ["step"]


# What is in


def test_a_review_due_tomorrow_is_not_in() -> None:
    assert asked(queue(card("due", due(late=-1)))) == []


def test_a_step_that_ends_tomorrow_is_not_in() -> None:
    assert asked(queue(card("step", learning(5, due_day=DAY + 1)))) == []


@pytest.mark.parametrize("state", [NEW, due(), learning(-1)])
def test_a_suspended_card_is_not_in(state: CardState) -> None:
    assert asked(queue(card("a", replace(state, suspended=True)))) == []


@pytest.mark.parametrize("state", [NEW, due(), learning(-1)])
def test_a_card_buried_today_is_not_in(state: CardState) -> None:
    assert asked(queue(card("a", replace(state, buried_day=DAY)))) == []


def test_a_card_buried_yesterday_is_in() -> None:
    assert asked(queue(card("a", due(buried_day=DAY - 1)))) == ["a"]


def test_a_new_card_put_off_is_not_in_before_its_day() -> None:
    assert asked(queue(card("a", replace(NEW, due_day=DAY + 3)))) == []


# Limits


def test_new_cards_are_limited_to_what_is_left_of_the_day() -> None:
    cards = queue(*(card(f"n{i}", position=i) for i in range(9)), new_per_day=5, new_done=3)
    assert asked(cards) == ["n0", "n1"]


@pytest.mark.parametrize("bury_siblings", [True, False])
def test_more_new_cards_than_allowed_were_done(bury_siblings: bool) -> None:
    cards = [card(name, position=i) for i, name in enumerate("abcdef")]
    found = queue(*cards, new_per_day=5, new_done=8, bury_siblings=bury_siblings)
    assert asked(found) == []


def test_reviews_are_limited_to_what_is_left_of_the_day() -> None:
    cards = [card(f"r{i}", due(), position=i) for i in range(9)]
    assert asked(queue(*cards, reviews_per_day=4, reviews_done=1)) == ["r0", "r1", "r2"]


def test_learning_cards_have_no_limit() -> None:
    cards = [card(f"s{i}", learning(-1), position=i) for i in range(4)]
    assert len(asked(queue(*cards, reviews_per_day=0, new_per_day=0))) == 4


def test_new_cards_and_reviews_have_limits_of_their_own() -> None:
    cards = queue(card("new"), card("due", due()), new_per_day=1, reviews_per_day=1)
    assert len(asked(cards)) == 2


def test_a_buried_sibling_costs_no_place() -> None:
    cards = [
        card("a/1", position=0, note="a"),
        card("a/2", position=1, note="a"),
        card("b", position=2),
    ]
    assert asked(queue(*cards, new_per_day=2)) == ["a/1", "b"]


def test_a_card_over_the_limit_does_not_bury_its_sibling() -> None:
    cards = [card("a/1", due(), note="a"), card("a/2", note="a")]
    assert asked(queue(*cards, reviews_per_day=0)) == ["a/2"]


# Siblings


def test_a_note_gives_one_card_a_day() -> None:
    cards = [card("a/1", due(), note="a"), card("a/2", note="a"), card("a/3", due(), note="a")]
    assert asked(queue(*cards)) == ["a/1"]


def test_a_sibling_reviewed_today_buries_the_others() -> None:
    done = due(late=-8, last_day=DAY)
    assert asked(queue(card("a/1", done, note="a"), card("a/2", due(), note="a"))) == []


def test_a_sibling_reviewed_yesterday_buries_nothing() -> None:
    done = due(late=-8, last_day=DAY - 1)
    assert asked(queue(card("a/1", done, note="a"), card("a/2", due(), note="a"))) == ["a/2"]


def test_a_learning_card_buries_its_siblings() -> None:
    cards = [card("a/1", learning(-1), note="a"), card("a/2", due(), note="a")]
    assert asked(queue(*cards)) == ["a/1"]


def test_a_step_from_an_earlier_study_day_buries_its_siblings() -> None:
    overnight = learning(-1, last_day=DAY - 1)
    assert asked(queue(card("a/1", overnight, note="a"), card("a/2", note="a"))) == ["a/1"]


def test_learning_cards_are_never_buried() -> None:
    cards = [card("a/1", learning(-2), note="a"), card("a/2", learning(-1), note="a")]
    assert asked(queue(*cards)) == ["a/1", "a/2"]


def test_a_card_does_not_bury_itself() -> None:
    set_due_again = due(last_day=DAY)
    assert asked(queue(card("a", set_due_again))) == ["a"]


def test_a_suspended_sibling_reviewed_today_still_counts() -> None:
    done = due(late=-8, last_day=DAY, suspended=True)
    assert asked(queue(card("a/1", done, note="a"), card("a/2", note="a"))) == []


def test_siblings_can_be_allowed() -> None:
    cards = [card("a/1", due(), note="a"), card("a/2", note="a")]
    assert asked(queue(*cards, bury_siblings=False)) == ["a/1", "a/2"]


# Changes


def test_a_card_taken_out_is_asked_no_more() -> None:
    cards = queue(card("a", position=0), card("b", position=1))
    assert asked(cards.without(CardId("a"))) == ["b"]


def test_taking_out_siblings_leaves_learning_cards() -> None:
    cards = queue(
        card("a/1", learning(-1), note="a"),
        card("a/2", due(), note="a"),
        card("a/3", note="a"),
        card("b", due()),
        bury_siblings=False,
    )
    assert asked(cards.without_siblings("a")) == ["a/1", "b"]


def test_a_card_that_returns_to_learning_waits_for_its_time() -> None:
    cards = queue(card("early", learning(1)), card("late", learning(9)), card("a", due()))
    returned = cards.returning(card("a", learning(5)))
    assert asked(returned) == ["early", "a", "late"]


def test_a_card_that_returns_is_there_once() -> None:
    cards = queue(card("a", learning(-1)))
    assert asked(cards.returning(card("a", learning(-1)))) == ["a"]


def test_a_card_that_is_done_for_today_leaves() -> None:
    cards = queue(card("a", learning(-1)), card("b"))
    assert asked(cards.returning(card("a", due(late=-3)))) == ["b"]


@pytest.mark.parametrize("state", [NEW, due()])
def test_a_card_given_back_by_an_undo_is_next(state: CardState) -> None:
    cards = queue(card("other", state, position=1))
    assert asked(cards.returning(card("a", state, position=7))) == ["a", "other"]


def test_counts_say_what_is_left() -> None:
    cards = queue(card("n"), card("r1", due()), card("r2", due()), card("s", learning(600)))
    assert cards.counts == Counts(new=1, learning=1, reviews=2)
    assert cards.counts.total == 4


def test_a_change_leaves_the_queue_as_it_was() -> None:
    cards = queue(card("a"), card("b", due()))
    cards.without(CardId("a"))
    assert cards.counts.total == 2


def test_the_order_of_the_cards_given_does_not_matter() -> None:
    cards = [
        card("a/1", due(), note="a", position=1),
        card("a/2", note="a", position=2),
        card("b", learning(-1), position=3),
        card("c", due(late=5), position=4),
    ]
    assert queue(*cards) == queue(*reversed(cards))


states = st.one_of(
    st.just(NEW),
    st.builds(
        lambda late, interval: due(late=late, interval=interval),
        st.integers(-3, 9),
        st.integers(1, 40),
    ),
    st.builds(
        lambda minutes, day: learning(minutes, due_day=day),
        st.integers(-90, 90),
        st.integers(DAY, DAY + 1),
    ),
    st.just(due(late=-5, last_day=DAY)),
    st.just(due(suspended=True)),
    st.just(due(buried_day=DAY)),
)


@settings(deadline=None)
@given(
    drawn=st.lists(st.tuples(states, st.integers(0, 5)), max_size=25),
    new_per_day=st.integers(0, 6),
    reviews_per_day=st.integers(0, 6),
)
def test_a_queue_keeps_every_rule(
    drawn: list[tuple[CardState, int]], new_per_day: int, reviews_per_day: int
) -> None:
    cards = [
        card(f"n{note}/{i}", state, position=i, note=f"n{note}")
        for i, (state, note) in enumerate(drawn)
    ]
    found = queue(*cards, new_per_day=new_per_day, reviews_per_day=reviews_per_day)
    buryable = [*found.reviews, *found.new]
    assert all(is_open(one, day=DAY) for one in (*found.learning, *buryable))
    assert len({one.note for one in buryable}) == len(buryable)
    assert not {one.note for one in buryable} & {one.note for one in found.learning}
    assert len(found.reviews) <= reviews_per_day
    assert len(found.new) <= new_per_day
