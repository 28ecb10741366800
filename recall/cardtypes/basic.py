"""basic: the heading asks, the body answers; with **Answer**, heading and body ask."""

from recall.cardtypes import codes
from recall.cardtypes.base import Draft, Sheet, frame_of, joined, part_text
from recall.cardtypes.bodies.revealed import RevealBody
from recall.deck.syntax import Label, Note
from recall.diagnostics import Checked


def question_and_answer(note: Note) -> tuple[str, str]:
    """The two sides of a note that only reveals; the answer is empty where there is none."""
    if note.part(Label.ANSWER):
        return joined(note.heading, note.body), part_text(note, Label.ANSWER)
    return joined(note.heading), joined(note.body)


class Basic:
    """The default type."""

    name = "basic"

    def evidence(self, note: Note) -> str:
        """An **Answer** and nothing else; the type is also what remains when no other fits."""
        return ""

    def make(self, sheet: Sheet) -> Checked[tuple[Draft, ...]]:
        """One card."""
        front, back = question_and_answer(sheet.note)
        if not back.strip():
            problem = codes.NO_ANSWER.at(sheet.note.heading.span(), "this note has no answer")
            return Checked((), (problem,))
        return Checked((Draft("", RevealBody(front, back, frame_of(sheet))),))
