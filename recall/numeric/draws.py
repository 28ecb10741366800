"""Which variant comes next: a small generator of our own, so that draws never change with Python.

SplitMix64 (Steele, Lea and Flood, 2014): the state grows by a constant, the output is mixed.
"""

import hashlib
from collections.abc import Hashable, Iterable
from dataclasses import dataclass

_MASK = 2**64 - 1


class Random:
    """A stream of numbers fixed by a text."""

    def __init__(self, seed: str) -> None:
        self._state = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big")

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound − 1, uniform (up to 2^-64·bound)."""
        value = 0
        for _ in range(1 + bound.bit_length() // 64):
            value = value << 64 | self._next()
        return value % bound

    def _next(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & _MASK
        return z ^ z >> 31

    def order(self, size: int) -> list[int]:
        """A permutation of 0 to size − 1 (Fisher and Yates)."""
        items = list(range(size))
        for i in range(size - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


def distinct_numbers(seed: str, bound: int, count: int) -> list[int]:
    """`count` different numbers below `bound`, sorted, fixed by the seed."""
    random, chosen = Random(seed), set[int]()
    while len(chosen) < count:
        chosen.add(random.below(bound))
    return sorted(chosen)


@dataclass(frozen=True, slots=True)
class Deal:
    """Variants grouped by their answer, to be dealt without repeating one too soon."""

    groups: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, Hashable]]) -> "Deal":
        """From (variant, answer) pairs."""
        groups: dict[Hashable, list[int]] = {}
        for number, answer in pairs:
            groups.setdefault(answer, []).append(number)
        return cls(tuple(tuple(group) for group in groups.values()))

    def draw(self, card: str, reviews: int) -> int:
        """The variant for a card after `reviews` earlier reviews.

        All distinct answers come once, in an order fixed by the card, before one comes again; the
        last of a round is never the first of the next.
        """
        turn, place = divmod(reviews, len(self.groups))
        group = self.groups[self._round(card, turn)[place]]
        return group[Random(f"{card}/pick/{reviews}").below(len(group))]

    def _round(self, card: str, turn: int) -> list[int]:
        size = len(self.groups)
        if size < 3:
            return Random(f"{card}/round/0").order(size)
        order = Random(f"{card}/round/{turn}").order(size)
        # Exchanging the first two leaves the last alone, so rounds need not know each other.
        if turn and order[0] == Random(f"{card}/round/{turn - 1}").order(size)[-1]:
            order[0], order[1] = order[1], order[0]
        return order
