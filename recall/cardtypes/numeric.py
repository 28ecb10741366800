"""numeric: a worked problem with fresh numbers at each review and one schedule."""

from recall.cardtypes import codes
from recall.cardtypes.base import Draft, Sheet, context_of
from recall.cardtypes.bodies.numeric import NumericBody
from recall.deck.opaque import passage
from recall.deck.syntax import Item, Label, Note
from recall.diagnostics import Checked, has_errors
from recall.model.text import Passage
from recall.numeric.problem import ProblemText, compile_problem, translate
from recall.source import Excerpt


class Numeric:
    """Inferred from **Given** or **Steps**."""

    name = "numeric"

    def evidence(self, note: Note) -> str:
        """A note with parameters or steps."""
        for label in (Label.GIVEN, Label.STEPS):
            if note.part(label):
                return f"it has **{label.value}**"
        return ""

    def make(self, sheet: Sheet) -> Checked[tuple[Draft, ...]]:
        """One card. The proof over all variants is the compiler's (`prove`)."""
        note = sheet.note
        if not (sheet.primary or note).part(Label.STEPS):
            message = "a numeric note needs **Steps**: the worked solution is the program"
            return Checked((), (codes.TYPE_NEEDS.at(note.heading.span(), message),))
        if sheet.primary is None:
            made = compile_problem(problem_text(note))
        else:
            rules = compile_problem(problem_text(sheet.primary)).value
            made = translate(rules, problem_text(note)) if rules else Checked(None)
        if made.value is None or has_errors(made.diagnostics):
            return Checked((), made.diagnostics)
        body = NumericBody(made.value, sheet.lang, context_of(note))
        return Checked((Draft("", body),), made.diagnostics)


def problem_text(note: Note) -> ProblemText:
    """The words of a numeric note, with code spans and holes found."""
    why = note.part(Label.WHY)
    return ProblemText(
        question=passage(note.heading.above(note.body)),
        given=_passages(note, Label.GIVEN),
        steps=_passages(note, Label.STEPS),
        mistakes=_passages(note, Label.MISTAKES),
        checks=_passages(note, Label.CHECKS),
        hints=_passages(note, Label.HINTS),
        why=passage(why.content.strip()) if why else None,
        span=note.heading.span(),
    )


def _passages(note: Note, label: Label) -> tuple[Passage, ...]:
    part = note.part(label)
    return tuple(passage(_whole(item)) for item in part.items) if part else ()


def _whole(item: Item) -> Excerpt:
    return item.text.above(item.rest)
