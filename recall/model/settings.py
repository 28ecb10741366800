"""What a learner can set. Values are checked where they enter (`app/config`)."""

from dataclasses import dataclass

FSRS6_DEFAULT = (
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796,
    1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
)  # fmt: skip
"""The 21 default parameters of FSRS-6 (py-fsrs 6.3)."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Scheduling and session settings. Steps are in seconds; `day_start` in minutes after midnight.

    `zone` is an IANA name; `desired_retention` lies in 0.70 to 0.99; limits count a study day's
    cards; `learn_ahead` is how many seconds before its time a learning card may be asked when
    nothing else is left.
    """

    zone: str = "UTC"
    day_start: int = 240
    desired_retention: float = 0.9
    parameters: tuple[float, ...] = FSRS6_DEFAULT
    learning_steps: tuple[int, ...] = (60, 600)
    relearning_steps: tuple[int, ...] = (600,)
    maximum_interval: int = 36500
    fuzz: bool = True
    new_per_day: int = 10
    reviews_per_day: int = 200
    learn_ahead: int = 1200
    bury_siblings: bool = True
    lang: str | None = None
