"""What a study day already had, counted from the journal."""

from collections.abc import Iterable
from types import MappingProxyType

from recall.model.journal import Entry, Import, Reset, Review, SetDue
from recall.scheduling.done import Done, Tally
from recall.scheduling.fold import live


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
