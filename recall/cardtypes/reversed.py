"""reversed: two cards, one in each direction."""

from recall.cardtypes import codes
from recall.cardtypes.base import Draft, Frame, Sheet
from recall.cardtypes.basic import question_and_answer
from recall.cardtypes.revealed import RevealBody
from recall.deck.syntax import Note
from recall.diagnostics import Checked
from recall.model.card import CardBody, Json


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
        frame = Frame.of(sheet)
        return Checked(
            (
                Draft("forward", RevealBody(front, back, frame)),
                Draft("backward", RevealBody(back, front, frame)),
            )
        )

    def load(self, data: Json) -> CardBody:
        """The body that `dump` wrote."""
        return RevealBody.load(data)
