"""What a journal says about the learner: how much was recalled, in which time, and where not.

*True retention* is the share of reviews that were recalled, counted on the first answer of a study
day to a card that was studied on an earlier day: later answers of that day, and first meetings,
say nothing about memory. A card is *mature* once its stability is 21 days or more.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from recall.model.journal import Entry, Import, Reset, Review
from recall.model.rating import Rating
from recall.scheduling.fold import live
from recall.scheduling.replay import Answer, Fsrs6

MATURE_DAYS = 21
"""From this stability on (days) a card counts as mature, as Anki's statistics split it."""

BINS = 10
"""Calibration groups reviews by predicted recall: this many groups of equal width over 0 to 1."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Reviews, how many of them were recalled, and how many the model expected (a sum of R)."""

    asked: int = 0
    recalled: int = 0
    expected: float = 0.0

    def __add__(self, other: "Kept") -> "Kept":
        return Kept(
            self.asked + other.asked,
            self.recalled + other.recalled,
            self.expected + other.expected,
        )

    @property
    def retention(self) -> float | None:
        """The share recalled, 0 to 1; None without reviews."""
        return self.recalled / self.asked if self.asked else None

    @property
    def predicted(self) -> float | None:
        """The share the model expected, 0 to 1; None without reviews."""
        return self.expected / self.asked if self.asked else None


@dataclass(frozen=True, slots=True)
class Work:
    """What was done: answers, their time in ms, cards met for the first time, and retention."""

    answers: int = 0
    milliseconds: int = 0
    met: int = 0
    young: Kept = Kept()
    mature: Kept = Kept()

    def __add__(self, other: "Work") -> "Work":
        return Work(
            self.answers + other.answers,
            self.milliseconds + other.milliseconds,
            self.met + other.met,
            self.young + other.young,
            self.mature + other.mature,
        )

    @property
    def kept(self) -> Kept:
        """Young and mature cards together."""
        return self.young + self.mature


@dataclass(frozen=True, slots=True)
class Statistics:
    """The figures of a journal.

    `days` is the work of each study day that had any, in order. `pillars` is in the order the
    journals came. `calibration` has `BINS` groups by predicted recall. `mistakes` are the named
    mistakes of typed numbers, the most frequent first.
    """

    days: tuple[tuple[int, Work], ...]
    pillars: tuple[tuple[str, Work], ...]
    calibration: tuple[Kept, ...]
    mistakes: tuple[tuple[str, int], ...]

    def over(self, *, since: int) -> Work:
        """The work from a study day on."""
        return sum((work for day, work in self.days if day >= since), Work())


def statistics(
    journals: Iterable[tuple[str, Iterable[Entry]]], *, parameters: Sequence[float]
) -> Statistics:
    """The figures of one learner's journals, each a card's pillar and the card's whole journal.

    `parameters` are the 21 of FSRS-6. What an undo took back does not count; what a reset forgot
    was work all the same.
    """
    model = Fsrs6(parameters)
    days: defaultdict[int, Work] = defaultdict(Work)
    pillars: dict[str, Work] = {}
    bins = [Kept()] * BINS
    mistakes: Counter[str] = Counter()
    for pillar, entries in journals:
        total = pillars.get(pillar, Work())
        for day, work, kept in _answers(model, entries, mistakes):
            days[day] += work
            total += work
            if kept.asked:
                place = min(BINS - 1, int(kept.expected * BINS))
                bins[place] += kept
        pillars[pillar] = total
    return Statistics(
        days=tuple(sorted(days.items())),
        pillars=tuple((name, work) for name, work in pillars.items() if work.answers),
        calibration=tuple(bins),
        mistakes=tuple(sorted(mistakes.items(), key=lambda item: (-item[1], item[0]))),
    )


def _answers(
    model: Fsrs6, entries: Iterable[Entry], mistakes: Counter[str]
) -> Iterable[tuple[int, Work, Kept]]:
    """Each answer of a card: its study day, the work, and its share of retention."""
    memory: tuple[float, float] | None = None
    last = 0
    for entry in live(entries):
        event = entry.event
        if isinstance(event, Reset):
            memory = None
        if isinstance(event, Import):
            memory, last = (event.stability, event.difficulty), entry.study_day
        if not isinstance(event, Review):
            continue
        if event.mistake:
            mistakes[event.mistake] += 1
        day = entry.study_day if memory is None else max(entry.study_day, last)
        work, kept = Work(1, event.duration_ms, met=int(memory is None)), Kept()
        if memory is None:
            memory = model.first(event.rating)
        else:
            answer = Answer(event.rating, day - last, day)
            if answer.elapsed >= 1:
                kept = _kept(model, memory[0], answer)
                is_mature = memory[0] >= MATURE_DAYS
                share = Work(mature=kept) if is_mature else Work(young=kept)
                work += share
            memory = model.after(*memory, rating=answer.rating, elapsed=answer.elapsed)
        last = day
        yield day, work, kept


def _kept(model: Fsrs6, stability: float, answer: Answer) -> Kept:
    expected = model.curve.retrievability(stability, answer.elapsed)
    return Kept(1, int(answer.rating is not Rating.AGAIN), expected)
