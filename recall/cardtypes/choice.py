"""choice: one or several right options out of a task list, each with its feedback."""

import re

from recall.cardtypes import codes
from recall.cardtypes.base import MOST_ITEMS, Draft, Sheet, frame_of, joined, part_text
from recall.cardtypes.bodies.choice import ChoiceBody
from recall.deck.syntax import Item, Label, Note
from recall.diagnostics import Checked, Diagnostic, has_errors
from recall.model.question import Option


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
        body = ChoiceBody(front, part_text(note, Label.ANSWER), options, shuffle, frame_of(sheet))
        return Checked((Draft("", body),), tuple(found))


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
