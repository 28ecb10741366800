"""FSRS parameters of a learner: trained, compared with those in use, adopted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from recall.app.appending import append_in_order
from recall.app.batches import entry_of
from recall.app.histories import packed_histories
from recall.app.reviewing import Desk
from recall.errors import UsageError
from recall.model.journal import SetDue
from recall.model.memory import CardState, Phase
from recall.model.settings import FSRS6_DEFAULT, Settings
from recall.scheduling.bulk import Replayer, unpack
from recall.scheduling.checks import InvalidSchedule
from recall.scheduling.evaluation import Quality, evaluate, is_better, usable_reviews
from recall.scheduling.fold import rebuild
from recall.scheduling.scheduler import Scheduler
from recall.scheduling.trainer import fit

if TYPE_CHECKING:
    from recall.store.parameters import ParameterSet

HELD_OUT = 0.2
"""The latest share of the reviews, on which sets of parameters are compared."""

FEWEST = 100
"""Usable reviews below which there is nothing to train on."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A training: the set found, and the quality of each set on the reviews it did not see.

    `final` is the set trained on all reviews, if the found one is adopted; else None.
    """

    usable: int
    held_out: int
    default: Quality
    current: Quality
    trained: Quality
    final: tuple[float, ...] | None


def train(desk: Desk) -> Trial:
    """Train on the earlier reviews and compare on the latest ones; writes nothing.

    A set is adopted if it predicts better than the current and than the default parameters, by
    more than one standard error each. Raises UsageError for too few reviews, NoTrainer.
    """
    found = [unpack(history) for history in packed_histories(desk)]
    reviews = usable_reviews(found)
    if len(reviews) < FEWEST:
        message = f"{len(reviews)} reviews can be used; the optimiser wants {FEWEST}"
        raise UsageError(message, "Only reviews a day or more after the last one count.")
    cut = int(len(reviews) * (1 - HELD_OUT))
    seen, unseen = reviews[:cut], reviews[cut:]
    steps = len(desk.settings.relearning_steps)
    numbers = fit(found, seen, relearning_steps=steps)
    current = evaluate(found, unseen, desk.settings.parameters)
    default = evaluate(found, unseen, FSRS6_DEFAULT)
    trained = evaluate(found, unseen, numbers)
    wins = is_better(trained, current) and is_better(trained, default)
    final = fit(found, reviews, relearning_steps=steps) if wins else None
    return Trial(len(reviews), len(unseen), default, current, trained, final)


def adopt(
    desk: Desk, numbers: Sequence[float], *, trained_on: str, losses: Mapping[str, float]
) -> int:
    """Add a set of parameters and compute all memory anew; how many cards that concerns.

    No card is due on another day for it: where the fold would say so (answers without a placement,
    from other programs), an entry keeps the day. Raises InvalidSchedule for numbers out of range.
    """
    learner, when = desk.workspace.learner, desk.workspace.now()
    settings = replace(desk.settings, parameters=tuple(numbers))
    scheduler, replayer = Scheduler(settings), Replayer(settings)
    with desk.store.begin() as tx:
        before = tx.states(learner)
        tx.ensure_learner(learner, now=when.at)
        tx.add_parameters(
            learner,
            numbers,
            now=when.at,
            desired_retention=settings.desired_retention,
            trained_on=trained_on,
            losses=losses,
        )
        after = dict(rebuild(tx.stream(learner), replayer))
        moved = [card for card, state in after.items() if _moved(before.get(card), state)]
        entries = [
            entry_of(desk, card, SetDue(before[card].due_day or 0), ending="-kept")
            for card in moved
        ]
        append_in_order(tx, learner, entries)
        if entries:
            after = dict(rebuild(tx.stream(learner), replayer))
        tx.clear_states(learner)
        tx.put_states(learner, after)
    desk.settings, desk.scheduler = settings, scheduler
    return len(after)


def _moved(before: CardState | None, after: CardState) -> bool:
    return (
        before is not None
        and before.phase is Phase.REVIEW
        and before.due_day is not None
        and before.due_day != after.due_day
    )


def parameter_sets(desk: Desk) -> "tuple[ParameterSet, ...]":
    """The learner's sets of parameters, the oldest first; the last one is in use."""
    with desk.store.read() as tx:
        return tx.parameter_sets(desk.workspace.learner)


def numbers_of(desk: Desk, wanted: int) -> tuple[float, ...]:
    """The numbers of a set by its place (from 1), or the defaults for 0. Raises UsageError."""
    sets = parameter_sets(desk)
    if not 0 <= wanted <= len(sets):
        raise UsageError(f"there is no set {wanted}", "`recall optimise --list` shows them.")
    return sets[wanted - 1].numbers if wanted else FSRS6_DEFAULT


def is_usable(settings: Settings, numbers: Sequence[float]) -> bool:
    """True if the scheduler accepts the numbers."""
    try:
        Scheduler(replace(settings, parameters=tuple(numbers)))
    except InvalidSchedule:
        return False
    return True
