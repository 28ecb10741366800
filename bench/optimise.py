"""The optimiser on simulated learners whose true parameters are known.

    pip install 'recall-srs[optimise]'
    python -m bench.optimise

First learners with 20,000 reviews: which share of the log loss that the true parameters gain over
the defaults, on fresh reviews, the fitted set gains. Then small learners of 300 to 2,000 reviews:
how often a set is adopted by the gate of `recall optimise`, and how often it is worse than the
defaults on fresh reviews.
"""

import time
from statistics import mean

from bench.learners import learner, parameters_of
from recall.model.settings import FSRS6_DEFAULT
from recall.scheduling.evaluation import History, evaluate, is_better, usable_reviews
from recall.scheduling.trainer import fit

LARGE, SMALL = 6, 40


def loss(found: list[History], numbers: tuple[float, ...]) -> float:
    """Log loss on all usable reviews of histories."""
    return evaluate(found, usable_reviews(found), numbers).log_loss


def large(scale: float) -> None:
    """Learners with 20,000 reviews."""
    gained = available = 0.0
    for seed in range(LARGE):
        truth = parameters_of(seed, scale=scale)
        seen = learner(truth, reviews=20_000, seed=seed)
        reviews = usable_reviews(seen)
        begun = time.perf_counter()
        numbers = fit(seen, reviews, relearning_steps=1)
        took = time.perf_counter() - begun
        fresh = learner(truth, reviews=20_000, seed=seed + 500)
        default, fitted, best = (loss(fresh, w) for w in (FSRS6_DEFAULT, numbers, truth))
        gained, available = gained + default - fitted, available + default - best
        print(
            f"spread {scale:g}: {len(reviews):,} usable, {took:.2f} s: default {default:.4f}, "
            f"fitted {fitted:.4f}, truth {best:.4f}: "
            f"{(default - fitted) / (default - best):.0%} of the gain"
        )
    print(f"spread {scale:g}: {gained / available:.0%} of the whole gain")


def small(scale: float) -> None:
    """Learners with 300 to 2,000 reviews."""
    changes = []
    for seed in range(SMALL):
        truth = parameters_of(seed + 50, scale=scale)
        seen = learner(truth, reviews=300 + 1700 * (seed % 20) // 19, seed=seed)
        reviews = usable_reviews(seen)
        cut = int(len(reviews) * 0.8)
        trained = fit(seen, reviews[:cut], relearning_steps=1)
        kept = evaluate(seen, reviews[cut:], trained)
        if not is_better(kept, evaluate(seen, reviews[cut:], FSRS6_DEFAULT)):
            continue
        final = fit(seen, reviews, relearning_steps=1)
        fresh = learner(truth, reviews=8_000, seed=seed + 900)
        changes.append(loss(fresh, final) - loss(fresh, FSRS6_DEFAULT))
    worse = sum(change > 0 for change in changes)
    print(
        f"spread {scale:g}: {SMALL} small learners: {len(changes)} adopted, {worse} worse than the "
        f"defaults on fresh reviews; mean change of adopted {mean(changes):+.4f}"
    )


def main() -> None:
    """Print the lines."""
    for scale in (1.0, 2.0):
        large(scale)
        small(scale)


if __name__ == "__main__":
    main()
