"""How well a set of parameters predicts what was recalled: losses, ranking, calibration."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import floor, log, sqrt

from recall.model.rating import Rating
from recall.scheduling.bulk import pack, trace
from recall.scheduling.replay import Answer
from recall.scheduling.statistics import BINS, Kept

History = tuple[Answer, ...]

_LEAST, _MOST = 1e-6, 1 - 1e-6


@dataclass(frozen=True, slots=True)
class Usable:
    """A review that says something about memory: which history, which answer in it, which day."""

    history: int
    place: int
    day: int


@dataclass(frozen=True, slots=True)
class Quality:
    """Log loss and RMSE(bins), smaller is better; AUC from 0.5 (blind) to 1; calibration.

    `calibration` has `BINS` groups by predicted recall. `losses` are those of the single reviews,
    in the order they were given. AUC is None if all were recalled, or none.
    """

    reviews: int
    log_loss: float
    rmse_bins: float
    auc: float | None
    calibration: tuple[Kept, ...]
    losses: tuple[float, ...]


def usable_reviews(histories: Sequence[History]) -> list[Usable]:
    """The reviews a day or more after the one before, as they happened."""
    found = [
        Usable(number, place, answer.day)
        for number, history in enumerate(histories)
        for place, answer in enumerate(history)
        if place and answer.elapsed >= 1
    ]
    return sorted(found, key=lambda review: (review.day, review.history, review.place))


def evaluate(
    histories: Sequence[History], reviews: Sequence[Usable], parameters: Sequence[float]
) -> Quality:
    """The quality of predictions, each made from all answers before it. Needs one review."""
    # One pass over the histories, one after another: where each begins says where its answers are.
    begins = [0, *accumulate(map(len, histories))]
    replayed = trace(parameters, map(pack, histories)).retrievability
    pairs: list[tuple[float, bool]] = []
    groups: defaultdict[tuple[float, float, float], list[tuple[float, bool]]] = defaultdict(list)
    for review in reviews:
        predicted = replayed[begins[review.history] + review.place]
        assert predicted is not None
        recalled = histories[review.history][review.place].rating is not Rating.AGAIN
        pairs.append((predicted, recalled))
        groups[_bin(histories[review.history], review.place)].append((predicted, recalled))
    losses = tuple(_loss(predicted, recalled) for predicted, recalled in pairs)
    return Quality(
        reviews=len(pairs),
        log_loss=sum(losses) / len(losses),
        rmse_bins=_rmse(list(groups.values())),
        auc=_auc(pairs),
        calibration=_calibration(pairs),
        losses=losses,
    )


def is_better(quality: Quality, other: Quality) -> bool:
    """True if the loss is lower by more than one standard error of the paired differences.

    The mean alone would adopt noise: with some hundred reviews a set that is no better wins half
    of the time.
    """
    gains = [b - a for a, b in zip(quality.losses, other.losses, strict=True)]
    mean = sum(gains) / len(gains)
    variance = sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1)
    return mean > sqrt(variance / len(gains))


def _loss(predicted: float, recalled: bool) -> float:
    chance = min(max(predicted if recalled else 1 - predicted, _LEAST), _MOST)
    return -log(chance)


def _bin(history: History, place: int) -> tuple[float, float, float]:
    """The group of a review by days elapsed, reviews before and lapses before.

    Widths grow exponentially; the constants are those of the metric RMSE(bins) of srs-benchmark.
    """
    elapsed = history[place].elapsed
    lapses = sum(
        answer.rating is Rating.AGAIN and answer.elapsed >= 1 for answer in history[:place]
    )
    long = sum(answer.elapsed >= 1 for answer in history[: place + 1])
    return (
        2.48 * 3.62 ** floor(log(elapsed) / log(3.62)),
        1.99 * 1.89 ** floor(log(long) / log(1.89)),
        1.65 * 1.73 ** floor(log(lapses) / log(1.73)) if lapses else 0.0,
    )


def _rmse(groups: Sequence[Sequence[tuple[float, bool]]]) -> float:
    """√(Σ n (mean predicted − share recalled)² / Σ n) over groups of n reviews."""
    total = sum(len(group) for group in groups)
    squares = sum(
        len(group) * ((sum(p for p, _ in group) - sum(r for _, r in group)) / len(group)) ** 2
        for group in groups
    )
    return sqrt(squares / total)


def _auc(pairs: Sequence[tuple[float, bool]]) -> float | None:
    """The chance that a recalled review was predicted higher than a forgotten one; ties half."""
    ordered = sorted(pairs)
    recalled = sum(r for _, r in ordered)
    forgotten = len(ordered) - recalled
    if not recalled or not forgotten:
        return None
    ranks, at = 0.0, 0
    while at < len(ordered):
        end = at
        while end < len(ordered) and ordered[end][0] == ordered[at][0]:
            end += 1
        middle = (at + 1 + end) / 2
        ranks += middle * sum(r for _, r in ordered[at:end])
        at = end
    return (ranks - recalled * (recalled + 1) / 2) / (recalled * forgotten)


def _calibration(pairs: Sequence[tuple[float, bool]]) -> tuple[Kept, ...]:
    bins = [Kept()] * BINS
    for predicted, recalled in pairs:
        place = min(BINS - 1, int(predicted * BINS))
        bins[place] += Kept(1, int(recalled), predicted)
    return tuple(bins)
