"""A choice as it is asked and judged."""

from dataclasses import dataclass
from hashlib import sha256

from recall.cardtypes.bodies.frame import Frame, member, members, text
from recall.cardtypes.bodies.messages import say
from recall.cardtypes.bodies.revealed import given_up
from recall.model.card import Json
from recall.model.ids import CardId
from recall.model.question import Choose, Chosen, Option, Question, Response, Verdict, VerdictKind
from recall.model.rating import Rating


@dataclass(frozen=True, slots=True)
class ChoiceBody:
    """A question with options; `back` is the full answer, or empty."""

    front: str
    back: str
    options: tuple[Option, ...]
    shuffle: bool
    frame: Frame

    def draw(self, card: CardId, reviews: int) -> int | None:
        """The question never changes (front ends shuffle the options)."""
        return None

    def question(self, variant: int | None = None) -> Question:
        """What is asked."""
        return self.frame.ask(self.front, self.back, Choose(self.options, self.shuffle))

    def grade(self, response: Response, variant: int | None = None) -> Verdict:
        """Right if exactly the right options were chosen; the feedback of wrong ones follows."""
        lang = self.frame.lang
        if not isinstance(response, Chosen):
            return given_up(lang)
        right = {index for index, option in enumerate(self.options) if option.right}
        chosen = response.options & set(range(len(self.options)))
        if not chosen:
            return Verdict(VerdictKind.ASK, say(lang, "choice_none"))
        if chosen == right:
            details = tuple(self.options[i].feedback for i in sorted(right))
            details = tuple(detail for detail in details if detail)
            message = say(lang, "right")
            return Verdict(VerdictKind.RIGHT, message, suggested=Rating.GOOD, details=details)
        return self._wrong(chosen, right)

    def _wrong(self, chosen: frozenset[int], right: set[int]) -> Verdict:
        lang = self.frame.lang
        shown = " · ".join(self.options[index].text for index in sorted(right))
        details = []
        for index in sorted(chosen - right):
            option = self.options[index]
            details.append(say(lang, "choice_wrongly", option=option.text))
            details += [option.feedback] if option.feedback else []
        if len(right) > 1:
            missed = sorted(right - chosen)
            details += [say(lang, "choice_missed", option=self.options[i].text) for i in missed]
        first = min(chosen - right, default=None)
        mistake = None if first is None else option_id(self.options[first])
        return Verdict(
            VerdictKind.WRONG if mistake is None else VerdictKind.MISTAKE,
            say(lang, "choice_wrong", right=shown),
            suggested=Rating.AGAIN,
            mistake=mistake,
            details=tuple(details),
        )

    def dump(self) -> Json:
        """The body as JSON."""
        return {
            "front": self.front,
            "back": self.back,
            "options": [[o.text, o.right, o.feedback] for o in self.options],
            "shuffle": self.shuffle,
            "frame": self.frame.dump(),
        }

    @classmethod
    def load(cls, data: Json) -> "ChoiceBody":
        """The body that `dump` wrote."""
        options = []
        for option in members(data, "options"):
            if not isinstance(option, list):
                raise TypeError("an option is a list")
            options.append(Option(str(option[0]), bool(option[1]), str(option[2])))
        return cls(
            text(data, "front"),
            text(data, "back"),
            tuple(options),
            bool(member(data, "shuffle")),
            Frame.load(member(data, "frame")),
        )


def option_id(option: Option) -> str:
    """A mistake id for the journal that survives reordering: it depends on the text alone."""
    return "option:" + sha256(option.text.encode()).hexdigest()[:8]
