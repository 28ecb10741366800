"""What if: a learner's coming days, simulated from where their cards stand.

Cards are recalled with the probability that the memory model gives them; everything else follows
the settings: limits, fuzz, steps, the exam. Steps within a day count as answers and as same-day
reviews. The learning path, siblings and easy days are left out: they move cards by days, not the
workload of months.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from recall.model.settings import Settings
from recall.scheduling.exam import Exam, Outlook, brought_forward
from recall.scheduling.fuzz import fuzz_bounds, half_up
from recall.scheduling.replay import Fsrs6

AGAIN, HARD, GOOD, EASY = 1, 2, 3, 4


@dataclass(frozen=True, slots=True)
class Habits:
    """How a learner answers: shares of first ratings, of ratings when recalled, and seconds.

    `first` holds the shares of again, hard, good, easy at the first meeting, `passed` those of
    hard, good, easy when a card is recalled. `seconds` is the time of an answer: at a first
    meeting or in steps, recalled, forgotten.
    """

    first: tuple[float, float, float, float] = (0.24, 0.09, 0.50, 0.17)
    passed: tuple[float, float, float] = (0.22, 0.63, 0.15)
    seconds: tuple[float, float, float] = (25.0, 12.0, 25.0)


@dataclass(frozen=True, slots=True)
class Scenario:
    """What is varied: how long, with which limits, and whether the exam is heeded."""

    days: int
    new_per_day: int
    retention: float
    seed: int = 0
    exam: Exam | None = None
    """An exam to bring cards forward for; without one, reviews come when they are due."""


@dataclass(slots=True)
class Outcome:
    """A simulated time: answers, first meetings and seconds of each day, and what is known.

    `known` maps a day (0 is the beginning) to the sum of retrievability of all cards met; `met` to
    their number.
    """

    reviews: list[int] = field(default_factory=list)
    new: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    known: dict[int, float] = field(default_factory=dict)
    met: dict[int, int] = field(default_factory=dict)
    waiting: int = 0
    """Reviews that are late at the end, for lack of places."""


def simulate(
    cards: Sequence[Outlook],
    new: int,
    scenario: Scenario,
    settings: Settings,
    *,
    day: int,
    habits: Habits,
    look: Sequence[int] = (),
) -> Outcome:
    """The days from study day `day` on; the same seed gives the same days.

    `cards` are those in review, `new` is how many were never asked. Knowledge is summed up on the
    days `look` (from 0) and at the end. Review limits are those of the settings.
    """
    return _Run(cards, new, scenario, settings, habits, day).run(frozenset(look))


class _Run:
    """One simulated learner. Lists instead of objects: a year of 10,000 cards takes a second."""

    def __init__(
        self,
        cards: Sequence[Outlook],
        new: int,
        scenario: Scenario,
        settings: Settings,
        habits: Habits,
        day: int,
    ) -> None:
        self.scenario, self.settings, self.habits = scenario, settings, habits
        self.model = Fsrs6(settings.parameters)
        self.dice = Random(scenario.seed)
        self.today = self.begun = day
        self.new_left = new
        self.stability = [card.stability for card in cards]
        self.difficulty = [card.difficulty for card in cards]
        self.last = [card.last_day for card in cards]
        self.due = [card.due_day for card in cards]
        self.buckets: defaultdict[int, list[int]] = defaultdict(list)
        for index, due in enumerate(self.due):
            self.buckets[max(day, due)].append(index)
        self.late: list[int] = []
        self.outcome = Outcome()

    def run(self, look: frozenset[int]) -> Outcome:
        for number in range(self.scenario.days):
            self.today = self.begun + number
            if number in look:
                self._sum_up(number)
            self._live()
        self.today = self.begun + self.scenario.days
        self._sum_up(self.scenario.days)
        self.outcome.waiting = len(self.late)
        return self.outcome

    def _live(self) -> None:
        """One study day."""
        seconds = 0.0
        asked = self._due_today()
        for index in asked:
            seconds += self._review(index)
        fresh = min(self.scenario.new_per_day, self.new_left)
        self.new_left -= fresh
        for _ in range(fresh):
            seconds += self._meet()
        self.outcome.reviews.append(len(asked))
        self.outcome.new.append(fresh)
        self.outcome.seconds.append(seconds)

    def _due_today(self) -> list[int]:
        """The reviews there is room for, the most overdue first; the others are late."""
        waiting = self.late + self.buckets.pop(self.today, [])
        exam = self.scenario.exam
        if exam is not None and exam.day - self.today > 0:
            waiting += self._for_exam(exam, frozenset(waiting))
        limit = self.settings.reviews_per_day
        if len(waiting) > limit:
            waiting.sort(key=self._urgency)
        # What was brought forward stays in its bucket; it is only not asked today.
        self.late = [index for index in waiting[limit:] if self.due[index] <= self.today]
        return waiting[:limit]

    def _urgency(self, index: int) -> float:
        interval = max(1, self.due[index] - self.last[index])
        return (self.due[index] - self.today) / interval

    def _for_exam(self, exam: Exam, asked: frozenset[int]) -> list[int]:
        if exam.day - self.today > 30:
            return []
        cards = [
            Outlook(*facts)
            for facts in zip(self.stability, self.difficulty, self.last, self.due, strict=True)
        ]
        load = sum(1 / max(1, card.due_day - card.last_day) for card in cards)
        chosen = brought_forward(cards, exam, self.model, day=self.today, usual_load=load)
        return [index for index in chosen if index not in asked]

    def _review(self, index: int) -> float:
        """Ask a card; the seconds it took."""
        _, recalled, forgotten = self.habits.seconds
        elapsed = self.today - self.last[index]
        if self.due[index] > self.today:
            self.buckets[self.due[index]].remove(index)
        chance = self.model.curve.retrievability(self.stability[index], elapsed)
        rating = self._passed() if self.dice.random() < chance else AGAIN
        self._remember(index, rating, elapsed)
        if rating != AGAIN:
            self._place(index)
            return recalled
        for _ in self.settings.relearning_steps:
            self._remember(index, GOOD, 0)
        self._place(index)
        return forgotten + self.habits.seconds[0] * len(self.settings.relearning_steps)

    def _meet(self) -> float:
        """Ask a new card and go through its steps; the seconds it took."""
        rating = self.dice.choices((AGAIN, HARD, GOOD, EASY), self.habits.first)[0]
        stability, difficulty = self.model.first(rating)
        index = len(self.stability)
        self.stability.append(stability)
        self.difficulty.append(difficulty)
        self.last.append(self.today)
        self.due.append(self.today)
        steps = len(self.settings.learning_steps)
        goods = {AGAIN: steps, HARD: steps, GOOD: max(0, steps - 1), EASY: 0}[rating]
        for _ in range(goods):
            self._remember(index, GOOD, 0)
        self._place(index)
        return self.habits.seconds[0] * (1 + goods)

    def _passed(self) -> int:
        return self.dice.choices((HARD, GOOD, EASY), self.habits.passed)[0]

    def _remember(self, index: int, rating: int, elapsed: int) -> None:
        self.stability[index], self.difficulty[index] = self.model.after(
            self.stability[index], self.difficulty[index], rating=rating, elapsed=elapsed
        )
        self.last[index] = self.today

    def _place(self, index: int) -> None:
        """Choose the next day as the scheduler would, within the range of fuzz."""
        plain = self.model.curve.interval(self.stability[index], retention=self.scenario.retention)
        maximum = self.settings.maximum_interval
        days = min(max(1, half_up(min(plain, maximum))), maximum)
        if self.settings.fuzz:
            low, high = fuzz_bounds(min(plain, maximum), minimum=1, maximum=maximum)
            days = self.dice.randint(low, high)
        self.due[index] = self.today + days
        self.buckets[self.due[index]].append(index)

    def _sum_up(self, number: int) -> None:
        """How much would be recalled at the beginning of this day."""
        recall = self.model.curve.retrievability
        self.outcome.known[number] = sum(
            recall(stability, max(0, self.today - last))
            for stability, last in zip(self.stability, self.last, strict=True)
        )
        self.outcome.met[number] = len(self.stability)


def constant_retention(
    run: Callable[[float], float], target: float, *, low: float = 0.70, high: float = 0.99
) -> float:
    """The lowest desired retention, to a hundredth, that meets a recall on the exam day.

    `run` gives the recall that a desired retention leads to; `high` if none meets the target.
    """
    below, above = round(low * 100), round(high * 100)
    while below < above:
        middle = (below + above) // 2
        if run(middle / 100) >= target:
            above = middle
        else:
            below = middle + 1
    return above / 100
