"""Numbers for cloze marks: a mark keeps the number its text had, whatever is put around it."""

from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher

from recall.cardtypes.base import Facet
from recall.deck.opaque import Cloze

SIMILAR = 0.75
"""From this similarity on, a changed mark is taken for the one it was before."""


def facet(number: int) -> str:
    """The facet of a cloze number."""
    return f"c{number}"


def numbered(found: tuple[Cloze, ...], known: Mapping[str, Facet]) -> tuple[int, ...]:
    """A number for each mark: its own, else that of the known facet it continues, else a new one.

    Unnumbered marks take known numbers by equal text, then by similarity, then (of facets that
    were there at the last compile) by order; new numbers are ones that the note never had.
    """
    numbers: dict[int, int] = {i: c.number for i, c in enumerate(found) if c.number is not None}
    every = {int(name[1:]): value for name, value in known.items() if name[1:].isdigit()}
    free = {number: value for number, value in every.items() if number not in numbers.values()}
    rest = [index for index in range(len(found)) if index not in numbers]

    def take(pairs: Iterable[tuple[int, int]]) -> None:
        for index, number in pairs:
            numbers[index] = number
            del free[number]
            rest.remove(index)

    take(_equal(rest, found, free))
    take(_similar(rest, found, {number: value.mark for number, value in free.items()}))
    left = [number for number, value in sorted(free.items()) if value.present]
    if len(left) == len(rest):
        take(list(zip(rest, left, strict=True)))
    ever = {*every, *numbers.values()}
    for index in rest:
        numbers[index] = max(ever, default=0) + 1
        ever.add(numbers[index])
    return tuple(numbers[index] for index in range(len(found)))


def _equal(
    rest: Sequence[int], found: tuple[Cloze, ...], free: Mapping[int, Facet]
) -> list[tuple[int, int]]:
    """Pairs of mark and known number with equal text, present facets first."""
    pairs: list[tuple[int, int]] = []
    order = sorted(free, key=lambda number: (not free[number].present, number))
    for index in rest:
        used = {number for _, number in pairs}
        same = (n for n in order if free[n].mark == found[index].mark and n not in used)
        pairs += [(index, number) for number in list(same)[:1]]
    return pairs


def _similar(
    open_marks: Sequence[int], found: tuple[Cloze, ...], free: Mapping[int, str]
) -> list[tuple[int, int]]:
    """Pairs of mark and known number, the most similar first, each used once."""
    scored = [
        (SequenceMatcher(None, text, found[index].mark, autojunk=False).ratio(), -index, -number)
        for index in open_marks
        for number, text in free.items()
    ]
    pairs: list[tuple[int, int]] = []
    for score, index, number in sorted(scored, reverse=True):
        if score < SIMILAR:
            break
        if all(-index != i and -number != n for i, n in pairs):
            pairs.append((-index, -number))
    return pairs
