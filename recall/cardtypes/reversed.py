"""reversed: two cards, one in each direction."""

from recall.cardtypes import codes
from recall.cardtypes.base import Draft, Sheet, frame_of
from recall.cardtypes.basic import question_and_answer
from recall.cardtypes.bodies.revealed import RevealBody
from recall.deck.syntax import Note
from recall.diagnostics import Checked


class Reversed:
    """Chosen by `**Type:** reversed` only."""

    name = "reversed"

    def evidence(self, note: Note) -> str:
        """Never inferred."""
        return ""

    def make(self, sheet: Sheet) -> Checked[tuple[Draft, ...]]:
        """`forward` asks the heading, `backward` asks the answer."""
        front, back = question_and_answer(sheet.note)
        if not back.strip():
            problem = codes.NO_ANSWER.at(sheet.note.heading.span(), "this note has no answer")
            return Checked((), (problem,))
        frame = frame_of(sheet)
        return Checked(
            (
                Draft("forward", RevealBody(front, back, frame)),
                Draft("backward", RevealBody(back, front, frame)),
            )
        )
