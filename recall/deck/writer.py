"""Writing to deck files: edits in the normalised text, applied to the bytes as they are.

Everything that no edit names stays as it was, to the byte: byte-order mark, line ends, composed
and decomposed characters, the end of the file.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from recall.deck.parser import parse
from recall.deck.syntax import Deck
from recall.diagnostics import Checked
from recall.source import SourceFile

_END = re.compile(r"\r\n|\r|\n")
_BOM = "\ufeff"
# Characters that are never joined to the one before them: normalisation can be cut there.
_FREE = re.compile(r"[\x00-\x7f\u2010-\u2027\u3000-\u3029\u4e00-\u9fff\uff00-\uff60]")


@dataclass(frozen=True, slots=True)
class Edit:
    """Put `text` in the place of `[start:end]` of the normalised text; LF stands for a line end."""

    start: int
    end: int
    text: str

    @property
    def inserts(self) -> bool:
        """True if nothing is taken away."""
        return self.start == self.end


class RawText:
    """The bytes of a deck file, and where each place of the normalised text is in them.

    The bytes must be UTF-8.
    """

    def __init__(self, raw: bytes) -> None:
        text = raw.decode("utf-8")
        self._lead = _BOM if text.startswith(_BOM) else ""
        self._text = text[len(self._lead) :]
        self._ends = [found.span() for found in _END.finditer(self._text)]
        self._begins = [0, *(end for _, end in self._ends)]
        self._composed = unicodedata.is_normalized("NFC", self._text)
        lengths = (len(self._shown(line)) + 1 for line in range(len(self._ends)))
        self._starts = [0, *accumulate(lengths)]

    def apply(self, edits: Iterable[Edit]) -> bytes:
        """The bytes with the edits made; they do not overlap, and keep their order at one place."""
        pieces, position = [self._lead], 0
        for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
            start, end = self.place(edit.start), self.place(edit.end)
            pieces += [self._text[position:start], edit.text.replace("\n", self._end(edit.start))]
            position = end
        return "".join((*pieces, self._text[position:])).encode()

    def place(self, offset: int) -> int:
        """Where a place of the normalised text is in the raw one (behind the byte-order mark)."""
        line = bisect_right(self._starts, offset) - 1
        column = offset - self._starts[line]
        begin = self._begins[line]
        return begin + (column if self._composed else _raw_column(self._line(line), column))

    def _line(self, line: int) -> str:
        stop = self._ends[line][0] if line < len(self._ends) else len(self._text)
        return self._text[self._begins[line] : stop]

    def _shown(self, line: int) -> str:
        text = self._line(line)
        return text if self._composed else unicodedata.normalize("NFC", text)

    def _end(self, offset: int) -> str:
        """The line end to write there: that of the line above a line's beginning, else its own."""
        if not self._ends:
            return "\n"
        line = bisect_right(self._starts, offset) - 1
        if offset == self._starts[line] and line > 0:
            line -= 1
        start, stop = self._ends[min(line, len(self._ends) - 1)]
        return self._text[start:stop]


def _raw_column(line: str, column: int) -> int:
    """The column in a line that is not composed of a column in its composed form."""
    begins = sorted({0, *(found.start() for found in _FREE.finditer(line)), len(line)})
    seen = 0
    for start, stop in pairwise(begins):
        length = len(unicodedata.normalize("NFC", line[start:stop]))
        if seen + length > column:
            return start + _inside(line[start:stop], column - seen)
        seen += length
    return len(line)


def _inside(piece: str, column: int) -> int:
    """The same inside a piece: the first cut whose left side has that many characters."""
    for cut in range(len(piece) + 1):
        if len(unicodedata.normalize("NFC", piece[:cut])) >= column:
            return cut
    return len(piece)


def read_again(raw: bytes, deck: Deck) -> Checked[Deck]:
    """The deck as changed bytes would be read."""
    return parse(
        SourceFile.from_bytes(deck.path, raw),
        deck=deck.id,
        pillar=deck.pillar,
        lang=deck.lang,
        translation=deck.translation,
    )


class Lines:
    """Offsets of lines and columns (from 1) of a normalised text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: Sequence[int] = [0, *(found.end() for found in re.finditer("\n", text))]

    def start(self, line: int) -> int | None:
        """The offset where a line begins; None for a line after the last one."""
        return self._starts[line - 1] if line <= len(self._starts) else None

    def offset(self, place: tuple[int, int]) -> int:
        """The offset of a line and column."""
        line, column = place
        return self._starts[line - 1] + column - 1

    def line(self, line: int) -> str:
        """The text of a line without its end."""
        begin = self._starts[line - 1]
        end = self.start(line + 1)
        return self._text[begin:] if end is None else self._text[begin : end - 1]
