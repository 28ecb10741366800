"""The cache of states, the day's tally, learners and their parameters."""

from dataclasses import replace

from recall.model.ids import CardId, DeckId, LearnerId
from recall.model.journal import Reset, Review, Undo
from recall.model.memory import NEW, CardState, Phase, Scheduled
from recall.model.rating import Rating
from recall.model.settings import FSRS6_DEFAULT
from recall.scheduling.done import Tally
from recall.store.open import Store
from tests.store.samples import ME, card, collection, entry

STATE = CardState(
    phase=Phase.RELEARNING,
    step=1,
    stability=0.1 + 0.2,
    difficulty=1 / 3,
    due_at=1_700_000_000_123,
    due_day=20_001,
    interval=0,
    last_at=1_700_000_000_000,
    last_day=20_000,
    reps=7,
    lapses=2,
    suspended=True,
    buried_day=20_000,
    flagged=True,
    last_entry="0190-000007",
)


def put(store: Store, states: dict[CardId, CardState], learner: LearnerId = ME) -> None:
    with store.begin() as transaction:
        transaction.ensure_learner(learner, now=1)
        transaction.put_states(learner, states)


def test_a_state_comes_back_bit_for_bit(store: Store) -> None:
    put(store, {CardId("one"): STATE})
    with store.read() as transaction:
        assert transaction.state(ME, CardId("one")) == STATE


def test_a_card_without_a_state_is_new(store: Store) -> None:
    with store.read() as transaction:
        assert transaction.state(ME, CardId("one")) == NEW


def test_a_state_replaces_the_one_before(store: Store) -> None:
    put(store, {CardId("one"): STATE, CardId("two"): STATE})
    put(store, {CardId("one"): NEW})
    with store.read() as transaction:
        assert transaction.states(ME) == {"one": NEW, "two": STATE}


def test_states_of_another_learner_stay_apart(store: Store) -> None:
    put(store, {CardId("one"): STATE}, learner=LearnerId("you"))
    with store.read() as transaction:
        assert transaction.states(ME) == {}


def test_cleared_states_are_gone_for_one_learner(store: Store) -> None:
    you = LearnerId("you")
    put(store, {CardId("one"): STATE})
    put(store, {CardId("one"): STATE}, learner=you)
    with store.begin() as transaction:
        transaction.clear_states(ME)
        assert transaction.states(ME) == {}
        assert transaction.states(you) == {"one": STATE}


def test_scheduled_joins_present_cards_with_their_states(store: Store) -> None:
    with store.begin() as transaction:
        transaction.save_collection(collection("gone", "two", "one"), now=1)
        transaction.save_collection(collection("two", "one"), now=2)
    put(store, {CardId("one"): STATE, CardId("gone"): STATE, CardId("unknown"): STATE})
    put(store, {CardId("two"): STATE}, learner=LearnerId("you"))
    with store.read() as transaction:
        assert transaction.scheduled(ME) == [
            Scheduled(CardId("two"), "two", "attention/kv", "attention", 0, NEW),
            Scheduled(CardId("one"), "one", "attention/kv", "attention", 1, STATE),
        ]


def test_scheduled_can_be_limited_to_decks_or_pillars(store: Store) -> None:
    other = card("two", 1, deck=DeckId("moe/routing"), pillar="moe")
    whole = collection("one", "two")
    with store.begin() as transaction:
        transaction.save_collection(replace(whole, cards=(whole.cards[0], other)), now=1)
        by_deck = transaction.scheduled(ME, decks=["moe/routing"])
        by_pillar = transaction.scheduled(ME, pillars=["attention"])
    assert [s.card for s in by_deck] == ["two"]
    assert [s.card for s in by_pillar] == ["one"]


def test_a_card_counts_as_introduced_once_and_where_it_was_new(store: Store) -> None:
    with store.begin() as transaction:
        transaction.save_collection(collection("kv-cache"), now=1)
        transaction.append([entry(1), entry(2), entry(3, day=20_001), entry(4, card="unknown")])
        assert transaction.introduced_on(ME, 20_000) == {"attention": 1, "": 1}
        assert transaction.reviewed_on(ME, 20_000) == {}
        assert transaction.introduced_on(ME, 20_001) == {}
        assert transaction.reviewed_on(ME, 20_001) == {"attention": 1}


def test_an_undone_review_never_counts(store: Store) -> None:
    with store.begin() as transaction:
        transaction.save_collection(collection("kv-cache"), now=1)
        transaction.append([entry(1), entry(2, Undo(entry(1).id), day=20_003)])
        assert transaction.introduced_on(ME, 20_000) == {}


def test_a_review_undone_and_redone_counts(store: Store) -> None:
    with store.begin() as transaction:
        transaction.save_collection(collection("kv-cache"), now=1)
        transaction.append([entry(1), entry(2, Undo(entry(1).id)), entry(3, Undo(entry(2).id))])
        assert transaction.introduced_on(ME, 20_000) == {"attention": 1}


def test_a_reset_card_is_introduced_again(store: Store) -> None:
    with store.begin() as transaction:
        transaction.save_collection(collection("kv-cache"), now=1)
        transaction.append(
            [entry(1), entry(2, Reset(), day=20_001), entry(3, Review(Rating.AGAIN, 1), day=20_002)]
        )
        assert transaction.introduced_on(ME, 20_002) == {"attention": 1}


def test_what_another_learner_did_does_not_count(store: Store) -> None:
    with store.begin() as transaction:
        transaction.append([entry(1, learner="you")])
        assert transaction.done_on(ME, 20_000).total == Tally()


def test_parameters_are_the_newest_and_exact(store: Store) -> None:
    newer = tuple(number + 1e-16 + 1 / 3 for number in FSRS6_DEFAULT)
    with store.begin() as transaction:
        transaction.ensure_learner(ME, now=1)
        assert transaction.parameters(ME) is None
        # Their order is that of writing: clocks can go back.
        for numbers, now in ((FSRS6_DEFAULT, 2), (newer, 1)):
            transaction.add_parameters(
                ME,
                numbers,
                now=now,
                desired_retention=0.9,
                trained_on="1200 reviews",
                losses={"default": 0.31, "trained": 0.305},
            )
        assert transaction.parameters(ME) == newer


def test_a_learner_is_made_once(store: Store) -> None:
    with store.begin() as transaction:
        transaction.ensure_learner(ME, now=1)
        transaction.ensure_learner(ME, now=2)
        assert transaction.learners() == (ME,)


def test_journal_entries_make_their_learner_known(store: Store) -> None:
    with store.begin() as transaction:
        transaction.append([entry(1, learner="you")])
        assert transaction.learners() == ("you",)
