"""Memory by py-fsrs. The only module that imports fsrs, when the first `Fsrs` is made."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from recall.model.memory import CardState
from recall.model.rating import Rating
from recall.model.settings import Settings
from recall.scheduling.checks import InvalidSchedule

_NOON = datetime(2000, 1, 1, 12, tzinfo=UTC)
_ORDER = timedelta(minutes=1)
_LONGEST_GAP = 1_000_000
"""Days between two reviews, at most: a wrong clock must not overflow the calendar of fsrs."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Stability S in days (time for R to fall to 90 %) and difficulty D from 1 to 10."""

    stability: float
    difficulty: float


class Fsrs:
    """The memory of py-fsrs. Raises InvalidSchedule for parameters that it refuses."""

    def __init__(self, settings: Settings) -> None:
        import fsrs

        try:
            # Without steps fsrs only keeps the memory, which is all that is asked of it. Its own
            # fuzz draws from the global generator, and past the range it announces.
            self._fsrs = fsrs.Scheduler(
                parameters=settings.parameters,
                desired_retention=settings.desired_retention,
                learning_steps=(),
                relearning_steps=(),
                maximum_interval=settings.maximum_interval,
                enable_fuzzing=False,
            )
        except ValueError as error:
            raise InvalidSchedule("parameters", " ".join(str(error).split())) from error
        self._card_type = fsrs.Card
        self._new, self._known = fsrs.State.Learning, fsrs.State.Review
        self._ratings = {rating: fsrs.Rating(int(rating)) for rating in Rating}

    def memory(self, state: CardState, rating: Rating, *, elapsed: int) -> Memory:
        """S and D after a rating.

        fsrs counts 24-hour blocks between two timestamps; FSRS itself counts study days. Noon to
        just after noon, so many days later, makes the two agree.
        """
        known = state.stability is not None
        before = self._card_type(
            card_id=0,
            state=self._known if known else self._new,
            stability=state.stability,
            difficulty=state.difficulty,
            due=_NOON,
            last_review=_NOON if known else None,
        )
        now = _NOON + timedelta(days=min(max(elapsed, 0), _LONGEST_GAP)) + _ORDER
        after, _ = self._fsrs.review_card(before, self._ratings[rating], now)
        assert after.stability is not None
        assert after.difficulty is not None
        return Memory(after.stability, after.difficulty)
