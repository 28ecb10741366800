"""What a study day already had, counted from the journal, so that limits hold over sessions."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from recall.model.journal import Entry, Import, Reset, Review, SetDue
from recall.scheduling.fold import live


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


def done(journals: Iterable[tuple[str, Iterable[Entry]]], *, day: int) -> Done:
    """Count the cards of a study day.

    Each item is a card's pillar and the card's whole journal (an earlier entry tells whether the
    card was new). A card counts once a day, by its first review of the day: further steps are free.
    What an undo took back does not count.
    """
    by_pillar: dict[str, Tally] = {}
    for pillar, entries in journals:
        tally = _tally(entries, day)
        if tally != Tally():
            by_pillar[pillar] = by_pillar.get(pillar, Tally()) + tally
    return Done(sum(by_pillar.values(), Tally()), MappingProxyType(by_pillar))


def _tally(entries: Iterable[Entry], day: int) -> Tally:
    known, due = False, day
    for entry in live(entries):
        match entry.event:
            case Reset():
                known = False
            case Import(day=chosen):
                known, due = True, chosen
            case SetDue(day=chosen):
                due = chosen
            case Review() if entry.study_day == day:
                return Tally(reviews=1, early=int(due > day)) if known else Tally(new=1)
            case Review() as review:
                # Without a placement nobody promised a day: it counts as due.
                known, due = True, day if review.placed is None else review.placed.due_day
            case _:
                pass
    return Tally()
