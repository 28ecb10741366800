"""Bodies that only reveal: shared by the basic, reversed and cloze types."""

from dataclasses import dataclass

from recall.cardtypes.bodies.frame import Frame, text
from recall.cardtypes.bodies.messages import say
from recall.model.card import Json
from recall.model.ids import CardId
from recall.model.question import Question, Response, Reveal, Verdict, VerdictKind
from recall.model.rating import Rating


@dataclass(frozen=True, slots=True)
class RevealBody:
    """A question and its answer; the learner rates. `cloze` is the whole marked text, if any."""

    front: str
    back: str
    frame: Frame
    cloze: str = ""

    def draw(self, card: CardId, reviews: int) -> int | None:
        """The question never changes."""
        return None

    def question(self, variant: int | None = None) -> Question:
        """What is asked."""
        return self.frame.ask(self.front, self.back, Reveal(), cloze=self.cloze)

    def grade(self, response: Response, variant: int | None = None) -> Verdict:
        """Nothing is graded; *good* is suggested, as the learner has looked at their own answer."""
        message = say(self.frame.lang, "shown")
        return Verdict(VerdictKind.UNGRADED, message, suggested=Rating.GOOD)

    def dump(self) -> Json:
        """The body as JSON."""
        return {
            "front": self.front,
            "back": self.back,
            "cloze": self.cloze,
            "frame": self.frame.dump(),
        }

    @classmethod
    def load(cls, data: Json) -> "RevealBody":
        """The body that `dump` wrote."""
        frame = Frame.load(data["frame"] if isinstance(data, dict) else None)
        return cls(text(data, "front"), text(data, "back"), frame, text(data, "cloze"))


def given_up(lang: str) -> Verdict:
    """The verdict when the answer to an input is shown without an attempt."""
    message = say(lang, "given_up")
    return Verdict(VerdictKind.WRONG, message, suggested=Rating.AGAIN, mistake="no-answer")
