"""Which type a note is, and the cards it makes."""

import re
from collections.abc import Sequence

from recall.cardtypes import codes
from recall.cardtypes.base import CardType, Draft, Sheet, part_text
from recall.deck.syntax import Label, Note
from recall.diagnostics import Checked, Diagnostic, has_errors
from recall.errors import did_you_mean
from recall.source import Span

_USED_BY = {
    Label.POINTS: ("points",),
    Label.ACCEPT: ("typed",),
    Label.ORDER: ("choice",),
    Label.GIVEN: ("numeric",),
    Label.STEPS: ("numeric",),
    Label.MISTAKES: ("numeric",),
    Label.CHECKS: ("numeric",),
    Label.ANSWER: ("basic", "reversed", "choice", "typed", "points"),
}
"""Parts that only some types use; the others serve all."""

CHINESE_NAMES = {
    "问答": "basic", "双向": "reversed", "填空": "cloze", "选择": "choice", "输入": "typed",
    "要点": "points", "计算": "numeric",
}  # fmt: skip


def infer(note: Note, types: Sequence[CardType]) -> Checked[CardType | None]:
    """The type that `Type` names, else the one the content shows, else the first (basic)."""
    named = note.part(Label.TYPE)
    if named:
        return _named(" ".join(named.content.text.split()), named.content.span(), types)
    shown = [(kind, clause) for kind in types if (clause := kind.evidence(note))]
    if len(shown) < 2:
        return Checked(shown[0][0] if shown else types[0])
    reasons = " and ".join(f"{clause} ({kind.name})" for kind, clause in shown)
    hint = "Add one line: " + " or ".join(f"`**Type:** {kind.name}`" for kind, _ in shown)
    return Checked(None, (codes.TWO_TYPES.at(note.heading.span(), reasons, hint),))


def _named(name: str, place: Span, types: Sequence[CardType]) -> Checked[CardType | None]:
    wanted = CHINESE_NAMES.get(name, name.casefold())
    for kind in types:
        if kind.name == wanted:
            return Checked(kind)
    known = tuple(kind.name for kind in types)
    hint = f"Use one of: {', '.join(known)}.{did_you_mean(wanted, known)}"
    return Checked(None, (codes.UNKNOWN_TYPE.at(place, f"unknown card type “{name}”", hint),))


def make_cards(kind: CardType, sheet: Sheet) -> Checked[tuple[Draft, ...]]:
    """The cards of a note whose type is known, with a warning for every part that goes unused."""
    made = kind.make(sheet)
    unused = () if has_errors(made.diagnostics) else tuple(_unused(kind, sheet))
    return Checked(made.value, made.diagnostics + unused)


def _unused(kind: CardType, sheet: Sheet) -> list[Diagnostic]:
    found = []
    for part in sheet.note.parts:
        if kind.name not in _USED_BY.get(part.label, (kind.name,)):
            message = f"a {kind.name} note does not use **{part.label.value}**"
            found.append(codes.UNUSED_PART.at(part.label_span, message))
    return found


_CLOZE = re.compile(r"\{\{c\d+::(.*?)(?:::[^{}]*)?\}\}|==(\S(?:.*?\S)?)==(?:<!--c\d+-->)?")


def title_of(note: Note) -> str:
    """The heading on one line and without cloze marks, for lists."""
    text = _CLOZE.sub(lambda m: m.group(1) or m.group(2) or "", note.heading.text)
    return " ".join(text.split())


def label_values(note: Note, label: Label, *, separators: str) -> tuple[str, ...]:
    """The values of a line part, cut at any of the separators."""
    text = part_text(note, label)
    for separator in separators[1:]:
        text = text.replace(separator, separators[0])
    return tuple(dict.fromkeys(v for part in text.split(separators[0]) if (v := part.strip())))
