"""typed: the learner types a name or a term; several forms may be accepted."""

import re

from recall.cardtypes import codes
from recall.cardtypes.base import Draft, Sheet, frame_of, joined, part_text
from recall.cardtypes.bodies.typed import TypedBody, fold
from recall.deck.syntax import Label, Note
from recall.diagnostics import Checked

_BAR = re.compile(r"(?<!\\)\|")


def accepted(note: Note) -> tuple[str, ...]:
    r"""The forms that an `Accept` line lists between bars; `\|` is a bar."""
    forms = (form.strip().replace("\\|", "|") for form in _BAR.split(part_text(note, Label.ACCEPT)))
    return tuple(dict.fromkeys(" ".join(form.split()) for form in forms if form.strip()))


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
        return Checked((Draft("", TypedBody(front, back, forms, frame_of(sheet))),))
