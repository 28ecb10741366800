"""What every card type offers, and the small things they share."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from recall.cardtypes.bodies.frame import Frame
from recall.deck.syntax import Label, Note
from recall.diagnostics import Checked
from recall.model.card import CardBody
from recall.source import Excerpt


@dataclass(frozen=True, slots=True)
class Draft:
    """A card before it has an id: its facet (empty where the note has one card) and its body."""

    facet: str
    body: CardBody


@dataclass(frozen=True, slots=True)
class Facet:
    """A facet the note has or had, and the text it hid; `present` at the last compile or not."""

    mark: str
    present: bool = True


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a card type is given.

    `lang` is the language of the words; `known` holds the cloze facets that the note ever had;
    `primary` is the note that rules, for a translation: formulas, right options and numbers come
    from there.
    """

    note: Note
    lang: str
    known: Mapping[str, Facet]
    primary: Note | None = None


class CardType(Protocol):
    """One way to make cards of a note."""

    @property
    def name(self) -> str:
        """The name as `Type:` takes it."""

    def evidence(self, note: Note) -> str:
        """Why the note is of this type, as a clause (`it has **Points**`); empty if it is not."""

    def make(self, sheet: Sheet) -> Checked[tuple[Draft, ...]]:
        """The cards of the note; empty if an error makes it unusable. Never raises."""


MOST_ITEMS = 9
"""Options and points are chosen with single digits."""


def joined(*texts: Excerpt | None) -> str:
    """Blocks of Markdown, one under the other, empty ones left out."""
    return "\n\n".join(
        stripped for t in texts if t is not None and (stripped := t.text.strip("\n"))
    )


def part_text(note: Note, label: Label) -> str:
    """The Markdown of a part, or nothing."""
    part = note.part(label)
    return part.content.text.strip("\n") if part else ""


def item_texts(note: Note, label: Label) -> tuple[str, ...]:
    """The items of a part's lists, each with all that belongs to it."""
    part = note.part(label)
    return tuple(joined(item.text, item.rest) for item in part.items) if part else ()


def context_of(note: Note) -> str:
    """The section above the note."""
    return note.context.text.strip("\n") if note.context else ""


def frame_of(sheet: Sheet) -> Frame:
    """What every question of a note carries besides what is asked."""
    note = sheet.note
    return Frame(
        lang=sheet.lang,
        context=context_of(note),
        hints=item_texts(note, Label.HINTS),
        why=part_text(note, Label.WHY),
    )
