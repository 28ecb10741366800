"""A worked problem as it is asked and judged, with fresh numbers at each review."""

from dataclasses import dataclass, replace

from recall.cardtypes.bodies.frame import member, text
from recall.cardtypes.bodies.revealed import given_up
from recall.model.card import Json
from recall.model.ids import CardId
from recall.model.question import Question, Response, Typed, Verdict
from recall.numeric.problem import Problem
from recall.numeric.variants import Variant


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

    @classmethod
    def load(cls, data: Json) -> "NumericBody":
        """The body that `dump` wrote."""
        problem = Problem.load(member(data, "problem"))
        return cls(problem, text(data, "lang"), text(data, "context"))
