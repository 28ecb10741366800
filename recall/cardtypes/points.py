"""points: the learner says a full answer aloud, then ticks the points that were in it."""

from dataclasses import dataclass

from recall.cardtypes import codes
from recall.cardtypes.base import (
    MOST_ITEMS,
    Draft,
    Frame,
    Sheet,
    item_texts,
    joined,
    member,
    part_text,
    text,
    texts,
)
from recall.cardtypes.messages import say
from recall.deck.syntax import Label, Note
from recall.diagnostics import Checked
from recall.model.card import CardBody, Json
from recall.model.ids import CardId
from recall.model.question import Question, Response, Tick, Ticked, Verdict, VerdictKind
from recall.model.rating import Rating


@dataclass(frozen=True, slots=True)
class PointsBody:
    """A question and the points of a full answer; `back` is the full answer, or empty."""

    front: str
    back: str
    points: tuple[str, ...]
    frame: Frame

    def draw(self, card: CardId, reviews: int) -> int | None:
        """The question never changes."""
        return None

    def question(self, variant: int | None = None) -> Question:
        """What is asked."""
        return self.frame.ask(self.front, self.back, Tick(self.points))

    def grade(self, response: Response, variant: int | None = None) -> Verdict:
        """The share of points suggests the rating: all good, half or more hard, else again."""
        lang = self.frame.lang
        ticked = response.points if isinstance(response, Ticked) else frozenset[int]()
        got, total = len(ticked & set(range(len(self.points)))), len(self.points)
        if got == total:
            message = say(lang, "points_all", total=total)
            return Verdict(VerdictKind.RIGHT, message, suggested=Rating.GOOD)
        message = say(lang, "points_some", got=got, total=total)
        missed = [point for index, point in enumerate(self.points) if index not in ticked]
        details = tuple(say(lang, "points_missed", point=point) for point in missed)
        if 2 * got >= total:
            return Verdict(VerdictKind.NOTE, message, suggested=Rating.HARD, details=details)
        return Verdict(VerdictKind.WRONG, message, suggested=Rating.AGAIN, details=details)

    def dump(self) -> Json:
        """The body as JSON."""
        return {
            "front": self.front,
            "back": self.back,
            "points": list(self.points),
            "frame": self.frame.dump(),
        }


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
        body = PointsBody(front, part_text(note, Label.ANSWER), points, Frame.of(sheet))
        return Checked((Draft("", body),))

    def load(self, data: Json) -> CardBody:
        """The body that `dump` wrote."""
        frame = Frame.load(member(data, "frame"))
        return PointsBody(text(data, "front"), text(data, "back"), texts(data, "points"), frame)
