"""The forgetting curve of FSRS-6: how R falls with time, and when it reaches a target."""

from collections.abc import Sequence


class Curve:
    """R = (1 + F t / S)^(-w20) with F = 0.9^(-1 / w20) - 1, so that R(S) = 0.9.

    t and S are in study days; w20 is the last of the 21 parameters. Source: the FSRS-6 section of
    “The Algorithm” in the wiki of open-spaced-repetition.
    """

    __slots__ = ("decay", "factor")

    def __init__(self, parameters: Sequence[float]) -> None:
        self.decay = -parameters[20]
        self.factor: float = 0.9 ** (1 / self.decay) - 1

    def retrievability(self, stability: float, elapsed: float) -> float:
        """The probability of remembering, `elapsed` days after the last review; 1 on day 0."""
        remembered: float = (1 + self.factor * elapsed / stability) ** self.decay
        return remembered

    def interval(self, stability: float, *, retention: float) -> float:
        """Days until R falls to `retention`: S / F (r^(-1 / w20) - 1), unrounded."""
        days: float = stability / self.factor * (retention ** (1 / self.decay) - 1)
        return days
