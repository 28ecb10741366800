"""A text that the learner types, compared with what is accepted."""

import re
import unicodedata
from dataclasses import dataclass

from recall.cardtypes.bodies.compared import compared
from recall.cardtypes.bodies.frame import Frame, member, text, texts
from recall.cardtypes.bodies.messages import say
from recall.cardtypes.bodies.revealed import given_up
from recall.model.card import Json
from recall.model.ids import CardId
from recall.model.question import Question, Response, Typed, TypeText, Verdict, VerdictKind
from recall.model.rating import Rating

_IGNORED = re.compile(r"[\s\-‐‑‒–—―−﹘﹣－_]+")


def fold(answer: str) -> str:
    """How typed answers are compared: NFKC and case folded; spaces, hyphens, dashes removed."""
    return _IGNORED.sub("", unicodedata.normalize("NFKC", answer).casefold())


@dataclass(frozen=True, slots=True)
class TypedBody:
    """A question with the texts that answer it."""

    front: str
    back: str
    accept: tuple[str, ...]
    frame: Frame

    def draw(self, card: CardId, reviews: int) -> int | None:
        """The question never changes."""
        return None

    def question(self, variant: int | None = None) -> Question:
        """What is asked."""
        return self.frame.ask(self.front, self.back, TypeText(self.accept))

    def grade(self, response: Response, variant: int | None = None) -> Verdict:
        """Right if the folded text equals an accepted one."""
        lang = self.frame.lang
        if not isinstance(response, Typed):
            return given_up(lang)
        given = fold(response.text)
        if not given:
            return Verdict(VerdictKind.ASK, say(lang, "typed_empty"))
        if any(given == fold(form) for form in self.accept):
            return Verdict(VerdictKind.RIGHT, say(lang, "right"), suggested=Rating.GOOD)
        message = say(lang, "typed_wrong", given=response.text.strip())
        near = compared(response.text, self.accept, fold=fold)
        details = (
            ()
            if near is None
            else (say(lang, "typed_yours", text=near[0]), say(lang, "typed_nearest", text=near[1]))
        )
        return Verdict(VerdictKind.WRONG, message, suggested=Rating.AGAIN, details=details)

    def dump(self) -> Json:
        """The body as JSON."""
        return {
            "front": self.front,
            "back": self.back,
            "accept": list(self.accept),
            "frame": self.frame.dump(),
        }

    @classmethod
    def load(cls, data: Json) -> "TypedBody":
        """The body that `dump` wrote."""
        frame = Frame.load(member(data, "frame"))
        return cls(text(data, "front"), text(data, "back"), texts(data, "accept"), frame)
