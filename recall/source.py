"""Places in deck files: spans, excerpts that know where they came from, and the files."""

import unicodedata
from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import accumulate


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a file.

    Lines and columns count from 1, in characters of the normalised text; the end is exclusive.
    """

    path: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A piece of a file that knows the place of each of its lines, also after dedenting.

    `starts[i]` is (line, column) of the first character of line i of `text`; there is one pair for
    each line.
    """

    text: str
    path: str
    starts: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, text: str, path: str = "<text>") -> "Excerpt":
        """An excerpt of a text that is not in a file: it begins at line 1, column 1."""
        return cls(text, path, tuple((i + 1, 1) for i in range(text.count("\n") + 1)))

    def place(self, offset: int) -> tuple[int, int]:
        """(line, column) in the file of the character at `offset` (clamped to the excerpt)."""
        offset = max(0, min(offset, len(self.text)))
        index = self.text.count("\n", 0, offset)
        begin = self.text.rfind("\n", 0, offset) + 1
        line, column = self.starts[min(index, len(self.starts) - 1)]
        return line, column + offset - begin

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """The span in the file of `text[start:end]`."""
        line, column = self.place(start)
        end_line, end_column = self.place(len(self.text) if end is None else end)
        return Span(self.path, line, column, end_line, end_column)

    def slice(self, start: int, end: int) -> "Excerpt":
        """The excerpt of `text[start:end]`."""
        text = self.text[start:end]
        first = self.text.count("\n", 0, start)
        rest = self.starts[first + 1 : first + 1 + text.count("\n")]
        return Excerpt(text, self.path, (self.place(start), *rest))

    def above(self, other: "Excerpt | None") -> "Excerpt":
        """This excerpt, a blank line, and the other one; this one alone if the other is blank."""
        if other is None or not other.text.strip():
            return self
        line, _ = other.starts[0]
        starts = (*self.starts, (max(1, line - 1), 1), *other.starts)
        return Excerpt(f"{self.text}\n\n{other.text}", self.path, starts)

    def strip(self) -> "Excerpt":
        """The excerpt without white space around it."""
        start = len(self.text) - len(self.text.lstrip())
        return self.slice(start, max(start, len(self.text.rstrip())))


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A deck file, normalised: no byte-order mark, LF line ends, NFC.

    `path` is what diagnostics print: POSIX, relative to the workspace. `bad_byte` is the offset in
    the raw file of the first byte that is not UTF-8 (None when all is well); the text then holds
    U+FFFD there.
    """

    path: str
    text: str
    bad_byte: int | None = None
    _starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        ends = accumulate(len(line) + 1 for line in self.text.split("\n")[:-1])
        object.__setattr__(self, "_starts", (0, *ends))

    @classmethod
    def from_bytes(cls, path: str, raw: bytes) -> "SourceFile":
        """Normalise the bytes of a deck file. Never raises."""
        bad: int | None = None
        raw = raw.removeprefix(b"\xef\xbb\xbf")
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            bad = error.start
            text = raw.decode("utf-8", errors="replace")
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        return cls(path, unicodedata.normalize("NFC", text), bad)

    @property
    def lines(self) -> list[str]:
        """The lines without their ends."""
        return self.text.split("\n")

    def place(self, offset: int) -> tuple[int, int]:
        """(line, column) of the character at `offset`."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def span(self, start: int, end: int) -> Span:
        """The span of `text[start:end]`."""
        return Span(self.path, *self.place(start), *self.place(end))

    def line_span(self, line: int) -> Span:
        """The span of one whole line (counted from 1), without its end."""
        begin = self._starts[line - 1]
        end = self._starts[line] - 1 if line < len(self._starts) else len(self.text)
        return self.span(begin, end)

    def excerpt(self, start: int, end: int) -> Excerpt:
        """The excerpt of `text[start:end]`, nothing dedented."""
        text = self.text[start:end]
        line, column = self.place(start)
        return Excerpt(
            text, self.path, ((line, column), *((line + 1 + i, 1) for i in range(text.count("\n"))))
        )
