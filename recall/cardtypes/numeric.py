"""numeric: a worked problem with fresh numbers at each review and one schedule."""

from dataclasses import dataclass, replace

from recall.cardtypes import codes
from recall.cardtypes.base import Draft, Sheet, context_of, member, text
from recall.cardtypes.revealed import given_up
from recall.deck.opaque import passage
from recall.deck.syntax import Item, Label, Note
from recall.diagnostics import Checked, has_errors
from recall.model.card import CardBody, Json
from recall.model.ids import CardId
from recall.model.question import Question, Response, Typed, Verdict
from recall.model.text import Passage
from recall.numeric.problem import Problem, ProblemText, compile_problem, translate
from recall.numeric.variants import Variant
from recall.source import Excerpt


@dataclass(frozen=True, slots=True)
class NumericBody:
    """A problem and the frame it stands in."""

    problem: Problem
    lang: str
    context: str

    @property
    def first(self) -> int:
        """The lowest variant that `keep` allows."""
        return next((o.number for o in self.problem.program.look() if not o.failure), 0)

    def draw(self, card: CardId, reviews: int) -> int | None:
        """The variant for that review."""
        return self.problem.draw(card, reviews)

    def question(self, variant: int | None = None) -> Question:
        """What is asked in a variant (None: the lowest that `keep` allows)."""
        return self.ask(self.problem.variant(self.first if variant is None else variant))

    def ask(self, variant: Variant) -> Question:
        """What is asked with these values."""
        return replace(self.problem.question(variant, lang=self.lang), context=self.context)

    def grade(self, response: Response, variant: int | None = None) -> Verdict:
        """Judge a typed number."""
        number = self.first if variant is None else variant
        return self.judge(response, self.problem.variant(number))

    def judge(self, response: Response, variant: Variant) -> Verdict:
        """Judge a typed number against these values."""
        if not isinstance(response, Typed):
            return given_up(self.lang)
        return self.problem.grade(
            variant,
            response.text,
            part=response.part,
            earlier=dict(response.earlier),
            lang=self.lang,
        )

    def dump(self) -> Json:
        """The body as JSON."""
        return {"problem": self.problem.dump(), "lang": self.lang, "context": self.context}


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

    def load(self, data: Json) -> CardBody:
        """The body that `dump` wrote."""
        problem = Problem.load(member(data, "problem"))
        return NumericBody(problem, text(data, "lang"), text(data, "context"))


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
