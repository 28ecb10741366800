"""typed: the learner types a name or a term; several forms may be accepted."""

import re
import unicodedata
from dataclasses import dataclass

from recall.cardtypes import codes
from recall.cardtypes.base import Draft, Frame, Sheet, joined, member, part_text, text, texts
from recall.cardtypes.messages import say
from recall.cardtypes.revealed import given_up
from recall.deck.syntax import Label, Note
from recall.diagnostics import Checked
from recall.model.card import CardBody, Json
from recall.model.ids import CardId
from recall.model.question import Question, Response, Typed, TypeText, Verdict, VerdictKind
from recall.model.rating import Rating

_BAR = re.compile(r"(?<!\\)\|")
_IGNORED = re.compile(r"[\s\-‐‑‒–—―−﹘﹣－_]+")


def fold(answer: str) -> str:
    """How typed answers are compared: NFKC and case folded; spaces, hyphens, dashes removed."""
    return _IGNORED.sub("", unicodedata.normalize("NFKC", answer).casefold())


def accepted(note: Note) -> tuple[str, ...]:
    r"""The forms that an `Accept` line lists between bars; `\|` is a bar."""
    forms = (form.strip().replace("\\|", "|") for form in _BAR.split(part_text(note, Label.ACCEPT)))
    return tuple(dict.fromkeys(" ".join(form.split()) for form in forms if form.strip()))


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
        return Verdict(VerdictKind.WRONG, message, suggested=Rating.AGAIN)

    def dump(self) -> Json:
        """The body as JSON."""
        return {
            "front": self.front,
            "back": self.back,
            "accept": list(self.accept),
            "frame": self.frame.dump(),
        }


class TypedType:
    """Inferred from `Accept`."""

    name = "typed"

    def evidence(self, note: Note) -> str:
        """A note with accepted answers."""
        return "it has **Accept**" if note.part(Label.ACCEPT) else ""

    def make(self, sheet: Sheet) -> Checked[tuple[Draft, ...]]:
        """One card; a translation's forms are accepted beside the primary's."""
        note = sheet.note
        forms = accepted(note)
        if sheet.primary:
            forms = tuple(dict.fromkeys((*forms, *accepted(sheet.primary))))
        if not any(fold(form) for form in forms):
            message = "a typed note needs a text after **Accept:**"
            return Checked((), (codes.TYPE_NEEDS.at(note.heading.span(), message),))
        front = joined(note.heading, note.body)
        back = part_text(note, Label.ANSWER) or f"**{forms[0]}**"
        return Checked((Draft("", TypedBody(front, back, forms, Frame.of(sheet))),))

    def load(self, data: Json) -> CardBody:
        """The body that `dump` wrote."""
        frame = Frame.load(member(data, "frame"))
        return TypedBody(text(data, "front"), text(data, "back"), texts(data, "accept"), frame)
