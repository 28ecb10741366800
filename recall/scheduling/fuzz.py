"""Fuzz: intervals are spread a little, so that cards learned together do not stay together.

The ranges are Anki's; the place in the range depends on the card and on how many reviews it had,
and (see `load`) on what else is due.
"""

from functools import lru_cache
from hashlib import sha256
from math import floor

_BANDS = ((2.5, 7.0, 0.15), (7.0, 20.0, 0.10), (20.0, float("inf"), 0.05))
"""(from days, to days, share of the days in between that is added to the spread)."""


def half_up(days: float) -> int:
    """The nearest whole number of days; a half goes up, as in Anki (round would go to even)."""
    return floor(days + 0.5)


def fuzz_bounds(interval: float, *, minimum: int, maximum: int) -> tuple[int, int]:
    """The shortest and the longest interval (days) that fuzz may choose for `interval`.

    From 2.5 days on the spread to either side is one day plus 15 % of the days from 2.5 to 7, 10 %
    of those from 7 to 20 and 5 % of the rest. Both bounds lie within `minimum` and `maximum`; where
    the minimum is the larger of the two, the maximum holds.
    """
    minimum = min(minimum, maximum)
    # The limits come first: a clamp after the spread would pile all long intervals on the maximum.
    interval = min(max(interval, minimum), maximum)
    spread = _spread(interval)
    low = min(max(half_up(interval - spread), minimum), maximum)
    high = min(max(half_up(interval + spread), minimum), maximum)
    return low, high


def _spread(interval: float) -> float:
    spread = 0.0 if interval < _BANDS[0][0] else 1.0
    for start, end, share in _BANDS:
        if interval <= start:
            break
        spread += share * (min(interval, end) - start)
    return spread


@lru_cache(maxsize=16)
def fraction(card: str, reps: int) -> float:
    """A number in [0, 1) that looks random: the leading 53 bits of a SHA-256.

    `reps` counts the reviews before this one. Kept for a moment, since the ratings of one review
    share it: they all move the same way.
    """
    digest = sha256(f"{card}\n{reps}".encode()).digest()
    return (int.from_bytes(digest[:7], "big") >> 3) / 2.0**53
