"""The outline of a deck file: where notes and sections begin, and the labels inside them."""

from bisect import bisect_right
from dataclasses import dataclass

from recall.deck.lints import heading_text
from recall.deck.markdown import Structure, Token
from recall.deck.syntax import BLOCK_LABELS, Label
from recall.source import Excerpt, SourceFile


@dataclass(frozen=True, slots=True)
class LabelLine:
    """A label: its line and the line after its paragraph (from 0), and where its text begins."""

    label: Label
    line: int
    end: int
    after: int

    @property
    def is_block(self) -> bool:
        """True if the part runs to the next label."""
        return self.label in BLOCK_LABELS


@dataclass(frozen=True, slots=True)
class Stretch:
    """A note, a section title with its text, or what stands before both.

    `line` and `end` are lines from 0, the end exclusive. `kind` is `note`, `section` or `intro`.
    """

    kind: str
    line: int
    end: int
    labels: tuple[LabelLine, ...] = ()


class Page:
    """A deck file with its outline. `text` is the file with the front matter blanked out."""

    def __init__(self, source: SourceFile, found: Structure) -> None:
        self.source = source
        self.text = found.text
        self.lines = found.text.split("\n")
        self._starts = [0]
        for line in self.lines:
            self._starts.append(self._starts[-1] + len(line) + 1)
        self.stretches = _stretches(found, self.lines)
        self._begins = [stretch.line for stretch in self.stretches]

    def start(self, line: int) -> int:
        """The offset of the beginning of a line (from 0); past the last one, the file's end."""
        return min(self._starts[min(line, len(self.lines))], len(self.text))

    def line_of(self, offset: int) -> int:
        """The line (from 0) of an offset."""
        return bisect_right(self._starts, offset) - 1

    def stretch_at(self, line: int) -> Stretch:
        """The stretch that holds a line."""
        return self.stretches[max(bisect_right(self._begins, line) - 1, 0)]

    def block(self, begin: int, end: int) -> Excerpt:
        """The text between two offsets without blank lines around it; its first indent is kept."""
        text = self.text[begin:end]
        visible = begin + len(text) - len(text.lstrip(" \t\n"))
        if visible == end:
            return self.source.excerpt(begin, begin)
        line = self.text.rfind("\n", 0, visible) + 1
        first = line if line >= begin else visible
        return self.source.excerpt(first, first + len(self.text[first:end].rstrip()))

    def inline(self, begin: int, end: int) -> Excerpt:
        """The text between two offsets without white space around it."""
        text = self.text[begin:end]
        begin += len(text) - len(text.lstrip())
        return self.source.excerpt(begin, max(begin, begin + len(text.strip())))


def _stretches(found: Structure, lines: list[str]) -> tuple[Stretch, ...]:
    begun: list[tuple[str, int, list[LabelLine]]] = [("intro", 0, [])]
    for token in found.tokens:
        if token.level != 0 or token.map is None:
            continue
        if token.type == "label":
            first, last = token.map
            begun[-1][2].append(LabelLine(Label(token.info), first, last, token.meta["after"]))
        elif token.type == "heading_open" and (kind := _kind(token, lines[token.map[0]])):
            begun.append((kind, token.map[0], []))
    ends = [line for _, line, _ in begun[1:]] + [len(lines)]
    return tuple(
        Stretch(kind, line, end, tuple(labels))
        for (kind, line, labels), end in zip(begun, ends, strict=True)
    )


def _kind(token: Token, line: str) -> str | None:
    """What a heading of the document begins; None for a heading that is content."""
    if token.markup not in ("#", "##") or not line.startswith("#") or not heading_text(line):
        return None
    return "note" if token.markup == "##" else "section"
