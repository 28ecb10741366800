"""What stands outside code, math, comments and links: placeholders and cloze marks."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from recall.deck.dollar import run_end
from recall.deck.markdown import regions
from recall.deck.region import Kind, Region
from recall.model.text import CodeSpan, Hole, Passage
from recall.source import Excerpt

MAX_NESTING = 8
"""Clozes nested deeper stay text: a bound on how much text the marks of a text can repeat."""

_HOLE = re.compile(r"\{\{(?!\{)")
_NUMBERED = re.compile(r"\{\{c([1-9][0-9]{0,2})::")
_RECORDED = re.compile(r"<!--\s*c([1-9][0-9]{0,2})\s*-->")
_BRACES = re.compile(r"\\.|[{}]|\n[ \t]*\n")
_HINT = re.compile(r"[{}]|::")
_CLOSED_TO_HOLES = (Kind.CODE, Kind.CODE_SPAN, Kind.COMMENT)


@dataclass(frozen=True, slots=True)
class Cloze:
    """A mark that hides: `==mark==` or `{{c1::mark::hint}}`.

    `number` is the one written by hand or recorded after the mark (`<!--c3-->`), None where there
    is none. `mark` is its Markdown. `start` and `end` enclose the whole construct in the excerpt,
    a recorded number included.
    """

    number: int | None
    mark: str
    hint: str
    start: int
    end: int


def passage(excerpt: Excerpt) -> Passage:
    """The excerpt with its code spans, and its `{{…}}` holes outside code and comments."""
    text = excerpt.text
    if "`" not in text and "{{" not in text:
        return Passage(excerpt)
    found = regions(text)
    codes = tuple(_code_span(region) for region in found if region.kind is Kind.CODE_SPAN)
    return Passage(excerpt, codes, tuple(_holes(text, found)))


def _code_span(region: Region) -> CodeSpan:
    run = run_end(region.inner, 0, len(region.inner))
    content = region.inner[run:-run].replace("\n", " ")
    padded = len(content) > 1 and content[0] == content[-1] == " " and content.strip(" ") != ""
    pad = 1 if padded else 0
    return CodeSpan(
        content[pad : len(content) - pad], region.start + run + pad, region.end - run - pad
    )


def _holes(text: str, found: tuple[Region, ...]) -> Iterator[Hole]:
    closed = Cover(region for region in found if region.kind in _CLOSED_TO_HOLES)
    math = Cover(region for region in found if region.kind is Kind.MATH)
    pairs = _pairs(text, closed)
    position = 0
    while (opened := _HOLE.search(text, position)) is not None:
        position = opened.end()
        if (skip := closed.end_at(opened.start())) is not None:
            position = skip
            continue
        end = _double_end(opened.start(), pairs)
        if end is None or closed.begins_in(opened.start(), end):
            continue
        yield Hole(
            text[opened.end() : end - 2],
            opened.start(),
            end,
            math.end_at(opened.start()) is not None,
        )
        position = end


def clozes(excerpt: Excerpt) -> tuple[Cloze, ...]:
    """The cloze marks outside opaque text, in order; one inside the text of another follows it."""
    text = excerpt.text
    if "==" not in text and "{{c" not in text:
        return ()
    found = regions(text)
    opaque = Cover(region for region in found if region.kind is not Kind.MARK)
    marks = [_marked(text, region) for region in found if region.kind is Kind.MARK]
    both = sorted([*_numbered(text, opaque), *marks], key=lambda cloze: (cloze.start, -cloze.end))
    kept: list[Cloze] = []
    around: list[Cloze] = []
    for cloze in both:
        while around and around[-1].end <= cloze.start:
            around.pop()
        if not around or _is_in_mark(text, cloze, around[-1]):
            kept.append(cloze)
            around.append(cloze)
    return tuple(kept)


def _is_in_mark(text: str, inner: Cloze, outer: Cloze) -> bool:
    """True if a cloze stands in what the other one hides, and not in its hint or across its end."""
    begin = text.index(outer.mark, outer.start)
    return begin <= inner.start and inner.end <= begin + len(outer.mark)


def _marked(text: str, region: Region) -> Cloze:
    recorded = _RECORDED.match(text, region.end)
    return Cloze(
        int(recorded.group(1)) if recorded else None,
        text[region.start + 2 : region.end - 2],
        "",
        region.start,
        recorded.end() if recorded else region.end,
    )


def _numbered(text: str, opaque: "Cover") -> Iterator[Cloze]:
    pairs = _pairs(text, opaque)
    around: list[int] = []
    position = 0
    while (opened := _NUMBERED.search(text, position)) is not None:
        position = opened.end()
        if (skip := opaque.end_at(opened.start())) is not None:
            position = max(position, skip)
            continue
        end = _double_end(opened.start(), pairs)
        while around and around[-1] <= opened.start():
            around.pop()
        if end is None or len(around) == MAX_NESTING:
            continue
        around.append(end)
        split = _hint(text, opened.end(), end - 2, opaque)
        mark = text[opened.end() : end - 2 if split is None else split]
        hint = "" if split is None else text[split + 2 : end - 2]
        if mark.strip():
            yield Cloze(int(opened.group(1)), mark, hint, opened.start(), end)


def _pairs(text: str, skipped: "Cover") -> dict[int, int]:
    """The closing brace of each opening one, within a paragraph; escaped braces are text."""
    pairs: dict[int, int] = {}
    opened: list[int] = []
    for found in _BRACES.finditer(text):
        if skipped.end_at(found.start()) is not None:
            continue
        if found.group() == "{":
            opened.append(found.start())
        elif found.group() == "}" and opened:
            pairs[opened.pop()] = found.start()
        elif found.group().startswith("\n"):
            opened.clear()
    return pairs


def _double_end(start: int, pairs: dict[int, int]) -> int | None:
    """The offset after the `}}` that closes the `{{` at `start`; None where none does."""
    inner = pairs.get(start + 1)
    if inner is None or pairs.get(start) != inner + 1:
        return None
    return inner + 2


def _hint(text: str, start: int, end: int, opaque: "Cover") -> int | None:
    """Where the `::` before the hint stands, outside inner braces and opaque text."""
    depth = 0
    for found in _HINT.finditer(text, start, end):
        if opaque.end_at(found.start()) is not None:
            continue
        if found.group() == "::" and depth == 0:
            return found.start()
        depth += {"{": 1, "}": -1}.get(found.group(), 0)
    return None


class Cover:
    """Which region covers an offset. Regions are in order; those that overlap are merged."""

    def __init__(self, found: Iterator[Region]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for region in found:
            if self._ends and region.start < self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], region.end)
            else:
                self._starts.append(region.start)
                self._ends.append(region.end)

    def end_at(self, offset: int) -> int | None:
        """Where the region that covers the offset ends; None where there is none."""
        index = bisect_right(self._starts, offset) - 1
        return self._ends[index] if index >= 0 and offset < self._ends[index] else None

    def begins_in(self, start: int, end: int) -> bool:
        """True if a region begins between the two offsets."""
        index = bisect_right(self._starts, start)
        return index < len(self._starts) and self._starts[index] < end
