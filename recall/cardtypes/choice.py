"""choice: one or several right options out of a task list, each with its feedback."""

import re
from dataclasses import dataclass
from hashlib import sha256

from recall.cardtypes import codes
from recall.cardtypes.base import (
    MOST_ITEMS,
    Draft,
    Frame,
    Sheet,
    joined,
    member,
    members,
    part_text,
    text,
)
from recall.cardtypes.messages import say
from recall.cardtypes.revealed import given_up
from recall.deck.syntax import Item, Label, Note
from recall.diagnostics import Checked, Diagnostic, has_errors
from recall.model.card import CardBody, Json
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


def option_id(option: Option) -> str:
    """A mistake id for the journal that survives reordering: it depends on the text alone."""
    return "option:" + sha256(option.text.encode()).hexdigest()[:8]


class Choice:
    """Inferred from a task list."""

    name = "choice"

    def evidence(self, note: Note) -> str:
        """A note with options."""
        return "it has a task list" if note.options else ""

    def make(self, sheet: Sheet) -> Checked[tuple[Draft, ...]]:
        """One card; a translation's right options are the primary's, by position."""
        note, rules = sheet.note, sheet.primary or sheet.note
        place = note.heading.span()
        if not note.options:
            message = "a choice note needs a task list (`- [ ]` and `- [x]` items)"
            return Checked((), (codes.TYPE_NEEDS.at(place, message),))
        if len(note.options) != len(rules.options):
            message = f"{len(note.options)} options here, {len(rules.options)} in the primary"
            return Checked((), (codes.COUNTS_DIFFER.at(place, message),))
        found = _problems(note)
        shuffle, order = _shuffled(rules)
        found += order if rules is note else []
        if has_errors(found):
            return Checked((), tuple(found))
        options = tuple(
            Option(item.text.text.strip(), bool(rule.checked), _feedback(item))
            for item, rule in zip(note.options, rules.options, strict=True)
        )
        front = joined(note.heading, note.stem)
        body = ChoiceBody(front, part_text(note, Label.ANSWER), options, shuffle, Frame.of(sheet))
        return Checked((Draft("", body),), tuple(found))

    def load(self, data: Json) -> CardBody:
        """The body that `dump` wrote."""
        options = []
        for option in members(data, "options"):
            if not isinstance(option, list):
                raise TypeError("an option is a list")
            options.append(Option(str(option[0]), bool(option[1]), str(option[2])))
        return ChoiceBody(
            text(data, "front"),
            text(data, "back"),
            tuple(options),
            bool(member(data, "shuffle")),
            Frame.load(member(data, "frame")),
        )


_BULLET = re.compile(r"[-*+][ \t]+")


def _feedback(item: Item) -> str:
    """What follows an option; of a nested list with one item the item alone."""
    text = joined(item.rest)
    bullet = _BULLET.match(text)
    if bullet is None:
        return text
    indent = " " * bullet.end()
    first, *rest = text[bullet.end() :].split("\n")
    if any(line.strip() and not line.startswith(indent) for line in rest):
        return text
    return "\n".join([first, *(line.removeprefix(indent) for line in rest)])


def _problems(note: Note) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    if len(note.options) < 2:
        found.append(codes.ONE_OPTION.at(note.options[0].text.span(), "only one option"))
    if len(note.options) > MOST_ITEMS:
        place = note.options[MOST_ITEMS].text.span()
        found.append(codes.TOO_MANY.at(place, f"{len(note.options)} options"))
    seen: dict[str, int] = {}
    for item in note.options:
        words = " ".join(item.text.text.split())
        if words in seen:
            place = item.text.span()
            found.append(codes.REPEATED_OPTION.at(place, f"“{words}” is already an option"))
        seen[words] = 1
    return found


def _shuffled(note: Note) -> tuple[bool, list[Diagnostic]]:
    part = note.part(Label.ORDER)
    value = " ".join(part_text(note, Label.ORDER).split()).casefold()
    if part is None:
        return True, []
    if value in ("fixed", "固定"):
        return False, []
    return True, [codes.BAD_ORDER.at(part.content.span(), f"unknown order “{value}”")]
