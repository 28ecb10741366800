"""What a rating does to a card: memory by FSRS-6 (see `fsrs_memory`), steps as in Anki."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from recall.model.ids import CardId
from recall.model.journal import Placement
from recall.model.memory import CardState, Phase
from recall.model.rating import Rating
from recall.model.settings import FSRS6_DEFAULT, Settings
from recall.scheduling.checks import check_schedule
from recall.scheduling.curve import Curve
from recall.scheduling.day import study_day
from recall.scheduling.fsrs_memory import Fsrs, Memory
from recall.scheduling.fuzz import fraction, fuzz_bounds, half_up
from recall.scheduling.load import Load, balanced
from recall.scheduling.steps import SECONDS_PER_DAY, next_step

_SUB_DAY = 0.5
"""Days. Without steps, a shorter interval keeps the card on this day, as in Anki."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What a placement aims at besides the general settings.

    `retention` is the desired one of the card's deck (None: the general one), `load` what else is
    due (None: not looked at).
    """

    retention: float | None = None
    load: Load | None = None


ANYWHERE = Aim()


class Scheduler:
    """Applies ratings to card states, by the parameters, steps and limits of the settings.

    Pure: the same arguments give the same state. Raises InvalidSchedule (from the constructor) for
    settings that cannot schedule, UnknownZone for an unknown zone.
    """

    def __init__(self, settings: Settings) -> None:
        check_schedule(settings)
        self.settings = settings
        self._model: Fsrs | None = None
        if settings.parameters != FSRS6_DEFAULT:
            # fsrs knows which parameters are in range; the defaults are.
            self._model = Fsrs(settings)
        self._curve = Curve(settings.parameters)

    def review(
        self,
        card: CardId,
        state: CardState,
        rating: Rating,
        *,
        at: int,
        day: int,
        aim: Aim = ANYWHERE,
    ) -> CardState:
        """The state after a rating.

        `at` is the moment in UTC milliseconds, `day` its study day. A day before the last reviewed
        one (a flight westwards) counts as that one: no study day is lived twice.
        """
        return _Turn(self, card, state, at=at, day=day, aim=aim).after(rating)

    def remembered(
        self, state: CardState, rating: Rating, placed: Placement, *, at: int, day: int
    ) -> CardState:
        """The state after a rating that put the card where its journal says.

        Memory is computed with the parameters in use; the day it is due stays what was promised.
        """
        before = day if state.last_day is None else state.last_day
        last = max(day, before)
        memory = self.memory(state, rating, elapsed=last - before)
        lapsed = state.phase is Phase.REVIEW and rating is Rating.AGAIN
        return replace(
            state,
            phase=placed.phase,
            step=placed.step,
            stability=memory.stability,
            difficulty=memory.difficulty,
            due_at=placed.due_at,
            due_day=placed.due_day,
            interval=placed.interval,
            last_at=at,
            last_day=last,
            reps=state.reps + 1,
            lapses=state.lapses + int(lapsed),
        )

    def preview(
        self, card: CardId, state: CardState, *, at: int, day: int, aim: Aim = ANYWHERE
    ) -> Mapping[Rating, CardState]:
        """The states after each of the four ratings; units as in `review`."""
        turn = _Turn(self, card, state, at=at, day=day, aim=aim)
        return {rating: turn.after(rating) for rating in Rating}

    def retrievability(self, state: CardState, *, day: int) -> float | None:
        """The probability (0 to 1) of remembering the card on a study day; None while it is new."""
        if state.stability is None or state.last_day is None:
            return None
        return self._curve.retrievability(state.stability, max(0, day - state.last_day))

    def plain_interval(self, stability: float, *, retention: float | None = None) -> float:
        """Days until R falls to the desired retention, unrounded, cut at the maximum interval."""
        wanted = self.settings.desired_retention if retention is None else retention
        days = self._curve.interval(stability, retention=wanted)
        return min(days, self.settings.maximum_interval)

    def due_again(self, card: CardId, state: CardState, *, aim: Aim = ANYWHERE) -> int | None:
        """The study day on which a card in review would be due by the settings in use.

        Counted from its last review; None for a card that is not in review.
        """
        if state.phase is not Phase.REVIEW or state.stability is None or state.last_day is None:
            return None
        before = replace(state, interval=0, reps=max(0, state.reps - 1))
        turn = _Turn(self, card, before, at=0, day=state.last_day, aim=aim)
        return state.last_day + turn.placed(state.stability)

    def memory(self, state: CardState, rating: Rating, *, elapsed: int) -> Memory:
        """S and D after a rating, `elapsed` study days after the last one (0: the same day)."""
        if self._model is None:
            self._model = Fsrs(self.settings)
        return self._model.memory(state, rating, elapsed=elapsed)


class _Turn:
    """One card at one moment: what each rating would make of it."""

    __slots__ = (
        "aim", "at", "card", "day", "elapsed", "memories", "scheduler", "settings", "state",
    )  # fmt: skip

    def __init__(
        self,
        scheduler: Scheduler,
        card: CardId,
        state: CardState,
        *,
        at: int,
        day: int,
        aim: Aim,
    ) -> None:
        self.aim = aim
        last = day if state.last_day is None else state.last_day
        self.scheduler, self.settings = scheduler, scheduler.settings
        self.card, self.state = card, state
        self.at, self.day = at, max(day, last)
        self.elapsed = self.day - last
        self.memories: dict[Rating, Memory] = {}

    def after(self, rating: Rating) -> CardState:
        """The state after the rating."""
        match self.state.phase:
            case Phase.NEW | Phase.LEARNING:
                return self._stepping(rating, Phase.LEARNING, self.settings.learning_steps)
            case Phase.RELEARNING:
                return self._stepping(rating, Phase.RELEARNING, self.settings.relearning_steps)
            case Phase.REVIEW if rating is Rating.AGAIN:
                return self._lapse()
            case Phase.REVIEW:
                return self._in_review(rating, self._passing(rating))

    def placed(self, stability: float) -> int:
        """Days until a card with that stability is due, within the range of fuzz."""
        plain = self.scheduler.plain_interval(stability, retention=self.aim.retention)
        return self._placed(plain, minimum=1)

    def _stepping(self, rating: Rating, phase: Phase, steps: tuple[int, ...]) -> CardState:
        following = next_step(rating, steps=steps, step=self.state.step or 0)
        if following is not None:
            return self._in_steps(rating, phase, *following)
        if not steps and rating is not Rating.EASY and self._plain(rating) < _SUB_DAY:
            return self._in_steps(rating, phase, 0, int(self._plain(rating) * SECONDS_PER_DAY))
        return self._in_review(rating, self._graduating(rating))

    def _lapse(self) -> CardState:
        steps = self.settings.relearning_steps
        state = self._stepping(Rating.AGAIN, Phase.RELEARNING, steps)
        return replace(state, lapses=self.state.lapses + 1)

    def _passing(self, rating: Rating) -> int:
        """Days after a review that was passed: hard < good < easy, at least one day apart.

        Nor does fuzz, or a stability that hardly moved, take back what was reached before.
        """
        days = 0
        for passed in (Rating.HARD, Rating.GOOD, Rating.EASY):
            plain = self._plain(passed)
            days = self._placed(plain, minimum=max(days + 1, self._reached(plain)))
            if passed is rating:
                break
        return days

    def _graduating(self, rating: Rating) -> int:
        """Days after the last step; *easy* is a day longer than *good* would be, at least."""
        shortest = 1 + self._graduating(Rating.GOOD) if rating is Rating.EASY else 1
        return self._placed(half_up(self._plain(rating)), minimum=shortest)

    def _reached(self, plain: float) -> int:
        """The shortest interval that does not fall back behind the previous one.

        A day more if the interval grows, the previous one if fuzz could reach it; nothing where the
        memory really got weaker.
        """
        previous = self.state.interval
        if half_up(plain) > previous:
            return previous + 1
        _, longest = fuzz_bounds(plain, minimum=1, maximum=self.settings.maximum_interval)
        return previous if previous <= longest else 0

    def _placed(self, days: float, *, minimum: int) -> int:
        maximum = self.settings.maximum_interval
        minimum = min(minimum, maximum)
        if not self.settings.fuzz:
            return min(max(half_up(days), minimum), maximum)
        low, high = fuzz_bounds(days, minimum=minimum, maximum=maximum)
        return balanced(
            low,
            high,
            day=self.day,
            fraction=fraction(self.card, self.state.reps),
            load=self.aim.load,
            settings=self.settings,
        )

    def _plain(self, rating: Rating) -> float:
        stability = self._memory(rating).stability
        return self.scheduler.plain_interval(stability, retention=self.aim.retention)

    def _memory(self, rating: Rating) -> Memory:
        if rating not in self.memories:
            self.memories[rating] = self.scheduler.memory(self.state, rating, elapsed=self.elapsed)
        return self.memories[rating]

    def _in_steps(self, rating: Rating, phase: Phase, step: int, delay: int) -> CardState:
        due_at = self.at + delay * 1000
        due_day = study_day(due_at, zone=self.settings.zone, day_start=self.settings.day_start)
        return self._reviewed(
            rating, phase=phase, step=step, due_at=due_at, due_day=max(due_day, self.day)
        )

    def _in_review(self, rating: Rating, days: int) -> CardState:
        return self._reviewed(rating, phase=Phase.REVIEW, due_day=self.day + days, interval=days)

    def _reviewed(
        self,
        rating: Rating,
        *,
        phase: Phase,
        due_day: int,
        step: int | None = None,
        due_at: int | None = None,
        interval: int = 0,
    ) -> CardState:
        memory = self._memory(rating)
        return replace(
            self.state,
            phase=phase,
            step=step,
            stability=memory.stability,
            difficulty=memory.difficulty,
            due_at=due_at,
            due_day=due_day,
            interval=interval,
            last_at=self.at,
            last_day=self.day,
            reps=self.state.reps + 1,
        )
