"""What-if questions about a learner's coming days, from where their cards stand."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from recall.app.choosing import Choice, choose_cards
from recall.app.reviewing import Desk
from recall.errors import UsageError
from recall.model.memory import Phase
from recall.scheduling.exam import Exam, Outlook
from recall.scheduling.habits import habits_of
from recall.scheduling.simulation import Habits, Outcome, Scenario, constant_retention, simulate


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a simulation begins: the cards in review, the new ones, the learner's habits."""

    day: int
    cards: tuple[Outlook, ...]
    new: int
    habits: Habits


@dataclass(frozen=True, slots=True)
class Row:
    """One scenario and what came of it."""

    scenario: Scenario
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class ExamCost:
    """Three ways to an exam: as always, with cards brought forward, at a constant retention.

    `constant` is the lowest desired retention (to a hundredth) that meets the target by itself.
    """

    exam: Exam
    usual: Row
    planned: Row
    constant: Row


def standing(desk: Desk, choice: Choice) -> Standing:
    """The learner's real state. Raises UsageError for a deck or pillar that is not there."""
    learner = desk.workspace.learner
    with desk.store.read() as tx:
        cards = choose_cards(tx.scheduled(learner), choice)
        stream = groupby(tx.stream(learner), key=lambda entry: entry.card)
        habits = habits_of(entries for _, entries in stream)
    active = [card for card in cards if not card.state.suspended]
    return Standing(
        day=desk.workspace.now().day,
        cards=tuple(outlook for card in active if (outlook := Outlook.of(card.state)) is not None),
        new=sum(card.state.phase is Phase.NEW for card in active),
        habits=habits,
    )


def compare(
    desk: Desk,
    start: Standing,
    *,
    days: int,
    retentions: Sequence[float],
    new: Sequence[int],
    seed: int,
) -> list[Row]:
    """Every desired retention with every number of new cards a day."""
    scenarios = [Scenario(days, n, r, seed) for n in new for r in retentions]
    return [_run(desk, start, scenario) for scenario in scenarios]


def exam_cost(desk: Desk, start: Standing, *, new: int, seed: int, pillar: str = "") -> ExamCost:
    """What the exam of a pillar, or the general one, costs. Raises UsageError if there is none."""
    found = desk.settings.exam_of(pillar)
    if found is None or found[0] <= start.day:
        message = "there is no exam to come"
        raise UsageError(message, "Set it: `recall config set exam 2027-03-01 --target 0.95`.")
    exam_day, target = found
    retention = desk.settings.retention_of(pillar, "")
    exam, days = Exam(exam_day, target, retention), exam_day - start.day
    constant = constant_retention(
        lambda r: recall_of(_run(desk, start, Scenario(days, new, r, seed)).outcome), target
    )
    return ExamCost(
        exam=exam,
        usual=_run(desk, start, Scenario(days, new, retention, seed)),
        planned=_run(desk, start, Scenario(days, new, retention, seed, exam)),
        constant=_run(desk, start, Scenario(days, new, constant, seed)),
    )


def recall_of(outcome: Outcome) -> float:
    """The mean recall at the end, of the cards that were met; 1 if none was."""
    last = max(outcome.known)
    return outcome.known[last] / outcome.met[last] if outcome.met[last] else 1.0


def _run(desk: Desk, start: Standing, scenario: Scenario) -> Row:
    outcome = simulate(
        start.cards, start.new, scenario, desk.settings, day=start.day, habits=start.habits
    )
    return Row(scenario, outcome)
