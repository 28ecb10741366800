"""What a study day already had, so that limits hold over sessions."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Tally:
    """Cards that a study day had: met for the first time, and reviewed again.

    `early` of the reviews were not due yet.
    """

    new: int = 0
    reviews: int = 0
    early: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.new + other.new, self.reviews + other.reviews, self.early + other.early)


@dataclass(frozen=True, slots=True)
class Done:
    """The tally of a study day, and its share of each pillar that had any."""

    total: Tally
    by_pillar: Mapping[str, Tally]


NOTHING = Done(Tally(), MappingProxyType({}))
"""A day without an answer."""
