"""Stretches of a text that are opaque, and marks."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a region is. `CODE` and `HTML` also stand for whole blocks."""

    CODE = "code"
    CODE_SPAN = "code span"
    MATH = "math"
    COMMENT = "comment"
    HTML = "html"
    LINK = "link"
    ADDRESS = "address"
    MARK = "mark"


@dataclass(frozen=True, slots=True)
class Region:
    """`text[start:end]` is of that kind. Of a link only the destination and title are a region.

    `inner` is the text itself, on joined lines where it is wrapped inside a list or a quote; empty
    for blocks.
    """

    start: int
    end: int
    kind: Kind
    inner: str = ""


def comments(text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
    """The ranges of closed HTML comments in `text[start:end]`, in linear time."""
    limit = len(text) if end is None else end
    opened = text.find("<!--", start, limit)
    while opened != -1:
        # `<!-->` and `<!--->` are whole comments.
        closed = text.find("-->", opened + 2, limit)
        if closed == -1:
            return
        yield opened, closed + 3
        opened = text.find("<!--", closed + 3, limit)


def without_comments(text: str) -> str:
    """The text with its closed HTML comments taken out."""
    kept, position = [], 0
    for start, end in comments(text):
        kept.append(text[position:start])
        position = end
    return "".join(kept) + text[position:]
