"""cloze: one card for each number; its marks are hidden, the others stay readable.

Numbers are facets (`c1`, `c2`, …). `{{cN::…}}` is numbered by hand; `==…==` marks keep the number
their text had before, so that a mark put in front moves no history (deck language, section 5).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from recall.cardtypes import codes
from recall.cardtypes.base import Draft, Sheet, frame_of
from recall.cardtypes.bodies.revealed import RevealBody
from recall.cardtypes.numbering import facet, numbered
from recall.deck.opaque import Cloze, clozes
from recall.deck.syntax import Label, Note
from recall.diagnostics import Checked, Diagnostic
from recall.model.card import CardBody
from recall.source import Excerpt

Rewriter: TypeAlias = "Callable[[Mark, str], str]"
"""How a mark and the (already rewritten) text inside it are printed."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A cloze with its number, in one text."""

    cloze: Cloze
    number: int


@dataclass(frozen=True, slots=True)
class Marked:
    """A text and its numbered marks, in order."""

    excerpt: Excerpt
    marks: tuple[Mark, ...]

    def show(self, asked: int) -> tuple[str, str]:
        """The text with the marks of one number hidden, and the text with them shown."""
        return self._paint(asked, hide=True), self._paint(asked, hide=False)

    def anki(self) -> str:
        """The text with every mark written as `{{cN::mark::hint}}`."""

        def write(mark: Mark, inner: str) -> str:
            hint = f"::{mark.cloze.hint}" if mark.cloze.hint else ""
            return "{{" + f"c{mark.number}::{inner}{hint}" + "}}"

        return self._rewrite(write)

    def _paint(self, asked: int, *, hide: bool) -> str:
        def write(mark: Mark, inner: str) -> str:
            if mark.number != asked:
                return inner
            return f"==[{mark.cloze.hint or '…'}]==" if hide else f"=={inner}=="

        return self._rewrite(write)

    def _rewrite(self, write: Rewriter) -> str:
        return _rewrite(self.excerpt.text, self.marks, write, 0, len(self.excerpt.text))


def _rewrite(text: str, marks: tuple[Mark, ...], write: Rewriter, start: int, end: int) -> str:
    """`text[start:end]` with its outermost marks rewritten, nested ones inside them first."""
    pieces, at = [], start
    for index, mark in enumerate(marks):
        cloze = mark.cloze
        if cloze.start < at or cloze.end > end:
            continue
        begin = text.index(cloze.mark, cloze.start) if cloze.mark else cloze.start
        inner = _rewrite(text, marks[index + 1 :], write, begin, begin + len(cloze.mark))
        pieces += [text[at : cloze.start], write(mark, inner)]
        at = cloze.end
    return "".join((*pieces, text[at:end]))


class ClozeType:
    """Inferred from marks in the heading or the body of a note without **Answer**."""

    name = "cloze"

    def evidence(self, note: Note) -> str:
        """A note with cloze marks."""
        if note.part(Label.ANSWER) or note.part(Label.GIVEN) or note.part(Label.STEPS):
            return ""
        return "it has cloze marks" if clozes(note.heading) or clozes(note.body) else ""

    def make(self, sheet: Sheet) -> Checked[tuple[Draft, ...]]:
        """One card for each number."""
        note = sheet.note
        heading, body = clozes(note.heading), clozes(note.body)
        found = heading + body
        problems = _problems(sheet, found)
        if problems:
            return Checked((), tuple(problems))
        numbers = _numbers(sheet, found)
        marks = tuple(Mark(cloze, number) for cloze, number in zip(found, numbers, strict=True))
        texts = (
            Marked(note.heading, marks[: len(heading)]),
            Marked(note.body, marks[len(heading) :]),
        )
        whole = _join(marked.anki() for marked in texts)
        drafts = []
        for number in sorted(set(numbers)):
            sides = [marked.show(number) for marked in texts]
            front, back = _join(s[0] for s in sides), _join(s[1] for s in sides)
            body_ = RevealBody(front, back, frame_of(sheet), whole)
            drafts.append(Draft(facet(number), body_))
        return Checked(tuple(drafts))


def _numbers(sheet: Sheet, found: tuple[Cloze, ...]) -> tuple[int, ...]:
    """The number of each mark; a translation takes the primary's, by its own number or place."""
    if sheet.primary is None:
        return numbered(found, sheet.known)
    rules = clozes(sheet.primary.heading) + clozes(sheet.primary.body)
    by_place = numbered(rules, sheet.known)
    return tuple(
        number if cloze.number is None else cloze.number
        for cloze, number in zip(found, by_place, strict=True)
    )


def hidden_text(body: CardBody, name: str) -> str | None:
    """What a cloze card hides, from its body; None for another card."""
    if isinstance(body, RevealBody) and body.cloze:
        for cloze in clozes(Excerpt.of(body.cloze)):
            if cloze.number is not None and facet(cloze.number) == name:
                return cloze.mark
    return None


def _join(texts: Iterable[str]) -> str:
    return "\n\n".join(stripped for text in texts if (stripped := text.strip("\n")))


def _problems(sheet: Sheet, found: tuple[Cloze, ...]) -> list[Diagnostic]:
    note = sheet.note
    if not found:
        message = "a cloze note needs `==marks==` in its heading or body"
        return [codes.TYPE_NEEDS.at(note.heading.span(), message)]
    if sheet.primary:
        wanted = len(clozes(sheet.primary.heading) + clozes(sheet.primary.body))
        if wanted != len(found):
            message = f"{len(found)} marks here, {wanted} in the primary"
            return [codes.COUNTS_DIFFER.at(note.heading.span(), message)]
    return []
