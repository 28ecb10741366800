"""A full answer whose points the learner ticks."""

from dataclasses import dataclass

from recall.cardtypes.bodies.frame import Frame, member, text, texts
from recall.cardtypes.bodies.messages import say
from recall.model.card import Json
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

    @classmethod
    def load(cls, data: Json) -> "PointsBody":
        """The body that `dump` wrote."""
        frame = Frame.load(member(data, "frame"))
        return cls(text(data, "front"), text(data, "back"), texts(data, "points"), frame)
