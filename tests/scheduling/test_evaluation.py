"""The quality of predictions, against values worked out by hand."""

from math import log, sqrt

import pytest

from bench.learners import learner, parameters_of
from recall.model.rating import Rating
from recall.model.settings import FSRS6_DEFAULT
from recall.scheduling.evaluation import (
    History,
    Quality,
    Usable,
    _auc,
    evaluate,
    is_better,
    usable_reviews,
)
from recall.scheduling.replay import Answer, Fsrs6
from recall.scheduling.trainer import PRIOR, fit, shrunk
from tests.scheduling.plain_replay import replay


def history(*answers: tuple[int, int]) -> History:
    """Answers as (rating, days since the one before)."""
    day, found = 100, []
    for rating, elapsed in answers:
        day += elapsed
        found.append(Answer(Rating(rating), elapsed, day))
    return tuple(found)


ONE = history((3, 0), (3, 0), (3, 2), (1, 10), (3, 0), (3, 1))


def test_usable_are_reviews_a_day_or_more_after_the_last() -> None:
    assert [review.place for review in usable_reviews([ONE])] == [2, 3, 5]


def test_usable_reviews_are_in_the_order_of_time() -> None:
    later, sooner = history((3, 50), (3, 2)), history((3, 0), (3, 2))
    assert [review.history for review in usable_reviews([later, sooner])] == [1, 0]


def test_the_log_loss_is_that_of_the_model_s_predictions() -> None:
    model = Fsrs6(FSRS6_DEFAULT)
    replayed = replay(model, ONE)
    chances = [replayed[2].retrievability, 1 - replayed[3].retrievability]
    quality = evaluate([ONE], [Usable(0, 2, 102), Usable(0, 3, 112)], FSRS6_DEFAULT)
    assert quality.log_loss == pytest.approx(-sum(map(log, chances)) / 2)


def test_the_bins_compare_mean_prediction_with_the_share_recalled() -> None:
    twins = [history((3, 0), (3, 2)), history((3, 0), (1, 2))]
    predicted = replay(Fsrs6(FSRS6_DEFAULT), twins[0])[1].retrievability
    quality = evaluate(twins, usable_reviews(twins), FSRS6_DEFAULT)
    assert quality.rmse_bins == pytest.approx(sqrt((predicted - 0.5) ** 2))


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([(0.1, False), (0.9, True)], 1.0),
        ([(0.9, False), (0.1, True)], 0.0),
        ([(0.5, False), (0.5, True)], 0.5),
        ([(0.2, False), (0.4, True), (0.6, False), (0.8, True)], 0.75),
        ([(0.2, True), (0.4, True)], None),
    ],
)
def test_the_auc_counts_pairs_in_the_right_order(
    pairs: list[tuple[float, bool]], expected: float | None
) -> None:
    assert _auc(pairs) == expected


def quality(*losses: float) -> Quality:
    return Quality(len(losses), sum(losses) / len(losses), 0.0, None, (), losses)


def test_a_clearly_lower_loss_is_better() -> None:
    assert is_better(quality(0.1, 0.2, 0.3, 0.2), quality(0.2, 0.3, 0.4, 0.31))


def test_a_difference_within_its_error_is_not_better() -> None:
    assert not is_better(quality(0.1, 0.5, 0.1, 0.5), quality(0.4, 0.3, 0.3, 0.3))


def test_equal_losses_are_not_better() -> None:
    assert not is_better(quality(0.1, 0.2), quality(0.1, 0.2))


def test_a_fit_is_drawn_to_the_defaults_by_the_number_of_reviews() -> None:
    far = tuple(value * 2 for value in FSRS6_DEFAULT)
    assert shrunk(far, reviews=0) == FSRS6_DEFAULT
    assert shrunk(far, reviews=PRIOR) == pytest.approx([v * 1.5 for v in FSRS6_DEFAULT])


def test_the_fit_recovers_most_of_what_a_learner_s_own_parameters_gain() -> None:
    truth = parameters_of(4, scale=2)
    seen = learner(truth, reviews=20_000, seed=4)
    fresh = learner(truth, reviews=10_000, seed=504)
    numbers = fit(seen, usable_reviews(seen), relearning_steps=1)
    reviews = usable_reviews(fresh)
    default, fitted, best = (
        evaluate(fresh, reviews, w).log_loss for w in (FSRS6_DEFAULT, numbers, truth)
    )
    assert (default - fitted) / (default - best) > 0.8


def test_the_same_reviews_give_the_same_parameters() -> None:
    seen = learner(FSRS6_DEFAULT, reviews=1500, seed=1)
    reviews = usable_reviews(seen)
    assert fit(seen, reviews, relearning_steps=1) == fit(seen, reviews, relearning_steps=1)
