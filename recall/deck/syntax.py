"""What a deck file says before it becomes cards: notes and parts, every text with its place."""

from dataclasses import dataclass, field
from enum import StrEnum

from recall.source import Excerpt, Span


class Label(StrEnum):
    """The parts of a note, by their English labels."""

    ANSWER = "Answer"
    POINTS = "Points"
    GIVEN = "Given"
    STEPS = "Steps"
    MISTAKES = "Mistakes"
    CHECKS = "Checks"
    HINTS = "Hints"
    WHY = "Why"
    ACCEPT = "Accept"
    SOURCE = "Source"
    REQUIRES = "Requires"
    TERMS = "Terms"
    TAGS = "Tags"
    TYPE = "Type"
    ORDER = "Order"


BLOCK_LABELS = frozenset({
    Label.ANSWER, Label.POINTS, Label.GIVEN, Label.STEPS,
    Label.MISTAKES, Label.CHECKS, Label.HINTS, Label.WHY,
})  # fmt: skip
"""Parts that run to the next label; the others hold their line and its wrapped lines."""


@dataclass(frozen=True, slots=True)
class Item:
    """A list item: its first paragraph (`text`) and what follows it (`rest`).

    What follows stands after a blank line or is a nested list.

    Both are dedented. `checked` is None for an item that is no task.
    """

    text: Excerpt
    rest: Excerpt | None = None
    checked: bool | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A labelled part. `content` is everything after the label.

    Of a line part that is the line and its wrapped lines.

    `items` are the items of its top-level lists; `loose` is True if it holds top-level content that
    is no list.
    """

    label: Label
    label_span: Span
    content: Excerpt
    items: tuple[Item, ...] = ()
    loose: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A note as written.

    `id` is None where the file gives none; `of` is the primary's digest that a translation records.

    `heading` is the inline Markdown of the heading; `body` everything before the first part,
    without the id comment. `options` are the task items of the body's task list and `stem` is the
    body without that list (both only if there is one). `context` is the section above the note: its
    title and text as Markdown.
    """

    heading: Excerpt
    body: Excerpt
    parts: tuple[Part, ...] = ()
    id: str | None = None
    of: str | None = None
    id_span: Span | None = None
    options: tuple[Item, ...] = ()
    stem: Excerpt | None = None
    context: Excerpt | None = None

    def part(self, label: Label) -> Part | None:
        """The part with that label (the parser refuses a second one)."""
        return next((part for part in self.parts if part.label is label), None)


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck file: front matter and notes.

    `lang` is a BCP 47 tag; `translation` is True for `<deck>.<lang>.md`.

    `order` is None where the front matter gives none. `sources` maps a short key to a reference.
    `is_deck` is False for a file without a note heading.
    """

    id: str
    path: str
    lang: str
    translation: bool
    title: str
    pillar: str
    order: int | None = None
    requires: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    sources: dict[str, str] = field(default_factory=dict)
    intro: Excerpt | None = None
    notes: tuple[Note, ...] = ()
    is_deck: bool = True
