"""Settings that cannot schedule are refused before a card is asked, not in the middle."""

from recall.errors import RecallError
from recall.model.settings import Settings
from recall.scheduling.day import study_day

RETENTION = (0.70, 0.99)
PARAMETERS = 21
LONGEST_STEP = 365 * 86_400
LONGEST_INTERVAL = 36_500


class InvalidSchedule(RecallError):
    """A setting has a value with which no review can be scheduled."""

    def __init__(self, setting: str, problem: str) -> None:
        super().__init__(
            f"The setting {setting} is not usable: {problem}",
            f"Correct it with: recall config set {setting} VALUE",
        )


def check_schedule(settings: Settings) -> None:
    """Raises InvalidSchedule for the first setting out of its range, UnknownZone for the zone."""
    _within("desired_retention", settings.desired_retention, *RETENTION)
    _within("day_start", settings.day_start, 0, 24 * 60 - 1)
    _within("maximum_interval", settings.maximum_interval, 1, LONGEST_INTERVAL)
    for name, steps in (
        ("learning_steps", settings.learning_steps),
        ("relearning_steps", settings.relearning_steps),
    ):
        for seconds in steps:
            _within(name, seconds, 1, LONGEST_STEP)
    if len(settings.parameters) != PARAMETERS:
        found = len(settings.parameters)
        raise InvalidSchedule("parameters", f"found {found} numbers, expected {PARAMETERS}")
    study_day(0, zone=settings.zone, day_start=settings.day_start)


def _within(setting: str, value: float, low: float, high: float) -> None:
    # A comparison with NaN is false, so that NaN is refused too.
    if not low <= value <= high:
        raise InvalidSchedule(setting, f"found {value}, expected {low} to {high}")
