"""points: the learner says a full answer aloud, then ticks the points that were in it."""

from recall.cardtypes import codes
from recall.cardtypes.base import (
    MOST_ITEMS,
    Draft,
    Sheet,
    frame_of,
    item_texts,
    joined,
    part_text,
)
from recall.cardtypes.bodies.points import PointsBody
from recall.deck.syntax import Label, Note
from recall.diagnostics import Checked


class Points:
    """Inferred from **Points**."""

    name = "points"

    def evidence(self, note: Note) -> str:
        """A note with points."""
        return "it has **Points**" if note.part(Label.POINTS) else ""

    def make(self, sheet: Sheet) -> Checked[tuple[Draft, ...]]:
        """One card."""
        note = sheet.note
        points = item_texts(note, Label.POINTS)
        part = note.part(Label.POINTS)
        place = part.label_span if part else note.heading.span()
        if not points:
            return Checked((), (codes.NO_POINTS.at(place, "**Points** holds no list items"),))
        if len(points) > MOST_ITEMS:
            return Checked((), (codes.TOO_MANY.at(place, f"{len(points)} points"),))
        if sheet.primary and len(points) != (n := len(item_texts(sheet.primary, Label.POINTS))):
            message = f"{len(points)} points here, {n} in the primary"
            return Checked((), (codes.COUNTS_DIFFER.at(place, message),))
        front = joined(note.heading, note.body)
        body = PointsBody(front, part_text(note, Label.ANSWER), points, frame_of(sheet))
        return Checked((Draft("", body),))
