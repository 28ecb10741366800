"""Settings that cannot schedule are refused with words for the user."""

from dataclasses import replace

import pytest

from recall.errors import RecallError
from recall.model.settings import FSRS6_DEFAULT, Settings
from recall.scheduling.checks import InvalidSchedule
from recall.scheduling.day import UnknownZone
from recall.scheduling.scheduler import Scheduler

NAN = float("nan")


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        (Settings(desired_retention=0.69), "desired_retention"),
        (Settings(desired_retention=1.0), "desired_retention"),
        (Settings(desired_retention=NAN), "desired_retention"),
        (Settings(day_start=-1), "day_start"),
        (Settings(day_start=1440), "day_start"),
        (Settings(maximum_interval=0), "maximum_interval"),
        (Settings(learning_steps=(60, 0)), "learning_steps"),
        (Settings(relearning_steps=(-5,)), "relearning_steps"),
        (Settings(parameters=FSRS6_DEFAULT[:19]), "parameters"),
        (Settings(parameters=(*FSRS6_DEFAULT[:20], NAN)), "parameters"),
        (Settings(parameters=(*FSRS6_DEFAULT[:20], 5.0)), "parameters"),
    ],
)
def test_a_setting_out_of_range_is_named(settings: Settings, named: str) -> None:
    with pytest.raises(InvalidSchedule, match=named) as caught:
        Scheduler(settings)
    assert "\n" not in caught.value.message
    assert caught.value.next_step


@pytest.mark.parametrize("retention", [0.70, 0.99])
def test_the_ends_of_the_range_of_retention_are_allowed(retention: float) -> None:
    assert Scheduler(Settings(desired_retention=retention)).settings.desired_retention == retention


def test_an_unknown_zone_is_refused_before_the_first_review() -> None:
    with pytest.raises(UnknownZone):
        Scheduler(replace(Settings(), zone="Mars/Olympus"))


def test_refusals_are_user_errors() -> None:
    assert issubclass(InvalidSchedule, RecallError)
    assert issubclass(UnknownZone, RecallError)
