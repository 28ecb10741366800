"""cloze: one card for each number; its marks are hidden, the others stay readable.

Numbers are facets (`c1`, `c2`, …). `{{cN::…}}` is numbered by hand; `==…==` marks keep the number
their text had before, so that a mark put in front moves no history (deck language, section 5).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TypeAlias

from recall.cardtypes import codes
from recall.cardtypes.base import Draft, Frame, Sheet
from recall.cardtypes.revealed import RevealBody
from recall.deck.opaque import Cloze, clozes
from recall.deck.syntax import Label, Note
from recall.diagnostics import Checked, Diagnostic
from recall.model.card import CardBody, Json
from recall.source import Excerpt

SIMILAR = 0.75
"""From this similarity on, a changed mark is taken for the one it was before."""


Rewriter: TypeAlias = "Callable[[Mark, str], str]"
"""How a mark and the (already rewritten) text inside it are printed."""


def facet(number: int) -> str:
    """The facet of a cloze number."""
    return f"c{number}"


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


def numbered(found: tuple[Cloze, ...], known: dict[str, str]) -> tuple[int, ...]:
    """A number for each mark: its own, else that of the known facet it continues, else a new one.

    Unnumbered marks take known numbers by equal text, then by similarity, then by order; new
    numbers are ones that the note never had.
    """
    numbers: dict[int, int] = {i: c.number for i, c in enumerate(found) if c.number is not None}
    free = {int(f[1:]): text for f, text in known.items() if f[1:].isdigit()}
    ever = set(free) | set(numbers.values())
    for number in numbers.values():
        free.pop(number, None)
    open_marks = [index for index in range(len(found)) if index not in numbers]
    for index in list(open_marks):
        equal = next((n for n, text in sorted(free.items()) if text == found[index].mark), None)
        if equal is not None:
            numbers[index] = equal
            del free[equal]
            open_marks.remove(index)
    for index, number in _similar(open_marks, found, free):
        numbers[index] = number
        del free[number]
        open_marks.remove(index)
    if len(open_marks) == len(free):
        for index, number in zip(list(open_marks), sorted(free), strict=True):
            numbers[index] = number
            open_marks.remove(index)
    for index in open_marks:
        numbers[index] = max(ever, default=0) + 1
        ever.add(numbers[index])
    return tuple(numbers[index] for index in range(len(found)))


def _similar(
    open_marks: list[int], found: tuple[Cloze, ...], free: dict[int, str]
) -> list[tuple[int, int]]:
    """Pairs of mark and known number, the most similar first, each used once."""
    scored = [
        (SequenceMatcher(None, text, found[index].mark, autojunk=False).ratio(), -index, -number)
        for index in open_marks
        for number, text in free.items()
    ]
    pairs: list[tuple[int, int]] = []
    for score, index, number in sorted(scored, reverse=True):
        if score < SIMILAR:
            break
        if all(-index != i and -number != n for i, n in pairs):
            pairs.append((-index, -number))
    return pairs


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
        numbers = numbered(found, sheet.known)
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
            body_ = RevealBody(front, back, Frame.of(sheet), whole)
            drafts.append(Draft(facet(number), body_))
        return Checked(tuple(drafts))

    def load(self, data: Json) -> CardBody:
        """The body that `dump` wrote."""
        return RevealBody.load(data)


def known_marks(marked: str) -> dict[str, str]:
    """The facets of a note at its last compile and the text each hides, from its marked text."""
    known: dict[str, str] = {}
    for cloze in clozes(Excerpt.of(marked)):
        if cloze.number is not None:
            known.setdefault(facet(cloze.number), cloze.mark)
    return known


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
